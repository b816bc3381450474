package openai

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// joined puts JSON strings together as the pieces of a reply.
func joined(t *testing.T, literals ...string) string {
	t.Helper()
	var h halves
	var b strings.Builder
	for _, l := range literals {
		s, ok := unquoted([]byte(l))
		if !ok {
			t.Fatalf("%q is no string", l)
		}
		b.WriteString(h.write(s))
	}
	return b.String() + h.end()
}

func TestHalvesOfCharactersArePutTogether(t *testing.T) {
	for name, c := range map[string]struct {
		pieces []string
		want   string
	}{
		"none":                      {[]string{`"a"`, `"b"`}, "ab"},
		"surrogates":                {[]string{`"x\ud83d"`, `"\ude00y"`}, "x😀y"},
		"surrogates in capitals":    {[]string{`"\uD83D"`, `"\uDE00"`}, "😀"},
		"surrogates in one":         {[]string{`"\ud83d\ude00"`}, "😀"},
		"bytes":                     {[]string{"\"x\xf0\x9f\"", "\"\x98\x80y\""}, "x😀y"},
		"bytes one by one":          {[]string{"\"\xf0\"", "\"\x9f\"", "\"\x98\"", "\"\x80\""}, "😀"},
		"two bytes":                 {[]string{"\"\xc3\"", "\"\xa4\""}, "ä"},
		"an empty piece between":    {[]string{`"\ud83d"`, `""`, `"\ude00"`}, "😀"},
		"a high one alone":          {[]string{`"\ud83d"`, `"x"`}, "\ufffdx"},
		"a low one alone":           {[]string{`"\ude00x"`}, "\ufffdx"},
		"two high ones":             {[]string{`"\ud83d\ud83d"`, `"\ude00"`}, "\ufffd😀"},
		"a high one at the end":     {[]string{`"x\ud83d"`}, "x\ufffd"},
		"bytes at the end":          {[]string{"\"x\xf0\x9f\""}, "x\ufffd"},
		"bytes that are none":       {[]string{"\"\xff\xfex\""}, "\ufffd\ufffdx"},
		"the sign itself":           {[]string{`"\ufffd"`, "\"\xef\xbf\xbd\""}, "\ufffd\ufffd"},
		"other escapes":             {[]string{`"\"\\\/\b\f\n\r\t\u00e4"`}, "\"\\/\b\f\n\r\tä"},
		"a flag, cut between signs": {[]string{`"\ud83c\uddeb\ud83c"`, `"\uddee"`}, "🇫🇮"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := joined(t, c.pieces...); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestATextIsTheSameHoweverItsBytesAreCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.String().Draw(t, "text")
		var h halves
		var got strings.Builder
		for rest := whole; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			got.WriteString(h.write(rest[:n]))
			rest = rest[n:]
		}
		got.WriteString(h.end())
		if got.String() != whole {
			t.Fatalf("got %q, want %q", got.String(), whole)
		}
	})
}

func FuzzUnquoted(f *testing.F) {
	f.Add(`"a\ud83d\ude00\n"`)
	f.Add("\"\xf0\x9f\"")
	f.Fuzz(func(t *testing.T, literal string) {
		var want string
		if !json.Valid([]byte(literal)) || json.Unmarshal([]byte(literal), &want) != nil || strings.TrimSpace(literal) == "null" {
			return
		}
		s, ok := unquoted([]byte(literal))
		if !ok {
			t.Fatalf("%q is a string", literal)
		}
		var h halves
		got := h.write(s) + h.end()
		if !utf8.ValidString(got) || utf8.ValidString(literal) && !strings.Contains(want, "\ufffd") && got != want {
			t.Fatalf("%q: got %q, want %q", literal, got, want)
		}
	})
}
