package memory

import "time"

// Calendar says where a person's days turn, and in which zone.
type Calendar struct {
	// Turn is the hour at which a local day ends, 0 to 23: where it is 4, what
	// is said at two in the night belongs to the evening before.
	Turn int
	// Zone is where the person is; nil for UTC.
	Zone *time.Location
}

// DayOf returns the day that t belongs to, in the zone that t was written in.
func (c Calendar) DayOf(t time.Time) Day { return DayOf(t, c.Turn) }

// End is the moment at which a day is over in the person's zone.
func (c Calendar) End(d Day) time.Time {
	zone := c.Zone
	if zone == nil {
		zone = time.UTC
	}
	return d.Ends(c.Turn, zone)
}
