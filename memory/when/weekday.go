package when

import (
	"strings"
	"time"

	"muisto/memory"
)

// weekday reads "Friday", "next Friday", "on Fridays", "every Friday".
func weekday(r *reader, i int) (int, Span) {
	j, step, stepped, every := i, 0, false, false
	switch w := r.low(i); w {
	case "every", "each":
		every = true
		j++
		if r.low(j) == "other" || r.low(j) == "second" {
			j++
		}
	default:
		var n int
		if n, step, stepped = r.steps(i); stepped {
			j += n
			stepped = r.low(j-1) != "coming" // the next to come
		}
	}
	if j > i && !r.adjacent(j-1) {
		return 0, Span{}
	}
	if every {
		if n := recurringUnit(r.low(j)); n > 0 {
			return j + 1 - i, Span{Recurs: true}
		}
	}
	wd, plural, ok := weekdayNamed(r.low(j))
	if !ok {
		return 0, Span{}
	}
	n := j + 1 - i
	if r.adjacent(j) {
		switch p := r.low(j + 1); {
		case partOfDay(p):
			n++
		case partOfDay(strings.TrimSuffix(p, "s")):
			plural = true
			n++
		}
	}
	s := Span{Weekday: wd, HasWkday: true}
	if every || plural {
		s.Recurs = true
		return n, s
	}
	d := r.weekdayDate(i, wd, step, stepped)
	if r.adjacent(j) && !stepped {
		switch r.low(j + 1) {
		case "week": // "Friday week"
			d, n = d+7, n+1
		case "fortnight":
			d, n = d+14, n+1
		}
	}
	s.From, s.To = d, d
	return n, s
}

func recurringUnit(w string) int {
	switch w {
	case "day", "week", "month", "year", "morning", "evening", "night", "weekend", "afternoon", "weekday":
		return 1
	}
	return 0
}

func (r *reader) weekdayDate(i int, wd time.Weekday, step int, stepped bool) memory.Day {
	inThisWeek := monday(r.today) + memory.Day((int(wd)+6)%7)
	switch {
	case stepped && step > 0:
		return inThisWeek + memory.Day(7*step)
	case stepped && step < 0, !stepped && r.looksBack(i):
		if inThisWeek >= r.today {
			return inThisWeek - 7
		}
		return inThisWeek
	case stepped:
		return inThisWeek
	}
	if inThisWeek <= r.today {
		return inThisWeek + 7
	}
	return inThisWeek
}

// weekdayNamed reads a weekday, its plural, and the usual short and wrong forms.
func weekdayNamed(w string) (day time.Weekday, plural, ok bool) {
	w = strings.TrimSuffix(w, "'s")
	if d, found := weekdays[w]; found {
		return d, false, true
	}
	if d, found := weekdays[strings.TrimSuffix(w, "s")]; found && strings.HasSuffix(w, "days") {
		return d, true, true
	}
	return 0, false, false
}

var weekdays = map[string]time.Weekday{
	"monday": time.Monday, "tuesday": time.Tuesday, "wednesday": time.Wednesday, "thursday": time.Thursday,
	"friday": time.Friday, "saturday": time.Saturday, "sunday": time.Sunday,
	"tues": time.Tuesday, "thurs": time.Thursday, "wensday": time.Wednesday, "wednsday": time.Wednesday,
	"thrusday": time.Thursday, "tusday": time.Tuesday, "saterday": time.Saturday,
}

// month reads the name of a month, whole or short.
func month(w string) (time.Month, bool) {
	m, ok := monthNames[strings.TrimSuffix(w, "'s")]
	return m, ok
}

var monthNames = map[string]time.Month{
	"january": 1, "jan": 1, "february": 2, "feb": 2, "febuary": 2, "march": 3, "mar": 3, "april": 4, "apr": 4,
	"may": 5, "june": 6, "jun": 6, "july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sept": 9, "sep": 9,
	"october": 10, "oct": 10, "november": 11, "nov": 11, "december": 12, "dec": 12,
}

// monthAlone reads "in May", "last May", "May 2025", "since January". A word
// that is a verb too (may, march) counts only behind a word that dates.
func monthAlone(r *reader, i int) (int, Span) {
	j, step, stepped := i, 0, false
	if step, stepped = stepOf(r.low(i)); stepped {
		if !r.adjacent(i) {
			return 0, Span{}
		}
		j++
	}
	m, ok := month(r.low(j))
	if !ok || len(r.low(j)) < 3 {
		return 0, Span{}
	}
	if y, isYear := yearNumber(r.low(j + 1)); isYear && r.adjacent(j) {
		return j + 2 - i, monthSpan(y, m)
	}
	if len(r.low(j)) == 3 && m != 5 {
		return 0, Span{} // "mar", "sun", "dec" alone name too many things
	}
	if !stepped && (m == 5 || m == 3) && !datingWord(r.low(i-1)) {
		return 0, Span{}
	}
	if stepped {
		return j + 1 - i, r.monthBy(m, step)
	}
	return j + 1 - i, r.monthNearest(i, m)
}

func datingWord(w string) bool {
	switch w {
	case "in", "since", "until", "till", "by", "from", "of", "early", "late", "mid", "before", "after", "during", "for", "to":
		return true
	}
	return false
}

func (r *reader) monthBy(m time.Month, step int) Span {
	y, now, _ := r.today.Date()
	switch {
	case step < 0 && m >= now:
		y--
	case step > 0 && m <= now:
		y++
	}
	return monthSpan(y, m)
}

// monthNearest picks the year of a month said without one.
func (r *reader) monthNearest(i int, m time.Month) Span {
	y, now, _ := r.today.Date()
	switch {
	case r.looksBack(i):
		if m > now {
			y--
		}
	case m < now && int(now-m) > 2, m < now && r.low(i-1) == "until":
		y++
	}
	return monthSpan(y, m)
}

// looksBack reports whether the words before token i, back to the last stop,
// put it in the past: the verb nearest to it decides.
func (r *reader) looksBack(i int) bool {
	if l := r.tongue; l != nil {
		return r.tells(i, l.back, l.forward)
	}
	const reach = 12 // words
	for k := i - 1; k >= 0 && i-k <= reach; k-- {
		if gap := r.text[r.toks[k].end:r.toks[k+1].start]; strings.ContainsAny(gap, ".!?;\n") {
			return false
		}
		w := r.toks[k].low
		switch {
		case forwardWord(w), movingWord(w) && r.low(i-1) == "to":
			return false
		case backWord(w):
			return true
		}
	}
	return r.backAfter(i)
}

// backAfter looks at the two words behind a time that opens the clause: "on
// Friday I met Tom".
func (r *reader) backAfter(i int) bool {
	const reach = 5
	for k := i; k < len(r.toks) && k-i <= reach; k++ {
		if k > i {
			if gap := r.text[r.toks[k-1].end:r.toks[k].start]; strings.ContainsAny(gap, ".!?;\n") {
				return false
			}
		}
		switch w := r.toks[k].low; {
		case forwardWord(w):
			return false
		case backWord(w):
			return true
		}
	}
	return false
}

func forwardWord(w string) bool {
	switch w {
	case "will", "is", "are", "am", "be", "going", "i'll", "we'll", "he'll", "she'll", "they'll", "it's", "its",
		"postponed", "rescheduled", "booked", "scheduled", "planned", "reserved", "promised", "until", "till", "by", "can", "shall", "should", "must", "need", "would", "i'd",
		"decided", "agreed", "due", "starts", "leaves", "wants", "want", "invited", "signed":
		return true
	}
	return false
}

// movingWord: "moved to Friday" looks ahead, "moved here on Friday" back.
func movingWord(w string) bool {
	switch w {
	case "moved", "pushed", "switched", "shifted", "changed", "put", "back", "forward", "from":
		return true
	}
	return false
}

func backWord(w string) bool {
	switch w {
	case "was", "were", "did", "didn't", "had", "went", "saw", "met", "came", "got", "left", "said", "told", "been",
		"since", "took", "made", "bought", "ate", "found", "lost", "won", "wrote", "read", "sent", "gave", "broke", "ran",
		"slept", "spoke", "drove", "flew", "fell", "felt", "began", "spent", "paid", "held", "heard", "taught", "became":
		return true
	}
	return len(w) > 4 && strings.HasSuffix(w, "ed")
}

// tells is looksBack for a language that has a table: the nearest word before the
// time that puts the sentence back or ahead decides, else the first one behind it.
func (r *reader) tells(i int, back, forward map[string]bool) bool {
	const reach = 12 // words
	for k := i - 1; k >= 0 && i-k <= reach && !r.stopAfter(k); k-- {
		switch w := r.toks[k].low; {
		case back[w]:
			return true
		case forward[w]:
			// "ich bin am Freitag nach Bonn gefahren": the verb comes last.
			return r.anyAhead(i, reach, back)
		}
	}
	return r.anyAhead(i, reach, back)
}

func (r *reader) anyAhead(i, reach int, words map[string]bool) bool {
	for k := i; k < len(r.toks) && k-i <= reach; k++ {
		if words[r.toks[k].low] {
			return true
		}
		if r.stopAfter(k) {
			return false
		}
	}
	return false
}

// stopAfter reports whether a sentence ends after token k.
func (r *reader) stopAfter(k int) bool {
	if k+1 >= len(r.toks) {
		return false
	}
	gap := r.text[r.toks[k].end:r.toks[k+1].start]
	return strings.ContainsAny(gap, "!?;\n") || strings.Contains(gap, ".") && !isDigit(r.toks[k].low[0])
}

// weekdayOfMonth reads "the first Monday of June", "the last Friday of next month".
func weekdayOfMonth(r *reader, i int) (int, Span) {
	j := i
	if r.low(j) == "the" && r.adjacent(j) {
		j++
	}
	nth, ok := nthNamed(r.low(j))
	if !ok || !r.adjacent(j) {
		return 0, Span{}
	}
	wd, plural, ok := weekdayNamed(r.low(j + 1))
	if !ok || plural || !r.adjacent(j+1) || r.low(j+2) != "of" && r.low(j+2) != "in" {
		return 0, Span{}
	}
	n, s := r.monthAfter(j + 3)
	if n == 0 {
		return 0, Span{}
	}
	d := s.From + memory.Day((int(wd)-int(s.From.Weekday())+7)%7) + memory.Day(7*(nth-1))
	if nth == 0 {
		d = s.To - memory.Day((int(s.To.Weekday())-int(wd)+7)%7)
	}
	if d > s.To {
		return 0, Span{}
	}
	return j + 3 + n - i, Span{From: d, To: d, Weekday: wd, HasWkday: true}
}

// nthNamed reads first to fifth, and 0 for last.
func nthNamed(w string) (int, bool) {
	for n, names := range [...][2]string{{"last", "last"}, {"first", "1st"}, {"second", "2nd"}, {"third", "3rd"}, {"fourth", "4th"}, {"fifth", "5th"}} {
		if w == names[0] || w == names[1] {
			return n, true
		}
	}
	return 0, false
}

// monthAfter reads the month that something is of: "June", "June 2027", "next
// month", "the month".
func (r *reader) monthAfter(i int) (int, Span) {
	if r.words(i, "the", "month") {
		return 2, r.periodAt(months, 0)
	}
	if n, s := period(r, i); n > 0 && isWholeMonth(s) {
		return n, s
	}
	m, ok := month(r.low(i))
	if !ok {
		return 0, Span{}
	}
	if y, isYear := yearNumber(r.low(i + 1)); isYear && r.adjacent(i) {
		return 2, monthSpan(y, m)
	}
	return 1, r.monthNearest(i, m)
}

// weeksFrom reads a distance from another day: "a week from Thursday", "two weeks
// after the 12th", "a week on Friday".
func weeksFrom(r *reader, i int) (int, Span) {
	n, taken := r.count(i)
	if taken == 0 {
		return 0, Span{}
	}
	j := i + taken
	u, ok := unitOf(r.low(j))
	if !ok || !r.adjacent(j-1) || !r.adjacent(j) {
		return 0, Span{}
	}
	j++
	switch w := r.low(j); {
	case w == "from", w == "after":
		j++
	case w == "on" && (u == weeks || u == fortnights):
		j++
	case (w == "tomorrow" || w == "today") && (u == weeks || u == fortnights):
	default:
		return 0, Span{}
	}
	for _, try := range []rule{weekday, relativeWord, dayMonth, monthDay, ordinalDay} {
		if k, s := try(r, j); k > 0 && s.HasDay() && s.From == s.To {
			base := *r
			base.today = s.From
			s = base.shift(u, n)
			s.weeks = 0
			return j + k - i, s
		}
	}
	return 0, Span{}
}
