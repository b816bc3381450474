package when

import (
	"strings"
	"time"

	"muisto/memory"
)

// finnishPhrase reads the everyday relative times: eilen, huomenna, viime
// viikolla, ensi perjantaina, toukokuussa.
func finnishPhrase(r *reader, i int) (int, Span) {
	switch r.low(i) {
	case "tänään":
		return 1, on(r.today)
	case "eilen":
		return 1, on(r.today - 1)
	case "toissapäivänä":
		return 1, on(r.today - 2)
	case "huomenna":
		return 1, on(r.today + 1)
	case "ylihuomenna":
		return 1, on(r.today + 2)
	}
	step, stepped := finnishStep(r.low(i))
	j := i
	if stepped {
		j++
	}
	w := r.low(j)
	y, m, _ := r.today.Date()
	switch {
	case stepped && strings.HasPrefix(w, "viikonlop"):
		return 2, r.weekend(step)
	case stepped && strings.HasPrefix(w, "viik"):
		return 2, weekSpan(r.today + memory.Day(7*step))
	case stepped && (w == "kuussa" || w == "kuun" || w == "kuu"):
		fy, fm, _ := memory.DayOn(y, m+time.Month(step), 1).Date()
		return 2, monthSpan(fy, fm)
	case stepped && strings.HasPrefix(w, "vuo"):
		return 2, yearSpan(y + step)
	}
	if wd, ok := finnishWeekday(w); ok {
		d := r.weekdayDate(i, wd, step, stepped)
		return j + 1 - i, Span{From: d, To: d, Weekday: wd, HasWkday: true}
	}
	if fm, ok := finnishMonth(w); ok {
		if stepped {
			return 2, r.monthBy(fm, step)
		}
		return 1, r.monthNearest(i, fm)
	}
	return 0, Span{}
}

// finnishDate reads "12. toukokuuta".
func finnishDate(r *reader, i int) (int, Span) {
	d, ok := dayNumber(r.low(i))
	if !ok || r.toks[i].next != '.' {
		return 0, Span{}
	}
	m, ok := finnishMonth(r.low(i + 1))
	if !ok {
		return 0, Span{}
	}
	return r.withYear(i, i+1, m, d)
}

func finnishStep(w string) (int, bool) {
	switch w {
	case "viime":
		return -1, true
	case "tällä", "tässä", "tänä":
		return 0, true
	case "ensi":
		return 1, true
	}
	return 0, false
}

func finnishWeekday(w string) (time.Weekday, bool) {
	if !strings.HasSuffix(w, "na") && !strings.HasSuffix(w, "ksi") && !strings.HasSuffix(w, "hin") &&
		!strings.HasSuffix(w, "sta") && !strings.HasSuffix(w, "na") {
		return 0, false
	}
	for i, stem := range []string{"sunnuntai", "maanantai", "tiistai", "keskiviik", "torstai", "perjantai", "lauantai"} {
		if strings.HasPrefix(w, stem) {
			return time.Weekday(i), true
		}
	}
	return 0, false
}

func finnishMonth(w string) (time.Month, bool) {
	stem, _, ok := strings.Cut(w, "kuu")
	if !ok {
		return 0, false
	}
	switch stem {
	case "tammi":
		return 1, true
	case "helmi":
		return 2, true
	case "maalis":
		return 3, true
	case "huhti":
		return 4, true
	case "touko":
		return 5, true
	case "kesä":
		return 6, true
	case "heinä":
		return 7, true
	case "elo":
		return 8, true
	case "syys":
		return 9, true
	case "loka":
		return 10, true
	case "marras":
		return 11, true
	case "joulu":
		return 12, true
	}
	return 0, false
}
