package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"muisto/memory"
)

var helsinki = time.FixedZone("EEST", 3*3600)

// written is when the files of the tests were last written.
var written = time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)

// fileOf writes a file of the given content.
func fileOf(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, written, written); err != nil {
		t.Fatal(err)
	}
	return path
}

func sample(t testing.TB, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return fileOf(t, name, string(content))
}

// read gives all messages of a file; an error must come last and alone.
func read(t testing.TB, path string, format Format) (*File, []memory.Message, error) {
	t.Helper()
	f, err := Open(path, Options{Format: format, Zone: helsinki})
	if err != nil {
		return nil, nil, err
	}
	list, err := all(t, f)
	return f, list, err
}

func all(t testing.TB, f *File) (list []memory.Message, failed error) {
	t.Helper()
	for m, err := range f.Messages() {
		if failed != nil {
			t.Fatal("something comes after an error")
		}
		if failed = err; err == nil {
			list = append(list, m)
		}
	}
	return list, failed
}

// told writes messages as short lines.
func told(list []memory.Message) []string {
	var lines []string
	for _, m := range list {
		who := string(m.Role)
		if m.Speaker != "" {
			who += " " + m.Speaker
		}
		lines = append(lines, fmt.Sprintf("%s | %s | %s | %s | %s", m.Conversation, m.ID, m.At.Format("2006-01-02T15:04:05.999Z07:00"), who, m.Text))
	}
	return lines
}

func TestEveryShape(t *testing.T) {
	tests := []struct {
		file    string
		format  Format
		want    []string
		skipped Skipped
		titles  map[string]string
		undated int
	}{
		{
			file: "chatgpt.json", format: ChatGPT,
			want: []string{
				"c-bergen | q1b-message | 2025-05-23T14:35:00.5+03:00 | user | Where shall we go in May?",
				"c-bergen | a2 | 2025-05-23T14:35:00.5+03:00 | assistant | Bergen,\n\nif it is dry.",
				"c-bergen | q3 | 2025-05-23T14:38:20+03:00 | user | Is that the harbour?\n\nAnd the fish market?",
				"c-bare | one | 2025-05-24T18:20:00+03:00 | user | Anyone there?",
				"c-bare | three | 2025-05-24T18:20:09+03:00 | assistant | Yes, here.",
			},
			skipped: Skipped{Branches: 3, Machine: 4, Hidden: 1, Empty: 1, Others: 1},
			titles:  map[string]string{"c-bergen": "Offsite in Bergen", "c-bare": "", "c-gone": ""},
		},
		{
			file: "claude.json", format: Claude,
			want: []string{
				"11111111-0000-4000-8000-000000000001 | k1 | 2025-05-23T12:00:01.25+03:00 | user | Where can I hire a canoe?",
				"11111111-0000-4000-8000-000000000001 | k2 | 2025-05-23T12:00:20+03:00 | assistant | In Savonlinna.\n\nAsk at the harbour.",
				"11111111-0000-4000-8000-000000000001 | k5 | 2025-05-23T11:02:00+02:00 | user | Thanks!",
				"11111111-0000-4000-8000-000000000002 | b1 | 2025-05-24T12:00:01+03:00 | user | Name a lake.",
				"11111111-0000-4000-8000-000000000002 | b3 | 2025-05-24T12:01:02+03:00 | assistant | Inari.",
				"11111111-0000-4000-8000-000000000002 | b4 | 2025-05-24T12:02:02+03:00 | user | Another?",
			},
			skipped: Skipped{Branches: 1, Machine: 1, Empty: 1},
			titles:  map[string]string{"11111111-0000-4000-8000-000000000001": "Canoe plans", "11111111-0000-4000-8000-000000000002": ""},
		},
		{
			file: "ollama.json", format: Messages,
			want: []string{
				"7 | 9d6328ad26f5fcec690da8d8e741c1cc | 2025-05-23T12:00:00+03:00 | user | Name a lake.",
				"7 | x | 2025-05-23T12:00:05.5+03:00 | assistant | Inari.",
				"7 | 3bcb6ed0b404feb2edc6592853463721 | 2025-05-23T12:01:00+03:00 | user | Thanks.",
			},
			titles: map[string]string{"7": "Lake"},
		},
		{
			file: "own.jsonl", format: JSONL,
			want:    []string{"c | m1 | 2026-05-18T09:14:00+03:00 | user | We bought a canoe."},
			skipped: Skipped{Others: 1},
			titles:  map[string]string{"c": "Canoe"},
		},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			f, list, err := read(t, sample(t, test.file), Auto)
			if err != nil {
				t.Fatal(err)
			}
			if got := told(list); !slices.Equal(got, test.want) {
				t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			if f.Format() != test.format || f.Skipped() != test.skipped || f.Undated() != test.undated {
				t.Errorf("form %s, skipped %+v, undated %d", f.Format(), f.Skipped(), f.Undated())
			}
			for id, title := range test.titles {
				if got := f.Title(id); got != title {
					t.Errorf("%s is called %q, want %q", id, got, title)
				}
			}
			for _, m := range list {
				if !m.Finished {
					t.Errorf("%s is not whole", m.ID)
				}
			}
			if again, err := all(t, f); err != nil || !slices.Equal(told(again), told(list)) || f.Skipped() != test.skipped {
				t.Errorf("a second reading gives %d messages, error %v, skipped %+v", len(again), err, f.Skipped())
			}
		})
	}
}

func TestMessagesWithoutTimesAreDatedByTheFile(t *testing.T) {
	tests := map[string]struct {
		texts   string
		undated int
	}{
		"messages.json":    {"Kaisa:Where is the key? :On the shelf. :This one?", 3},
		"messages.jsonl":   {":One :1 :Two :2", 4},
		"chatgpt-one.json": {":No dates at all. :So it seems.", 2},
	}
	for name, want := range tests {
		f, list, err := read(t, sample(t, name), Auto)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var texts []string
		for _, m := range list {
			texts = append(texts, m.Speaker+":"+m.Text)
			if !m.At.Equal(written) || m.ID == "" || m.Conversation == "" {
				t.Errorf("%s: %+v", name, m)
			}
		}
		if got := strings.Join(texts, " "); got != want.texts || f.Undated() != want.undated {
			t.Errorf("%s: read %s, %d undated", name, got, f.Undated())
		}
	}
}

func TestTheFileIsNotYoungerThanNow(t *testing.T) {
	now := written.Add(-time.Hour)
	f, err := Open(sample(t, "messages.json"), Options{Now: now})
	if err != nil || !f.Written().Equal(now) {
		t.Errorf("dated to %v, error %v", f.Written(), err)
	}
}

// TestALongerFileKeepsItsIDs: the messages of a chat that was saved again, later
// and longer, are known by their ids.
func TestALongerFileKeepsItsIDs(t *testing.T) {
	short := `[{"role":"user","content":"hi"},{"role":"assistant","content":"hello"}`
	_, first, err := read(t, fileOf(t, "a.json", short+"]"), Auto)
	if err != nil || len(first) != 2 {
		t.Fatalf("%d messages, error %v", len(first), err)
	}
	_, second, err := read(t, fileOf(t, "b.json", short+`,{"role":"user","content":"hi"}]`), Auto)
	if err != nil || len(second) != 3 || !slices.Equal(told(second[:2]), told(first)) || second[2].ID == second[0].ID {
		t.Errorf("%v became %v, error %v", told(first), told(second), err)
	}
	_, other, err := read(t, fileOf(t, "c.json", `{"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"yes?"}]}`), Auto)
	if err != nil || other[0].Conversation == first[0].Conversation {
		t.Errorf("another chat that begins with the same word is taken for the same: %v, %v", told(other), err)
	}
}

func TestReasoningIsNotRead(t *testing.T) {
	tests := map[string]string{
		"plain":                           "plain",
		"<think>a</think>b":               "b",
		"\n<think>\na\n</think>\n\nb":     "b",
		"a\n</think>\n\nb":                "b",
		"<think>a":                        "",
		"a </think> tag closes a <think>": "a </think> tag closes a <think>",
		"use <think>\n</think>\nlike so":  "use <think>\n</think>\nlike so",
	}
	for in, want := range tests {
		if got := withoutThinking(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestMoments(t *testing.T) {
	tests := map[string]string{
		`1747990860.5`:                   "2025-05-23T12:01:00.5+03:00",
		`1747990860`:                     "2025-05-23T12:01:00+03:00",
		`1747990860500`:                  "2025-05-23T12:01:00.5+03:00",
		`"1747990860"`:                   "2025-05-23T12:01:00+03:00",
		`1.74799086e9`:                   "2025-05-23T12:01:00+03:00",
		`"2025-05-23T09:01:00Z"`:         "2025-05-23T12:01:00+03:00",
		`"2025-05-23T09:01:00.25+01:00"`: "2025-05-23T09:01:00.25+01:00",
		`"2025-05-23T09:01:00.25"`:       "2025-05-23T09:01:00.25+03:00",
		`"2025-05-23 09:01:00"`:          "2025-05-23T09:01:00+03:00",
		`"2025-05-23"`:                   "2025-05-23T00:00:00+03:00",
		`null`:                           "",
		`0`:                              "",
		`""`:                             "",
		`-5`:                             "“-5” is no time",
		`"yesterday"`:                    "“yesterday” is no time",
		`true`:                           "“true” is no time",
		`1e300`:                          "“1e300” is no time",
		`"NaN"`:                          "“NaN” is no time",
		`99999999999`:                    "a time is in the year 5138",
		`"1066-10-14"`:                   "a time is in the year 1066",
	}
	for in, want := range tests {
		var m moment
		if err := m.UnmarshalJSON([]byte(in)); err != nil {
			t.Errorf("%s: %v", in, err)
		}
		at, err := m.in(helsinki)
		got := ""
		switch {
		case err != nil:
			got = err.Error()
		case !at.IsZero():
			got = at.Format("2006-01-02T15:04:05.999Z07:00")
		}
		if got != want {
			t.Errorf("%s gives %q, want %q", in, got, want)
		}
	}
}
