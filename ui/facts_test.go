package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"muisto/memory"
)

func reviewing(d *driver) {
	d.write("/facts")
	d.press("enter")
}

func TestAFactInThePanelIsCorrectedInPlace(t *testing.T) {
	drive(t, slept, Options{}, 120, 40, func(d *driver) {
		d.press("tab", "right", "down", "c")
		d.wants("What muisto knows", "Noor has an offsite in Bergen with Tomas coming up.", "⏎ save")
		d.press("ctrl+u")
		d.write("The offsite is in Oslo.")
		d.press("enter")
		d.wants("corrected; u to undo", "The offsite is in Oslo.")
	})
}

func TestTheFootOfAFactIsInWords(t *testing.T) {
	said := func() *fake {
		f := slept()
		f.facts[2].Reinforced = 1
		f.facts[2].ValidUntil = memory.DayOn(2026, 10, 14)
		f.facts[2].From = nil
		for day := 1; day <= 6; day++ {
			f.facts[2].From = append(f.facts[2].From, memory.DayOn(2026, 10, day))
		}
		return f
	}
	drive(t, said, Options{}, 120, 40, func(d *driver) {
		reviewing(d)
		d.wants("1 expires soon", "from 3 Oct, 4 Oct, 5 Oct, 6 Oct and 2 more · came up again once")
	})
}

func TestTheWayOutIsAlwaysNamed(t *testing.T) {
	for _, command := range []string{"facts", "night", "sessions", "stats", "model"} {
		for _, w := range []int{40, 60, 80, 120} {
			drive(t, slept, Options{}, w, 24, func(d *driver) {
				d.m.options.Models = d.f
				d.write("/" + command)
				d.press("enter")
				d.wants("esc back  ? help")
			})
		}
	}
	drive(t, slept, Options{}, 80, 24, func(d *driver) {
		d.press("tab")
		d.wants("esc back  ? help")
		d.press("right")
		d.wants("esc back  ? help")
	})
}

func TestAFactIsCorrectedInPlaceAndTheCorrectionUndone(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		reviewing(d)
		d.wants("What muisto knows", "3 active · 1 retired", "replaces “… next week.”", "› The launch is on Friday.")
		d.press("c")
		d.wants("✎ The launch is on Friday.", "⏎ save")
		d.press("backspace")
		d.write(" at noon.")
		d.press("enter")
		d.wants("› The launch is on Friday at noon.", "replaces “… Friday.”", "3 active · 2 retired", "corrected; u to undo")
		d.press("u")
		d.wants("› The launch is on Friday.", "3 active · 1 retired", "undone")
		d.press("u")
		d.wants("nothing to undo")
	})
}

func TestEscLeavesASentenceAsItWas(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		reviewing(d)
		d.press("c")
		d.write("xyz")
		d.press("esc")
		d.wants("› The launch is on Friday.")
		d.lacks("xyz", "✎")
		if len(d.f.reviews) != 0 {
			t.Error("something was saved")
		}
		d.press("esc")
		d.wants("write here…")
	})
}

func TestACorrectionThatFailsStaysOpen(t *testing.T) {
	failing := func() *fake { f := slept(); f.reviewErr = errNoRoom; return f }
	drive(t, failing, Options{}, 100, 30, func(d *driver) {
		reviewing(d)
		d.press("c")
		d.write("!")
		d.press("enter")
		d.wants("✎ The launch is on Friday.!", "! Correct the fact: the disk is full")
	})
}

func TestFactsAreConfirmedRetiredAndTakenBack(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		reviewing(d)
		d.press("y", "y", "down", "r")
		d.wants("you confirmed it, 12 Oct", "2 active · 2 retired")
		d.lacks("offsite in Bergen")
		d.press("A")
		d.wants("× retired", "× replaced", "The launch is next week.", "now “… on Friday.”")
		d.press("u")
		d.wants("3 active · 1 retired", "› Noor has an offsite")
		d.press("u", "u")
		if n := d.f.facts[1].Reinforced; n != 0 {
			t.Errorf("f2 was came up again %d times", n)
		}
		if !slices.Equal(d.f.calls[len(d.f.calls)-3:], []string{"confirmed f2", "confirmed f2", "retired f3"}) {
			t.Errorf("called %q", d.f.calls)
		}
	})
}

func TestAFactThatStandsNoMoreCannotBeCorrected(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		reviewing(d)
		d.press("A", "up", "c")
		d.wants("this fact is no longer active")
		d.lacks("✎")
	})
}

func TestHistoryGoesBackToTheFirst(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		reviewing(d)
		d.press("c")
		d.write("!")
		d.press("enter", "h")
		d.wants("History of f5", "● The launch is on Friday.!", "○ The launch is on Friday.", "○ The launch is next week.", "replaced 12 Oct 2026")
		d.press("esc")
		d.wants("What muisto knows")
	})
}

func TestFromAFactToItsPlaceInTheConversationAndBack(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		reviewing(d)
		d.press("enter")
		d.wants("Fact", "status    active", "From", "The user corrected the agent")
		d.press("enter")
		d.wants("Moment", "correction by you")
		d.press("enter")
		d.wants("you ‹ here", "No, the launch is Friday, not next week.", "esc: back to where you were")
		d.press("esc")
		d.wants("What muisto knows", "› The launch is on Friday.")
	})
}

func TestTheFilterNarrowsTheFacts(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		reviewing(d)
		d.press("/")
		d.write("HERON")
		d.wants("/ HERON", "Heron review")
		d.lacks("The launch", "offsite")
		d.press("enter", "y")
		if !slices.Contains(d.f.calls, "confirmed f4") {
			t.Errorf("called %q", d.f.calls)
		}
		d.press("/")
		d.write("zz")
		d.wants("No fact contains that.")
		d.press("esc")
		d.wants("The launch is on Friday.")
	})
}

func TestReviewWalksThroughWhatDeservesALook(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		reviewing(d)
		d.press("R")
		d.wants("Review · 2 of 2 left", "? about to expire", "? rests on muisto's word alone", "› Noor has")
		d.press("space")
		d.wants("1 of 2 left", "✓ reviewed", "› The Heron review")
		d.press("c")
		d.write("!")
		d.press("enter")
		d.wants("The Heron review with Tomas is on Thursdays.!")
		d.lacks("? about", "? rests")
		d.wants("all 2 reviewed")
		d.press("esc")
		d.wants("What muisto knows")
	})
}

// manyFacts is a screen over n facts, in review.
func manyFacts(tb testing.TB, n int) *model {
	tb.Helper()
	f := slept()
	facts := make([]memory.Fact, n)
	for i := range facts {
		facts[i] = f.facts[i%3+1]
		facts[i].ID, facts[i].Text = memory.FactID(i+1), fmt.Sprintf("Fact %d is that %s", i, strings.Repeat("so it goes ", i%20))
	}
	m := newModel(tb.Context(), f, Options{Theme: Dark})
	m.Update(tea.WindowSizeMsg{Width: 160, Height: 50})
	m.openFacts()
	m.onKnown(knownMsg{known: know(facts, nil)})
	return m
}

func TestTheEndOfManyFactsIsInSightWhole(t *testing.T) {
	m := manyFacts(t, 10_000)
	s, _ := screenOf[*factsScreen](m)
	m.View()
	s.move(20_000)
	if frame := m.View().Content; !strings.Contains(frame, "Fact 9999 is") {
		t.Error("the last fact is not in sight")
	}
}

func BenchmarkTenThousandFacts(b *testing.B) {
	b.Run("scroll", func(b *testing.B) {
		m := manyFacts(b, 10_000)
		for b.Loop() {
			m.Update(keyOf("pgdown"))
			m.View()
		}
	})
	b.Run("filter", func(b *testing.B) {
		m := manyFacts(b, 10_000)
		m.Update(keyOf("/"))
		for i := range maxBench(b) {
			if i%8 == 0 {
				for range 8 {
					m.Update(keyOf("backspace"))
				}
			}
			m.Update(keyOf("9"))
			m.View()
		}
	})
}
