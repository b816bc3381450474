// Package when finds dates and times in text and resolves them against the time
// at which the text was said. The rules for English are code; each other language
// has a table in languages/.
//
// It knows tables of words and the calendar, nothing else: no clock, no
// settings, no memory. Weeks begin on Monday. "next Friday" is the Friday of
// the next week in every language, "coming Friday" the next one to come, "last
// Friday" the latest one before today; a weekday alone is the coming one, or the
// latest one where the sentence looks back. "3/6" is 3 June: the day comes first,
// except where that is no date ("6/14").
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

	// tongue is the language of a time that a table told; nil for English.
	tongue *language
	// weeks is the number of weeks of a distance said in weeks, dayOfMonth a day
	// of a month that is not named; 0 for neither.
	weeks, dayOfMonth int
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
	return newReader(text, said, turn).spans()
}

func newReader(text string, said time.Time, turn int) *reader {
	return &reader{text: text, toks: tokenise(text), today: memory.DayOf(said, turn)}
}

// spans gives the times of the text, in order.
func (r *reader) spans() []Span {
	var spans []Span
	for i := 0; i < len(r.toks); {
		n, s := r.at(i)
		if n == 0 {
			i++
			continue
		}
		if !s.HasDay() && !s.Recurs && !s.Clock {
			i += n // it looks like a time and is none
			continue
		}
		first := r.includePreposition(i, &s)
		s.Start, s.End = r.toks[first].start, r.toks[i+n-1].end
		spans = append(spans, s)
		i += n
	}
	spans = r.join(spans)
	for i := range spans {
		spans[i].Text = r.text[spans[i].Start:spans[i].End]
	}
	return spans
}

// Resolve gives the day that a phrase means: the day itself, or the last day
// of a week, a month or a season. It reports false for a phrase that names no
// day. The phrase is taken for a time: "3.6." is a date here whatever is around
// it, and "hier" is French.
func Resolve(phrase string, said time.Time, turn int) (memory.Day, bool) {
	s, ok := Meant(phrase, said, turn)
	return s.Day(), ok
}

// Meant gives the first days that a phrase names, or what they are narrowed to
// ("this week, on Thursday"), as Resolve reads them.
func Meant(phrase string, said time.Time, turn int) (Span, bool) {
	if len(phrase) > MaxText {
		phrase = phrase[:MaxText]
	}
	r := newReader(phrase, said, turn)
	r.phrase = len(r.toks) <= maxPhrase
	var meant Span
	for _, s := range r.spans() {
		if s.HasDay() && (!meant.HasDay() || meant.From <= s.From && s.To < meant.To) {
			meant = s
		}
	}
	return meant, meant.HasDay()
}

// maxPhrase is how many words a phrase has that says when and no more.
const maxPhrase = 6

// reader holds one text while its times are found.
type reader struct {
	text  string
	toks  []token
	today memory.Day
	// phrase: the text is said to be a time, and nothing else.
	phrase bool
	// tongue is the language whose table is being read; nil for English.
	tongue *language
	// spoken holds what is known of the text's languages.
	spoken map[*language]bool
}

// A rule looks for one kind of time at token i and gives the number of tokens
// that it takes, 0 for none.
type rule func(r *reader, i int) (int, Span)

// rules in order of preference; the longest match wins, the earlier of equals.
func rules() []rule {
	return []rule{
		numericDate, monthDay, dayMonth, ordinalDay, weekdayOfMonth,
		relativeWord, dayPart, agoOrAhead, weeksFrom, edgeOfPeriod, period, season,
		weekday, monthAlone, yearAlone, holiday,
		foreign,
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
	if l := s.tongue; l != nil {
		if n := l.endsWith(r, i, isUntil); n > 0 {
			s.Until = true
			return i - n
		}
		return i - l.endsWith(r, i, isSince)
	}
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

// Label writes the days of a span with no more precision than was said:
// "2026-06-03 Wed", "2026-06" for a month, "2027" for a year, and both ends of any
// other stretch; empty for none.
func (s Span) Label() string {
	const month, year = "2006-01", "2006"
	switch {
	case !s.HasDay():
		return ""
	case s.From == s.To:
		return s.From.String() + " " + s.From.Weekday().String()[:3]
	case isWholeMonth(s):
		return s.From.String()[:len(month)]
	case isWholeYear(s):
		return s.From.String()[:len(year)]
	}
	return s.From.String() + " to " + s.To.String()
}
