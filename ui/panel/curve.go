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

// farHalf is how many lifespans away the half may lie and still be shown: a
// curve that takes longer would be all but flat.
const farHalf = 16

// curveLines draws what is left of an episode over time, from when it was said
// to well past its lifespan, with a mark for now and one for where half is left.
func (p *Panel) curveLines(e memory.Episode) []string {
	const gutter = 5 // "100 ┤"
	w := p.width - gutter
	if w < 12 {
		return nil
	}
	age := max(p.now.Sub(e.LastAt).Hours()/24, 0)
	half := memory.DaysUntil(0.5, e.Lifespan, p.decay)
	horizon := max(4*e.Lifespan, 1.3*age, 1)
	if half <= farHalf*e.Lifespan {
		horizon = max(horizon, 1.15*half)
	}
	left := func(x float64) float64 {
		return memory.Retrievability(days(x*horizon), e.Lifespan, p.decay)
	}
	// The lower edge is well under what is left at the end.
	low := max(math.Floor(10*left(1)-1), 0) / 10
	rows := Plot(func(x float64) float64 { return (left(x) - low) / (1 - low) }, w, curveRows)
	col := min(int(age/horizon*float64(w)), w-1)

	l := p.look
	style := l.Label(memory.LabelOf(e.Salience))
	out := make([]string, 0, curveRows+2)
	marked := false
	for i, cells := range rows {
		label := "    │"
		if i == 0 {
			label = "100 ┤"
		}
		now := "│"
		switch {
		case cells[col] == ' ':
			now = " "
		case !marked:
			now, marked = "●", true
		}
		out = append(out, l.Quiet.Render(label)+style.Render(string(cells[:col]))+l.Picked.Render(now)+style.Render(string(cells[col+1:])))
	}
	axis := []rune(strings.Repeat("─", w))
	if at := int(half / horizon * float64(w)); at < w {
		axis[at] = '½'
	}
	axis[col] = '┴'
	out = append(out, l.Quiet.Render(fmt.Sprintf("%3.0f └", 100*low)+string(axis)))
	return append(out, l.Quiet.Render(cell.Spaces(gutter)+p.curveFoot(w, col, horizon)))
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

// Plot fills what is under f over [0, 1], with values in [0, 1], in rows of w
// cells, to an eighth of a cell.
func Plot(f func(float64) float64, w, rows int) [][]rune {
	eighths := []rune(" ▁▂▃▄▅▆▇█")
	out := make([][]rune, rows)
	for i := range out {
		out[i] = make([]rune, w)
	}
	for x := range w {
		level := int(min(max(f((float64(x)+0.5)/float64(w)), 0), 1)*float64(8*rows) + 0.5)
		for i := range rows {
			above := level - 8*(rows-1-i)
			out[i][x] = eighths[min(max(above, 0), 8)]
		}
	}
	return out
}
