package cell

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

var bits = []string{"a", "word ", "漢字", "👩‍👩‍👧‍👦", "e\u0301", "مرحبا", "\x1b[1mbold\x1b[m", " ", "-", "🇫🇮", "ｗ"}

func anyText(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(bits), 0, 40).Draw(t, "text"), "")
}

func anyMethod(t *rapid.T) Method {
	return rapid.SampledFrom([]Method{ByRune, ByGrapheme}).Draw(t, "method")
}

func TestFitIsAlwaysOfTheWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, s, w := anyMethod(t), anyText(t), rapid.IntRange(0, 60).Draw(t, "width")
		if got := m.StringWidth(Fit(m, s, w)); got != w {
			t.Fatalf("Fit(%q, %d) is %d wide", s, w, got)
		}
	})
}

func TestWrapKeepsEveryWordAndTheWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, w := anyMethod(t), rapid.IntRange(9, 60).Draw(t, "width")
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "word", "漢字", "e\u0301t", "مرحبا"}), 1, 40).Draw(t, "words")
		lines := Wrap(m, strings.Join(words, " "), w)
		for _, line := range lines {
			if got := m.StringWidth(line); got > w {
				t.Fatalf("%q is %d wide, want at most %d", line, got, w)
			}
		}
		if got := strings.Fields(strings.Join(lines, " ")); strings.Join(got, " ") != strings.Join(words, " ") {
			t.Fatalf("wrapped %q to %q", words, lines)
		}
	})
}

func TestShorten(t *testing.T) {
	tests := []struct {
		text string
		w, n int
		want []string
	}{
		{"one two three", 20, 2, []string{"one two three"}},
		{"one two three four", 7, 2, []string{"one two", "three…"}},
		{"aaaaaaaaaaaaaa", 7, 1, []string{"aaaaaa…"}},
		{"a\nb\nc", 7, 2, []string{"a", "b…"}},
		{"x", 7, 0, nil},
	}
	for _, tt := range tests {
		got := Shorten(ByRune, tt.text, tt.w, tt.n)
		if strings.Join(got, "|") != strings.Join(tt.want, "|") {
			t.Errorf("Shorten(%q, %d, %d) = %q, want %q", tt.text, tt.w, tt.n, got, tt.want)
		}
	}
}

func TestBar(t *testing.T) {
	tests := []struct {
		share float64
		want  string
	}{
		{0, "    "}, {1, "████"}, {2, "████"}, {-1, "    "}, {0.5, "██  "}, {0.28, "█▏  "}, {0.97, "███▉"},
	}
	for _, tt := range tests {
		got := Bar(tt.share, 4)
		if ByRune.StringWidth(got) != 4 {
			t.Errorf("Bar(%v) = %q, not four cells", tt.share, got)
		}
		if got != tt.want {
			t.Errorf("Bar(%v) = %q, want %q", tt.share, got, tt.want)
		}
	}
}

func TestBoxEdgesAreOfItsWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, w := anyMethod(t), rapid.IntRange(12, 80).Draw(t, "width")
		b := NewBox(w, func(s string) string { return "\x1b[2m" + s + "\x1b[m" })
		left, right := anyText(t), anyText(t)
		for _, line := range []string{b.Top(m, left, right), b.Bottom(m, left, right), b.Rule(m, right), b.Row(m, left), b.Top(m, "", ""), b.Bottom(m, left, "")} {
			if got := m.StringWidth(line); got != w {
				t.Fatalf("%q is %d wide, want %d", ansi.Strip(line), got, w)
			}
		}
	})
}
