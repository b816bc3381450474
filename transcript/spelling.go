package transcript

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// timeKeys are the names under which messages say when they were, in the order in
// which they are believed.
var timeKeys = [...]string{"at", "timestamp", "time", "created_at", "create_time", "createdAt", "ts", "datetime", "date", "sent_at"}

// times are the times of a message, by those names.
type times struct {
	At         moment `json:"at"`
	Timestamp  moment `json:"timestamp"`
	Time       moment `json:"time"`
	CreatedAt  moment `json:"created_at"`
	CreateTime moment `json:"create_time"`
	CamelCase  moment `json:"createdAt"`
	TS         moment `json:"ts"`
	DateTime   moment `json:"datetime"`
	Date       moment `json:"date"`
	SentAt     moment `json:"sent_at"`
}

// when is the time, and the name it has; none where there is no time.
func (t times) when() (at moment, key string) {
	for i, at := range [len(timeKeys)]moment{t.At, t.Timestamp, t.Time, t.CreatedAt, t.CreateTime, t.CamelCase, t.TS, t.DateTime, t.Date, t.SentAt} {
		if at != (moment{}) {
			return at, timeKeys[i]
		}
	}
	return moment{}, ""
}

func hasTime(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(timeKeys[:], n) })
}

// spelling is which names a file uses where there are several.
type spelling struct {
	time, text []string
	// unread are names that seem to hold times and are not known.
	unread []string
}

func note(list []string, name string) []string {
	const most = 8
	if name == "" || slices.Contains(list, name) || len(list) == most {
		return list
	}
	return append(list, name)
}

var timeLike = regexp.MustCompile(`(?i)time|date|when|stamp|created|sent|posted|^ts|_at$|At$`)

// unreadTimes names what in an object seems to hold a time under a name that is
// not known.
func unreadTimes(object []byte) []string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(object, &fields) != nil {
		return nil
	}
	var names []string
	for name, value := range fields {
		var at moment
		if !timeLike.MatchString(name) || slices.Contains(timeKeys[:], name) || len(value) == 0 || value[0] != '"' && (value[0] < '0' || value[0] > '9') {
			continue
		}
		if at.UnmarshalJSON(value) == nil && at.bad == "" && at.at.After(earliest) && inRange(at.at) {
			names = append(names, beginning([]byte(name)))
		}
	}
	slices.Sort(names)
	return names
}

// earliest is before which a number is a length or a count and no time.
var earliest = time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC)

// Notes are sentences on how the latest reading understood the file: which names
// it took where there are several, and what it did not read.
func (f *File) Notes() []string {
	var lines []string
	for _, of := range []struct {
		what, usual string
		names       []string
	}{{"time", "at", f.spelled.time}, {"text", "text", f.spelled.text}} {
		if len(of.names) > 0 && !slices.Equal(of.names, []string{of.usual}) {
			lines = append(lines, fmt.Sprintf("the %s of a message was read from %s", of.what, inList(of.names)))
		}
	}
	if len(f.spelled.unread) > 0 {
		lines = append(lines, fmt.Sprintf("%s seems to hold times and was not read; name it “at” to have it read", inList(f.spelled.unread)))
	}
	return lines
}

func inList(names []string) string {
	return "“" + strings.Join(names, "”, “") + "”"
}
