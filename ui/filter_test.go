package ui

import (
	"testing"

	"muisto/memory"
)

func TestTheFilterOfMoments(t *testing.T) {
	day := memory.DayOn
	tests := map[string]MomentQuery{
		"":                                 {},
		"coffee  with tomas":               {Filter: "coffee with tomas"},
		"act:decision name:Bergen offsite": {Act: "decision", Name: "Bergen", Filter: "offsite"},
		"name:New_York":                    {Name: "New York"},
		"day:2026-10-02":                   {From: day(2026, 10, 2), To: day(2026, 10, 2)},
		"day:2026-02":                      {From: day(2026, 2, 1), To: day(2026, 2, 28)},
		"day:2024":                         {From: day(2024, 1, 1), To: day(2024, 12, 31)},
		"day:2026-1":                       {},
		"day:":                             {},
		"at 9:30":                          {Filter: "at 9:30"},
	}
	for text, want := range tests {
		if got := filterOf(text); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func TestMomentsAreSortedAndFiltered(t *testing.T) {
	drive(t, talked, Options{}, 100, 30, func(d *driver) {
		d.press("tab", "s")
		d.wants("most remembered first")
		d.press("s")
		d.wants("heaviest first")
		d.press("s")
		d.wants("newest first")
		d.press("/")
		d.write("act:dec")
		d.wants("/ act:dec", "The team chose Lisbon")
		d.lacks("had coffee with Tomas, who")
	})
}
