package markdown

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"muisto/harmless"
	"muisto/ui/cell"
	"muisto/ui/look"
	"muisto/unicodetest"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // "=" before a block that stands right under the one before
	}{
		{"nothing", "", nil},
		{"empty lines", "\n\n \n", nil},
		{"a paragraph", "one\ntwo", []string{"one\ntwo"}},
		{"paragraphs", "one\n\ntwo\n", []string{"one", "two"}},
		{"a heading ends a paragraph", "one\n# Two\nthree", []string{"one", "# Two", "three"}},
		{"code keeps its empty lines", "```go\na\n\nb\n```\nafter", []string{"```go\na\n\nb\n```", "after"}},
		{"code that is not closed", "~~~\na\n", []string{"~~~\na\n~~~"}},
		{"code whose last line has not ended", "```\na\nb", []string{"```\na\n```", "=```\nb\n```"}},
		{"a list, item by item", "- a\n- b\n\n- c\n", []string{"- a", "=- b", "=- c"}},
		{"a list under its line", "For:\n- a", []string{"For:", "=- a"}},
		{"what hangs on an item", "- a\n  more\n\n  still\n- b", []string{"- a\n  more\n\n  still", "=- b"}},
		{"a paragraph after a list", "- a\n\nafter", []string{"- a", "after"}},
		{"another kind of list", "- a\n\n1. b", []string{"- a", "1. b"}},
		{"a number in a paragraph is no list", "In\n1984. It was", []string{"In\n1984. It was"}},
		{"a rule is no item", "---\n\n***", []string{"---", "***"}},
		{"a table", "|a|b|\n|-|-|\n|1|2|", []string{"|a|b|\n|-|-|\n|1|2|"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, b := range Split(tt.text) {
				if b.Tight {
					b.Text = "=" + b.Text
				}
				got = append(got, strings.TrimRight(b.Text, "\n"))
			}
			if strings.Join(got, "§") != strings.Join(tt.want, "§") {
				t.Errorf("got %q\nwant %q", got, tt.want)
			}
		})
	}
}

var morsels = []string{"word ", "words\n", "\n", "- item\n", "1. one\n", "  hung\n", "```go\n", "```\n", "# head\n", "> quote\n", "| a | b |\n", "|---|---|\n", "`x` ", "**b** ", "    code\n", "\t", "漢字", "---\n", "&#27;", "<b>", "[a](b) "}

func anyMarkdown(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(morsels), 0, 60).Draw(t, "markdown"), "")
}

// TestPiecesMakeWhatTheWholeMakes: wherever a text is cut, the blocks are the
// same, and a finished block never changes.
func TestPiecesMakeWhatTheWholeMakes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := anyMarkdown(t)
		var d Document
		var done []Block
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "cut")
			d.Write(rest[:n])
			rest = rest[n:]
			d.Open()
			for i, b := range done {
				if d.At(i) != b {
					t.Fatalf("block %d changed from %+v to %+v", i, b, d.At(i))
				}
			}
			for i := len(done); i < d.Done(); i++ {
				done = append(done, d.At(i))
			}
		}
		got, want := d.Blocks(), Split(text)
		if len(got) != len(want) {
			t.Fatalf("%d blocks, want %d", len(got), len(want))
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("block %d is %+v, want %+v", i, got[i], want[i])
			}
		}
	})
}

// TestNoBlockIsLong bounds what has to be drawn again with each piece.
func TestNoBlockIsLong(t *testing.T) {
	for name, text := range map[string]string{
		"one line":       strings.Repeat("word ", 20_000),
		"one word":       strings.Repeat("é", 50_000),
		"one paragraph":  strings.Repeat("a line of words\n", 5_000),
		"one item":       "- " + strings.Repeat("  a line of words\n", 5_000),
		"one list":       strings.Repeat("- an item of the list\n", 20_000),
		"code":           "```go\n" + strings.Repeat("x := 1\n", 20_000),
		"a line of code": "```\n" + strings.Repeat("x", 50_000),
		"a table":        "| a | b |\n|---|---|\n" + strings.Repeat("| 1 | 2 |\n", 5_000),
		"a quote":        strings.Repeat("> line\n", 10_000),
	} {
		t.Run(name, func(t *testing.T) {
			length := 0
			for _, b := range Split(text) {
				if len(b.Text) > 2*maxOpen {
					t.Fatalf("a block of %d bytes", len(b.Text))
				}
				length += len(b.Text)
			}
			if length < len(text)*9/10 {
				t.Errorf("%d of %d bytes are left", length, len(text))
			}
		})
	}
}

func TestDraw(t *testing.T) {
	tests := []struct {
		name, text string
		width      int
		want       []string
	}{
		{"a paragraph wraps", "one two three four", 9, []string{"one two", "three", "four"}},
		{"an item hangs", "- one two three", 9, []string{"• one two", "  three"}},
		{"a number hangs", "12. one two three", 11, []string{"12. one two", "    three"}},
		{"lists in lists", "- a\n  - b\n    1. c", 20, []string{"• a", "  • b", "    1. c"}},
		{"code in a list", "- a\n  ```\n  x\n  ```", 20, []string{"• a", "", "  ──────────────────", "    x", "  ──────────────────"}},
		{"an empty item", "-", 20, []string{"•"}},
		{"code spans", "use `x`", 20, []string{"use `x`"}},
		{"a link shows where it leads", "[a](http://b.c)", 30, []string{"a http://b.c"}},
		{"a long word is broken", strings.Repeat("x", 12), 5, []string{"xxxxx", "xxxxx", "xx"}},
		{"escapes written as references are gone", "a&#27;[31mb&#x9b;&#x202e;c&Tab;d", 40, []string{"a[31mb›c d"}},
	}
	r := NewRenderer(look.New(look.Plain, cell.ByGrapheme))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, line := range r.Draw(tt.text, tt.width) {
				got = append(got, strings.TrimRight(ansi.Strip(line), " "))
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("got %q\nwant %q", got, tt.want)
			}
		})
	}
}

// FuzzDraw holds whatever a model writes to the width, and to text and styles.
func FuzzDraw(f *testing.F) {
	f.Add(strings.Join(morsels, ""), 20)
	f.Add("- a\n  - b\n    - c\n      1. d", 7)
	f.Add("&#27;]0;t&#7;", 40)
	f.Add("| a | b |\n|---|---|\n| 漢字 | 👩‍👩‍👧‍👦 |", 3)
	for _, s := range unicodetest.Texts() {
		f.Add(s, 24)
	}
	r := NewRenderer(look.New(look.Dark, cell.ByGrapheme))
	f.Fuzz(func(t *testing.T, text string, width int) {
		if width < 1 || width > 300 || len(text) > 1000 {
			t.Skip()
		}
		text = harmless.Text(text)
		for _, b := range Split(text) {
			for _, line := range r.Draw(b.Text, width) {
				if got := cell.ByGrapheme.StringWidth(line); got > max(width, 2) {
					t.Fatalf("%q is %d wide, want %d", line, got, width)
				}
				plain := ansi.Strip(line)
				for _, c := range plain {
					if c < ' ' || 0x7f <= c && c < 0xa0 {
						t.Fatalf("%q holds the control character %U", line, c)
					}
				}
			}
		}
	})
}

func TestCodeThatIsBrokenKeepsItsStyle(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
	}{
		{"\x1b[31mabcdefgh\x1b[m", []string{"\x1b[31mabcd\x1b[m", "  \x1b[31mefgh\x1b[m"}},
		{"\x1b[1mab\x1b[0mcdefgh", []string{"\x1b[1mab\x1b[0mcd", "  efgh"}},
	} {
		if got := hung(cell.ByRune, c.line, 6); !slices.Equal(got, c.want) {
			t.Errorf("%q is broken into %q, want %q", c.line, got, c.want)
		}
	}
}

func TestCodeHasALabelAndKeepsItsIndent(t *testing.T) {
	r := NewRenderer(look.New(look.Plain, cell.ByRune))
	long := "        return " + strings.Repeat("abcdefgh", 8)
	lines := r.Draw("```go\nfunc f() {\n"+long+"\n}\n```", 40)
	for i, line := range lines {
		lines[i] = ansi.Strip(line)
		if n := cell.ByRune.StringWidth(lines[i]); n > 40 {
			t.Errorf("line %d is %d cells wide", i, n)
		}
	}
	text := strings.Join(lines, "\n")
	if !strings.HasPrefix(lines[0], "── go ───") || strings.Trim(lines[len(lines)-1], "─") != "" {
		t.Errorf("no frame:\n%s", text)
	}
	indented := 0
	for _, line := range lines[1 : len(lines)-1] {
		if strings.ContainsAny(line, "│|") {
			t.Errorf("a sign at the side would be copied: %q", line)
		}
		if strings.HasPrefix(line, strings.Repeat(" ", 10)) {
			indented++
		}
	}
	if indented < 3 {
		t.Errorf("%d lines keep the indent:\n%s", indented, text)
	}
	joined := strings.ReplaceAll(strings.Join(strings.Fields(text), ""), "─", "")
	if !strings.Contains(joined, strings.Repeat("abcdefgh", 8)) {
		t.Errorf("something is lost:\n%s", text)
	}
}

func TestOnlyWebAddressesBecomeLinks(t *testing.T) {
	r := NewRenderer(look.New(look.Dark, cell.ByRune))
	for text, want := range map[string]bool{
		"see [the page](https://example.com/a?b=c) now": true,
		"see https://example.com/a":                     true,
		"[x](http://b.c)":                               true,
		"[x](file:///etc/passwd)":                       false,
		"[x](javascript:alert(1))":                      false,
		"[x](ssh://host)":                               false,
		"[x](mailto:a@b.c)":                             false,
	} {
		got := strings.Join(r.Draw(text, 60), "\n")
		if has := strings.Contains(got, "\x1b]8;;http"); has != want {
			t.Errorf("%s: %q", text, got)
		}
		if strings.Contains(got, "\x1b]8;;file") || strings.Contains(got, "\x1b]8;;j") || strings.Contains(got, "\x1b]8;;s") || strings.Contains(got, "\x1b]8;;m") {
			t.Errorf("%s is a link to elsewhere: %q", text, got)
		}
	}
	for _, line := range r.Draw("[a text that is long enough to be broken](https://example.com/and/so/on/and/so/on/and/so/on)", 12) {
		open := strings.Count(line, "\x1b]8;;http")
		if closed := strings.Count(line, ansi.ResetHyperlink()); open > closed {
			t.Errorf("a link goes on beyond its line: %q", line)
		}
	}
}
