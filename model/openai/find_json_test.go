package openai

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestJSONIsFoundInText(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"bare":                  {`{"a":1}`, `{"a":1}`},
		"white space":           {"\n {\"a\":1}\n", `{"a":1}`},
		"fenced":                {"```json\n{\"a\":1}\n```", `{"a":1}`},
		"prose around":          {"Sure! Here it is: {\"a\":1}. Enjoy {it}.", `{"a":1}`},
		"brackets in prose":     {"As [said] in {that}: {\"a\":[1]}", `{"a":[1]}`},
		"the longest":           {`{} or {"a":1} or {"b":{}}`, `{"b":{}}`},
		"an object over a list": {`[1,2,3,4,5,6,7] {"a":1}`, `{"a":1}`},
		"a list":                {`Here: [{"a":1},{"a":2}]`, `[{"a":1},{"a":2}]`},
		"brackets in strings":   {`{"a":"}]\"{","b":2}`, `{"a":"}]\"{","b":2}`},
		"inside what is none":   {`{see: {"a":1}}`, `{"a":1}`},
		"none":                  {"I have no idea.", ""},
		"unfinished":            {`{"a":`, ""},
		"empty":                 {"", ""},
		"a quote before":        {`"Well", he said: {"a":1}`, `{"a":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := string(findJSON(c.in)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestLookingForJSONIsBounded(t *testing.T) {
	// Without its bound this would take hours, and the test with it.
	for _, s := range []string{"{", `{"a":`, `{x}`} {
		if got := findJSON(strings.Repeat(s, maxAnswer/len(s))); got != nil {
			t.Errorf("%q: found %d bytes", s, len(got))
		}
	}
}

func FuzzFindJSON(f *testing.F) {
	f.Add(`{"a":1}`)
	f.Add("```json\n{\"a\":[1,\"}\"]}\n``` and {more}")
	f.Add(`[[{]"\`)
	f.Add(`<think>{"a":1}</think>{"b":2}`)
	f.Fuzz(func(t *testing.T, text string) {
		found := findJSON(text)
		if found == nil {
			return
		}
		if !json.Valid(found) || !strings.Contains(text, string(found)) || found[0] != '{' && found[0] != '[' {
			t.Fatalf("found %q in %q", found, text)
		}
		if again := findJSON(string(found)); string(again) != string(found) {
			t.Fatalf("found %q in %q", again, found)
		}
		around := "Here:\n```json\n" + string(found) + "\n```\n"
		if again := findJSON(around); string(again) != string(found) {
			t.Fatalf("found %q in %q", again, around)
		}
	})
}
