package composer

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func typed(text string) *Composer {
	c := New(ansi.GraphemeWidth)
	c.SetSize(80, 5)
	for _, r := range text {
		c.Insert(string(r))
	}
	return c
}

func TestUndoTakesBackAWordAtATime(t *testing.T) {
	c := typed("one two three")
	c.KillWordLeft()
	for _, want := range []string{"one two three", "one two ", "one two", "one ", "one", ""} {
		if !c.Undo() || c.Text() != want {
			t.Fatalf("got %q, want %q", c.Text(), want)
		}
	}
	if c.Undo() {
		t.Error("there was something more to undo")
	}
}

func TestWhatIsKilledInARowIsYankedAsOne(t *testing.T) {
	c := typed("one two three four")
	c.KillWordLeft()
	c.KillWordLeft()
	if c.LineStart(); !c.Yank() || c.Text() != "three fourone two " {
		t.Errorf("got %q", c.Text())
	}
	c.LineEnd()
	c.KillLineStart()
	if c.Yank(); c.Text() != "three fourone two " {
		t.Errorf("got %q", c.Text())
	}
}

func TestWhatWasClearedComesBack(t *testing.T) {
	c := New(ansi.GraphemeWidth)
	c.SetSize(80, 5)
	c.Insert("look: ")
	c.Paste(strings.Repeat("line\n", 30))
	before := c.Text()
	c.Clear()
	if !c.Empty() || !c.Undo() || c.Text() != before {
		t.Errorf("got %q", c.Text())
	}
	c.Clear()
	if !c.Yank() || c.Text() != before {
		t.Errorf("yanked %q", c.Text())
	}
}

// Undoing everything comes back to nothing, through texts that were there.
func TestUndoGoesBackToTheStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := New(ansi.GraphemeWidth)
		c.SetSize(20, 4)
		seen := map[string]bool{"": true}
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 8).Draw(t, "what") {
			case 0, 1, 2:
				c.Insert(rapid.SampledFrom([]string{"a", "b", " ", "\n", "é", "e\u0301", "👍🏽", "word "}).Draw(t, "text"))
			case 3:
				c.Backspace()
			case 4:
				c.KillWordLeft()
			case 5:
				c.KillLineEnd()
			case 6:
				c.Left()
			case 7:
				c.Yank()
			case 8:
				c.Undo()
			}
			seen[c.Text()] = true
		}
		for c.Undo() {
			if !seen[c.Text()] {
				t.Fatalf("undo shows %q, which was never there", c.Text())
			}
		}
		if !c.Empty() {
			t.Fatalf("%q is left", c.Text())
		}
	})
}
