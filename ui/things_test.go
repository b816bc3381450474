package ui

import (
	"testing"

	"muisto/memory"
)

func TestAPageForAName(t *testing.T) {
	drive(t, slept, Options{}, 120, 36, func(d *driver) {
		d.write("/about bergen")
		d.press("enter")
		d.wants("About bergen", "Moments", "first mentioned 12 Aug, last 12 Oct", "with Tomas")
		d.press("enter")
		d.wants("Moment", "From")
		d.press("esc", "esc")
		d.write("/about the launch")
		d.press("enter")
		d.wants("About the launch", "Facts", "The launch is on Friday.")
		d.lacks("The launch is next week.")
		d.press("q")
		d.write("/about nobody")
		d.press("enter")
		d.wants("Nothing is known about “nobody” yet.")
		d.press("q")
		d.write("/about")
		d.press("enter")
		d.wants("/about NAME shows")
	})
	drive(t, onceSaid, Options{}, 120, 36, func(d *driver) {
		d.f.facts[1].About = "the user: plans"
		d.write("/about me")
		d.press("enter")
		d.wants("About you", "Facts", "The launch is on Friday.", "Said once", "The user had coffee")
		d.lacks("The Heron review")
	})
}

func TestWhatIsAheadIsListedByDay(t *testing.T) {
	ahead := func() *fake {
		f := slept()
		f.episodes[0].WhenAt = memory.DayOn(2026, 10, 13)
		f.episodes[1].WhenAt = memory.DayOn(2026, 10, 12)
		f.episodes[2].WhenAt = memory.DayOn(2026, 10, 1)
		f.episodes[3].WhenAt, f.episodes[4].WhenAt = 0, 0
		return f
	}
	drive(t, ahead, Options{}, 120, 36, func(d *driver) {
		d.write("/upcoming")
		d.press("enter")
		d.wants("Upcoming", "1 fact · 2 moments", "Mon 12 Oct, today", "Tue 13 Oct, tomorrow", "Fri 30 Oct, in 18 days", "fact, until then")
		d.lacks("had coffee with Tomas")
		d.press("G", "enter")
		d.wants("Fact", "f3")
	})
	drive(t, newFake, Options{}, 120, 36, func(d *driver) {
		d.write("/upcoming")
		d.press("enter")
		d.wants("Nothing coming up.")
	})
}
