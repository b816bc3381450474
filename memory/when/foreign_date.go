package when

import (
	"strings"
	"time"

	"muisto/memory"
)

// date reads "3. Juni", "le 1er juin 2027", "3 de junio", "12.–15. Juni".
func (l *language) date(r *reader, i int) (int, Span) {
	n := l.dayWordBefore(r, i)
	first, last, isRange := strings.Cut(r.low(i+n), "-")
	d, took := l.dayNumber(r, i+n)
	if isRange {
		d, took = 0, 0
		if day, ok := foreignDay(first); ok {
			d, took = day, 1
		}
	}
	if took == 0 || !r.adjacent(i+n+took-1) {
		return 0, Span{}
	}
	n += took
	if theLexicon().glue[r.low(i+n)] && r.adjacent(i+n) {
		n++
	}
	m, took := l.find(r, i+n, isMonth)
	if took == 0 {
		return 0, Span{}
	}
	j := i + n
	if theLexicon().glue[r.low(j+1)] && r.adjacent(j) && r.adjacent(j+1) { // "de junio de 2027"
		if _, ok := yearNumber(r.low(j + 2)); ok {
			return r.withYearAt(i, j+2, time.Month(m.value), d)
		}
	}
	n, s := r.withYear(i, j, time.Month(m.value), d)
	if !isRange || n == 0 {
		return n, s
	}
	end, ok := foreignDay(last)
	if y, mo, _ := s.From.Date(); ok && end > d && dayExists(y, mo, end) {
		s.To = memory.DayOn(y, mo, end)
		return n, s
	}
	return 0, Span{}
}

func (l *language) dayWordBefore(r *reader, i int) int {
	if _, n := l.find(r, i, isDayWord); n > 0 && r.adjacent(i+n-1) {
		return n
	}
	return 0
}

// monthDay reads the month before its day: "kesäkuun 3. päivä".
func (l *language) monthDay(r *reader, i int) (int, Span) {
	m, n := l.find(r, i, isMonth)
	if n == 0 || !r.adjacent(i+n-1) {
		return 0, Span{}
	}
	d, took := l.dayNumber(r, i+n)
	if took == 0 {
		return 0, Span{}
	}
	j := i + n + took - 1
	_, word := l.find(r, j+1, isDayWord)
	if word > 0 && r.adjacent(j) {
		j += word
	} else if r.toks[j].next != '.' {
		return 0, Span{}
	}
	day, ok := r.dateWithoutYear(i, time.Month(m.value), d)
	if !ok {
		return 0, Span{}
	}
	return j + 1 - i, on(day)
}

// ordinal reads a day of a month that is not named, or of one named by its
// distance: "am 14.", "el 14 del mes que viene", "14. päivä".
func (l *language) ordinal(r *reader, i int) (int, Span) {
	before := l.dayWordBefore(r, i)
	d, took := l.dayNumber(r, i+before)
	if took == 0 {
		return 0, Span{}
	}
	n := before + took
	after := 0
	if r.adjacent(i + n - 1) {
		_, after = l.find(r, i+n, isDayWord)
	}
	if before == 0 && after == 0 {
		return 0, Span{}
	}
	if before == 0 {
		n += after
		if r.toks[i].next != '.' {
			return 0, Span{}
		}
	}
	if before > 0 && !r.ends(i+n-1) && !l.follows(r, i+n, isWholeMonth) {
		return 0, Span{}
	}
	if !r.speaks(l) && !l.follows(r, i+n, isWholeMonth) {
		return 0, Span{}
	}
	s := r.dayOfMonth(i, d)
	if s.From == 0 {
		return 0, Span{}
	}
	return n, s
}

// follows reports whether a period of a kind, named by its distance, follows.
func (l *language) follows(r *reader, i int, is func(Span) bool) bool {
	if i == 0 || !r.adjacent(i-1) {
		return false
	}
	if theLexicon().glue[r.low(i)] && r.adjacent(i) {
		i++
	}
	n, s := l.period(r, i)
	return n > 0 && is(s)
}

// month reads a month without a day: "im Juni", "en juin 2027", "ensi kesäkuussa".
func (l *language) month(r *reader, i int) (int, Span) {
	n, step, coming := l.step(r, i)
	stepped := n > 0
	p, took := l.find(r, i+n, isMonth)
	if took == 0 {
		return 0, Span{}
	}
	m := time.Month(p.value)
	n += took
	if !stepped {
		if k, after := l.stepAfter(r, i+n); k > 0 {
			return n + k, r.monthBy(m, after)
		}
	}
	for skip := range 2 {
		j := i + n + skip
		if y, ok := yearNumber(r.low(j)); ok && r.adjacent(j-1) && (skip == 0 || theLexicon().glue[r.low(j-1)]) {
			return n + skip + 1, monthSpan(y, m)
		}
	}
	if stepped {
		if coming {
			step = 1
		}
		return n, r.monthBy(m, step)
	}
	if p.weak && l.endsWith(r, i, isIn) == 0 && !r.phrase {
		return 0, Span{}
	}
	return n, r.monthNearest(i, m)
}

// season reads "im Sommer", "el verano pasado", "ensi kesänä".
func (l *language) season(r *reader, i int) (int, Span) {
	n, step, _ := l.step(r, i)
	stepped := n > 0
	p, took := l.find(r, i+n, isSeason)
	if took == 0 {
		return 0, Span{}
	}
	n += took
	if !stepped {
		if k, after := l.stepAfter(r, i+n); k > 0 {
			return n + k, r.seasonNearest(time.Month(p.value), i, after, true)
		}
		// "der Sommer war heiß" is no date; where the ending says "in", it is in the table.
		bare := len(p.words) == 1 && !strings.Contains(p.words[0], "'")
		if l.prepositions && bare && l.endsWith(r, i, isIn) == 0 || !r.speaks(l) {
			return 0, Span{}
		}
	}
	return n, r.seasonNearest(time.Month(p.value), i, step, stepped)
}

// edge reads "Ende des Monats", "a finales de junio", "kuun lopussa".
func (l *language) edge(r *reader, i int) (int, Span) {
	side := isStart
	_, n := l.find(r, i, isStart)
	if n == 0 {
		if _, n = l.find(r, i, isEnd); n > 0 {
			side = isEnd
		}
	}
	if n > 0 && !r.adjacent(i+n-1) {
		return 0, Span{}
	}
	took, s := l.stretch(r, i+n)
	if took == 0 {
		return 0, Span{}
	}
	before := n > 0
	n += took
	if !before {
		if !r.adjacent(i + n - 1) {
			return 0, Span{}
		}
		if _, m := l.find(r, i+n, isStartAfter); m > 0 {
			return n + m, on(s.From)
		}
		if _, m := l.find(r, i+n, isEndAfter); m > 0 {
			return n + m, on(s.To)
		}
		return 0, Span{}
	}
	if side == isEnd {
		return n, on(s.To)
	}
	return n, on(s.From)
}

// stretch reads a month, a week or a year, "this" one where nothing says which.
func (l *language) stretch(r *reader, i int) (int, Span) {
	if n, s := l.period(r, i); n > 0 {
		return n, s
	}
	if p, n := l.find(r, i, isMonth); n > 0 {
		return n, r.monthNearest(i, time.Month(p.value))
	}
	if p, n := l.find(r, i, isUnit); n > 0 && unit(p.value) != days {
		return n, r.periodAt(unit(p.value), 0)
	}
	return 0, Span{}
}

// yearNamed reads "vuonna 2022", "im Jahr 2022": the year alone, behind its word.
func (l *language) yearNamed(r *reader, i int) (int, Span) {
	_, n := l.find(r, i, isYear)
	if n == 0 || !r.adjacent(i+n-1) {
		return 0, Span{}
	}
	y, ok := yearNumber(r.low(i + n))
	if !ok || !r.speaks(l) {
		return 0, Span{}
	}
	return n + 1, yearSpan(y)
}
