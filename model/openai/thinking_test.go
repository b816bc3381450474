package openai

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// hear puts pieces through a filter and takes back what it says to.
func hear(pieces ...string) string {
	var t thinking
	var b strings.Builder
	for _, p := range pieces {
		text, unsay := t.Write(p)
		if unsay {
			b.Reset()
		}
		b.WriteString(text)
	}
	return b.String() + t.Flush()
}

func TestReasoningIsTakenOutWhereverItIsCut(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"none":                        {"Hello <b>world</b>", "Hello <b>world</b>"},
		"at the beginning":            {"<think>\nhm\n</think>\n\nHello", "Hello"},
		"in the middle":               {"Hello <think>hm</think>world", "Hello world"},
		"twice":                       {"<think>a</think>b<think>c</think>d", "bd"},
		"the longer tag":              {"<thinking>a</think>b</thinking>c", "c"},
		"never closed":                {"Hello <think>hm", "Hello "},
		"nothing but":                 {"<think>hm", ""},
		"closed only":                 {"hm, hm\n</think>\nHello", "Hello"},
		"closed only, twice":          {"a</think>b</think>c", "c"},
		"empty":                       {"<think></think>Hello", "Hello"},
		"a tag within":                {"<think>a <think> b</think>Hello", "Hello"},
		"cut tag at the end":          {"Hello <thi", "Hello <thi"},
		"cut closing tag at the end":  {"<think>hm</thi", ""},
		"less than":                   {"1 < 2 <", "1 < 2 <"},
		"almost a tag":                {"<thinker>Rodin</thinker>", "<thinker>Rodin</thinker>"},
		"spoken about":                {"The tag `<think>` opens, `</think>` closes.", "The tag `<think>` opens, `</think>` closes."},
		"in a fenced block":           {"See:\n```\n<think>\n```\nDone <think>hm</think>.", "See:\n```\n<think>\n```\nDone ."},
		"white space before":          {"\n\n Hello\n", "Hello\n"},
		"white space after reasoning": {"<think>a</think> \n <think>b</think> \nHello", "Hello"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := hear(c.in); got != c.want {
				t.Errorf("whole: %q, want %q", got, c.want)
			}
			for i := range len(c.in) + 1 {
				if got := hear(c.in[:i], c.in[i:]); got != c.want {
					t.Errorf("cut at %d: %q, want %q", i, got, c.want)
				}
			}
			if got := hear(strings.Split(c.in, "")...); got != c.want {
				t.Errorf("one by one: %q, want %q", got, c.want)
			}
			if got, _ := withoutThinking(c.in); got != c.want {
				t.Errorf("at once: %q, want %q", got, c.want)
			}
		})
	}
}

func TestCuttingChangesNothing(t *testing.T) {
	part := rapid.SampledFrom([]string{
		"<think>", "</think>", "<thinking>", "</thinking>", "<", "<th", "</", "`", "```", "\n", " ", "a", "Hello ", "é",
	})
	rapid.Check(t, func(t *rapid.T) {
		whole := strings.Join(rapid.SliceOfN(part, 0, 20).Draw(t, "parts"), "")
		var pieces []string
		for rest := whole; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			pieces = append(pieces, rest[:n])
			rest = rest[n:]
		}
		if got, want := hear(pieces...), hear(whole); got != want {
			t.Fatalf("%q cut into %q: %q, want %q", whole, pieces, got, want)
		}
	})
}

func TestALoneClosingTagTellsToTakeBack(t *testing.T) {
	var f thinking
	if text, unsay := f.Write("so "); text != "so " || unsay {
		t.Errorf("got %q, %v", text, unsay)
	}
	if text, unsay := f.Write("be it</think>Yes"); text != "Yes" || !unsay {
		t.Errorf("got %q, %v", text, unsay)
	}
	if text, unsay := f.Write("."); text != "." || unsay {
		t.Errorf("got %q, %v", text, unsay)
	}
}
