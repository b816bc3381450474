package neocortex

import (
	"cmp"
	"slices"
	"time"

	"muisto/memory"
)

// The days between two passes of a kind, and the days that a week pass sees.
const (
	weekEvery  = 7
	weekSees   = 30
	monthEvery = 30
)

// schedule says which passes are due.
type schedule struct{ memory.PassHistory }

func (c schedule) today() memory.Day { return memory.DayOf(c.Now, c.DayTurn) }

// Due lists the passes whose time has come, in the order to run them: what was
// cut short, each night missed, then the week, then the month.
func Due(h memory.PassHistory) []memory.Pass {
	c := schedule{h}
	due := c.cutShort()
	for _, p := range append(c.nights(c.today()-1, false), append(c.interval(memory.Week, weekEvery), c.interval(memory.Month, monthEvery)...)...) {
		if !slices.ContainsFunc(due, func(q memory.Pass) bool { return q.Kind == p.Kind && (p.Kind != memory.Night || q.To == p.To) }) {
			due = append(due, p)
		}
	}
	return due
}

// Asked lists the passes for a kind asked for by hand: they take today's
// moments too, and what an earlier one left.
func Asked(h memory.PassHistory, kind memory.PassKind) []memory.Pass {
	c := schedule{h}
	switch {
	case kind == memory.Night:
		return c.nights(c.today(), true)
	case c.First == 0 || c.First > c.today():
		return nil
	}
	return []memory.Pass{c.window(kind, c.today())}
}

// NextNight is when the running day turns, which is when a night is due.
func NextNight(now time.Time, turn int) time.Time {
	return memory.DayOf(now, turn).Ends(turn, now.Location())
}

func (c schedule) cutShort() []memory.Pass {
	var passes []memory.Pass
	for _, p := range c.Passes {
		if !p.Finished && p.To <= c.today() && !slices.Contains(passes, p.Pass) {
			passes = append(passes, p.Pass)
		}
	}
	slices.SortFunc(passes, func(p, q memory.Pass) int {
		return cmp.Or(cmp.Compare(rank(p.Kind), rank(q.Kind)), cmp.Compare(p.To, q.To))
	})
	return passes
}

func rank(k memory.PassKind) int {
	return slices.Index([]memory.PassKind{memory.Night, memory.Week, memory.Month}, k)
}

// nights are those of the unseen days up to last. What a night of today has
// left waits for tomorrow, unless asked for.
func (c schedule) nights(last memory.Day, asked bool) []memory.Pass {
	var passes []memory.Pass
	days := slices.Clone(c.Unseen)
	slices.Sort(days)
	for _, d := range slices.Compact(days) {
		p := memory.Pass{Kind: memory.Night, From: d, To: d}
		if d <= last && (asked || !c.triedToday(p)) {
			passes = append(passes, p)
		}
	}
	return passes
}

func (c schedule) triedToday(p memory.Pass) bool {
	return slices.ContainsFunc(c.Passes, func(q memory.PastPass) bool {
		return q.Pass == p && q.Finished && q.Left > 0 && q.On == c.today()
	})
}

// interval is the pass of a kind that runs every so many days, if it is due:
// that time has gone by since the last, or the last left something and a day
// has.
func (c schedule) interval(kind memory.PassKind, every memory.Day) []memory.Pass {
	yesterday := c.today() - 1
	if c.First == 0 || c.First > yesterday {
		return nil
	}
	seen, left := c.First-1, false
	for _, p := range c.Passes {
		if p.Kind != kind || !p.Finished || p.To > c.today() || p.To < seen {
			continue
		}
		seen, left = p.To, p.Left > 0 && p.On < c.today()
	}
	if yesterday-seen < every && (!left || seen < c.First) {
		return nil
	}
	p := c.window(kind, max(yesterday, seen))
	if c.Last < p.From { // there is nothing to see
		return nil
	}
	return []memory.Pass{p}
}

// window is the pass of a kind that ends with the day last.
func (c schedule) window(kind memory.PassKind, last memory.Day) memory.Pass {
	from := c.First
	if kind == memory.Week {
		from = max(from, last-weekSees+1)
	}
	return memory.Pass{Kind: kind, From: from, To: last}
}
