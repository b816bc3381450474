package lab

import (
	"fmt"
	"math"
	"strings"

	"muisto/memory/neocortex"
	"muisto/ui/look"
	"muisto/ui/panel"
)

// mostMoments bounds the window that a name can be looked at in.
const mostMoments = 200

// names is what a name weighs.
type names struct {
	at    int
	n, of int
}

func newNames() *names { return &names{n: 3, of: 40} }

func (f *names) name() string { return "Names" }

func (f *names) about() string {
	return "A name weighs ln(N/n): the fewer moments contain it, the more it tells."
}

func (f *names) controls() []control {
	return []control{
		{name: "n have it", say: fmt.Sprint(f.n), share: float64(f.n) / float64(f.of), turn: func(n int) { f.n = clamp(f.n+n, 1, f.of) }},
		{name: "of N", say: fmt.Sprint(f.of), share: float64(f.of) / mostMoments, turn: func(n int) {
			f.of = clamp(f.of+n, 2, mostMoments)
			f.n = min(f.n, f.of)
		}},
	}
}

// said is the weight in words, or why the name is set aside.
func (f *names) said() string {
	w := neocortex.Weight(f.n, f.of)
	switch {
	case w > 0:
		return fmt.Sprintf("ln(%d/%d) = %.2f", f.of, f.n, w)
	case f.n == 1:
		return "0: only one moment has it, so it ties nothing"
	case f.n == f.of:
		return "0: every moment has it, so it separates nothing"
	}
	return "0: ignored, because more than half of the moments have it"
}

func (f *names) draw(l *look.Look, w, h int) []string {
	out := []string{"  " + l.Text.Render("weight "+f.said()), ""}
	const gutter = 5
	wide, rows := w-gutter, min(h-len(out)-2, 8)
	if wide < 12 || rows < 2 {
		return out
	}
	top := math.Log(float64(f.of) / 2)
	top = max(top, 0.1)
	at := func(x float64) int { return clamp(int(math.Round(1+x*float64(f.of-1))), 1, f.of) }
	col := clamp(int(float64(f.n-1)/float64(max(f.of-1, 1))*float64(wide)), 0, wide-1)
	for i, cells := range panel.Plot(func(x float64) float64 { return neocortex.Weight(at(x), f.of) / top }, wide, rows) {
		edge := "    │"
		if i == 0 {
			edge = fmt.Sprintf("%3.1f ┤", top)
		}
		here := string(cells[col])
		if here == " " {
			here = "·"
		}
		out = append(out, l.Quiet.Render(edge)+l.Accent.Render(string(cells[:col]))+l.Picked.Render(here)+l.Accent.Render(string(cells[col+1:])))
	}
	return append(out, l.Quiet.Render("  0 └"+strings.Repeat("─", col)+"┴"+strings.Repeat("─", wide-col-1)),
		l.Quiet.Render("    1"+strings.Repeat(" ", max(wide-len(fmt.Sprint(f.of)), 0))+fmt.Sprint(f.of)))
}
