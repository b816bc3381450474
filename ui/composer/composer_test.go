package composer

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muisto/ui/cell"
)

func written(text string) *Composer {
	c := New(cell.ByGrapheme)
	c.SetSize(20, 4)
	c.SetText(text)
	return c
}

func TestEditingKeys(t *testing.T) {
	tests := []struct {
		name string
		text string
		do   func(c *Composer)
		want string // with | for the cursor
	}{
		{"left and insert", "ab", func(c *Composer) { c.Left(); c.Insert("x") }, "ax|b"},
		{"line start stays in its line", "ab\ncd", func(c *Composer) { c.LineStart() }, "ab\n|cd"},
		{"line end", "ab\ncd", func(c *Composer) { c.Up(); c.LineStart(); c.LineEnd() }, "ab|\ncd"},
		{"a word left", "one two-three", func(c *Composer) { c.WordLeft() }, "one two-|three"},
		{"a word right", "one two", func(c *Composer) { c.LineStart(); c.WordRight() }, "one| two"},
		{"kill a word back takes what stands between spaces", "one two-three ", func(c *Composer) { c.KillWordLeft() }, "one |"},
		{"kill a word on", "one two", func(c *Composer) { c.LineStart(); c.KillWordRight() }, "| two"},
		{"kill to the start", "ab\ncd", func(c *Composer) { c.Left(); c.KillLineStart() }, "ab\n|d"},
		{"kill to the end", "ab\ncd", func(c *Composer) { c.LineStart(); c.KillLineEnd() }, "ab\n|"},
		{"kill at the end joins the lines", "ab\ncd", func(c *Composer) { c.Up(); c.LineEnd(); c.KillLineEnd() }, "ab|cd"},
		{"backspace takes a whole emoji", "a👩‍👩‍👧‍👦", func(c *Composer) { c.Backspace() }, "a|"},
		{"delete takes a flag", "🇫🇮b", func(c *Composer) { c.LineStart(); c.Delete() }, "|b"},
		{"a mark joins the letter before it", "e", func(c *Composer) { c.Insert("\u0301"); c.Backspace() }, "|"},
		{"nothing to take", "", func(c *Composer) { c.Backspace(); c.Delete(); c.KillWordLeft(); c.Left(); c.Right() }, "|"},
		{"up keeps to its column", "abcd\nx\nabcd", func(c *Composer) { c.Up(); c.Up() }, "abcd|\nx\nabcd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := written(tt.text)
			tt.do(c)
			at := 0
			for _, u := range c.units[:c.at] {
				at += len(u.text)
			}
			got := c.Text()[:at] + "|" + c.Text()[at:]
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestATabIsKeptAndShownAsSpaces(t *testing.T) {
	for name, put := range map[string]func(c *Composer, s string) bool{"pasted": (*Composer).Paste, "inserted": (*Composer).Insert} {
		c := written("")
		if !put(c, "a\tb\r\n\tc\té") || c.Text() != "a\tb\n\tc\té" {
			t.Errorf("%s: %q", name, c.Text())
		}
		rows, y, x := c.Rows()
		if strings.Join(rows, "|") != "a    b|    c    é" || y != 1 || x != 10 {
			t.Errorf("%s: %q, cursor at %d, %d", name, rows, y, x)
		}
		c.Backspace()
		c.Backspace()
		c.KillWordLeft()
		if c.Text() != "a\tb\n\t" {
			t.Errorf("%s: a tab is taken as one, and parts words: %q", name, c.Text())
		}
	}
	long := strings.Repeat("x\ty\n", 50)
	c := written("")
	if c.Paste(long); c.Text() != long {
		t.Error("the tabs of a long paste are gone")
	}
}

func TestUpAndDownEndAtTheEdges(t *testing.T) {
	c := written("one line")
	if c.Up() || c.Down() {
		t.Error("there is only one row")
	}
}

func TestPastes(t *testing.T) {
	tests := []struct {
		name, paste, shown, sent string
	}{
		{"a short one is text", "two\r\nlines", "two\nlines", "two\nlines"},
		{"many lines are one sign", strings.Repeat("l\n", 214), "[pasted 214 lines]", strings.Repeat("l\n", 214)},
		{"a long line is one sign", strings.Repeat("é", 1300), "[pasted 1300 characters]", strings.Repeat("é", 1300)},
		{"what drives the terminal is gone", "a\x1b[31mb\x07", "ab", "ab"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := New(cell.ByGrapheme)
			c.SetSize(60, 10)
			c.Paste(tt.paste)
			rows, _, _ := c.Rows()
			if got := strings.Join(rows, "\n"); got != tt.shown {
				t.Errorf("shows %q, want %q", got, tt.shown)
			}
			if got := c.Text(); got != tt.sent {
				t.Errorf("sends %q, want %q", got, tt.sent)
			}
			if tt.shown[0] == '[' {
				c.Backspace()
				if !c.Empty() {
					t.Error("one backspace takes the sign away")
				}
			}
		})
	}
}

func TestTooMuchIsRefusedWhole(t *testing.T) {
	c := written("kept")
	big := strings.Repeat("x", MaxBytes)
	if c.Paste(big) || c.Insert(big) {
		t.Error("more than the bound was taken")
	}
	if c.Text() != "kept" {
		t.Errorf("holds %q", c.Text())
	}
}

func TestWhatIsTakenCanBePutBack(t *testing.T) {
	c := written("")
	c.Paste(strings.Repeat("l\n", 20))
	c.Insert(" and")
	want := c.Text()
	s := c.Take()
	if !c.Empty() || s.Text() != want {
		t.Fatalf("took %q, left %q", s.Text(), c.Text())
	}
	c.Insert("new")
	c.PutBack(s)
	if got := c.Text(); got != want+"\nnew" {
		t.Errorf("put back %q", got)
	}
}

// TestRowsFit holds the rows to the width, the cursor to the rows, and the text
// to what was written, whatever is typed where.
func TestRowsFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := New(rapid.SampledFrom([]cell.Method{cell.ByRune, cell.ByGrapheme}).Draw(t, "method"))
		w, h := rapid.IntRange(2, 40).Draw(t, "width"), rapid.IntRange(1, 8).Draw(t, "rows")
		c.SetSize(w, h)
		text := ""
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 6).Draw(t, "step") {
			case 0:
				c.Up()
			case 1:
				c.Down()
			case 2:
				c.WordLeft()
			case 3:
				c.Right()
			default:
				c.move(len(c.units))
				s := rapid.SampledFrom([]string{"word ", "\n", "漢字", "👩‍👩‍👧‍👦", strings.Repeat("x", 50), " ", "e"}).Draw(t, "s")
				c.Insert(s)
				text += s
			}
			rows, y, x := c.Rows()
			if len(rows) > h || y < 0 || y >= len(rows) || x < 0 || x >= w {
				t.Fatalf("%d rows, cursor at %d, %d", len(rows), y, x)
			}
			for _, row := range rows {
				if c.method.StringWidth(row) > w {
					t.Fatalf("%q is wider than %d", row, w)
				}
			}
		}
		if c.Text() != text {
			t.Fatalf("holds %q, want %q", c.Text(), text)
		}
	})
}
