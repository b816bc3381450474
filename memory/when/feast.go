package when

import (
	"time"

	"muisto/memory"
)

// holiday reads the few feasts that everyone dates by.
func holiday(r *reader, i int) (int, Span) {
	switch {
	case r.words(i, "christmas", "eve"):
		return r.feast(i, 2, 12, 24)
	case r.words(i, "new", "year's", "eve"):
		return r.feast(i, 3, 12, 31)
	case r.words(i, "boxing", "day"):
		return r.feast(i, 2, 12, 26)
	case r.words(i, "christmas", "day"):
		return r.feast(i, 2, 12, 25)
	case r.words(i, "christmas"), r.words(i, "xmas"):
		return r.feast(i, 1, 12, 25)
	case r.words(i, "valentine's", "day"):
		return r.feast(i, 2, 2, 14)
	case r.words(i, "halloween"):
		return r.feast(i, 1, 10, 31)
	case r.words(i, "good", "friday"):
		return r.movable(i, 2, -2, easterSunday)
	case r.words(i, "easter", "monday"):
		return r.movable(i, 2, 1, easterSunday)
	case r.words(i, "easter"):
		return r.movable(i, 1, 0, easterSunday)
	case r.words(i, "midsummer", "eve"), r.words(i, "midsummer's", "eve"):
		return r.movable(i, 2, -1, midsummerDay)
	case r.words(i, "midsummer", "day"), r.words(i, "midsummer's", "day"):
		return r.movable(i, 2, 0, midsummerDay)
	case r.words(i, "midsummer"):
		return r.movable(i, 1, 0, midsummerDay)
	case r.words(i, "new", "year's", "day"):
		return r.feast(i, 3, 1, 1)
	case r.words(i, "new", "year's"):
		return r.feast(i, 2, 1, 1)
	}
	return 0, Span{}
}

func (r *reader) feast(i, n int, m time.Month, d int) (int, Span) {
	day, ok := r.dateWithoutYear(i, m, d)
	if !ok {
		return 0, Span{}
	}
	return n, on(day)
}

// movable gives a feast that lies so many days from one whose date depends on the
// year.
func (r *reader) movable(i, n, offset int, of func(year int) memory.Day) (int, Span) {
	y, _, _ := r.today.Date()
	day := of(y)
	switch {
	case r.looksBack(i) && day > r.today:
		day = of(y - 1)
	case !r.looksBack(i) && day < r.today-recentDays:
		day = of(y + 1)
	}
	return n, on(day + memory.Day(offset))
}

// easterSunday is the date of the Gregorian Easter (the anonymous algorithm of
// 1876, as in Meeus, Astronomical Algorithms, 1991, chapter 8).
func easterSunday(year int) memory.Day {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	f := (b + 8) / 25
	g := (b - f + 1) / 3
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return memory.DayOn(year, time.Month(n/31), n%31+1)
}

// midsummerDay is the Saturday of 20 to 26 June, as it is kept in Finland and Sweden.
func midsummerDay(year int) memory.Day {
	const latest = 26
	d := memory.DayOn(year, 6, latest)
	return d - memory.Day((int(d.Weekday())-int(time.Saturday)+7)%7)
}
