package memory

import "time"

// Clock gives the date and the time of day. Nothing else in muisto asks the
// machine what time it is.
type Clock interface {
	// Now is in the person's own zone.
	Now() time.Time
}

// SystemClock is the machine's clock in the machine's zone.
type SystemClock struct{}

// Now is the machine's time.
func (SystemClock) Now() time.Time { return time.Now() }

// FixedClock stands still.
type FixedClock time.Time

// Now is always the same.
func (c FixedClock) Now() time.Time { return time.Time(c) }

// ClockFrom gives a clock that shows at now and runs on from there.
func ClockFrom(at time.Time) Clock { return runningClock{at: at, since: time.Now()} }

type runningClock struct{ at, since time.Time }

func (c runningClock) Now() time.Time { return c.at.Add(time.Since(c.since)) }
