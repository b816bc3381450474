package transcript

import (
	"strings"
	"testing"
	"time"

	"muisto/memory"
)

func TestJSONL(t *testing.T) {
	in := "\ufeff" + `{"at":"2026-05-18T09:14:00+02:00","role":"user","text":"hello\nthere","conversation":"c","speaker":" Kaisa ","id":"7"}` + "\r\n\n" +
		`{"at":"2026-05-18T09:14:00Z","role":"assistant","text":"","mood":"fine"}`
	_, got, err := read(t, fileOf(t, "a.txt", in), Auto)
	if err != nil || len(got) != 2 {
		t.Fatalf("%d messages, error %v", len(got), err)
	}
	m := got[0]
	if m.ID != "7" || m.Conversation != "c" || m.Speaker != "Kaisa" || m.Role != memory.RoleUser || m.Text != "hello\nthere" || !m.Finished {
		t.Errorf("message %+v", m)
	}
	if _, offset := m.At.Zone(); offset != 2*3600 {
		t.Errorf("the writer's offset became %d", offset)
	}
	if m = got[1]; m.Conversation != Unnamed || m.At.Hour() != 12 {
		t.Errorf("message %+v", m)
	}
}

func TestAFileWithoutLines(t *testing.T) {
	for _, in := range []string{"", "\n \n", "[]", " [ ] "} {
		f, list, err := read(t, fileOf(t, "a", in), Auto)
		if err != nil || len(list) != 0 || f.Skipped().All() != 0 {
			t.Errorf("%q: %d messages, error %v", in, len(list), err)
		}
	}
}

func TestALongLine(t *testing.T) {
	text := strings.Repeat("long ", headSize)
	_, got, err := read(t, fileOf(t, "a", `{"role":"user","at":"2026-05-18T09:14:00Z","text":"`+text+`"}`+"\n"), Auto)
	if err != nil || len(got) != 1 || got[0].Text != text {
		t.Errorf("%d messages, error %v", len(got), err)
	}
}

func TestABadLineIsNamed(t *testing.T) {
	good := `{"at":"2026-05-18T09:14:00Z","role":"user","text":"hi"}` + "\n"
	tests := map[string]string{
		`{"at":"2026-05-18T09:14:00Z","role":"user"}`:               `no "text"`,
		`{"role":"user","text":"hi"}`:                               `no "at"`,
		`{"at":"2026-05-18T09:14:00Z","text":"hi"}`:                 `no "role"`,
		`{"at":"yesterday","role":"user","text":"hi"}`:              `"at" is “yesterday”`,
		`{"at":"0001-01-01T00:00:00Z","role":"user","text":"hi"}`:   `"at" is “0001-01-01T00:00:00Z”`,
		`{"at":"2026-05-18T09:14:00Z","role":"system","text":"hi"}`: `"role" is "system"`,
		`{"at":"2026-05-18T09:14:00Z","role":"user","text":["hi"]}`: `"text" is a JSON array`,
		`["hi"]`:                    "not an object",
		`{"at":"2026-05-18`:         "not JSON",
		strings.Repeat("x", 17<<20): "longer than 16 MiB",
	}
	tests[`{"sent_on":"2026-05-18T09:14:00Z","n":7,"role":"user","text":"hi"}`] = `no "at", which says when; “sent_on” seems to hold it`
	for bad, want := range tests {
		_, _, err := read(t, fileOf(t, "a", good+bad+"\n"+good), Auto)
		if err == nil || !strings.HasPrefix(err.Error(), "line 2: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: error %v", bad, err)
		}
	}
}

func TestLinesWithoutAMessageAreRefused(t *testing.T) {
	_, _, err := read(t, fileOf(t, "a", `{"type":"summary","summary":"x"}`+"\n"+`{"type":"fact"}`), Auto)
	if err == nil || !strings.Contains(err.Error(), "no line of it is a message") {
		t.Errorf("error %v", err)
	}
}

func TestAUTCTimeIsThePersonsOwn(t *testing.T) {
	f, err := Open(fileOf(t, "a", `{"at":"2026-05-18T22:14:00Z","role":"user","text":"hi"}`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := all(t, f)
	if err != nil || list[0].At.Location() != time.UTC {
		t.Errorf("%+v, error %v", list, err)
	}
}
