package neocortex

import "testing"

func TestSameAbout(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"the launch: date", "Launch: date", true},
		{"the launch: date", "the launch: day", true},
		{"the Tideline review: day", "Tideline reviews with Oskar: weekday", true},
		{"the user's sister Ilona: town", "sister Ilona: home", true},
		{"the user: coffee", "the user: coffee", true},
		{"the Wednesday Tideline review: day", "the Tideline review: day", true},
		{"the pottery class at Lindqvist's: time", "the pottery class: time", true},
		{"the pottery class: time", "the pottery class and the market: time", false},
		{"Petra's pottery class: time", "the pottery class: time", false},
		{"the user: seat on train", "the user: seats on trains", true},
		{"the user's sister Ilona: town", "the user's sister Petra: town", false},
		{"Ilona: town", "Ilona and Petra: town", false},
		{"Petra: town", "Ilona and Petra: town", false},
		{"the user's sister: town", "the user's sister Petra: town", false},
		{"the Heron deadline: date", "the Plover deadline: date", false},
		{"the Heron deadline: date", "the Heron launch: date", false},
		{"the user: coffee", "the user: seat on train", false},
		{"the user: coffee", "the agent: coffee", false},
		{"the launch: date", "the launch: place", false},
		{"the launch", "the launch: place", false},
		{"Plan 1: room", "Plan 2: room", false},
		{"", "", false},
		{"the: date", "a: date", false},
	} {
		if got := SameAbout(c.a, c.b); got != c.same {
			t.Errorf("SameAbout(%q, %q) = %v", c.a, c.b, got)
		}
		if got := SameAbout(c.b, c.a); got != c.same {
			t.Errorf("SameAbout(%q, %q) = %v", c.b, c.a, got)
		}
	}
}

func TestSaysSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"The Heron review is on Wednesday.", "The Heron review is on Wednesdays", true},
		{"The agent said that glass is collected on Tuesdays.", "Glass is collected on Tuesdays.", true},
		{"The Tideline review with Oskar is on Wednesday.", "The Tideline review is on Wednesday.", true},
		{"The launch is on 14 June.", "The launch is on 2026-06-14.", true},
		{"The standup is at 10:00.", "The standup is at ten.", true},
		{"The Heron review is on Wednesday.", "The Heron review is on Thursday.", false},
		{"The Heron review is on Wednesday.", "The Heron review is on Wednesday at ten.", false},
		{"The user prefers a window seat.", "The user prefers an aisle seat.", false},
		{"The budget has been approved.", "The budget has not been approved.", false},
		{"The budget was approved.", "The budget wasn't approved.", false},
		{"Ilona lives in Turku.", "Petra lives in Turku.", false},
		{"The user has a dog.", "The user has a dog, a boat, a horse and a house by the lake.", false},
		{"", "", false},
	} {
		if got := SaysSame(c.a, c.b); got != c.same {
			t.Errorf("SaysSame(%q, %q) = %v", c.a, c.b, got)
		}
	}
}
