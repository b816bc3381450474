package when

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"muisto/memory"
)

// foreign reads the times of the languages that have a table.
func foreign(r *reader, i int) (int, Span) {
	best, span := 0, Span{}
	for _, l := range theLexicon().byWord[r.low(i)] {
		if n, s := l.read(r, i); n > best {
			best, span = n, s
		}
	}
	// A date may begin with its number: any language may go on from there.
	if _, ok := foreignDay(r.low(i)); ok {
		for _, l := range theLexicon().languages {
			if n, s := l.read(r, i); n > best {
				best, span = n, s
			}
		}
	}
	return best, span
}

var foreignRules = []func(*language, *reader, int) (int, Span){
	(*language).fixed, (*language).feastDay, (*language).weekday, (*language).period, (*language).amount, (*language).date,
	(*language).monthDay, (*language).ordinal, (*language).month, (*language).season, (*language).edge, (*language).yearNamed,
}

// read gives the longest time of this language at token i.
func (l *language) read(r *reader, i int) (int, Span) {
	r.tongue = l
	defer func() { r.tongue = nil }()
	best, span := 0, Span{}
	for _, try := range foreignRules {
		if n, s := try(l, r, i); n > best {
			best, span = n, s
		}
	}
	if best == 0 {
		return 0, Span{}
	}
	span.tongue = l
	if p, n := l.find(r, i+best, isUntilAfter); n > 0 && r.adjacent(i+best-1) {
		span.Until = p.kind == isUntilAfter
		best += n
	} else if _, n := l.find(r, i+best, isSinceAfter); n > 0 && r.adjacent(i+best-1) {
		best += n
	}
	return best, span
}

// find gives the longest phrase of a kind at token i, and how many tokens it takes.
func (l *language) find(r *reader, i int, k kind) (phrase, int) {
	for _, p := range l.byWord[r.low(i)] {
		if p.kind == k && r.words(i, p.words...) && (!p.weak || r.speaks(l)) {
			return p, len(p.words)
		}
	}
	return phrase{}, 0
}

// endsWith reports whether a phrase of a kind ends right before token i, and
// gives how many tokens it takes.
func (l *language) endsWith(r *reader, i int, k kind) int {
	const longest = 4
	for n := longest; n > 0; n-- {
		if i-n < 0 || !r.adjacent(i-1) {
			continue
		}
		if p, took := l.find(r, i-n, k); took == n && p.kind == k {
			return n
		}
	}
	return 0
}

// speaks reports whether the text is plainly in this language, or no more than
// a phrase that is said to be a time.
func (r *reader) speaks(l *language) bool {
	if r.phrase {
		return true
	}
	if known, ok := r.spoken[l]; ok {
		return known
	}
	found := false
	for i := range r.toks {
		if found = l.words[r.toks[i].low]; found {
			break
		}
	}
	if r.spoken == nil {
		r.spoken = map[*language]bool{}
	}
	r.spoken[l] = found
	return found
}

// fixed reads what is in the table whole: "übermorgen", "i fredags", "los lunes".
func (l *language) fixed(r *reader, i int) (int, Span) {
	if _, n := l.find(r, i, isNothing); n > 0 {
		return n, Span{}
	}
	if p, n := l.find(r, i, isDay); n > 0 {
		return n + l.part(r, i+n), on(r.today + memory.Day(p.value))
	}
	if p, n := l.find(r, i, isRecurring); n > 0 {
		return n, Span{Recurs: true, HasWkday: true, Weekday: time.Weekday(p.value)}
	}
	if p, n := l.find(r, i, isLast); n > 0 {
		wd := time.Weekday(p.value)
		d := r.weekdayDate(i, wd, -1, true)
		return n, Span{From: d, To: d, Weekday: wd, HasWkday: true}
	}
	if _, n := l.find(r, i, isWeekend); n > 0 {
		if m, step := l.stepAfter(r, i+n); m > 0 {
			return n + m, r.weekend(step)
		}
		return n, r.weekendMeant(i)
	}
	return 0, Span{}
}

// part gives the number of tokens of a part of the day at token i.
func (l *language) part(r *reader, i int) int {
	if !r.adjacent(i - 1) {
		return 0
	}
	_, n := l.find(r, i, isPart)
	return n
}

func (l *language) feastDay(r *reader, i int) (int, Span) {
	if p, n := l.find(r, i, isFeast); n > 0 {
		return r.feast(i, n, time.Month(p.value/100), p.value%100)
	}
	if p, n := l.find(r, i, isEaster); n > 0 {
		return r.movable(i, n, p.value, easterSunday)
	}
	if p, n := l.find(r, i, isMidsummer); n > 0 {
		return r.movable(i, n, p.value, midsummerDay)
	}
	return 0, Span{}
}

// step reads a word before a weekday, a week or a month that says which: how
// many on, and whether it is only the next to come.
func (l *language) step(r *reader, i int) (n, step int, coming bool) {
	if p, n := l.find(r, i, isBefore); n > 0 && r.adjacent(i+n-1) {
		return n, p.value, false
	}
	if _, n := l.find(r, i, isComing); n > 0 && r.adjacent(i+n-1) {
		return n, 1, true
	}
	return 0, 0, false
}

// stepAfter reads the same behind it.
func (l *language) stepAfter(r *reader, i int) (n, step int) {
	if !r.adjacent(i - 1) {
		return 0, 0
	}
	p, n := l.find(r, i, isAfter)
	return n, p.value
}

func (l *language) weekday(r *reader, i int) (int, Span) {
	n, step, coming := l.step(r, i)
	stepped := n > 0
	_, every := l.find(r, i, isEvery)
	if every > 0 && r.adjacent(i+every-1) {
		n = every
	}
	p, took := l.find(r, i+n, isWeekday)
	if took == 0 {
		return 0, Span{}
	}
	n += took
	if !stepped && every == 0 {
		var m int
		if m, step = l.stepAfter(r, i+n); m > 0 {
			n, stepped = n+m, true
		}
	}
	if p.short && !stepped && every == 0 && !r.ends(i+n-1) && !l.follows(r, i+n, isWholeWeek) {
		return 0, Span{}
	}
	n += l.part(r, i+n)
	wd := time.Weekday(p.value)
	s := Span{Weekday: wd, HasWkday: true}
	if every > 0 && n > every {
		s.Recurs = true
		return n, s
	}
	d := r.weekdayDate(i, wd, step, stepped && !coming)
	s.From, s.To = d, d
	return n, s
}

// period reads "nächste Woche", "la semana que viene", "ensi kuussa".
func (l *language) period(r *reader, i int) (int, Span) {
	n, step, _ := l.step(r, i)
	p, took := l.find(r, i+n, isUnit)
	if took == 0 || unit(p.value) == days {
		return 0, Span{}
	}
	if n == 0 {
		m, after := l.stepAfter(r, i+took)
		if m == 0 {
			return 0, Span{}
		}
		return took + m, r.periodAt(unit(p.value), after)
	}
	return n + took, r.periodAt(unit(p.value), step)
}

// amount reads "in zwei Wochen", "kahden viikon päästä", "hace tres días".
func (l *language) amount(r *reader, i int) (int, Span) {
	_, n := l.find(r, i, isAhead)
	sign := 1
	if n == 0 {
		if _, n = l.find(r, i, isAgo); n > 0 {
			sign = -1
		}
	}
	before := n > 0
	if before && !r.adjacent(i+n-1) {
		return 0, Span{}
	}
	count, took := l.number(r, i+n)
	if took == 0 && before {
		return 0, Span{}
	}
	n += took
	if took == 0 {
		count = 1 // "viikko sitten"
	}
	u, took := l.find(r, i+n, isUnit)
	if took == 0 || unit(u.value) == weekends || n > 0 && !r.adjacent(i+n-1) {
		return 0, Span{}
	}
	n += took
	if r.adjacent(i + n - 1) {
		if _, m := l.find(r, i+n, isAgoAfter); m > 0 && (!before || sign < 0) {
			return n + m, r.shift(unit(u.value), -count)
		}
		if _, m := l.find(r, i+n, isAheadAfter); m > 0 && !before {
			return n + m, r.shift(unit(u.value), count)
		}
	}
	if !before {
		return 0, Span{}
	}
	return n, r.shift(unit(u.value), sign*count)
}

// number reads how many.
func (l *language) number(r *reader, i int) (n, taken int) {
	if p, took := l.find(r, i, isNumber); took > 0 {
		return p.value, took
	}
	w := r.low(i)
	if w == "" || !isDigit(w[0]) {
		return 0, 0
	}
	n, err := strconv.Atoi(w)
	if err != nil || n < 1 || n > maxAmount {
		return 0, 0
	}
	return n, 1
}

// foreignDay reads 1 to 31 with the ending of an ordinal in some language.
func foreignDay(s string) (int, bool) {
	digits := strings.TrimRight(s, "adeorstn")
	if digits == "" || len(digits) > 2 || !isDigit(digits[0]) {
		return 0, false
	}
	switch s[len(digits):] {
	case "", "e", "er", "de", "te", "ste", "o", "a", "st", "nd", "rd":
	default:
		return 0, false
	}
	d, err := strconv.Atoi(digits)
	return d, err == nil && d >= 1 && d <= 31
}

// dayNumber reads a day of the month at token i, with what hangs on it ("14:e",
// "3º"), and gives the number of tokens.
func (l *language) dayNumber(r *reader, i int) (day, n int) {
	day, ok := foreignDay(r.low(i))
	if !ok {
		return 0, 0
	}
	if i+1 < len(r.toks) && utf8.RuneCountInString(r.low(i+1)) <= 2 {
		switch r.text[r.toks[i].end:r.toks[i+1].start] {
		case ":", "":
			return day, 2
		}
	}
	return day, 1
}
