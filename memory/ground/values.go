package ground

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"muisto/memory"
	"muisto/memory/when"
)

// Values are what of a text can be right or wrong by itself: its days, times of
// day and numbers.
type Values struct {
	// days are those named by their date, or reckoned, each with its weekday.
	days     map[date]time.Weekday
	weekdays map[time.Weekday]bool
	// minutes are times of day, in minutes since midnight.
	minutes map[int]bool
	numbers map[string]bool
}

// date is a day of any year: people leave the year out.
type date struct {
	month time.Month
	day   int
}

func dateOf(d memory.Day) date {
	_, month, day := d.Date()
	return date{month, day}
}

func noValues() Values {
	return Values{days: map[date]time.Weekday{}, weekdays: map[time.Weekday]bool{}, minutes: map[int]bool{}, numbers: map[string]bool{}}
}

// Read returns the values of a text said at a time, where days turn at the hour
// turn.
func Read(text string, at time.Time, turn int) Values {
	v := noValues()
	v.read(text, at, turn)
	return v
}

func (v Values) read(text string, at time.Time, turn int) {
	rest := []byte(text)
	for _, s := range when.Find(text, at, turn) {
		bare := s.HasWkday && !strings.ContainsFunc(s.Text, unicode.IsDigit) // "on Friday" may be any
		if s.HasDay() && s.To-s.From <= 1 && !bare {
			v.days[dateOf(s.From)], v.days[dateOf(s.To)] = s.From.Weekday(), s.To.Weekday()
		}
		if s.HasWkday {
			v.weekdays[s.Weekday] = true
		}
		if s.Clock && s.Minute >= 0 {
			v.minutes[s.Minute] = true
		}
		if s.HasDay() || s.HasWkday || s.Clock {
			for i := s.Start; i < s.End; i++ {
				rest[i] = ' '
			}
		}
	}
	for _, m := range clock.FindAllSubmatchIndex(rest, -1) {
		v.readClock(rest, m)
	}
	for _, n := range numbersIn(string(rest)) {
		v.numbers[n] = true
	}
}

// readClock takes a time of day out of a text.
func (v Values) readClock(text []byte, m []int) {
	group := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return asciiDigits(string(text[m[2*i]:m[2*i+1]]))
	}
	hour, _ := strconv.Atoi(group(1) + group(3) + group(6) + group(7))
	minute, _ := strconv.Atoi(group(2) + group(4))
	switch half := strings.ToLower(group(5)); {
	case hour > 24 || minute > 59:
		return
	case half == "p" && hour < 12:
		hour += 12
	case half == "a" && hour == 12:
		hour = 0
	}
	v.minutes[hour*60+minute] = true
	for i := m[0]; i < m[1]; i++ {
		text[i] = ' '
	}
}

// clock is a time of day in the ways that the table of phrases leaves out:
// "14:30", "2 pm", "klo 14", "um 14 Uhr", "à 14h".
var clock = regexp.MustCompile(`(?i)(?:\b(\p{Nd}{1,2})[:h](\p{Nd}{2})\b|\b(\p{Nd}{1,2})(?:[:.](\p{Nd}{2}))?\s*([ap])\.?m\b\.?|(?:\b(?:klo|kello|kl\.?|um|a las|alle|om)|à|às)\s+(\p{Nd}{1,2})(?:\s*uhr|\s*h)?\b|\b(\p{Nd}{1,2})\s*(?:uhr|uur)\b)`)

// Empty reports whether there are none.
func (v Values) Empty() bool {
	return len(v.days)+len(v.weekdays)+len(v.minutes)+len(v.numbers) == 0
}

// Contradicts reports whether two statements of one thing cannot both hold for
// their values: of some type both have values, and neither has all of the
// other's.
func (v Values) Contradicts(w Values) bool {
	switch {
	case len(v.days) > 0 && len(w.days) > 0:
		if apart(v.days, w.days) {
			return true
		}
	case len(v.days) > 0:
		if otherDay(v.days, w.weekdays) {
			return true
		}
	case len(w.days) > 0:
		if otherDay(w.days, v.weekdays) {
			return true
		}
	default:
		if apart(v.weekdays, w.weekdays) {
			return true
		}
	}
	return apart(v.numbers, w.numbers) || apartMinutes(v.minutes, w.minutes)
}

// Adds reports whether v has values that w has not.
func (v Values) Adds(w Values) bool {
	days := !within(v.days, w.days) && (len(w.days) > 0 || len(w.weekdays) == 0)
	return days || !within(v.weekdays, w.weekdays) || !within(v.numbers, w.numbers) || !withinMinutes(v.minutes, w.minutes)
}

// otherDay reports whether dates fall on none of the weekdays, if there are any.
func otherDay(days map[date]time.Weekday, weekdays map[time.Weekday]bool) bool {
	for _, wd := range days {
		if weekdays[wd] {
			return false
		}
	}
	return len(weekdays) > 0
}

// apart reports whether neither of two sets has all of the other. Two empty
// ones, or an empty and another, are not apart.
func apart[T comparable, V any](a, b map[T]V) bool { return !within(a, b) && !within(b, a) }

func within[T comparable, V any](a, b map[T]V) bool {
	for x := range a {
		if _, ok := b[x]; !ok {
			return false
		}
	}
	return true
}

func apartMinutes(a, b map[int]bool) bool { return !withinMinutes(a, b) && !withinMinutes(b, a) }

// withinMinutes takes two in the afternoon for two where no half of the day was
// said.
func withinMinutes(a, b map[int]bool) bool {
	for x := range a {
		if !hasMinute(b, x) {
			return false
		}
	}
	return true
}

const halfDay = 12 * 60

func hasMinute(set map[int]bool, m int) bool {
	return set[m] || set[m+halfDay] || m >= halfDay && set[m-halfDay]
}
