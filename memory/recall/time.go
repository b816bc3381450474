package recall

import (
	"math"
	"time"

	"muisto/memory"
	"muisto/memory/when"
)

// What happened on a day is told on it or in the days after, and announced
// shortly before: so fast, in days, a memory loses touch with a day.
const (
	toldAfter  = 7.0
	toldBefore = 2.0
)

// Span is a stretch of days, both ends included.
type Span struct {
	From, To memory.Day
	// Text is how they were said, where that is known.
	Text string
}

// daysIn gives the days that a text names.
func daysIn(text string, said time.Time, turn int) []Span {
	var out []Span
	for _, s := range when.Find(text, said, turn) {
		if s.HasDay() {
			out = append(out, Span{s.From, s.To, s.Text})
		}
	}
	return out
}

// datesFrom takes in the days that the cue names, and tells the words that say
// them from those that say what it is about.
func (q *query) datesFrom(spans []Span) {
	said := map[string]bool{}
	for _, s := range spans {
		if s.From != 0 {
			q.spans = append(q.spans, s)
			tokens(s.Text, func(w token) { said[w.key] = true })
		}
	}
	q.onlyDates = len(q.spans) > 0
	for i := range q.terms {
		t := &q.terms[i]
		t.dated = said[t.key]
		q.onlyDates = q.onlyDates && (t.dated || t.common)
	}
}

// closeness tells how near a day is to the days asked for: 1 on them, falling
// off exponentially to both sides; 0 for no day.
func closeness(spans []Span, d memory.Day) float64 {
	near := 0.0
	if d == 0 {
		return 0
	}
	for _, s := range spans {
		switch {
		case d > s.To:
			near = max(near, math.Exp(-float64(d-s.To)/toldAfter))
		case d < s.From:
			near = max(near, math.Exp(-float64(s.From-d)/toldBefore))
		default:
			return 1
		}
	}
	return near
}

// dated gives the newest documents of the given days.
func (x *Index) dated(spans []Span, want int) []uint32 {
	var out []uint32
	for k := len(x.docs.blocks) - 1; k >= 0; k-- {
		b := x.docs.blocks[k]
		for i := min(blockSize, x.docs.n-k*blockSize) - 1; i >= 0; i-- {
			if on(spans, b.records[i].day) || on(spans, b.records[i].whenAt) {
				out = append(out, uint32(k*blockSize+i))
				if len(out) == want {
					return out
				}
			}
		}
	}
	return out
}

func on(spans []Span, d memory.Day) bool {
	for _, s := range spans {
		if d != 0 && s.From <= d && d <= s.To {
			return true
		}
	}
	return false
}
