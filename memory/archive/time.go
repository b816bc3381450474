package archive

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"muisto/memory"
)

// Time is a time with the writer's offset, as RFC 3339; where that cannot hold
// the offset, which goes to the second in old times, in UTC with the seconds
// behind it: "1900-01-01T00:00:00Z[+5989]".
type Time struct{ Time time.Time }

// IsZero reports whether there is none.
func (t Time) IsZero() bool { return t.Time.IsZero() }

// MarshalText writes the time.
func (t Time) MarshalText() ([]byte, error) {
	if fits(t.Time) {
		return t.Time.AppendFormat(nil, time.RFC3339Nano), nil
	}
	_, offset := t.Time.Zone()
	return fmt.Appendf(t.Time.UTC().AppendFormat(nil, time.RFC3339Nano), "[%+d]", offset), nil
}

// maxOffset is the largest offset from UTC that RFC 3339 holds, in seconds.
const maxOffset = 24*60*60 - 60

// fits reports whether RFC 3339 can hold the time as it is.
func fits(t time.Time) bool {
	_, offset := t.Zone()
	return offset%60 == 0 && -maxOffset <= offset && offset <= maxOffset && 1 <= t.Year() && t.Year() <= 9999
}

// UnmarshalText reads the time.
func (t *Time) UnmarshalText(text []byte) error {
	plain, seconds, found := strings.Cut(strings.TrimSuffix(string(text), "]"), "[")
	at, err := time.Parse(time.RFC3339Nano, plain)
	if err != nil {
		return fmt.Errorf("%.40q is no time like 2026-05-18T09:14:00+03:00", text)
	}
	_, offset := at.Zone()
	if found {
		if offset, err = strconv.Atoi(seconds); err != nil {
			return fmt.Errorf("%.40q is no time: its offset is not in seconds", text)
		}
	}
	t.Time = inOffset(at, offset)
	return nil
}

func inOffset(t time.Time, offset int) time.Time {
	if offset == 0 {
		return t.UTC()
	}
	return t.In(time.FixedZone("", offset))
}

// SetAt sets the time of a message, so that others can read it, too.
func (m *Message) SetAt(t time.Time) {
	m.At, m.Offset = Time{t}, 0
	if !fits(t) {
		_, m.Offset = t.Zone()
		m.At = Time{t.UTC()}
	}
}

// SaidAt is the time of a message.
func (m *Message) SaidAt() time.Time {
	if m.Offset != 0 {
		return inOffset(m.At.Time, m.Offset)
	}
	return m.At.Time
}

// Day is a memory.Day, "2026-05-18"; "" is none. One of a year that is not
// written in four digits is a count: "#3652060".
type Day memory.Day

// MarshalText writes the day.
func (d Day) MarshalText() ([]byte, error) {
	if day := memory.Day(d); d != 0 {
		if year, _, _ := day.Date(); year < 1 || year > 9999 {
			return fmt.Appendf(nil, "#%d", d), nil
		}
	}
	return []byte(memory.Day(d).String()), nil
}

// UnmarshalText reads the day.
func (d *Day) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*d = 0
		return nil
	}
	if count, ok := strings.CutPrefix(string(text), "#"); ok {
		n, err := strconv.ParseInt(count, 10, 32)
		*d = Day(n)
		return err
	}
	day, err := memory.ParseDay(string(text))
	*d = Day(day)
	return err
}

// EpisodeID is written "e12".
type EpisodeID memory.EpisodeID

// MarshalText writes the id.
func (id EpisodeID) MarshalText() ([]byte, error) { return []byte(memory.EpisodeID(id).String()), nil }

// UnmarshalText reads the id.
func (id *EpisodeID) UnmarshalText(text []byte) error {
	read, ok := memory.ParseEpisodeID(string(text))
	if !ok {
		return fmt.Errorf("%.40q is no moment's id", text)
	}
	*id = EpisodeID(read)
	return nil
}

// FactID is written "f3".
type FactID memory.FactID

// MarshalText writes the id.
func (id FactID) MarshalText() ([]byte, error) { return []byte(memory.FactID(id).String()), nil }

// UnmarshalText reads the id.
func (id *FactID) UnmarshalText(text []byte) error {
	read, ok := memory.ParseFactID(string(text))
	if !ok {
		return fmt.Errorf("%.40q is no fact's id", text)
	}
	*id = FactID(read)
	return nil
}
