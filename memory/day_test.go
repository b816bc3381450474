package memory

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestTheDayTurnsInTheNight(t *testing.T) {
	helsinki := time.FixedZone("", 3*3600)
	tests := []struct {
		at   time.Time
		want string
	}{
		{time.Date(2026, 5, 18, 14, 0, 0, 0, helsinki), "2026-05-18"},
		{time.Date(2026, 5, 19, 3, 59, 0, 0, helsinki), "2026-05-18"},
		{time.Date(2026, 5, 19, 4, 0, 0, 0, helsinki), "2026-05-19"},
		{time.Date(2026, 5, 19, 1, 0, 0, 0, helsinki), "2026-05-18"}, // 22:00 UTC the day before
		{time.Date(2027, 1, 1, 2, 0, 0, 0, helsinki), "2026-12-31"},
		{time.Date(2028, 3, 1, 3, 0, 0, 0, helsinki), "2028-02-29"},
	}
	for _, tt := range tests {
		if got := DayOf(tt.at, 4).String(); got != tt.want {
			t.Errorf("%v belongs to %s, want %s", tt.at, got, tt.want)
		}
	}
}

func TestDaysRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Day(rapid.Int32Range(1, 60000).Draw(t, "d"))
		got, err := ParseDay(d.String())
		if err != nil || got != d {
			t.Fatalf("%s reads as %v, %v", d, got, err)
		}
		if y, m, dd := d.Date(); DayOn(y, m, dd) != d {
			t.Fatalf("%s is not on its own date", d)
		}
	})
}

func TestADayEndsAtTheTurnOfTheNextOne(t *testing.T) {
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Skip("no zone data here:", err)
	}
	d := DayOn(2026, 3, 28) // summer time begins in the night after
	if got, want := d.Ends(4, rome), time.Date(2026, 3, 29, 4, 0, 0, 0, rome); !got.Equal(want) {
		t.Errorf("ends %v, want %v", got, want)
	}
	if DayOf(d.Ends(4, rome).Add(-time.Second), 4) != d || DayOf(d.Ends(4, rome), 4) != d+1 {
		t.Error("the end is not the turn")
	}
}

func TestNoDay(t *testing.T) {
	var none Day
	if none.String() != "" {
		t.Errorf("no day is written %q", none)
	}
	if _, err := ParseDay("31.12.2026"); err == nil {
		t.Error("a date in another form is taken")
	}
}
