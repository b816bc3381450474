package ui

import (
	"strings"
	"time"

	"muisto/memory"
)

// filterOf reads what is written in the filter of the moments: words, and among
// them act:decision, name:Bergen (with _ for a space) and day:2026-10-02, or a
// month, day:2026-10, or a year. What is no day yet, as it is being typed,
// keeps all.
func filterOf(text string) MomentQuery {
	var q MomentQuery
	var words []string
	for _, word := range strings.Fields(text) {
		what, value, ok := strings.Cut(word, ":")
		switch {
		case ok && strings.EqualFold(what, "act"):
			q.Act = value
		case ok && strings.EqualFold(what, "name"):
			q.Name = strings.ReplaceAll(value, "_", " ")
		case ok && strings.EqualFold(what, "day"):
			q.From, q.To = daysIn(value)
		default:
			words = append(words, word)
		}
	}
	q.Filter = strings.Join(words, " ")
	return q
}

// daysIn is the first and the last day of a year, a month or a day; zeros for
// anything else.
func daysIn(s string) (from, to memory.Day) {
	for _, span := range []struct {
		layout              string
		years, months, days int
	}{{"2006", 1, 0, 0}, {"2006-01", 0, 1, 0}, {time.DateOnly, 0, 0, 1}} {
		if t, err := time.Parse(span.layout, s); err == nil {
			return memory.DayOn(t.Date()), memory.DayOn(t.AddDate(span.years, span.months, span.days).Date()) - 1
		}
	}
	return 0, 0
}
