package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"muisto/memory"
)

// The years that a message may be from: before, nobody chatted with a computer;
// what lies beyond is a time in other units.
const (
	firstYear = 1970
	lastYear  = 2200
)

func inRange(t time.Time) bool { return t.Year() >= firstYear && t.Year() <= lastYear }

// local puts a time in UTC into the person's own zone.
func local(t time.Time, zone *time.Location) time.Time {
	if _, offset := t.Zone(); offset == 0 {
		return t.In(zone)
	}
	return t
}

// moment is a time as exports write it: seconds or milliseconds since 1970, with
// or without a fraction, or as ISO 8601. None, null and 0 are no time.
type moment struct {
	at time.Time
	// floating is a time that names no zone: it is the person's own.
	floating bool
	// bad is what was there instead of a time.
	bad string
}

// millisFrom is where numbers are milliseconds: as seconds they would lie in the
// year 5138.
const millisFrom = 1e11

// UnmarshalJSON reads whatever is there; what is no time is told by in, which
// knows where it stands.
func (m *moment) UnmarshalJSON(data []byte) error {
	*m = moment{}
	data = bytes.TrimSpace(data)
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	text := string(data)
	if data[0] == '"' {
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
	}
	m.read(strings.TrimSpace(text))
	return nil
}

func (m *moment) read(text string) {
	if text == "" {
		return
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		m.count(n, text)
		return
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05Z07:00"} {
		if at, err := time.Parse(layout, text); err == nil {
			if m.at = at; at.IsZero() {
				m.bad = text // else it would be no time
			}
			return
		}
	}
	for _, layout := range []string{"2006-01-02T15:04:05", time.DateTime, time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil {
			m.at, m.floating = at, true
			return
		}
	}
	m.bad = text
}

func (m *moment) count(n float64, text string) {
	if math.Abs(n) >= millisFrom {
		n /= 1000
	}
	switch {
	case n == 0:
	case n > 0 && n < millisFrom:
		m.at = time.UnixMicro(int64(math.Round(n * 1e6))).UTC()
	default: // NaN too
		m.bad = text
	}
}

// in gives the time in the person's zone; zero if there is none.
func (m moment) in(zone *time.Location) (time.Time, error) {
	at := m.at
	switch {
	case m.bad != "":
		return at, fmt.Errorf("“%s” is no time", beginning([]byte(m.bad)))
	case at.IsZero():
		return at, nil
	case m.floating:
		at = time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), at.Nanosecond(), zone)
	}
	if !inRange(at) {
		return at, fmt.Errorf("a time is in the year %d", at.Year())
	}
	return local(at, zone), nil
}

// date gives a time to each message of a conversation that has none: that of the
// message before it, for the first ones when the conversation began. Where
// nothing has a time, that of the file.
func (f *File) date(messages []memory.Message, began time.Time) {
	for _, m := range messages {
		if !m.At.IsZero() {
			if began.IsZero() || m.At.Before(began) {
				began = m.At
			}
			break
		}
	}
	if began.IsZero() {
		began = f.Written()
		f.undated += len(messages)
	}
	for i := range messages {
		if messages[i].At.IsZero() {
			messages[i].At = began
		}
		began = messages[i].At
	}
}
