// Package when finds dates and times in English text (and the plainest ones in
// Finnish) and resolves them against the time at which the text was said.
//
// It knows a table of words and the calendar, nothing else: no clock, no
// settings, no memory. Weeks begin on Monday. "next Friday" is the Friday of
// the next week, "last Friday" the latest one before today; a weekday alone is
// the coming one, or the latest one where the sentence looks back.
package when

import (
	"time"

	"muisto/memory"
)

// MaxText is the length in bytes up to which a text is looked at; what comes
// after it is a paste, and its dates are nobody's.
const MaxText = 64 << 10

// Span is one time said in a text.
type Span struct {
	// Start and End are byte offsets: text[Start:End] == Text.
	Start, End int
	Text       string
	// From and To are the first and the last day meant; both zero where no
	// day is named (a time of day alone, something that recurs).
	From, To memory.Day
	// Until: the time is said as an end ("until Friday", "by 12 May"). From is
	// then the day named, or the first day of the period named, as without it.
	Until bool
	// Recurs: it comes again and again ("on Wednesdays", "every Thursday").
	Recurs bool
	// Weekday is the day named where one was, as in "Friday" or "Fridays".
	Weekday  time.Weekday
	HasWkday bool
	// Clock: a time of day is named ("at ten", "9:30"), alone or beside a day.
	Clock bool
	// Minute is that time in minutes since midnight, where it is unambiguous
	// enough to tell; -1 otherwise.
	Minute int
}

// HasDay reports whether the span names a day or a run of days.
func (s Span) HasDay() bool { return s.From != 0 }

// Day is the last day meant, for a span that names one.
func (s Span) Day() memory.Day { return s.To }

// Find gives the times said in text, in order, none overlapping another. said
// is the time of the message in the speaker's own zone, turn the hour (0 to
// 23) at which a day turns.
func Find(text string, said time.Time, turn int) []Span {
	if len(text) > MaxText {
		text = text[:MaxText]
	}
	r := reader{text: text, toks: tokenise(text), today: memory.DayOf(said, turn)}
	var spans []Span
	for i := 0; i < len(r.toks); {
		n, s := r.at(i)
		if n == 0 {
			i++
			continue
		}
		first := r.includePreposition(i, &s)
		s.Start, s.End = r.toks[first].start, r.toks[i+n-1].end
		spans = append(spans, s)
		i += n
	}
	spans = r.join(spans)
	for i := range spans {
		spans[i].Text = text[spans[i].Start:spans[i].End]
	}
	return spans
}

// Resolve gives the day that a phrase means: the day itself, or the last day
// of a week, a month or a season. It reports false for a phrase that names no
// day.
func Resolve(phrase string, said time.Time, turn int) (memory.Day, bool) {
	for _, s := range Find(phrase, said, turn) {
		if s.HasDay() {
			return s.Day(), true
		}
	}
	return 0, false
}

// reader holds one text while its times are found.
type reader struct {
	text  string
	toks  []token
	today memory.Day
}

// A rule looks for one kind of time at token i and gives the number of tokens
// that it takes, 0 for none.
type rule func(r *reader, i int) (int, Span)

// rules in order of preference; the longest match wins, the earlier of equals.
func rules() []rule {
	return []rule{
		numericDate, monthDay, dayMonth, ordinalDay,
		relativeWord, dayPart, agoOrAhead, edgeOfPeriod, period, season,
		weekday, monthAlone, yearAlone, holiday,
		finnishPhrase, finnishDate,
		clockTime,
	}
}

var allRules = rules()

func (r *reader) at(i int) (int, Span) {
	best, span := 0, Span{}
	for _, try := range allRules {
		if n, s := try(r, i); n > best {
			best, span = n, s
		}
	}
	if best > 0 && !span.Clock {
		span.Minute = -1
	}
	return best, span
}

// includePreposition takes in a word before the time that changes what it
// means, and marks an end. It gives the first token of the span.
func (r *reader) includePreposition(i int, s *Span) int {
	j := i
	if j > 0 && r.toks[j-1].low == "the" {
		j--
	}
	if j == 0 || r.toks[j-1].end+1 < r.toks[j].start {
		return i
	}
	switch r.toks[j-1].low {
	case "until", "till", "til", "by", "through":
		s.Until = true
		return j - 1
	case "since", "before", "after":
		return j - 1
	}
	return i
}

// join puts a day and a time of day that stand side by side into one span.
func (r *reader) join(spans []Span) []Span {
	var out []Span
	for _, s := range spans {
		if len(out) > 0 {
			last := &out[len(out)-1]
			if gapJoins(r.text[last.End:s.Start]) && oneOfEach(*last, s) {
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
