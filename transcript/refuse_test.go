package transcript

import (
	"strings"
	"testing"
)

func TestWhatIsNotKnownIsRefusedWithWhatItLooksLike(t *testing.T) {
	tests := map[string]string{
		"Kaisa: hi\nNoor: hello":             "plain text (“Kaisa: hi Noor: hello”)",
		"<!DOCTYPE html><html>":              "a web page",
		"%PDF-1.7":                           "a PDF",
		"\x1f\x8b\x08":                       "gzip",
		"SQLite format 3\x00":                "an SQLite database",
		"\xff\xfe{\x00":                      "UTF-16",
		"abc\x00def":                         "a binary file",
		`[1, 2]`:                             "entries are no objects",
		`[[]]`:                               "entries are no objects",
		`"hi"`:                               "plain text",
		`{"name": "x", "version": 1}`:        "JSON with “name”, “version”",
		`[{"id": 1, "body": "hi"}]`:          "JSON with “id”, “body”",
		`[{}]`:                               "nothing in its first object",
		`[{"role": "user", "text": "hi"}]`:   "JSON with “role”, “text”",
		`{a}`:                                "JSON",
		`[`:                                  "begins like JSON",
		strings.Repeat(" ", headSize) + "{}": "KiB of empty space",
	}
	for in, want := range tests {
		_, list, err := read(t, fileOf(t, "export.json", in), Auto)
		if err == nil || !strings.Contains(err.Error(), want) || list != nil {
			t.Errorf("%.40q: error %v, want %q", in, err, want)
		}
	}
}

func TestAFormThatIsAskedForIsHeldTo(t *testing.T) {
	for _, want := range []Format{JSONL, Claude, Messages} {
		_, _, err := read(t, sample(t, "chatgpt.json"), want)
		if err == nil || !strings.Contains(err.Error(), "it looks like an export of ChatGPT, not like") {
			t.Errorf("as %s: error %v", want, err)
		}
	}
	if _, list, err := read(t, sample(t, "claude.json"), Claude); err != nil || len(list) != 6 {
		t.Errorf("%d messages, error %v", len(list), err)
	}
}

func TestTheBadPlaceIsNamed(t *testing.T) {
	const gptGood = `{"title":"Fine","mapping":{"a":{"message":{"author":{"role":"user"},"create_time":1748000000,"content":{"parts":["x"]}}}}}`
	const claudeGood = `{"name":"Fine","chat_messages":[{"sender":"human","text":"x","created_at":"2025-05-24T09:00:00Z"}]}`
	tests := []struct {
		in   string
		want []string
	}{
		{`[` + gptGood + `,{"title":"Bad","mapping":[]}]`, []string{`conversation 2 (“Bad”): "mapping" is a JSON array; it is to be an object`}},
		{`[` + gptGood + `,{"title":"Bad","mapping":{"a":{"parent":"b"},"b":{"parent":"a"}}}]`, []string{"conversation 2 (“Bad”)", "in a ring"}},
		{`[` + gptGood + `,{"title":"Bad","create_time":"soon","mapping":{}}]`, []string{"conversation 2 (“Bad”)", "“soon” is no time"}},
		{`[` + gptGood + `,{"title":"Bad","mapping":{"k":{"message":{"create_time":-1,"author":{"role":"user"},"content":{"parts":["x"]}}}}}]`,
			[]string{"conversation 2 (“Bad”)", "message k: “-1” is no time"}},
		{`[` + gptGood + `,{"title":"Bad","mapping":{"a":`, []string{"conversation 2, after “Fine”", "ends before it is complete"}},
		{`[` + gptGood + `,{"title" "Bad"}]`, []string{"conversation 2, after “Fine”", "it is not JSON", "byte "}},
		{`[` + gptGood, []string{"after entry 1", "ends before it is complete"}},
		{`[` + gptGood + `] [`, []string{"something follows the list"}},
		{`[` + claudeGood + `,{"name":"Bad","chat_messages":[{"sender":"human","text":7}]}]`, []string{"conversation 2 (“Bad”)", `text" is a JSON number`}},
		{`[` + claudeGood + `,{"name":"Bad","chat_messages":[{"sender":"human","text":"x","created_at":"soon"}]}]`, []string{"conversation 2 (“Bad”)", "message 1: “soon” is no time"}},
		{`[{"role":"user","content":"x"},{"role":7}]`, []string{"entry 2: ", `"role" is a JSON number`}},
		{`{"messages":[{"role":"user","content":{"a":1}}]}`, []string{"conversation 1", `message 1: its "content" is neither`}},
	}
	for _, test := range tests {
		_, _, err := read(t, fileOf(t, "a.json", test.in), Auto)
		for _, want := range test.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", test.in, err, want)
			}
		}
	}
}

func TestAConversationIsBounded(t *testing.T) {
	long := strings.Repeat("x", 2<<20)
	tests := map[string]string{
		`[{"title":"Small","mapping":{}},{"title":"Vast","mapping":{"a":{"message":{"content":{"parts":["` + long + `"]}}}}}]`: "conversation 2, after “Small”: ",
		`[{"role":"user","content":"` + long[:600<<10] + `"},{"role":"user","content":"` + long[:600<<10] + `"}]`:              "message 2: ",
	}
	for in, want := range tests {
		f, err := Open(fileOf(t, "a.json", in), Options{})
		if err != nil {
			t.Fatal(err)
		}
		f.most = 1 << 20
		_, err = all(t, f)
		if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), "over 1 MiB") {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestAReadingCanBeBrokenOff(t *testing.T) {
	for _, name := range []string{"chatgpt.json", "claude.json", "messages.json", "own.jsonl"} {
		f, err := Open(sample(t, name), Options{})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, err := range f.Messages() {
			if n++; err != nil {
				t.Errorf("%s: %v", name, err)
			}
			break
		}
		if n != 1 {
			t.Errorf("%s: %d messages", name, n)
		}
	}
}
