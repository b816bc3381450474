package lab

import (
	"fmt"
	"math"
	"strings"
	"time"

	"muisto/memory"
	"muisto/ui/look"
	"muisto/ui/panel"
)

const (
	fadeSteps = 40
	// farthest is the longest time that can be looked at, in days.
	farthest = 3 * 365
)

// fade is how a moment fades.
type fade struct {
	at       int
	salience int // in steps of 1/fadeSteps
	time     int // in steps; it grows as a power, so that days and years fit
	decay    int // in hundredths
}

func newFade() *fade {
	return &fade{salience: fadeSteps * 7 / 10, time: fadeSteps / 2, decay: int(100 * memory.DefaultDecay)}
}

func (f *fade) name() string { return "Fade" }

func (f *fade) about() string {
	return "R(t) = (1 + F·t/S)^(−D), so that nine tenths are left after the lifespan S."
}

func (f *fade) controls() []control {
	const low, high = int(100 * memory.MinDecay), int(100 * memory.MaxDecay)
	return []control{
		{name: "salience", say: fmt.Sprintf("%.2f, lasts %s", f.weight(), panel.Span(f.lifespan())), share: f.weight(),
			turn: func(n int) { f.salience = clamp(f.salience+n, 0, fadeSteps) }},
		{name: "time", say: "after " + panel.Span(f.days()), share: float64(f.time) / fadeSteps,
			turn: func(n int) { f.time = clamp(f.time+n, 0, fadeSteps) }},
		{name: "decay D", say: fmt.Sprintf("%.2f", float64(f.decay)/100), share: float64(f.decay-low) / float64(high-low),
			turn: func(n int) { f.decay = clamp(f.decay+5*n, low, high) }},
	}
}

func (f *fade) weight() float64   { return float64(f.salience) / fadeSteps }
func (f *fade) lifespan() float64 { return memory.Lifespan(f.weight()) }
func (f *fade) days() float64     { return farthest * math.Pow(float64(f.time)/fadeSteps, 3) }

func (f *fade) left(days float64) float64 {
	return memory.Retrievability(time.Duration(days*24*float64(time.Hour)), f.lifespan(), float64(f.decay)/100)
}

func (f *fade) draw(l *look.Look, w, h int) []string {
	s, d := f.lifespan(), float64(f.decay)/100
	out := []string{"  " + l.Text.Render(fmt.Sprintf("%.1f %% is left after %s", 100*f.left(f.days()), panel.Span(f.days()))) +
		l.Quiet.Render(fmt.Sprintf(" · half after %s", spanOf(memory.DaysUntil(0.5, s, d)))), ""}
	const gutter = 5
	wide := w - gutter
	rows := min(h-len(out)-2, 10)
	if wide < 12 || rows < 2 {
		return out
	}
	horizon := max(1.3*f.days(), 4*s)
	label := memory.LabelOf(f.weight())
	col := min(int(f.days()/horizon*float64(wide)), wide-1)
	for i, cells := range panel.Plot(func(x float64) float64 { return f.left(x * horizon) }, wide, rows) {
		edge := "    │"
		if i == 0 {
			edge = "100 ┤"
		}
		here := "│"
		if cells[col] == ' ' {
			here = " "
		}
		style := l.Label(label)
		out = append(out, l.Quiet.Render(edge)+style.Render(string(cells[:col]))+l.Picked.Render(here)+style.Render(string(cells[col+1:])))
	}
	return append(out, l.Quiet.Render("  0 └"+strings.Repeat("─", col)+"┴"+strings.Repeat("─", wide-col-1)),
		l.Quiet.Render(strings.Repeat(" ", gutter+max(wide-len(spanOf(horizon)), 0))+spanOf(horizon)))
}

// spanOf is a span in words, bounded where no one would live to see it.
func spanOf(days float64) string {
	if days > 200*365 {
		return "centuries"
	}
	return panel.Span(days)
}

func clamp(i, low, high int) int { return min(max(i, low), high) }
