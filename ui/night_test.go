package ui

import (
	"errors"
	"slices"
	"testing"

	"muisto/chat"
	"muisto/memory"
)

func TestAFactLeadsToItsMomentsAndTheirPlaces(t *testing.T) {
	drive(t, slept, Options{}, 120, 60, func(d *driver) {
		d.press("tab", "right")
		d.wants("3 active", "The launch is on Friday.")
		d.lacks("The launch is next week.")
		d.press("A")
		d.wants("3 active · 1 retired", "× replaced", "The launch is next week.", "now f2")
		d.press("enter")
		d.wants("status    replaced", "now       The launch is on Friday.", "The user had coffee")
		d.press("enter")
		d.wants("Moment", "observation by you")
		d.press("enter")
		d.wants("you ‹ here", "Had coffee with Tomas this morning.")
		d.press("tab")
		d.wants("Moment")
		d.press("esc")
		d.wants("status    replaced")
		d.press("esc")
		d.wants("3 active · 1 retired")
	})
}

func TestANightTellsWhatTiedAndWhatCameOfIt(t *testing.T) {
	drive(t, slept, Options{}, 120, 60, func(d *driver) {
		d.press("tab", "left")
		d.wants("Week", "14 moments, 2 groups, 1 call", "+ 1 fact formed", "× 1 fact replaced")
		d.press("down", "enter")
		d.wants("Bergen 3.5 + Tomas 2.6 = 6.1", "3 moments → facts", "spread over 3 days", "+ Noor has an offsite in Bergen",
			"= reinforced: The Heron review", "1 moment stays as it is", "all on one day", "3 moments with no tie")
		d.press("enter")
		d.wants("Moment")
		d.press("esc", "down", "down", "down", "enter")
		d.wants("Fact", "for now", "until     30 Oct")
	})
}

func TestANightFillsInWhileItRuns(t *testing.T) {
	held := func() *fake {
		f := slept()
		f.nights[1].Finished, f.nights[1].Groups = false, nil
		return f
	}
	drive(t, held, Options{}, 120, 60, func(d *driver) {
		d.status(chat.Status{Doing: chat.Sleeping, Pass: "night", Group: 1, Groups: 2})
		d.press("tab", "left")
		d.wants("group 1 of 2")
		d.press("enter")
		d.lacks("a correction acts")
		d.f.mu.Lock()
		d.f.nights[1].Groups = slept().nights[1].Groups
		d.f.mu.Unlock()
		d.status(chat.Status{Doing: chat.Sleeping, Pass: "night", Group: 2, Groups: 2})
		d.wants("a correction acts the same night", "+ The launch is on Friday.", "× replaced: The launch is next", "group 2 of 2")
	})
}

func TestAPassThatWasCutShortSaysSo(t *testing.T) {
	cut := func() *fake {
		f := slept()
		f.nights[0].Finished, f.nights[0].Left = false, 2
		f.nights[0].Groups[1].Outcome = memory.Failed
		return f
	}
	drive(t, cut, Options{}, 120, 60, func(d *driver) {
		d.press("tab", "left")
		d.wants("interrupted; the next night continues", "… 2 groups left for the next night")
	})
}

func TestSleepByHand(t *testing.T) {
	held := func() *fake { f := slept(); f.sleepFor = make(chan struct{}); return f }
	t.Run("what is due", func(t *testing.T) {
		drive(t, slept, Options{}, 120, 40, func(d *driver) {
			d.write("/sleep")
			d.press("enter")
			if !slices.Contains(d.f.calls, "sleep due") {
				t.Errorf("called %q", d.f.calls)
			}
			d.wants("night done; /night shows what changed")
		})
	})
	t.Run("nothing is due", func(t *testing.T) {
		early := func() *fake { f := slept(); f.notDue, f.pending = true, 2; return f }
		drive(t, early, Options{}, 78, 40, func(d *driver) {
			d.write("/sleep")
			d.press("enter")
			d.lacks("slept;")
			d.wants("No night is due until 04:16; /sleep night runs one now.", "run /remember first.")
		})
	})
	t.Run("a pass by its name, stopped by esc", func(t *testing.T) {
		drive(t, held, Options{}, 120, 40, func(d *driver) {
			d.write("/sleep week")
			d.press("enter")
			d.wants("asleep: night, group 1 of 2")
			if !slices.Contains(d.f.calls, "sleep week") {
				t.Errorf("called %q", d.f.calls)
			}
			d.press("esc")
			d.wants("stopped; the next night continues from there")
		})
	})
	t.Run("an unknown pass is named", func(t *testing.T) {
		drive(t, slept, Options{}, 120, 40, func(d *driver) {
			d.write("/sleep year")
			d.press("enter")
			d.wants("There is no pass called “year”.")
			if slices.Contains(d.f.calls, "sleep year") {
				t.Error("it was run")
			}
		})
	})
	t.Run("typing goes on meanwhile", func(t *testing.T) {
		drive(t, held, Options{}, 120, 40, func(d *driver) {
			d.write("/sleep")
			d.press("enter")
			d.write("hello")
			d.press("enter")
			if !slices.Equal(d.f.said, []string{"hello"}) {
				t.Errorf("said %q", d.f.said)
			}
		})
	})
	t.Run("an error is a sentence", func(t *testing.T) {
		failing := func() *fake { f := slept(); f.sleepErr = errors.New("another muisto is doing this already"); return f }
		drive(t, failing, Options{}, 120, 40, func(d *driver) {
			d.write("/sleep")
			d.press("enter")
			d.wants("! Sleep: another muisto is doing this already.")
		})
	})
}

func TestTheNightsAreListedAndTheirTiesDrawn(t *testing.T) {
	drive(t, slept, Options{}, 80, 40, func(d *driver) {
		d.write("/night")
		d.press("enter")
		d.wants("Night", "2 passes · 2 facts formed", "● 3 moments → facts  Bergen 3.5 + Tomas 2.6 = 6.1")
		d.press("down", "enter")
		d.wants("Bergen  Tomas", "3.5     2.6", "●───────●", "e4 ─ e3  Bergen 3.5 + Tomas 2.6 = 6.1", "e4 ─ e5  Bergen 3.5",
			"spread over 3 days", "+ Noor has an offsite in Bergen")
		d.press("enter")
		d.wants("Moment", "half left")
		d.press("esc", "esc", "esc")
		d.wants("write here…")
	})
}

func TestTheNightScreenFillsInWhileAPassRuns(t *testing.T) {
	held := func() *fake {
		f := slept()
		f.nights[1].Finished, f.nights[1].Groups = false, nil
		return f
	}
	drive(t, held, Options{}, 80, 40, func(d *driver) {
		d.status(chat.Status{Doing: chat.Sleeping, Pass: "night", Group: 1, Groups: 2})
		d.write("/night")
		d.press("enter", "enter")
		d.wants("group 1 of 2")
		d.f.mu.Lock()
		d.f.nights[1].Groups = slept().nights[1].Groups
		d.f.mu.Unlock()
		d.status(chat.Status{Doing: chat.Sleeping, Pass: "night", Group: 2, Groups: 2})
		d.wants("a correction acts the same night", "group 2 of 2")
	})
}
