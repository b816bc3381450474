package composer

import (
	"testing"

	"pgregory.net/rapid"

	"muisto/ui/cell"
)

// vimmed types keys in normal mode into a text whose cursor is at its beginning;
// what is typed in insert mode is written, and | ends it.
func vimmed(text, keys string) (got string, at int) {
	c, v := New(cell.ByRune), &Vim{}
	c.SetSize(80, 20)
	c.Insert(text)
	v.Escape(c)
	c.move(0)
	for _, r := range keys {
		switch {
		case r == '|':
			v.Escape(c)
		case v.Normal():
			v.Press(c, r)
		default:
			c.Insert(string(r))
		}
	}
	return c.Text(), c.at
}

func TestVimLettersDoAsInVim(t *testing.T) {
	for _, c := range []struct {
		text, keys, want string
		at               int
	}{
		{"one two three", "w", "one two three", 4},
		{"one two three", "ww", "one two three", 8},
		{"one, two", "w", "one, two", 3},
		{"one two three", "e", "one two three", 2},
		{"one two three", "ee", "one two three", 6},
		{"one two three", "wwb", "one two three", 4},
		{"one two", "$", "one two", 6},
		{"one two", "$0", "one two", 0},
		{"one two three", "cwfour|", "four two three", 3},
		{"one two three", "wdw", "one three", 4},
		{"one two three", "wwdb", "one three", 4},
		{"one two three", "wD", "one ", 3},
		{"one two three", "wd$", "one ", 3},
		{"one two three", "wC2|", "one 2", 4},
		{"one\ntwo\nthree", "jdd", "one\nthree", 4},
		{"one\ntwo\nthree", "jjdd", "one\ntwo", 4},
		{"one\ntwo\nthree", "ddp", "two\none\nthree", 4},
		{"one\ntwo", "ddp", "two\none", 4},
		{"one\ntwo", "jddP", "two\none", 0},
		{"one", "dd", "", 0},
		{"one two", "dwu", "one two", 0},
		{"one two", "dwdwuu", "one two", 0},
		{"one two", "xp", "noe two", 1},
		{"one two", "dwwp", "twoone ", 6},
		{"one", "A two|", "one two", 6},
		{"one", "i<|", "<one", 0},
		{"one", "a>|", "o>ne", 1},
		{"one", "otwo|", "one\ntwo", 6},
		{"one", "Otwo|", "two\none", 2},
		{"two words", "cctry|", "try", 2},
		{"one two", "ggG", "one two", 6},
		{"one two", "de", " two", 0},
		{"one", "dz", "one", 0},
		{"", "wbe0$ddxup", "", 0},
	} {
		got, at := vimmed(c.text, c.keys)
		if got != c.want || at != c.at {
			t.Errorf("%q %s: %q at %d, want %q at %d", c.text, c.keys, got, at, c.want, c.at)
		}
	}
}

// TestVimKeepsTheCursorInTheText: whatever letters come, the cursor is in the
// text, and all of it can be undone.
func TestVimKeepsTheCursorInTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-c ,\n]{0,20}`).Draw(t, "text")
		c, v := New(cell.ByRune), &Vim{}
		c.SetSize(10, 20)
		c.SetText(text)
		v.Escape(c)
		for _, r := range rapid.SliceOfN(rapid.RuneFrom([]rune("hjklwbe0$xXdcguppPDGiaoO|")), 0, 40).Draw(t, "keys") {
			switch {
			case r == '|':
				v.Escape(c)
			case v.Normal():
				v.Press(c, r)
			default:
				c.Insert(string(r))
			}
			if c.at < 0 || c.at > len(c.units) {
				t.Fatalf("the cursor is at %d of %d", c.at, len(c.units))
			}
		}
		for c.Undo() {
		}
	})
}
