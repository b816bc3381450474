package memory

import "testing"

func TestOneLineKeepsNothingThatHidesOrTurns(t *testing.T) {
	for text, want := range map[string]string{
		"a\u202eb":            "ab",
		"\u2066a\u2069\u200f": "a",
		"a\x00\x1b[31mb\nc":   "a [31mb c",
		"a\u200bb\ufeff":      "ab",
		"a\U000e0041":         "a",
		"a\u2028b":            "a b",
		"👩\u200d💻":            "👩\u200d💻", // joined
		"می\u200cخواهم":       "می\u200cخواهم",
	} {
		if got := OneLine(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
