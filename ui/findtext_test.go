package ui

import (
	"strings"
	"testing"

	"muisto/memory"
)

func TestHelpIsForThePlaceWithTheKeys(t *testing.T) {
	for name, c := range map[string]struct {
		go_         []string
		wants, lack string
	}{
		"facts":         {[]string{"f4", "?"}, "Facts (/facts)", "Conversations (/sessions)"},
		"conversations": {[]string{"ctrl+l", "?"}, "Conversations (/sessions)", "Facts (/facts)"},
		"the panel":     {[]string{"tab", "?"}, "Memory and lists", "Facts (/facts)"},
		"nights":        {[]string{"f5", "?"}, "Memory and lists", "Commands"},
	} {
		t.Run(name, func(t *testing.T) {
			drive(t, slept, Options{}, 100, 60, func(d *driver) {
				d.press(c.go_...)
				d.wants(c.wants, "f1 every key")
				d.lacks(c.lack, "Everywhere")
				d.press("f1")
				d.wants("Everywhere")
				d.press("esc", "esc")
				d.wants("write here…")
			})
		})
	}
}

func TestATextIsSearchedAndStepped(t *testing.T) {
	drive(t, slept, Options{}, 80, 24, func(d *driver) {
		d.press("f1", "/")
		d.wants("/ search in this text…")
		d.write("LIST")
		d.wants("/ LIST · ", "lines", "the list to the left")
		d.press("enter")
		first := d.text()
		d.press("n")
		if d.text() == first {
			t.Error("n does not go on")
		}
		d.press("N")
		if d.text() != first {
			t.Error("N does not go back")
		}
		d.press("esc")
		d.lacks("/ LIST")
		d.wants("Memory and lists")
		d.press("esc")
		d.wants("write here…")
	})
}

func TestAnOpenedNightIsSearched(t *testing.T) {
	for _, open := range [][]string{{"f5", "down", "enter"}, {"tab", "left", "down", "enter"}} {
		drive(t, slept, Options{}, 120, 30, func(d *driver) {
			d.press(open...)
			d.press("/")
			d.write("heron")
			d.press("enter")
			d.wants("/ heron · 1 line", "The Heron review")
			d.press("enter", "esc")
			d.lacks("/ heron")
		})
	}
}

// TestLettersStepOnlyInTexts: in a list, n keeps what it does there.
func TestLettersStepOnlyInTexts(t *testing.T) {
	drive(t, filed, Options{}, 100, 30, func(d *driver) {
		d.press("ctrl+l", "down", "n")
		d.wants("new name")
	})
}

func TestWhatStayedIsFolded(t *testing.T) {
	many := func() *fake {
		f := slept()
		for range 3 {
			f.nights[0].Groups = append(f.nights[0].Groups, memory.GroupRecord{
				Outcome: memory.StayedMoments, Reason: "it stands alone", Episodes: f.nights[0].Groups[0].Episodes[:1],
			})
		}
		return f
	}
	drive(t, many, Options{}, 120, 60, func(d *driver) {
		d.press("f5", "down", "enter")
		d.wants("3 moments → facts", "○ 4 moments stayed as they were", "3: it stands alone", "1: all on one day")
		if n := strings.Count(d.text(), "stands alone"); n != 1 {
			t.Errorf("it is said %d times", n)
		}
		for range 8 {
			d.press("down")
		}
		d.press("enter")
		if n := strings.Count(d.text(), "it stands alone"); n != 4 {
			t.Errorf("opened, it is said %d times:\n%s", n, d.text())
		}
		d.press("enter")
		if n := strings.Count(d.text(), "it stands alone"); n != 1 {
			t.Errorf("folded again, it is said %d times", n)
		}
	})
}

func TestAFilterIsKept(t *testing.T) {
	drive(t, slept, Options{}, 100, 30, func(d *driver) {
		d.press("f4", "/")
		d.write("heron")
		d.press("enter", "q", "f4")
		d.wants("/ heron", "The Heron review")
		d.lacks("offsite in Bergen")
		d.press("esc")
		d.wants("offsite in Bergen")
		d.press("q", "f4")
		d.lacks("/ heron")
	})
	drive(t, filed, Options{}, 100, 30, func(d *driver) {
		d.press("ctrl+l", "/")
		d.write("offsite")
		d.press("enter", "q", "ctrl+l")
		d.wants("/ offsite")
		d.press("esc", "q", "ctrl+l")
		d.lacks("/ offsite")
	})
}

func TestSentencesAreSpokenToTheUser(t *testing.T) {
	you := func(s string) string { return strings.ReplaceAll(s, "The user", "You") }
	drive(t, slept, Options{Spoken: you}, 120, 40, func(d *driver) {
		d.wants("You corrected the agent")
		d.press("tab", "enter")
		d.wants("You corrected the agent", "correction by you")
		d.press("esc", "esc", "ctrl+o")
		d.wants("You had coffee with Tomas")
		d.press("esc", "ctrl+r")
		d.write("coffee")
		d.rest()
		d.wants("You had coffee with Tomas")
		d.lacks("The user")
	})
}
