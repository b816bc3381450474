package ui

import (
	"slices"
	"testing"

	"muisto/chat"
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
		d.wants("What muisto knows")
	})
}

func TestEraseAloneIsAboutWhatWasSaid(t *testing.T) {
	last := func(d *driver, want string) {
		d.t.Helper()
		if got := d.f.calls[len(d.f.calls)-1]; got != want {
			d.t.Errorf("called %q, want %q", got, want)
		}
	}
	for name, test := range map[string]struct {
		keys []string
		want string
	}{
		"the last":                               {nil, "erase [5] [] []"},
		"the picked":                             {[]string{"alt+up", "alt+up"}, "erase [3] [] []"},
		"the last, whatever the panel is at":     {[]string{"tab", "down", "down", "tab"}, "erase [5] [] []"},
		"the last, when none is picked any more": {[]string{"alt+up", "alt+up", "esc"}, "erase [5] [] []"},
	} {
		t.Run(name, func(t *testing.T) {
			drive(t, slept, Options{}, 100, 34, func(d *driver) {
				d.press(test.keys...)
				d.write("/erase")
				d.press("enter")
				d.wants("Erase for good", "1 message")
				d.press("y")
				last(d, test.want)
			})
		})
	}
	t.Run("where a search has led", func(t *testing.T) {
		drive(t, slept, Options{}, 100, 34, func(d *driver) {
			d.press("tab", "down", "enter", "enter")
			d.wants("you ‹ here")
			d.write("/erase")
			d.press("enter", "y")
			last(d, "erase [3] [] []")
		})
	})
	t.Run("what is erased already is passed over", func(t *testing.T) {
		gone := func() *fake { f := slept(); f.messages[4].Text = chat.Erased; return f }
		drive(t, gone, Options{}, 100, 34, func(d *driver) {
			d.write("/erase")
			d.press("enter", "y")
			last(d, "erase [3] [] []")
		})
	})
	t.Run("nothing was said", func(t *testing.T) {
		drive(t, newFake, Options{}, 100, 34, func(d *driver) {
			d.write("/erase")
			d.press("enter")
			d.wants("nothing has been said here yet")
		})
	})
	t.Run("off the record", func(t *testing.T) {
		drive(t, slept, Options{}, 100, 34, func(d *driver) {
			d.write("/private")
			d.press("enter")
			d.write("hush")
			d.press("enter")
			d.write("/erase")
			d.press("enter")
			d.wants("that was off the record: nothing is kept")
		})
	})
}

func TestEscTakesASlashAloneAway(t *testing.T) {
	drive(t, talked, Options{}, 100, 34, func(d *driver) {
		d.write("/")
		d.wants("/remember")
		d.press("esc")
		d.lacks("/remember")
		d.wants("write here…")
		d.write("hello")
		d.press("enter")
		d.wants("hello")
		d.write("/re")
		d.press("esc")
		d.lacks("/remember")
		d.wants("› /re")
	})
}

func TestEditTakesTheLastOfMineWhereItHasVersions(t *testing.T) {
	drive(t, talked, Options{}, 100, 34, func(d *driver) {
		d.press("ctrl+t") // the last reply has versions now
		d.write("/edit")
		d.press("enter")
		d.wants("› No, the launch is Friday, not next week.")
	})
}

func TestEraseOfWhatIsNotThere(t *testing.T) {
	drive(t, slept, Options{}, 100, 34, func(d *driver) {
		d.write("/erase nope")
		d.press("enter")
		d.wants("Nothing has the id “nope”.", "alt+↑", "ctrl+r")
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
