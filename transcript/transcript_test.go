package transcript

import (
	"strings"
	"testing"
	"time"

	"muisto/memory"
)

var helsinki = time.FixedZone("EEST", 3*3600)

func TestReadJSONL(t *testing.T) {
	in := "\ufeff" + `{"at":"2026-05-18T09:14:00+02:00","role":"user","text":"hello\nthere","conversation":"c","speaker":" Kaisa ","id":"7"}` + "\r\n\n" +
		`{"at":"2026-05-18T09:14:00Z","role":"assistant","text":"","mood":"fine"}`
	got, err := ReadJSONL(strings.NewReader(in), helsinki)
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

func TestABadLineIsNamed(t *testing.T) {
	good := `{"at":"2026-05-18T09:14:00Z","role":"user","text":"hi"}` + "\n"
	tests := map[string]string{
		`{"at":"2026-05-18T09:14:00Z","role":"user"}`:               `no "text"`,
		`{"role":"user","text":"hi"}`:                               `no "at"`,
		`{"at":"2026-05-18T09:14:00Z","text":"hi"}`:                 `no "role"`,
		`{"at":"yesterday","role":"user","text":"hi"}`:              `"at" is "yesterday"`,
		`{"at":"0001-01-01T00:00:00Z","role":"user","text":"hi"}`:   "year 1",
		`{"at":"2026-05-18T09:14:00Z","role":"system","text":"hi"}`: `"role" is "system"`,
		`{"at":"2026-05-18T09:14:00Z","role":"user","text":["hi"]}`: `"text" is a JSON array`,
		`["hi"]`:                    "not an object",
		`{"at":"2026-05-18`:         "not JSON",
		strings.Repeat("x", 17<<20): "longer than 16 MiB",
	}
	for bad, want := range tests {
		got, err := ReadJSONL(strings.NewReader(good+bad+"\n"+good), time.UTC)
		if err == nil || got != nil || !strings.HasPrefix(err.Error(), "line 2: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %d messages, error %v", bad, len(got), err)
		}
	}
}

func FuzzReadJSONL(f *testing.F) {
	f.Add([]byte(`{"at":"2026-05-18T09:14:00Z","role":"user","text":"hi"}`))
	f.Add([]byte("\n\n{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := ReadJSONL(strings.NewReader(string(data)), time.UTC)
		if err != nil && got != nil {
			t.Fatal("half a file is given out")
		}
		for _, m := range got {
			if !m.Role.Valid() || m.Conversation == "" || m.At.IsZero() {
				t.Fatalf("message %+v", m)
			}
		}
	})
}
