package chat

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/guard"
	"muisto/memory/recall"
	"muisto/memory/when"
)

// memoryLine is one thing remembered, as the model reads it. The prompt explains
// the keys.
type memoryLine struct {
	ID     string      `json:"id,omitempty"`
	Kind   string      `json:"kind"`
	By     string      `json:"by,omitempty"`
	Day    string      `json:"day,omitempty"`
	Ago    string      `json:"ago,omitempty"`
	When   string      `json:"when,omitempty"`
	Till   string      `json:"until,omitempty"`
	Newer  string      `json:"newer,omitempty"`
	Text   string      `json:"text"`
	Quotes []quoteLine `json:"quotes,omitempty"`
}

// quoteLine is what a message says beside a memory.
type quoteLine struct {
	By   string `json:"by"`
	Day  string `json:"day"`
	Text string `json:"text"`
}

// memoryLines says how days are reckoned in the lines.
type memoryLines struct {
	// dayTurn is the hour at which a day turns, stateDays how long a state holds
	// where no end was said.
	dayTurn, stateDays int
}

// The fences; what is between them is data.
const (
	fence    = "=== memory ==="
	fenceEnd = "=== end of memory ==="
)

// blockIn is the memory block of a system text, the last thing but for what is
// said of a stretch off the record.
func blockIn(system string) string {
	from := strings.LastIndex(system, fence)
	to := strings.LastIndex(system, fenceEnd)
	if from < 0 || to < from {
		return ""
	}
	return system[from : to+len(fenceEnd)]
}

// block writes what was recalled between fences, facts before moments, each once.
// Each is a JSON object on one line, so that nothing remembered can end the fence.
func (l memoryLines) block(r recall.Result, now time.Time) string {
	hits := inOrder(r)
	if len(hits)+len(r.Said) == 0 {
		return fence + "\n(nothing comes to mind)\n" + fenceEnd
	}
	var w strings.Builder
	w.WriteString(fence + "\n")
	for _, h := range hits {
		w.WriteString(mustMarshal(l.lineOf(h, now)))
		w.WriteByte('\n')
	}
	for _, s := range r.Said {
		w.WriteString(mustMarshal(l.saidLine(s, now)))
		w.WriteByte('\n')
	}
	w.WriteString(fenceEnd)
	return w.String()
}

// inOrder gives the wishes, the other facts and then the moments of a result; a
// moment that only says what a fact on it says is left out.
func inOrder(r recall.Result) []recall.Hit {
	all := slices.Concat(r.Hits, r.Standing)
	rank := func(h recall.Hit) int {
		switch {
		case h.Kind == recall.KindFact && h.Fact.Kind == memory.Wish:
			return 0
		case h.Kind == recall.KindFact:
			return 1
		}
		return 2
	}
	var out []recall.Hit
	for _, h := range all {
		if h.Kind != recall.KindEpisode || !slices.ContainsFunc(all, func(f recall.Hit) bool { return saysTheSame(f, h) }) {
			out = append(out, h)
		}
	}
	slices.SortStableFunc(out, func(a, b recall.Hit) int { return rank(a) - rank(b) })
	return out
}

// saysTheSame reports whether a fact that rests on a moment has its wording, as one
// that was corrected by hand has.
func saysTheSame(fact, moment recall.Hit) bool {
	if fact.Kind != recall.KindFact || fact.Replaced != "" || !slices.Contains(fact.Fact.Sources, moment.Episode.ID) {
		return false
	}
	own := strings.Trim(memory.Folded(fact.Fact.Text), ". ")
	return own != "" && strings.Contains(memory.Folded(moment.Episode.What), own)
}

func (l memoryLines) lineOf(h recall.Hit, now time.Time) memoryLine {
	line := memoryLine{ID: h.ID(), Newer: h.Newer, Text: guard.Fenced(h.Text())}
	if h.Kind == recall.KindFact {
		line.Kind, line.By = "fact", by(string(h.Fact.Authority) == string(memory.ByAgent))
		if h.Fact.Kind == memory.Wish {
			line.Kind = "wish"
		}
		line.Day, line.Ago = l.day(h.Fact.EvidenceAt), l.ago(memory.DayOf(h.Fact.EvidenceAt, l.dayTurn), now)
		line.Till = l.until(h.Fact)
		return line
	}
	e := h.Episode
	line.Kind, line.By = "moment", by(e.Actor == memory.RoleAssistant)
	line.Day, line.Ago, line.When = named(e.Day), l.ago(e.Day, now), l.when(e)
	for _, q := range h.Quotes {
		line.Quotes = append(line.Quotes, quoteLine{By: by(q.Role == memory.RoleAssistant), Day: l.day(q.At), Text: guard.Fenced(q.Text)})
	}
	return line
}

func (l memoryLines) saidLine(s recall.Said, now time.Time) memoryLine {
	return memoryLine{
		Kind: "message", By: by(s.Role == memory.RoleAssistant), Day: l.day(s.At), Ago: l.ago(memory.DayOf(s.At, l.dayTurn), now),
		When: l.whenSaid(s.Part, s.At), Text: guard.Fenced(s.Part),
	}
}

func by(agent bool) string {
	if agent {
		return "agent"
	}
	return "user"
}

// day is the local day of a time with its weekday.
func (l memoryLines) day(at time.Time) string { return named(memory.DayOf(at, l.dayTurn)) }

func named(d memory.Day) string {
	if d == 0 {
		return ""
	}
	return d.String() + " " + d.Weekday().String()[:3]
}

// ago says how long ago a day is, in days, or in months from two on.
func (l memoryLines) ago(day memory.Day, now time.Time) string {
	const month, many = 30, 60
	switch n := int(memory.DayOf(now, l.dayTurn) - day); {
	case n <= 0:
		return "today"
	case n == 1:
		return "1 day"
	case n < many:
		return fmt.Sprintf("%d days", n)
	default:
		return fmt.Sprintf("%d months", n/month)
	}
}

// when is the time that a moment speaks of as it was said, with the days that it
// means.
func (l memoryLines) when(e *memory.Episode) string {
	said := guard.Fenced(e.When)
	if said == "" {
		if e.WhenAt != 0 {
			return named(e.WhenAt)
		}
		return l.whenSaid(e.What, e.LastAt)
	}
	if s, ok := when.Meant(e.When, e.LastAt, l.dayTurn); ok {
		return said + " = " + s.Label()
	}
	if e.WhenAt != 0 {
		return said + " = " + named(e.WhenAt)
	}
	return said
}

// maxWhens bounds the times of one text that are told.
const maxWhens = 3

// whenSaid gives the days that a text names, with what they mean.
func (l memoryLines) whenSaid(text string, at time.Time) string {
	var out []string
	for _, s := range when.Find(text, at, l.dayTurn) {
		if s.HasDay() && len(out) < maxWhens {
			out = append(out, guard.Fenced(s.Text)+" = "+s.Label())
		}
	}
	return strings.Join(out, ", ")
}

// until is a fact's last day where one was said; what lies as far ahead as a state
// holds by itself was not.
func (l memoryLines) until(f *memory.Fact) string {
	if f.ValidUntil == 0 || l.stateDays > 0 && f.ValidUntil == memory.DayOf(f.EvidenceAt, l.dayTurn)+memory.Day(l.stateDays) {
		return ""
	}
	return named(f.ValidUntil)
}
