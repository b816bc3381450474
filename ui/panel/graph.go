package panel

import (
	"fmt"
	"slices"
	"strings"

	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/look"
)

const (
	// graphFrom is the width from which the ties of a group are drawn; below it
	// they are written out.
	graphFrom = 64
	// minSentence is the least room that a moment's sentence has beside them.
	minSentence = 28
	// maxPairs is how many ties are written out under the drawing.
	maxPairs = 3
)

// graph is the ties of a group: its moments in rows, its names in columns. A
// name runs down its column and joins the moments that bear it.
type graph struct {
	names  []memory.WeighedName
	widths []int // of the columns
	bears  [][]bool
	from,
	to []int // the rows between which each name runs
	id []memory.EpisodeID
}

// graphOf lays out the ties of a group in w cells; false where there are none
// to draw, or no room.
func (d *night) graphOf(p *Panel, g memory.GroupRecord) (graph, bool) {
	if p.width < graphFrom || len(g.Episodes) < 2 || len(d.episodes) == 0 {
		return graph{}, false
	}
	return p.layOut(g.Episodes[:min(len(g.Episodes), maxShown)], g.Names, d.episodes)
}

// layOut lays out moments and as many of the names as there is room for.
func (p *Panel) layOut(ids []memory.EpisodeID, names []memory.WeighedName, episodes map[memory.EpisodeID]memory.Episode) (graph, bool) {
	gr := graph{id: ids}
	room := p.width - minSentence
	for _, n := range names {
		w := max(p.look.Method.StringWidth(n.Name), 4) + 2
		if room -= w; room < 0 {
			break
		}
		gr.names, gr.widths = append(gr.names, n), append(gr.widths, w)
	}
	if len(gr.names) == 0 {
		return graph{}, false
	}
	gr.from, gr.to = make([]int, len(gr.names)), make([]int, len(gr.names))
	for j := range gr.names {
		gr.from[j] = -1
	}
	for i, id := range gr.id {
		row := make([]bool, len(gr.names))
		for j, n := range gr.names {
			if row[j] = bears(episodes[id], n.Name); row[j] {
				if gr.from[j] < 0 {
					gr.from[j] = i
				}
				gr.to[j] = i
			}
		}
		gr.bears = append(gr.bears, row)
	}
	return gr, true
}

func bears(e memory.Episode, name string) bool {
	key := memory.FoldName(name)
	return slices.ContainsFunc(e.Names, func(n memory.Name) bool { return n.Key() == key })
}

func (gr graph) width() int {
	w := 0
	for _, c := range gr.widths {
		w += c
	}
	return w
}

// head names the columns, and under them their weights.
func (gr graph) head(p *Panel, w int) []string {
	l, m := p.look, p.look.Method
	var names, weights strings.Builder
	for j, n := range gr.names {
		names.WriteString(centred(m, n.Name, gr.widths[j]))
		weight := fmt.Sprintf("%.1f", n.Weight)
		if n.Weight == 0 {
			weight = "0"
		}
		weights.WriteString(centred(m, weight, gr.widths[j]))
	}
	return []string{
		cell.Ends(m, "", l.Accent.Render(names.String()), w),
		cell.Ends(m, "", l.Quiet.Render(weights.String()), w),
	}
}

func centred(m cell.Method, s string, w int) string {
	left := (w - m.StringWidth(s)) / 2
	return cell.Fit(m, cell.Spaces(left)+s, w)
}

// row draws moment i's part: a line from its sentence to the last name that it
// bears.
func (gr graph) row(p *Panel, i int) string {
	l := p.look
	last := -1
	for j, b := range gr.bears[i] {
		if b {
			last = j
		}
	}
	var out strings.Builder
	for j, w := range gr.widths {
		at := (w - 1) / 2
		runs := gr.from[j] >= 0 && gr.from[j] <= i && i <= gr.to[j]
		left, mid, right := "─", "─", "─"
		switch {
		case gr.bears[i][j]:
			mid = "●"
		case runs && j < last:
			mid = "┼"
		case runs:
			mid = "│"
		case j > last:
			mid = " "
		}
		if j > last {
			left = " "
		}
		if j >= last {
			right = " "
		}
		style := l.Edge
		out.WriteString(style.Render(strings.Repeat(left, at)))
		if mid == "●" {
			style = l.Accent
		}
		out.WriteString(style.Render(mid) + l.Edge.Render(strings.Repeat(right, w-at-1)))
	}
	return out.String()
}

// graphLines draws the ties of a group, and writes the strongest out.
func (d *night) graphLines(p *Panel, g memory.GroupRecord, gr graph, out []string) []string {
	l, m := p.look, p.look.Method
	out = append(out, gr.head(p, p.width)...)
	for i, id := range gr.id {
		e := d.episodes[id]
		lead, style := "  ", l.Text
		if p.focused && d.at() {
			lead, style = l.Picked.Render("› "), l.Picked
		}
		out = append(out, gr.line(p, i, lead+l.Quiet.Render(cell.Fit(m, id.String(), 6)), style.Render, p.spoken(e.What)))
		d.things = append(d.things, e)
		d.span(len(out)-1, len(out)-1)
	}
	if more := len(g.Episodes) - len(gr.id); more > 0 {
		out = append(out, "  "+l.Quiet.Render(fmt.Sprintf("and %d more", more)))
	}
	return append(out, d.pairLines(p, g)...)
}

// Ties draws moments in rows and names in columns, joined where the moments
// bear the names, in lines of at most w cells: first the names and their
// weights, with a mark under the name that is picked, then a line for each
// moment, with marks[i] before its sentence. The names that have no room are
// left out.
func Ties(l *look.Look, w int, moments []memory.Episode, names []memory.WeighedName, picked int, marks []string) []string {
	p := &Panel{look: l, width: w}
	ids, episodes := make([]memory.EpisodeID, len(moments)), map[memory.EpisodeID]memory.Episode{}
	for i, e := range moments {
		ids[i] = e.ID
		episodes[e.ID] = safeEpisode(e)
	}
	gr, ok := p.layOut(ids, names, episodes)
	if !ok {
		return nil
	}
	var under strings.Builder
	for j := range gr.names {
		sign := ""
		if j == picked {
			sign = "▲"
		}
		under.WriteString(centred(l.Method, sign, gr.widths[j]))
	}
	out := append(gr.head(p, w), cell.Ends(l.Method, "", l.Picked.Render(under.String()), w))
	for i, id := range ids {
		out = append(out, gr.line(p, i, l.Accent.Render(cell.Fit(l.Method, marks[i], 4)), l.Text.Render, episodes[id].What))
	}
	return out
}

// line is one moment with its part of the drawing; lead is four cells or more.
func (gr graph) line(p *Panel, i int, lead string, style func(...string) string, text string) string {
	l, m := p.look, p.look.Method
	room := p.width - gr.width() - m.StringWidth(lead)
	text = cell.Cut(m, text, room-1)
	rest := max(room-1-m.StringWidth(text), 0)
	fill := cell.Spaces(rest)
	if gr.tied(i) {
		fill = l.Edge.Render(strings.Repeat("─", rest))
	}
	return lead + style(text) + " " + fill + gr.row(p, i)
}

func (gr graph) tied(i int) bool { return slices.Contains(gr.bears[i], true) }

// pairLines writes out the strongest ties: "e4 ─ e3  Bergen 3.5 + Tomas 2.6 = 6.1".
func (d *night) pairLines(p *Panel, g memory.GroupRecord) []string {
	l, m := p.look, p.look.Method
	ties := slices.Clone(g.Ties)
	slices.SortStableFunc(ties, func(a, b memory.Tie) int {
		switch {
		case a.Weight > b.Weight:
			return -1
		case a.Weight < b.Weight:
			return 1
		}
		return 0
	})
	var out []string
	for _, t := range ties[:min(len(ties), maxPairs)] {
		if t.A < 0 || t.B < 0 || t.A >= len(g.Episodes) || t.B >= len(g.Episodes) {
			continue
		}
		a, b := g.Episodes[t.A], g.Episodes[t.B]
		var shared memory.GroupRecord
		for _, n := range g.Names {
			if bears(d.episodes[a], n.Name) && bears(d.episodes[b], n.Name) {
				shared.Names = append(shared.Names, n)
			}
		}
		text := fmt.Sprintf("%s ─ %s  %s", a, b, tiesOf(shared))
		out = append(out, "  "+l.Quiet.Render(cell.Cut(m, text, p.width-2)))
	}
	if more := len(ties) - maxPairs; more > 0 {
		out = append(out, "  "+l.Quiet.Render(fmt.Sprintf("and %d lighter ones", more)))
	}
	return out
}
