package store

import (
	"fmt"
	"time"
)

// The years that a message may be from: what a person can have meant, and what
// every format can hold.
const (
	firstYear = 1
	lastYear  = 9999
)

func micros(t time.Time) int64 { return t.UnixMicro() }

func offset(t time.Time) int {
	_, seconds := t.Zone()
	return seconds
}

// stored is t as it comes back from the file: to the microsecond, in a zone
// that is only an offset.
func stored(t time.Time) time.Time { return timeOf(micros(t), offset(t)) }

func timeOf(at int64, offset int) time.Time {
	if offset == 0 {
		return time.UnixMicro(at).UTC()
	}
	return time.UnixMicro(at).In(time.FixedZone("", offset))
}

func checkTime(t time.Time) error {
	if y := t.UTC().Year(); y < firstYear || y > lastYear {
		return fmt.Errorf("the year %d is out of range", y)
	}
	return nil
}

// wrap says what was being done, if anything went wrong.
func wrap(err error, doing string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}
