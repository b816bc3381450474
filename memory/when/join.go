package when

import (
	"strings"
	"time"

	"muisto/memory"
)

// join puts a day and a time of day that stand side by side into one span.
func (r *reader) join(spans []Span) []Span {
	var out []Span
	for _, s := range spans {
		if len(out) > 0 {
			last := &out[len(out)-1]
			gap := r.text[last.End:s.Start]
			if whole, ok := r.within(*last, s); ok && (isGlue(gap) || gap == ". " && last.dayOfMonth > 0) {
				*last = whole
				continue
			}
			if gapJoins(gap) && oneOfEach(*last, s) {
				*last = merged(*last, s)
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

func gapJoins(gap string) bool {
	switch gap {
	case " ", ", ", " at ", ", at ", " on ", ", on ", " around ", " from ", " the ", " of ", " in the ":
		return true
	}
	return false
}

// oneOfEach: one is a time of day alone, the other a day without a time.
func oneOfEach(a, b Span) bool {
	aClock := a.Clock && !a.HasDay() && !a.Recurs
	bClock := b.Clock && !b.HasDay() && !b.Recurs
	if aClock == bClock {
		// "Tuesday 12 May": a weekday beside its date.
		return !aClock && a.HasWkday && !a.Recurs && !b.HasWkday && !b.Recurs && !a.Clock && b.From == b.To
	}
	return !(a.Clock && b.Clock)
}

func merged(a, b Span) Span {
	day, clock := a, b
	if a.Clock && !a.HasDay() && !a.Recurs {
		day, clock = b, a
	}
	if !clock.Clock {
		day = b // the date says more than its weekday
		day.Weekday, day.HasWkday = a.Weekday, true
	} else {
		day.Clock, day.Minute = true, clock.Minute
	}
	day.Until = a.Until || b.Until
	day.Start, day.End = a.Start, b.End
	return day
}

// within puts a weekday into the week said beside it, in either order
// ("Thursday of next week", "nächste Woche Donnerstag"), and a day of the month
// into its month.
func (r *reader) within(a, b Span) (Span, bool) {
	for _, order := range [][2]Span{{a, b}, {b, a}} {
		part, whole := order[0], order[1]
		var day memory.Day
		switch {
		case part.HasWkday && part.From != 0 && part.From == part.To && whole.weeks > 0:
			day = part.From + memory.Day(7*whole.weeks)
		case part.HasWkday && !part.Recurs && part.From == part.To && isWholeWeek(whole):
			day = whole.From + memory.Day((int(part.Weekday)+6)%7)
			if day == part.From && whole.From == monday(r.today) {
				return Span{}, false // "on Thursday this week": how long it holds is said too
			}
		case part.dayOfMonth > 0 && isWholeMonth(whole):
			y, m, _ := whole.From.Date()
			if !dayExists(y, m, part.dayOfMonth) {
				return Span{}, false
			}
			day = memory.DayOn(y, m, part.dayOfMonth)
		default:
			continue
		}
		return Span{
			Start: a.Start, End: b.End, From: day, To: day, Until: a.Until || b.Until,
			Weekday: part.Weekday, HasWkday: part.HasWkday,
			Clock: part.Clock, Minute: max(part.Minute, whole.Minute), tongue: part.tongue,
		}, true
	}
	return Span{}, false
}

func isWholeWeek(s Span) bool {
	return s.From != 0 && s.From.Weekday() == time.Monday && s.To == s.From+6
}

func isWholeMonth(s Span) bool {
	y, m, d := s.From.Date()
	return s.From != 0 && d == 1 && s.To == memory.DayOn(y, m+1, 0)
}

func isWholeYear(s Span) bool {
	y, m, d := s.From.Date()
	return s.From != 0 && m == 1 && d == 1 && s.To == memory.DayOn(y, 12, 31)
}

// maxGlue is how many little words may stand between a weekday and its week.
const maxGlue = 3

// isGlue reports whether a gap holds nothing but little words.
func isGlue(gap string) bool {
	if strings.ContainsAny(gap, ".;:!?()\n") {
		return false
	}
	words := strings.FieldsFunc(gap, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) > maxGlue {
		return false
	}
	for _, w := range words {
		if !theLexicon().glue[strings.ToLower(w)] {
			return false
		}
	}
	return true
}
