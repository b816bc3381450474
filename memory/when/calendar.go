package when

import (
	"strconv"
	"strings"
	"time"

	"muisto/memory"
)

// recentDays is how far back a date without a year may lie and still be meant,
// where nothing says whether the sentence looks back or ahead.
const recentDays = 45

// dayExists reports whether the date is on the calendar.
func dayExists(y int, m time.Month, d int) bool {
	return m >= 1 && m <= 12 && d >= 1 && d <= lastOf(y, m)
}

// lastOf is the number of days in a month.
func lastOf(y int, m time.Month) int {
	_, _, d := memory.DayOn(y, m+1, 0).Date()
	return d
}

func on(d memory.Day) Span { return Span{From: d, To: d} }

func monthSpan(y int, m time.Month) Span {
	return Span{From: memory.DayOn(y, m, 1), To: memory.DayOn(y, m+1, 0)}
}

func yearSpan(y int) Span {
	return Span{From: memory.DayOn(y, 1, 1), To: memory.DayOn(y, 12, 31)}
}

// monday is the first day of the week that d is in.
func monday(d memory.Day) memory.Day {
	return d - memory.Day((int(d.Weekday())+6)%7)
}

func weekSpan(d memory.Day) Span { return Span{From: monday(d), To: monday(d) + 6} }

// addMonths keeps the day of the month, or takes the month's last.
func addMonths(d memory.Day, n int) memory.Day {
	y, m, day := d.Date()
	first := memory.DayOn(y, m+time.Month(n), 1)
	fy, fm, _ := first.Date()
	return memory.DayOn(fy, fm, min(day, lastOf(fy, fm)))
}

// leapGap is how many years may lie between two that have a 29 February.
const leapGap = 8

// dateWithoutYear picks the year: forward, unless the words before look back
// or the date has only just gone by.
func (r *reader) dateWithoutYear(i int, m time.Month, d int) (memory.Day, bool) {
	y, _, _ := r.today.Date()
	back := r.looksBack(i)
	best, found := memory.Day(0), false
	for year := y - leapGap; year <= y+leapGap; year++ {
		if !dayExists(year, m, d) {
			continue
		}
		day := memory.DayOn(year, m, d)
		fits := day >= r.today-recentDays
		better := day < best
		if back {
			fits, better = day <= r.today, day > best
		}
		if fits && (!found || better) {
			best, found = day, true
		}
	}
	return best, found
}

// numericDate reads 2026-06-14, 14.6., 14.6.2026 and 14/6/2026.
func numericDate(r *reader, i int) (int, Span) {
	t := r.toks[i]
	if len(t.low) < 3 || !isDigit(t.low[0]) {
		return 0, Span{}
	}
	if len(t.low) == 10 {
		if d, err := memory.ParseDay(t.low); err == nil {
			return 1, on(d)
		}
	}
	if len(t.low) > 10 && t.low[10] == 't' { // 2026-06-14t10:00
		if d, err := memory.ParseDay(t.low[:10]); err == nil {
			return 1, on(d)
		}
	}
	sep := "."
	if strings.Contains(t.low, "/") {
		sep = "/"
	}
	parts := strings.Split(t.low, sep)
	if len(parts) < 2 || len(parts) > 3 {
		return 0, Span{}
	}
	a, errA := strconv.Atoi(parts[0])
	b, errB := strconv.Atoi(parts[1])
	if errA != nil || errB != nil || len(parts[0]) > 2 || len(parts[1]) > 2 {
		return 0, Span{}
	}
	if sep == "/" && b > 12 {
		a, b = b, a // 6/14: the month first
	}
	if len(parts) == 3 {
		return r.fullDate(parts[2], a, b)
	}
	if !r.plainlyDate(i, sep) {
		return 0, Span{}
	}
	d, ok := r.dateWithoutYear(i, time.Month(b), a)
	if !ok {
		return 0, Span{}
	}
	return 1, on(d)
}

func (r *reader) fullDate(year string, d, m int) (int, Span) {
	y, err := strconv.Atoi(year)
	if err != nil || (len(year) != 4 && len(year) != 2) {
		return 0, Span{}
	}
	if len(year) == 2 {
		y += 2000
	}
	if !dayExists(y, time.Month(m), d) {
		return 0, Span{}
	}
	return 1, on(memory.DayOn(y, time.Month(m), d))
}

// plainlyDate tells "on 14.6." from the number 14.6 and the half 1/2.
func (r *reader) plainlyDate(i int, sep string) bool {
	t := r.toks[i]
	if r.phrase && len(r.toks) == 1 {
		return true
	}
	preposition := r.weekdayBefore(i)
	switch r.low(i - 1) {
	case "on", "by", "until", "till", "since", "from", "before", "after", "to":
		preposition = true
	}
	dotted := t.next == '.'
	for _, l := range theLexicon().languages {
		if l.dotted && dotted && sep == "." && r.speaks(l) {
			return true
		}
		preposition = preposition || l.endsWith(r, i, isDayWord)+l.endsWith(r, i, isUntil)+l.endsWith(r, i, isSince) > 0 && r.speaks(l)
	}
	if sep == "/" {
		return preposition
	}
	inside := i+1 < len(r.toks) && startsLower(r.toks[i+1].text)
	return dotted && (preposition || inside)
}

// weekdayBefore reports whether a weekday stands right before token i, as in
// "Friday 12/6".
func (r *reader) weekdayBefore(i int) bool {
	if i == 0 || !r.adjacent(i-1) {
		return false
	}
	if _, _, ok := weekdayNamed(r.low(i - 1)); ok {
		return true
	}
	for _, l := range theLexicon().byWord[r.low(i-1)] {
		if _, n := l.find(r, i-1, isWeekday); n == 1 {
			return true
		}
	}
	return false
}

func startsLower(s string) bool { return s != "" && s[0] >= 'a' && s[0] <= 'z' }

// monthDay reads "May 12th", "June 9, 2026", "May the 12th".
func monthDay(r *reader, i int) (int, Span) {
	m, ok := month(r.low(i))
	if !ok || !r.adjacent(i) {
		return 0, Span{}
	}
	j := i + 1
	if r.low(j) == "the" && r.adjacent(j) {
		j++
	}
	d, isDay := dayNumber(r.low(j))
	if !isDay {
		return 0, Span{}
	}
	return r.withYear(i, j, m, d)
}

// dayMonth reads "12 May", "the 12th of May", "12. May".
func dayMonth(r *reader, i int) (int, Span) {
	j := i
	if r.low(j) == "the" && r.adjacent(j) {
		j++
	}
	first, last, isRange := strings.Cut(r.low(j), "-") // 12-15 June
	d, ok := dayNumber(first)
	if !ok || !r.adjacent(j) {
		return 0, Span{}
	}
	j++
	if r.low(j) == "of" && r.adjacent(j) {
		j++
	}
	m, isMonth := month(r.low(j))
	if !isMonth {
		return 0, Span{}
	}
	n, s := r.withYear(i, j, m, d)
	if !isRange || n == 0 {
		return n, s
	}
	end, ok := dayNumber(last)
	if y, mo, _ := s.From.Date(); ok && end > d && dayExists(y, mo, end) {
		s.To = memory.DayOn(y, mo, end)
		return n, s
	}
	return 0, Span{}
}

// withYear ends a date of the tokens i to j, with a year if one follows.
func (r *reader) withYear(i, j int, m time.Month, d int) (int, Span) {
	if _, ok := yearNumber(r.low(j + 1)); ok && r.adjacent(j) {
		return r.withYearAt(i, j+1, m, d)
	}
	day, ok := r.dateWithoutYear(i, m, d)
	if !ok {
		return 0, Span{}
	}
	return j + 1 - i, on(day)
}

// withYearAt ends a date of the tokens i to j, the year being the last.
func (r *reader) withYearAt(i, j int, m time.Month, d int) (int, Span) {
	y, ok := yearNumber(r.low(j))
	if !ok || !dayExists(y, m, d) {
		return 0, Span{}
	}
	return j + 1 - i, on(memory.DayOn(y, m, d))
}

// ordinalDay reads "the 3rd", "on the 21st".
func ordinalDay(r *reader, i int) (int, Span) {
	n := 1
	j := i
	if r.low(j) == "the" && r.adjacent(j) {
		j, n = j+1, 2
	}
	t := r.low(j)
	d, ok := dayNumber(t)
	if !ok || isDigit(t[len(t)-1]) || !r.endsNoun(j) {
		return 0, Span{}
	}
	if n == 1 && !dayPreposition(r.low(j-1)) {
		return 0, Span{}
	}
	s := r.dayOfMonth(i, d)
	if s.From == 0 {
		return 0, Span{}
	}
	return n, s
}

// dayOfMonth gives the nearest day of that number, ahead or back as the sentence
// looks; the zero value where there is none.
func (r *reader) dayOfMonth(i, d int) Span {
	y, m, today := r.today.Date()
	step := time.Month(0)
	switch {
	case r.looksBack(i) && d > today:
		step = -1
	case !r.looksBack(i) && d < today:
		step = 1
	}
	for k := 0; k < 3; k++ { // the 31st: on to a month that has one
		first := memory.DayOn(y, m+step, 1)
		fy, fm, _ := first.Date()
		if dayExists(fy, fm, d) {
			day := memory.DayOn(fy, fm, d)
			return Span{From: day, To: day, dayOfMonth: d}
		}
		if step < 0 {
			step--
		} else {
			step++
		}
	}
	return Span{}
}

func dayPreposition(w string) bool {
	switch w {
	case "on", "by", "until", "till", "to", "from", "since", "before", "after", "not":
		return true
	}
	return false
}

// endsNoun tells "on the 3rd" from "the 3rd floor": what follows a day is
// punctuation or a little word, not a noun.
func (r *reader) endsNoun(j int) bool {
	if j+1 >= len(r.toks) {
		return true
	}
	gap := r.text[r.toks[j].end:r.toks[j+1].start]
	if strings.Trim(gap, " ") != "" {
		return true
	}
	if n, s := period(r, j+1); n > 0 && isWholeMonth(s) {
		return true
	}
	if n, _ := r.monthAfter(j + 2); n > 0 && r.low(j+1) == "of" {
		return true
	}
	switch r.low(j + 1) {
	case "and", "or", "to", "at", "in", "by", "for", "with", "but", "so", "because", "not", "instead",
		"is", "was", "are", "if", "when", "as", "from", "then", "rather", "now", "too", "around",
		"we", "i", "he", "she", "they", "it", "you", "this", "though", "already", "again", "please", "pls", "via", "works", "suits":
		return true
	}
	return false
}

// dayNumber reads 1 to 31, with or without an ordinal ending.
func dayNumber(s string) (int, bool) {
	digits := strings.TrimRight(s, "stndrh")
	if digits == "" || len(digits) > 2 || !isDigit(digits[0]) {
		return 0, false
	}
	switch s[len(digits):] {
	case "", "st", "nd", "rd", "th":
	default:
		return 0, false
	}
	d, err := strconv.Atoi(digits)
	return d, err == nil && d >= 1 && d <= 31
}

// yearNumber reads 1900 to 2199.
func yearNumber(s string) (int, bool) {
	if len(s) != 4 || !isDigit(s[0]) {
		return 0, false
	}
	y, err := strconv.Atoi(s)
	return y, err == nil && y >= 1900 && y < 2200
}

// yearAlone reads "in 2022", "since 2016".
func yearAlone(r *reader, i int) (int, Span) {
	y, ok := yearNumber(r.low(i))
	if !ok {
		return 0, Span{}
	}
	switch r.low(i - 1) {
	case "in", "since", "until", "till", "by", "before", "after", "from", "of", "during", "year", "summer", "winter", "spring", "autumn", "fall":
		return 1, yearSpan(y)
	}
	return 0, Span{}
}
