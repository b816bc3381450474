package panel

import (
	"fmt"
	"slices"
	"strings"

	"muisto/memory"
	"muisto/ui/cell"
)

const (
	// maxTies is how many of a group's names are written out.
	maxTies = 4
	// maxShown is how many moments of a group are written out.
	maxShown = 12
)

// all gives the lines of an open pass: first the groups that became facts.
func (d *night) all(p *Panel) []string {
	r, l, m := d.record, p.look, p.look.Method
	out := []string{
		cell.Ends(m, l.Title.Render(passName(r.Pass)), l.Quiet.Render(Ago(r.RanAt, p.now)), p.width),
		l.Quiet.Render(cell.Cut(m, p.passDays(r.Pass)+" · "+passSaw(r), p.width)),
	}
	out = append(out, p.runningLines(r)...)
	d.begin()
	d.things = d.things[:0]
	var same []memory.GroupRecord
	for _, g := range r.Groups {
		if stayed(g) {
			same = append(same, g)
			continue
		}
		out = d.groupLines(p, g, append(out, ""))
	}
	out = d.foldLines(p, same, out)
	for _, g := range same {
		if len(same) == 1 || d.unfolded {
			out = d.groupLines(p, g, append(out, ""))
		}
	}
	if r.Alone > 0 {
		out = append(out, "")
		out = append(out, p.quiet(Count(r.Alone, "moment")+" with no ties.")...)
	}
	return out
}

// stayed: nothing came of the group.
func stayed(g memory.GroupRecord) bool {
	return g.Outcome == memory.StayedMoments || g.Outcome == memory.ShowedNothing || g.Outcome == memory.SentBefore
}

// fold stands for the groups of which nothing came.
type fold struct{}

// foldLines sums up several groups of which nothing came, and why, as one line
// that opens them.
func (d *night) foldLines(p *Panel, same []memory.GroupRecord, out []string) []string {
	if len(same) < 2 {
		return out
	}
	moments, why := 0, map[string]int{}
	var reasons []string
	for _, g := range same {
		moments += len(g.Episodes)
		if g.Reason != "" && why[g.Reason] == 0 {
			reasons = append(reasons, g.Reason)
		}
		why[g.Reason] += len(g.Episodes)
	}
	slices.SortStableFunc(reasons, func(a, b string) int { return why[b] - why[a] })
	text := Count(moments, "moment") + " stayed as " + oneOr(moments, "it was", "they were")
	out = d.thing(p, fold{}, "○ ", text, append(out, ""))
	for _, reason := range reasons[:min(len(reasons), maxReasons)] {
		line := fmt.Sprintf("%d: %s", why[reason], reason)
		out = append(out, "    "+p.look.Quiet.Render(cell.Cut(p.look.Method, line, p.width-4)))
	}
	return out
}

// maxReasons is how many reasons a fold gives.
const maxReasons = 4

func oneOr(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func (d *night) groupLines(p *Panel, g memory.GroupRecord, out []string) []string {
	l, m := p.look, p.look.Method
	mark, style := "○", l.Quiet
	switch g.Outcome {
	case memory.BecameFacts:
		mark, style = "●", l.Good
	case memory.Failed, memory.Waits, memory.Refused:
		mark, style = "!", l.Warn
	}
	out = append(out, style.Render(cell.Cut(m, mark+" "+outcome(g), p.width)))
	gr, drawn := d.graphOf(p, g)
	if ties := tiesOf(g); ties != "" && !drawn {
		for _, line := range cell.Wrap(m, ties, p.width-2) {
			out = append(out, "  "+l.Accent.Render(line))
		}
	}
	if drawn {
		out = d.graphLines(p, g, gr, out)
	}
	for i, id := range g.Episodes {
		if drawn {
			break
		}
		if i == maxShown {
			out = append(out, "  "+l.Quiet.Render(fmt.Sprintf("and %d more", len(g.Episodes)-maxShown)))
			break
		}
		e, ok := d.episodes[id]
		if !ok {
			continue
		}
		out = d.thing(p, e, "· ", p.spoken(e.What), out)
	}
	for _, line := range cell.Wrap(m, g.Reason, p.width-2) {
		out = append(out, "  "+l.Quiet.Render(line))
	}
	for _, c := range g.Changes {
		out = d.changeLines(p, c, out)
	}
	return out
}

// changeLines says what was done to a fact.
func (d *night) changeLines(p *Panel, c memory.FactChange, out []string) []string {
	f, ok := d.facts[c.Fact]
	if !ok {
		return out
	}
	sign := map[memory.Effect]string{
		memory.Formed: "+ ", memory.Reinforced: "= ", memory.Retold: "= ", memory.Filed: "= ",
	}[c.Effect]
	if sign == "" {
		sign = "× "
	}
	text := p.spoken(f.Text)
	if c.Effect != memory.Formed {
		text = string(c.Effect) + ": " + text
	}
	return d.thing(p, f, sign, text, out)
}

// thing writes out something that can be picked.
func (d *night) thing(p *Panel, what any, sign, text string, out []string) []string {
	l, m := p.look, p.look.Method
	from := len(out)
	lead, style := "  ", l.Text
	if p.focused && d.at() {
		lead, style = l.Picked.Render("› "), l.Picked
	}
	for i, line := range cell.Shorten(m, text, p.width-4, maxWhat+1) {
		if i > 0 {
			lead, sign = "  ", "  "
		}
		out = append(out, lead+l.Quiet.Render(sign)+style.Render(line))
	}
	d.things = append(d.things, what)
	d.span(from, len(out)-1)
	return out
}

func outcome(g memory.GroupRecord) string {
	n := Count(len(g.Episodes), "moment")
	switch g.Outcome {
	case memory.BecameFacts:
		return n + " → facts"
	case memory.ShowedNothing:
		return n + ", nothing new in them"
	case memory.StayedMoments:
		if len(g.Episodes) == 1 {
			return n + " stays as it is"
		}
		return n + " stay as they are"
	case memory.SentBefore:
		return n + ", seen before"
	case memory.Waits:
		return n + " wait"
	case memory.Failed:
		return n + ": the model failed"
	case memory.Refused:
		return n + ": the answer was refused; trying again next night"
	}
	return n + ": " + string(g.Outcome)
}

// tiesOf writes the names that tie a group with their weights: "Bergen 3.5 +
// Tomas 2.6 = 6.1".
func tiesOf(g memory.GroupRecord) string {
	if len(g.Names) == 0 {
		return ""
	}
	var parts []string
	sum := 0.0
	for i, n := range g.Names {
		if i == maxTies {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, fmt.Sprintf("%s %.1f", n.Name, n.Weight))
		sum += n.Weight
	}
	text := strings.Join(parts, " + ")
	if len(g.Names) > 1 && len(g.Names) <= maxTies {
		text += fmt.Sprintf(" = %.1f", sum)
	}
	return text
}
