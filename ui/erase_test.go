package ui

import (
	"slices"
	"testing"
)

func TestEraseShowsWhatGoesAndAsks(t *testing.T) {
	drive(t, slept, Options{}, 100, 34, func(d *driver) {
		d.write("/erase f2")
		d.press("enter")
		d.wants("Erase for good", "2 messages, 1 moment, 1 fact", "The launch is on Friday.", "Erase 2 messages, 1 moment, 1 fact? y or n")
		d.press("n")
		d.wants("write here…", "No, the launch is Friday, not next week.")
		d.write("/erase f2")
		d.press("enter", "y")
		d.wants("erased for good: 2 messages, 1 moment, 1 fact")
		d.lacks("No, the launch is Friday, not next week.")
		if !slices.Contains(d.f.calls, "erase [] [] [f2]") {
			t.Errorf("called %q", d.f.calls)
		}
	})
}

func TestWhatIsPickedCanBeErased(t *testing.T) {
	drive(t, slept, Options{}, 100, 34, func(d *driver) {
		d.press("tab", "down", "enter", "x")
		d.wants("1 message", "How do I read a file line by line in Go?")
		d.press("y")
		if last := d.f.calls[len(d.f.calls)-1]; last != "erase [3] [] []" {
			t.Errorf("called %q", last)
		}
	})
	drive(t, slept, Options{}, 100, 34, func(d *driver) {
		reviewing(d)
		d.press("down", "x")
		d.wants("Erase for good", "f3")
		d.press("esc")
		d.wants("What I know")
	})
}

func TestEraseOfWhatIsNotThere(t *testing.T) {
	drive(t, slept, Options{}, 100, 34, func(d *driver) {
		d.write("/erase nope")
		d.press("enter")
		d.wants("! Look at what would be erased: nothing has")
	})
}

func TestAnEraseThatFailsSaysSo(t *testing.T) {
	failing := func() *fake { f := slept(); f.reviewErr = errNoRoom; return f }
	drive(t, failing, Options{}, 100, 34, func(d *driver) {
		d.write("/erase f2")
		d.press("enter", "y")
		d.wants("! Erase: the disk is full; make room and do it again.", "No, the launch is Friday")
	})
}
