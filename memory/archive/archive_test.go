package archive

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muisto/memory"
)

// written is a file of these lines.
func written(t interface{ Fatal(...any) }, lines ...Line) string {
	var out bytes.Buffer
	w, err := NewWriter(&out)
	for _, l := range lines {
		err = errors.Join(err, w.Write(l))
	}
	if err := errors.Join(err, w.End()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func read(text string) ([]Line, error) {
	var list []Line
	for l, err := range Read(strings.NewReader(text)) {
		if err != nil {
			return list, err
		}
		list = append(list, l)
	}
	return list, nil
}

func TestLinesAreReadAsTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := &Message{
			Role: rapid.String().Draw(r, "role"), Text: rapid.String().Draw(r, "text"), Conversation: rapid.String().Draw(r, "conversation"),
			ID: rapid.String().Draw(r, "id"), Key: rapid.Int64().Draw(r, "key"), Stopped: rapid.Bool().Draw(r, "stopped"),
		}
		m.SetAt(anyTime(r))
		e := &Episode{
			ID: EpisodeID(rapid.Int64Min(1).Draw(r, "episode")), Who: rapid.SliceOf(rapid.String()).Draw(r, "who"),
			Names: []NameUse{{Name: rapid.String().Draw(r, "name"), Type: memory.Place}}, Sources: rapid.SliceOf(rapid.Int64()).Draw(r, "sources"),
			Salience: rapid.Float64Range(-1e300, 1e300).Draw(r, "salience"), FormedAt: Time{anyTime(r)},
			WhenAt: Day(rapid.Int32().Draw(r, "when")), Day: Day(rapid.Int32().Draw(r, "day")),
		}
		f := &Fact{ID: 3, SupersededBy: FactID(rapid.Int64Min(0).Draw(r, "by")), Sources: []EpisodeID{e.ID}, RetiredAt: Time{anyTime(r)}}
		text := written(r, m, e, f)
		lines, err := read(text)
		if err != nil {
			r.Fatalf("%v in\n%s", err, text)
		}
		if got, want := bare(lines), bare([]Line{m, e, f}); !slices.Equal(got, want) {
			r.Fatalf("read %s\nwrote %s", got, want)
		}
		if again := written(r, lines...); again != text {
			r.Fatalf("written again:\n%s\nfirst:\n%s", again, text)
		}
	})
}

// bare is what is seen of lines: times have their own equality.
func bare(lines []Line) []string {
	var list []string
	for _, l := range lines {
		if m, ok := l.(*Message); ok {
			list = append(list, m.SaidAt().String())
		}
		list = append(list, fmt.Sprintf("%+v", l))
	}
	return list
}

func anyTime(r *rapid.T) time.Time {
	first, last := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC)
	at := rapid.Int64Range(first.UnixMicro()+1, last.UnixMicro()).Draw(r, "at")
	return inOffset(time.UnixMicro(at), rapid.IntRange(-20*3600, 20*3600).Draw(r, "offset"))
}

func TestTimesAndDaysAreSpelledForReaders(t *testing.T) {
	m := &Message{ID: "1", Key: 1, Role: "user"}
	m.SetAt(time.Date(2026, 5, 18, 9, 14, 0, 250_000_000, time.FixedZone("", 3*3600)))
	e := &Episode{ID: 12, WhenAt: Day(memory.DayOn(2026, 5, 22)), FirstAt: Time{time.Date(1900, 1, 1, 0, 0, 0, 0, time.FixedZone("", 5989))}}
	text := written(t, m, e)
	for _, want := range []string{
		`{"type":"muisto","version":2}` + "\n" + `{"type":"message","at":"2026-05-18T09:14:00.25+03:00",`,
		`{"type":"episode","id":"e12",`, `"when_at":"2026-05-22"`, `"first_at":"1899-12-31T22:20:11Z[+5989]"`, `{"type":"end","lines":3}` + "\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
}

func TestAFileThatIsNotWholeIsRefused(t *testing.T) {
	whole := written(t, &Speaker{Speaker: "a"}, &Speaker{Speaker: "b"})
	lines := strings.SplitAfter(whole, "\n")
	for name, tt := range map[string]struct{ text, want string }{
		"empty":              {"", "no export of a whole memory"},
		"something else":     {"hello\n", "no export of a whole memory"},
		"messages alone":     {`{"at":"2026-05-18T09:14:00Z","role":"user","text":"x"}` + "\n", "no export of a whole memory"},
		"without its end":    {strings.Join(lines[:3], ""), "line 4: the file ends in the middle"},
		"cut in a line":      {whole[:len(whole)-4], "line 4: the file ends in the middle"},
		"a line is missing":  {lines[0] + lines[2] + lines[3], "something is missing"},
		"a line is added":    {lines[0] + lines[1] + lines[1] + lines[2] + lines[3], "was added"},
		"more after the end": {whole + lines[1], "something comes after the end"},
		"two in one":         {lines[0] + whole, "line 2: a second export"},
		"an unknown type":    {lines[0] + `{"type":"spell"}` + "\n", `line 2: "spell" is no known type`},
		"an unknown field":   {lines[0] + `{"type":"speaker","speaker":"a","colour":1}` + "\n", "line 2: the speaker cannot be read"},
		"not JSON":           {lines[0] + "{\n", "line 2: it is not JSON"},
		"a wrong kind":       {lines[0] + `{"type":"episode","id":12}` + "\n", "line 2: the episode cannot be read"},
		"a fact's id":        {lines[0] + `{"type":"fact","id":"e12"}` + "\n", "no fact's id"},
		"a bad time":         {lines[0] + `{"type":"name","last_at":"noon"}` + "\n", `"noon" is no time`},
		"a newer version":    {`{"type":"muisto","version":3}` + "\n", "newer muisto"},
		"no version":         {`{"type":"muisto"}` + "\n", "no export of a whole memory"},
		"an endless line":    {lines[0] + strings.Repeat("a", maxLine+1), "longer than 97 MiB"},
	} {
		if _, err := read(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %s", name, err, tt.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	m := &Message{ID: "1", Key: 1, Role: "user", Text: "hello"}
	m.SetAt(time.Date(1900, 1, 1, 0, 0, 0, 0, time.FixedZone("", 5989)))
	f.Add(written(f, m, &Episode{ID: 1, Day: -5}, &Fact{ID: 1}, &Group{Names: []byte("[]"), Ties: []byte("[[0,1,2.5]]")}, &Review{Before: []byte(`{"ID":1}`), Fact: 1}))
	f.Add(`{"type":"muisto","version":2}` + "\n" + `{"type":"end","lines":1}` + "\n")
	f.Fuzz(func(t *testing.T, text string) {
		lines, err := read(text)
		if err != nil {
			return
		}
		again := written(t, lines...)
		lines, err = read(again)
		if err != nil {
			t.Fatalf("%v in\n%s", err, again)
		}
		if third := written(t, lines...); third != again {
			t.Errorf("written again:\n%s\nfirst:\n%s", third, again)
		}
	})
}

func TestAFileOfAnOlderVersionIsRead(t *testing.T) {
	text := strings.Replace(written(t, &Speaker{Speaker: "a"}), fmt.Sprintf(`"version":%d`, Version), `"version":1`, 1)
	if lines, err := read(text); err != nil || len(lines) != 1 {
		t.Errorf("read %v, %v", lines, err)
	}
}
