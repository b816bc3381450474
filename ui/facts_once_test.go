package ui

import (
	"slices"
	"testing"

	"muisto/memory"
)

// onceSaid is slept with two lasting moments that no fact rests on.
func onceSaid() *fake {
	f := slept()
	f.once = []memory.Episode{f.episodes[2], f.episodes[3]}
	return f
}

func TestWhatWasSaidOnceIsBelowTheFacts(t *testing.T) {
	drive(t, onceSaid, Options{}, 120, 36, func(d *driver) {
		d.press("f4")
		d.wants("The Heron review", "Said once · y makes it a fact, r removes it from this list", "The user had coffee with Tomas")
		d.press("G")
		d.wants("› The user will send Noor the offsite budget", "⏎ open", "make it a fact")
		d.press("y")
		d.wants("it is a fact now; u to undo", "4 active")
		d.press("G", "r")
		d.wants("taken from this list; it stays a moment")
		d.lacks("Said once")
		if !slices.Contains(d.f.calls, "keep e4 ") || !slices.Contains(d.f.calls, "unlist e3") {
			t.Errorf("calls: %q", d.f.calls)
		}
	})
}

func TestAMomentBecomesAFactInOtherWords(t *testing.T) {
	drive(t, onceSaid, Options{}, 120, 36, func(d *driver) {
		d.press("f4", "G", "c")
		d.wants("✎ The user will send Noor")
		d.press("ctrl+u")
		d.write("Noor gets the budget.")
		d.press("enter")
		d.wants("› Noor gets the budget.", "4 active")
		d.press("u")
		d.wants("3 active", "undone")
	})
	drive(t, onceSaid, Options{}, 120, 36, func(d *driver) {
		d.press("f4", "G", "enter")
		d.wants("Moment", "e4", "From")
		d.press("esc", "/")
		d.write("coffee")
		d.wants("The user had coffee")
		d.lacks("offsite budget", "The Heron review")
	})
}

func TestAFactIsAddedByHand(t *testing.T) {
	drive(t, onceSaid, Options{}, 100, 30, func(d *driver) {
		d.press("f4", "a")
		d.wants("+ one sentence, such as")
		d.write("My sister is called Aino.")
		d.wants("+ My sister is called Aino.", "⏎ save")
		if c := d.m.View().Cursor; c == nil || c.Y != 1 {
			t.Errorf("the cursor is at %+v", c)
		}
		d.press("enter")
		d.wants("› My sister is called Aino.", "added; u to undo", "4 active")
		d.press("a", "esc")
		d.lacks("one sentence, such as")
	})
	failing := func() *fake { f := onceSaid(); f.reviewErr = errNoRoom; return f }
	drive(t, failing, Options{}, 100, 30, func(d *driver) {
		d.press("f4", "a")
		d.write("My sister is called Aino.")
		d.press("enter")
		d.wants("+ My sister is called Aino.", "! Make a fact of it: the disk is full")
	})
}

func TestSeveralFactsAreSelected(t *testing.T) {
	drive(t, onceSaid, Options{}, 120, 30, func(d *driver) {
		d.press("f4", "v", "v")
		d.wants("✓ The launch is on Friday.", "✓ Noor has an offsite", "confirm 2")
		d.press("v", "up", "v") // the third on and off again
		d.press("y")
		d.wants("2 facts confirmed; u undoes one at a time", "you confirmed it, 12 Oct")
		d.lacks("✓ ")
		d.press("g", "v", "esc")
		d.lacks("✓ ")
		d.press("v", "v", "r")
		d.wants("2 facts retired", "1 active")
	})
}
