package memory

import (
	"fmt"
	"time"
)

// Day is a calendar day, counted from 1 January 1970 as day 1, so that the
// zero value means "no day".
type Day int32

// DayOn gives the day of a calendar date.
func DayOn(year int, month time.Month, day int) Day {
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()/86400) + 1
}

// DayOf gives the local day that t belongs to, in t's own zone, where a day
// turns at the hour turn (0 to 23).
func DayOf(t time.Time, turn int) Day {
	y, m, d := t.Date()
	if t.Hour() < turn {
		d--
	}
	return DayOn(y, m, d)
}

// ParseDay reads "2026-05-18".
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return 0, fmt.Errorf("read the date %q: %w", s, err)
	}
	return DayOn(t.Date()), nil
}

// Time is midnight at the start of the day in loc.
func (d Day) Time(loc *time.Location) time.Time {
	y, m, day := d.utc().Date()
	return time.Date(y, m, day, 0, 0, 0, 0, loc)
}

// Ends is the moment at which the day is over in loc, where days turn at turn.
func (d Day) Ends(turn int, loc *time.Location) time.Time {
	y, m, day := d.utc().Date()
	return time.Date(y, m, day+1, turn, 0, 0, 0, loc)
}

// Weekday is the day of the week.
func (d Day) Weekday() time.Weekday { return d.utc().Weekday() }

// String gives "2026-05-18", or "" for no day.
func (d Day) String() string {
	if d == 0 {
		return ""
	}
	return d.utc().Format(time.DateOnly)
}

// Date gives the year, month and day of the month.
func (d Day) Date() (int, time.Month, int) { return d.utc().Date() }

func (d Day) utc() time.Time { return time.Unix(int64(d-1)*86400, 0).UTC() }
