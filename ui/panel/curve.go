package panel

import (
	"fmt"
	"math"
	"strings"

	"muisto/memory"
	"muisto/ui/cell"
)

// curveRows is how many lines the curve is high.
const curveRows = 5

// curveLines draws what is left of an episode over time, from when it was said
// to well past its lifespan, with a mark for now.
func (p *Panel) curveLines(e memory.Episode) []string {
	const axis = 5 // "100 ┤"
	w := p.width - axis
	if w < 12 {
		return nil
	}
	age := max(p.now.Sub(e.LastAt).Hours()/24, 0)
	horizon := max(4*e.Lifespan, 1.3*age, 1)
	left := func(x float64) float64 {
		return memory.Retrievability(days(x*horizon), e.Lifespan, p.decay)
	}
	// The lower edge is the ten per cent under what is left at the end.
	low := math.Floor(10*left(1)-1e-9) / 10
	at := func(x float64) float64 { return (left(x) - low) / (1 - low) }
	rows := plot(at, w, curveRows)
	col := min(int(age/horizon*float64(w)), w-1)
	row := min(int((1-at(age/horizon))*curveRows), curveRows-1)

	l := p.look
	style := l.Label(memory.LabelOf(e.Salience))
	out := make([]string, 0, curveRows+2)
	for i, cells := range rows {
		label := "    │"
		if i == 0 {
			label = "100 ┤"
		}
		line := l.Quiet.Render(label)
		if i == row {
			line += style.Render(string(cells[:col])) + l.Picked.Render("●") + style.Render(string(cells[col+1:]))
		} else {
			line += style.Render(string(cells))
		}
		out = append(out, line)
	}
	out = append(out, l.Quiet.Render(fmt.Sprintf("%3.0f └", 100*low)+strings.Repeat("─", col)+"┴"+strings.Repeat("─", w-col-1)))
	return append(out, l.Quiet.Render(cell.Spaces(axis)+p.curveFoot(w, col, horizon)))
}

// curveFoot names now and the end of the time shown.
func (p *Panel) curveFoot(w, col int, horizon float64) string {
	const now = "now"
	end := "after " + Span(horizon)
	from := min(max(col-1, 0), w-len(now))
	if room := w - from - len(now); room > len(end) {
		return cell.Spaces(from) + now + cell.Spaces(room-len(end)) + end
	}
	return cell.Spaces(from) + now
}

// plot draws f over [0, 1], with values in [0, 1], as rows of w cells, two by
// four dots a cell.
func plot(f func(float64) float64, w, rows int) [][]rune {
	out := make([][]rune, rows)
	for i := range out {
		out[i] = []rune(strings.Repeat(" ", w))
	}
	// The bits of a braille cell, by column and row of its dots.
	bits := [2][4]rune{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}
	const blank = '\u2800'
	high := rows*4 - 1
	last := -1
	for x := range 2 * w {
		y := int((1-f(float64(x)/float64(2*w-1)))*float64(high) + 0.5)
		y = min(max(y, 0), high)
		from := y
		if last >= 0 && last < y {
			from = last + 1
		}
		for dot := from; dot <= y; dot++ {
			at := &out[dot/4][x/2]
			*at = max(*at, blank) | bits[x%2][dot%4]
		}
		last = y
	}
	return out
}
