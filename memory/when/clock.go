package when

import (
	"strconv"
	"strings"
)

// clockTime reads "9:30", "3 pm", "at ten", "half past six", "noon".
func clockTime(r *reader, i int) (int, Span) {
	t := r.low(i)
	switch t {
	case "noon", "midday":
		return 1, atMinute(12 * 60)
	case "midnight":
		return 1, atMinute(0)
	case "half", "quarter":
		return r.spokenTime(i)
	}
	if m, ok := colonTime(t); ok {
		return 1 + r.meridiem(i+1, &m), atMinute(m)
	}
	if h, ok := meridiemSuffix(t); ok {
		return 1, atMinute(h)
	}
	h, ok := hour(t)
	if !ok {
		return 0, Span{}
	}
	m := h * 60
	if n := r.meridiem(i+1, &m); n > 0 {
		return 1 + n, atMinute(m)
	}
	if r.words(i+1, "o'clock") {
		return 2, atMinute(m)
	}
	switch r.low(i - 1) {
	case "at":
		if r.endsNoun(i) || partOfDay(r.low(i+2)) {
			return 1, atMinute(m)
		}
	}
	return 0, Span{}
}

func atMinute(m int) Span { return Span{Clock: true, Minute: m} }

// spokenTime reads "half past six", "quarter to nine".
func (r *reader) spokenTime(i int) (int, Span) {
	h, ok := hour(r.low(i + 2))
	if !ok {
		return 0, Span{}
	}
	quarter := r.low(i) == "quarter"
	switch {
	case r.low(i+1) == "past" && quarter:
		return 3, atMinute(h*60 + 15)
	case r.low(i+1) == "past":
		return 3, atMinute(h*60 + 30)
	case r.low(i+1) == "to" && quarter:
		return 3, atMinute((h*60 + 24*60 - 15) % (24 * 60))
	}
	return 0, Span{}
}

func colonTime(s string) (int, bool) {
	h, m, ok := strings.Cut(s, ":")
	if !ok || len(m) < 2 {
		return 0, false
	}
	pm := strings.HasSuffix(m, "pm")
	am := strings.HasSuffix(m, "am")
	m = strings.TrimSuffix(strings.TrimSuffix(m, "am"), "pm")
	hh, errH := strconv.Atoi(h)
	mm, errM := strconv.Atoi(m)
	if errH != nil || errM != nil || hh < 0 || hh > 24 || mm < 0 || mm > 59 || len(m) != 2 {
		return 0, false
	}
	hh %= 24
	if pm && hh < 12 {
		hh += 12
	}
	if am && hh == 12 {
		hh = 0
	}
	return hh*60 + mm, true
}

func meridiemSuffix(s string) (int, bool) {
	pm := strings.HasSuffix(s, "pm")
	if !pm && !strings.HasSuffix(s, "am") {
		return 0, false
	}
	if !isDigit(s[0]) {
		return 0, false
	}
	h, err := strconv.Atoi(s[:len(s)-2])
	if err != nil || h < 1 || h > 12 {
		return 0, false
	}
	h %= 12
	if pm {
		h += 12
	}
	return h * 60, true
}

// meridiem applies a following am or pm to the minute m, and gives the number
// of tokens that it takes.
func (r *reader) meridiem(i int, m *int) int {
	n := 1
	w := r.low(i)
	if (w == "a" || w == "p") && r.low(i+1) == "m" {
		w, n = w+"m", 2
	}
	switch {
	case w == "pm" && *m < 12*60:
		*m += 12 * 60
	case w == "am" && *m >= 12*60:
		*m -= 12 * 60
	case w == "pm", w == "am":
	default:
		return 0
	}
	return n
}

func hour(s string) (int, bool) {
	if n, ok := numberWords[s]; ok {
		return n, n >= 1 && n <= 12 && len(s) > 2
	}
	if s == "" || len(s) > 2 || !isDigit(s[0]) {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && n <= 24
}
