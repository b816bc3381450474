package harmless

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestTextStripsWhatDrivesATerminal(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"plain":                     {"Hello, world.\n\tTwo.", "Hello, world.\n\tTwo."},
		"colour":                    {"a\x1b[1;31mred\x1b[0m b", "ared b"},
		"cursor":                    {"a\x1b[2J\x1b[Hb", "ab"},
		"private mode":              {"a\x1b[?1049hb", "ab"},
		"CSI with intermediates":    {"a\x1b[4 qb", "ab"},
		"title by BEL":              {"a\x1b]0;owned\ab", "ab"},
		"title by ST":               {"a\x1b]2;owned\x1b\\b", "ab"},
		"clipboard":                 {"a\x1b]52;c;aGk=\ab", "ab"},
		"link keeps its text":       {"\x1b]8;;http://x.test\x1b\\see\x1b]8;;\x1b\\ it", "see it"},
		"DCS":                       {"a\x1bPq#0;2;0\x1b\\b", "ab"},
		"APC":                       {"a\x1b_Gi=1\x1b\\b", "ab"},
		"PM":                        {"a\x1b^x\x1b\\b", "ab"},
		"SOS":                       {"a\x1bXx\x1b\\b", "ab"},
		"reset":                     {"a\x1bcb", "ab"},
		"charset":                   {"a\x1b(0b", "ab"},
		"lone ESC at the end":       {"a\x1b", "a"},
		"ESC before a letter à":     {"a\x1bàb", "aàb"},
		"ESC ESC":                   {"a\x1b\x1b[31mb", "ab"},
		"C1 CSI, raw":               {"a\x9b31mb", "ab"},
		"C1 CSI, encoded":           {"a\u009b31mb", "ab"},
		"C1 OSC, raw":               {"a\x9d0;t\x9cb", "ab"},
		"C1 OSC, encoded":           {"a\u009d0;t\u009cb", "ab"},
		"C1 DCS, APC, PM, SOS":      {"a\x90x\x9c\x9fx\x9c\x9ex\x9c\x98x\x9cb", "ab"},
		"other C1":                  {"a\u0085b\x84c", "abc"},
		"C0":                        {"a\x00\b\v\f\x0e\x7fb", "ab"},
		"CR LF":                     {"a\r\nb\rc", "a\nbc"},
		"overrides":                 {"a\u202egpj.exe\u202c", "agpj.exe"},
		"isolates":                  {"\u2066a\u2067b\u2068c\u2069", "abc"},
		"direction marks":           {"a\u200eb\u200fc\u061cd", "abcd"},
		"BOM and zero-width space":  {"\ufeffa\u200bb", "ab"},
		"right-to-left letters":     {"שלום مرحبا", "שלום مرحبا"},
		"family emoji":              {"👩‍👩‍👧‍👦 ❤️", "👩‍👩‍👧‍👦 ❤️"},
		"Persian non-joiner":        {"می\u200cخواهم", "می\u200cخواهم"},
		"hidden in tags":            {"a\U000E0049\U000E0067\U000E006Eb", "ab"},
		"the flag of England":       {"🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F!", "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F!"},
		"more tags than a flag has": {"🏴" + strings.Repeat("\U000E0061", 20) + "!", "🏴" + strings.Repeat("\U000E0061", 7) + "!"},
		"line separator":            {"a\u2028b", "a\nb"},
		"not UTF-8":                 {"a\xffb\xe2\xa2", "a\ufffdb\ufffd\ufffd"},
		"a chess piece holds 0x9c":  {"\u265c", "\u265c"},
		"unfinished OSC, next line": {"a\x1b]0;title\nnext", "a\nnext"},
		"unfinished CSI, next line": {"a\x1b[31\nnext", "a\nnext"},
		"CAN ends":                  {"a\x1b]0;t\x18b", "ab"},
		"OSC cut by another":        {"a\x1b]0;t\x1b[31mb", "ab"},
		"nested introducers":        {"\x1b\x1b]\x1b[0;\x1b]x\ay", "y"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Text(c.in); got != c.want {
				t.Errorf("Text(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestUnfinishedSequenceHidesNoMoreThanItsBound(t *testing.T) {
	for _, intro := range []string{"\x1b]0;", "\x1bP", "\x1b_", "\x9d", "\x1b[", "\x1b "} {
		fill := strings.Repeat("1 ", maxSwallowed/2)
		if intro == "\x1b " {
			fill = strings.Repeat(" ", maxSwallowed)
		}
		got := Text(intro + fill + "THE END")
		if !strings.HasSuffix(got, "THE END") {
			t.Errorf("after %q the end is lost: %q", intro, got)
		}
	}
}

func TestLineIsOneLine(t *testing.T) {
	if got := Line("a\tb\r\nc\u2029d\x1b[1m"); got != "a b c d" {
		t.Errorf("got %q", got)
	}
}

func TestCleanTextIsNotCopied(t *testing.T) {
	s := strings.Repeat("Lissabon on kaunis, 👩‍👧 sanoi hän.\n", 20)
	if n := testing.AllocsPerRun(10, func() { Text(s) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// hostile draws text that is dense in what Text looks for.
func hostile() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{
			"\x1b", "[", "]", "\a", "\\", "P", "0;", "\x9b", "\x9c", "\x9d", "\u009b", "\u009c", "\u009d", "\x90",
			"\n", "\r", "\t", " ", "m", "\x18", "\u202e", "\u200d", "\u265c", "\xc2", "\xe2", "\x99", "\xf0\x9f",
		}),
		rapid.StringN(0, 3, -1),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 3), func(b []byte) string { return string(b) }),
	)
	return rapid.Map(rapid.SliceOfN(piece, 0, 30), func(p []string) string { return strings.Join(p, "") })
}

func TestTextAlwaysComesOutHarmless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkHarmless(t, hostile().Draw(t, "s")) })
}

func TestStreamIsTextWhereverItIsCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := hostile().Draw(t, "s")
		var st Stream
		var got strings.Builder
		for rest := s; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			got.WriteString(st.Write(rest[:n]))
			rest = rest[n:]
		}
		got.WriteString(st.Flush())
		if want := Text(s); got.String() != want {
			t.Fatalf("streamed %q, whole %q", got.String(), want)
		}
	})
}

func FuzzText(f *testing.F) {
	for _, s := range []string{
		"plain", "a\x1b[31mb", "\x1b]52;c;aGk=\a", "\x9d0;t\x9c", "\u009b1m", "\x1bPq\x1b\\", "\u202eabc", "\xe2\x99", "👩‍👧",
	} {
		f.Add(s, 1)
	}
	f.Fuzz(func(t *testing.T, s string, cut int) {
		checkHarmless(t, s)
		if len(s) == 0 {
			return
		}
		at := int(uint(cut) % uint(len(s)))
		var st Stream
		if got, want := st.Write(s[:at])+st.Write(s[at:])+st.Flush(), Text(s); got != want {
			t.Fatalf("cut at %d: %q, whole %q", at, got, want)
		}
	})
}

func checkHarmless(t interface{ Fatalf(string, ...any) }, s string) {
	got := Text(s)
	if !utf8.ValidString(got) {
		t.Fatalf("Text(%q) = %q is not UTF-8", s, got)
	}
	for _, r := range got {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
			t.Fatalf("Text(%q) = %q keeps %U", s, got, r)
		}
	}
	if again := Text(got); again != got {
		t.Fatalf("Text of %q is %q", got, again)
	}
	if strings.ContainsAny(Line(s), "\n\t") {
		t.Fatalf("Line(%q) = %q has lines", s, Line(s))
	}
}

func BenchmarkText(b *testing.B) {
	for name, s := range map[string]string{
		"clean":   strings.Repeat("Lissabon on kaunis, sanoi hän. ", 300),
		"hostile": strings.Repeat("a\x1b[31mred\x1b]0;t\a ", 600),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Text(s)
			}
		})
	}
}
