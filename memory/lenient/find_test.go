package lenient

import (
	"strings"
	"testing"
)

func TestTheAnswerIsFoundInText(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"bare":                   {`{"a":1}`, `{"a":1}`},
		"white space":            {"\n {\"a\":1}\n", `{"a":1}`},
		"fenced":                 {"```json\n{\"a\":1}\n```", `{"a":1}`},
		"prose around":           {"Sure! Here it is: {\"a\":1}. Enjoy {it}.", `{"a":1}`},
		"brackets in prose":      {"As [said] in {that}: {\"a\":[1]}", `{"a":[1]}`},
		"the longest":            {`{} or {"a":1} or {"b":{}}`, `{"b":{}}`},
		"an object over a list":  {`[1,2,3,4,5,6,7] {"a":1}`, `{"a":1}`},
		"a list":                 {`Here: [{"a":1},{"a":2}]`, `[{"a":1},{"a":2}]`},
		"brackets in strings":    {`{"a":"}]\"{","b":2}`, `{"a":"}]\"{","b":2}`},
		"inside what is none":    {`{see: {"a":1}}`, `{"a":1}`},
		"none":                   {"I have no idea.", ""},
		"unfinished":             {`{"a":`, ""},
		"empty":                  {"", ""},
		"a comma too many":       {`{"episodes":[{"a":1},],} so be it`, `{"episodes":[{"a":1},],}`},
		"a list over an object":  {`{"mood":"a good day for it"} [{"a":1}]`, `[{"a":1}]`},
		"an object with a list":  {`{"mood":"a good day for it"} then {"x":[]}`, `{"x":[]}`},
		"cut inside":             {`{"episodes":[{"a":[1]},{"a"`, ""},
		"cut after prose":        {`Here [you] go: {"episodes":[{"a":[1]},{"a"`, ""},
		"a bracket never closed": {`as in {this: {"a":1}`, `{"a":1}`},
		"a line break inside":    {"{\"a\":\"x\ny\"}", "{\"a\":\"x\ny\"}"},
		"a quote before":         {`"Well", he said: {"a":1}`, `{"a":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Find(c.in); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestLookingForJSONIsBounded(t *testing.T) {
	// Without its bound this would take hours, and the test with it.
	for _, s := range []string{"{", `{"a":`, `{x}`} {
		if got := Find(strings.Repeat(s, (4<<20)/len(s))); got != "" {
			t.Errorf("%q: found %d bytes", s, len(got))
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add(`{"a":1}`)
	f.Add("```json\n{\"a\":[1,\"}\"]}\n``` and {more}")
	f.Add(`[[{]"\`)
	f.Add(`<think>{"a":1}</think>{"b":2}`)
	f.Fuzz(func(t *testing.T, text string) {
		found := Find(text)
		if found == "" {
			return
		}
		if _, err := parse([]byte(found)); err != nil || !strings.Contains(text, found) || found[0] != '{' && found[0] != '[' {
			t.Fatalf("found %q in %q", found, text)
		}
		if again := Find(found); again != found {
			t.Fatalf("found %q in %q", again, found)
		}
		around := "Here:\n```json\n" + found + "\n```\n"
		if again := Find(around); again != found {
			t.Fatalf("found %q in %q", again, around)
		}
	})
}
