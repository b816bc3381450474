package when

import (
	"strconv"
	"strings"
	"time"

	"muisto/memory"
)

// relativeWord reads the words that name a day by its distance from today.
func relativeWord(r *reader, i int) (int, Span) {
	switch {
	case r.words(i, "the", "day", "after", "tomorrow"):
		return 4, on(r.today + 2)
	case r.words(i, "day", "after", "tomorrow"):
		return 3, on(r.today + 2)
	case r.words(i, "the", "day", "before", "yesterday"):
		return 4, on(r.today - 2)
	case r.words(i, "day", "before", "yesterday"):
		return 3, on(r.today - 2)
	case r.words(i, "last", "night"):
		return 2, on(r.today - 1)
	case r.words(i, "tomorrow", "week"):
		return 2, on(r.today + 8)
	case r.words(i, "earlier", "today"), r.words(i, "later", "today"):
		return 2, on(r.today)
	}
	switch r.low(i) {
	case "today", "tonight", "tonite", "today's":
		return 1, on(r.today)
	case "yesterday", "yesterday's":
		return 1 + r.partAfter(i), on(r.today - 1)
	case "tomorrow", "tomorow", "tommorow", "tommorrow", "tomorrow's", "tmrw":
		return 1 + r.partAfter(i), on(r.today + 1)
	}
	return 0, Span{}
}

// partAfter is 1 where a part of the day follows token i, else 0.
func (r *reader) partAfter(i int) int {
	if r.adjacent(i) && partOfDay(r.low(i+1)) {
		return 1
	}
	return 0
}

func partOfDay(w string) bool {
	switch w {
	case "morning", "afternoon", "evening", "night", "noon", "lunchtime":
		return true
	}
	return false
}

// dayPart reads "this morning".
func dayPart(r *reader, i int) (int, Span) {
	if r.low(i) == "this" && r.adjacent(i) && partOfDay(r.low(i+1)) {
		return 2, on(r.today)
	}
	return 0, Span{}
}

// agoOrAhead reads "in two weeks", "three days ago", "a week from now".
func agoOrAhead(r *reader, i int) (int, Span) {
	j := i
	ahead := r.low(j) == "in" || r.low(j) == "within"
	if ahead {
		j++
	}
	switch r.low(j) {
	case "about", "around", "exactly", "roughly":
		j++
	}
	n, taken := r.count(j)
	if taken == 0 {
		return 0, Span{}
	}
	j += taken
	unit, ok := unitOf(r.low(j))
	if !ok || !r.adjacent(j-1) {
		return 0, Span{}
	}
	switch {
	case ahead && r.low(j+1) != "of" && !(r.words(j+1, "ago")):
		j++
		if r.low(j) == "time" {
			j++
		}
		return j - i, r.shift(unit, n)
	case r.words(j+1, "ago"), r.words(j+1, "back") && !ahead:
		return j + 2 - i, r.shift(unit, -n)
	case r.words(j+1, "from", "now"), r.words(j+1, "from", "today"):
		return j + 3 - i, r.shift(unit, n)
	}
	return 0, Span{}
}

// count reads how many, and gives the number of tokens it takes.
func (r *reader) count(j int) (n, taken int) {
	switch {
	case r.words(j, "a", "couple", "of"):
		return 2, 3
	case r.words(j, "couple", "of"):
		return 2, 2
	case r.words(j, "a", "few"):
		return 3, 2
	case r.words(j, "half", "a"):
		return 0, 0
	}
	if n, ok := smallNumber(r.low(j)); ok {
		return n, 1
	}
	return 0, 0
}

// smallNumber reads 1 to 999 in figures and one to twelve and a few more in
// words.
func smallNumber(s string) (int, bool) {
	if n, ok := numberWords[s]; ok {
		return n, true
	}
	if s == "" || !isDigit(s[0]) {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 1 && n <= maxAmount
}

// maxAmount is the largest number of days, weeks, months or years that counts as
// a distance.
const maxAmount = 999

var numberWords = map[string]int{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
	"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fourteen": 14, "fifteen": 15,
	"twenty": 20, "thirty": 30,
}

type unit uint8

const (
	days unit = iota + 1
	weeks
	fortnights
	months
	years
	weekends
)

func unitOf(w string) (unit, bool) {
	switch w {
	case "day", "days":
		return days, true
	case "week", "weeks":
		return weeks, true
	case "fortnight", "fortnights":
		return fortnights, true
	case "month", "months":
		return months, true
	case "year", "years":
		return years, true
	}
	return 0, false
}

func (r *reader) shift(u unit, n int) Span {
	switch u {
	case days:
		return on(r.today + memory.Day(n))
	case weeks:
		return Span{From: r.today + memory.Day(7*n), To: r.today + memory.Day(7*n), weeks: max(n, 0)}
	case fortnights:
		return Span{From: r.today + memory.Day(14*n), To: r.today + memory.Day(14*n), weeks: max(2*n, 0)}
	case months:
		return on(addMonths(r.today, n))
	}
	return on(addMonths(r.today, 12*n))
}

// edgeOfPeriod reads "the end of the month", "the beginning of next week".
func edgeOfPeriod(r *reader, i int) (int, Span) {
	j := i
	if r.low(j) == "the" {
		j++
	}
	end := false
	switch r.low(j) {
	case "end":
		end = true
	case "beginning", "start":
	default:
		return 0, Span{}
	}
	j++
	if r.low(j) != "of" {
		return 0, Span{}
	}
	j++
	var n int
	var s Span
	switch r.low(j) {
	case "the":
		if u, ok := unitOf(r.low(j + 1)); ok {
			n, s = 2, r.thisPeriod(u)
		}
	default:
		if n, s = period(r, j); n == 0 {
			if m, ok := month(r.low(j)); ok {
				n, s = 1, r.monthNearest(j, m)
			}
		}
	}
	if n == 0 || s.From == 0 {
		return 0, Span{}
	}
	if end {
		return j + n - i, on(s.To)
	}
	return j + n - i, on(s.From)
}

func (r *reader) thisPeriod(u unit) Span {
	y, m, _ := r.today.Date()
	switch u {
	case days:
		return on(r.today)
	case weeks:
		return weekSpan(r.today)
	case months:
		return monthSpan(y, m)
	case years:
		return yearSpan(y)
	}
	return Span{}
}

// period reads "last week", "this month", "next year", "the weekend".
func period(r *reader, i int) (int, Span) {
	if r.low(i) == "the" && r.adjacent(i) {
		if n, s := r.unitAround(i + 1); n > 0 {
			return n + 1, s
		}
	}
	if n, s := r.unitAround(i); n > 0 {
		return n, s
	}
	if r.words(i, "the", "weekend") || r.words(i, "the", "week", "end") {
		return 2, r.weekendMeant(i)
	}
	n, step, ok := r.steps(i)
	if !ok || !r.adjacent(i+n-1) {
		return 0, Span{}
	}
	if r.low(i+n) == "weekend" {
		return n + 1, r.weekend(step)
	}
	u, ok := unitOf(strings.TrimSuffix(r.low(i+n), "'s"))
	if !ok || u == days || u == fortnights || strings.HasSuffix(r.low(i+n), "s") && !strings.HasSuffix(r.low(i+n), "'s") {
		return 0, Span{}
	}
	return n + 1, r.periodAt(u, step)
}

// unitAround reads "week after next" and "month before last".
func (r *reader) unitAround(i int) (int, Span) {
	step := 0
	switch {
	case r.words(i+1, "after", "next"):
		step = 2
	case r.words(i+1, "before", "last"):
		step = -2
	default:
		return 0, Span{}
	}
	if r.low(i) == "weekend" && r.adjacent(i) {
		return 3, r.weekend(step)
	}
	if u, ok := unitOf(r.low(i)); ok && u != days && u != fortnights && r.adjacent(i) {
		return 3, r.periodAt(u, step)
	}
	return 0, Span{}
}

// steps reads the words before a period or a weekday that say which: "next",
// "this coming". It gives the number of tokens and how many on.
func (r *reader) steps(i int) (n, step int, ok bool) {
	step, ok = stepOf(r.low(i))
	if !ok {
		return 0, 0, false
	}
	if r.low(i) == "this" && r.adjacent(i) {
		if s, more := stepOf(r.low(i + 1)); more && (r.low(i+1) == "coming" || r.low(i+1) == "past") {
			return 2, s, true
		}
	}
	return 1, step, true
}

// periodAt gives the week, weekend, month or year that lies so many on from the
// present one.
func (r *reader) periodAt(u unit, step int) Span {
	y, m, _ := r.today.Date()
	switch u {
	case weeks:
		return weekSpan(r.today + memory.Day(7*step))
	case weekends:
		return r.weekend(step)
	case months:
		fy, fm, _ := memory.DayOn(y, m+time.Month(step), 1).Date()
		return monthSpan(fy, fm)
	case years:
		return yearSpan(y + step)
	}
	return Span{}
}

// weekendMeant is the weekend of this week, or the last one where the sentence
// looks back.
func (r *reader) weekendMeant(i int) Span {
	s := r.weekend(0)
	if r.looksBack(i) && s.From > r.today {
		return r.weekend(-1)
	}
	return s
}

func (r *reader) weekend(step int) Span {
	sat := monday(r.today) + 5 + memory.Day(7*step)
	return Span{From: sat, To: sat + 1}
}

func stepOf(w string) (int, bool) {
	switch w {
	case "last", "past", "previous":
		return -1, true
	case "this":
		return 0, true
	case "next", "coming":
		return 1, true
	}
	return 0, false
}

// season reads "last summer", "in the autumn", with the northern months.
func season(r *reader, i int) (int, Span) {
	step, stepped := stepOf(r.low(i))
	if !stepped && r.low(i) != "the" {
		return 0, Span{}
	}
	first, ok := seasonStart(r.low(i + 1))
	if !ok || !r.adjacent(i) {
		return 0, Span{}
	}
	return 2, r.seasonNearest(first, i, step, stepped)
}

// seasonNearest picks the year of a season that begins with the month first.
func (r *reader) seasonNearest(first time.Month, i, step int, stepped bool) Span {
	y, _, _ := r.today.Date()
	span := func(year int) Span {
		return Span{From: memory.DayOn(year, first, 1), To: memory.DayOn(year, first+3, 0)}
	}
	s := span(y)
	switch {
	case stepped && step < 0, !stepped && r.looksBack(i):
		for s.From > r.today || (stepped && s.To >= r.today) {
			y--
			s = span(y)
		}
	case stepped && step > 0:
		for s.From <= r.today {
			y++
			s = span(y)
		}
	default:
		if prev := span(y - 1); prev.To >= r.today {
			s = prev // a winter that began last year
		}
		if s.To < r.today && !stepped {
			s = span(y + 1)
		}
	}
	return s
}

func seasonStart(w string) (time.Month, bool) {
	switch w {
	case "spring":
		return 3, true
	case "summer":
		return 6, true
	case "autumn", "fall":
		return 9, true
	case "winter":
		return 12, true
	}
	return 0, false
}
