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
		"in another case":             {"<Think>hm</THINK>Hello", "Hello"},
		"thought":                     {"<thought>\nhm\n</thought>Hello", "Hello"},
		"thoughts":                    {"<thoughts>hm</thoughts>Hello", "Hello"},
		"reasoning":                   {"<reasoning>hm <b>x</b></reasoning>Hello", "Hello"},
		"reflection":                  {"<Reflection>hm</Reflection>\nHello", "Hello"},
		"scratchpad":                  {"<scratchpad>hm</scratchpad>Hello", "Hello"},
		"of Seed":                     {"<seed:think>hm</seed:think>Hello", "Hello"},
		"of Magistral":                {"[THINK]hm[/THINK]Hello [1]", "Hello [1]"},
		"of Magistral, closed only":   {"hm[/THINK]Hello", "Hello"},
		"of gpt-oss":                  {"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Hello<|return|>", "Hello"},
		"of gpt-oss, without ends":    {"<|channel|>analysis<|message|>hm<|channel|>final<|message|>Hello", "Hello"},
		"of gpt-oss, started":         {"<|start|>assistant<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>{}", "{}"},
		"of gpt-oss, a call":          {"<|channel|>commentary to=functions.x <|constrain|>json<|message|>{\"a\":1}<|call|>", ""},
		"of gpt-oss, final alone":     {"<|channel|>final<|message|>Hello", "Hello"},
		"of gpt-oss, never final":     {"<|channel|>analysis<|message|>hm", ""},
		"of gpt-oss, header alone":    {"<|channel|>analysis", ""},
		"of Gemma 4":                  {"<|channel>thought\nhm\n<channel|>Hello", "Hello"},
		"of Gemma 4, closed only":     {"thought\nhm\n<channel|>Hello", "Hello"},
		"of Command A":                {"<|START_THINKING|>hm<|END_THINKING|><|START_RESPONSE|>Hello<|END_RESPONSE|>", "Hello"},
		"of OpenThinker":              {"<|begin_of_thought|>hm<|end_of_thought|>\n<|begin_of_solution|>Hello<|end_of_solution|>", "Hello"},
		"of MedGemma":                 {"<unused94>thought\nhm<unused95>Hello", "Hello"},
		"two ways":                    {"<think>a</think><thought>b</thought>Hello", "Hello"},
		"another tag within":          {"<thought>a <think>b</think> c</thought>Hello", "Hello"},
		"brackets":                    {"[thinking aloud] [th] [", "[thinking aloud] [th] ["},
		"bars":                        {"a <|b|> c <| d", "a <|b|> c <| d"},
		"another mark spoken about":   {"It writes `[THINK]` and `<|channel|>`.", "It writes `[THINK]` and `<|channel|>`."},
		"letters of two bytes":        {"<THOUGHT>äö</THOUGHT>äö İ", "äö İ"},
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

func TestReasoningBetweenSignsIsTakenOut(t *testing.T) {
	// The signs are no ASCII; what comes in has its characters whole.
	in := "◁think▷hm ◁▷◁/think▷Hello ◁▷"
	if got := hear(strings.Split(in, "")...); got != "Hello ◁▷" {
		t.Errorf("got %q", got)
	}
}

func TestCuttingChangesNothing(t *testing.T) {
	part := rapid.SampledFrom([]string{
		"<think>", "</think>", "<Thought>", "</thought>", "[THINK]", "[/THINK]", "<|channel|>", "<|message|>", "<|end|>", "final", "<thinking>", "</thinking>", "<", "<th", "</", "`", "```", "\n", " ", "a", "Hello ", "é",
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

func TestAMarkThatIsNeverClosedBehindAReplyIsSpokenAbout(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"behind words":          {"Put it in <think> and go on.", "Put it in <think> and go on."},
		"after closed ones":     {"<think>a</think>Use <reasoning> for that", "Use <reasoning> for that"},
		"closed":                {"Hello <think>hm</think>there", "Hello there"},
		"at the beginning":      {"<think>hm and so on", ""},
		"a channel":             {"Hello <|channel|>analysis<|message|>hm", "Hello "},
		"the beginning of none": {"Hello <think>hm </thi", "Hello <think>hm </thi"},
	} {
		for i := range len(c.in) + 1 {
			var th thinking
			got, _ := th.Write(c.in[:i])
			more, _ := th.Write(c.in[i:])
			got += more + th.unclosed()
			if got += th.Flush(); got != c.want {
				t.Errorf("%s, cut at %d: %q, want %q", name, i, got, c.want)
			}
		}
	}
}
