// Package lab is the formulas of the memory to play with: how a message is
// weighed, how a moment fades, what a name weighs, and what ties moments into
// groups.
//
// It calls the functions that the program itself goes by, and stores nothing.
// It knows nothing of keys, of sessions or of the database.
package lab

import (
	"fmt"
	"strings"

	"muisto/ui/cell"
	"muisto/ui/composer"
	"muisto/ui/look"
)

// Lab is the four figures and what they are set to. It is for one goroutine.
type Lab struct {
	look    *look.Look
	tab     int
	figures []figure
}

// figure is one formula with its controls.
type figure interface {
	name() string
	// about says in a sentence what it shows.
	about() string
	controls() []control
	// draw gives the figure in lines of at most w cells.
	draw(l *look.Look, w, h int) []string
}

// control is one thing that can be set.
type control struct {
	name string
	// say is its value in words.
	say string
	// share is where a slider stands, in [0, 1]; negative for no slider.
	share float64
	// turn moves it by n steps; toggle switches it.
	turn   func(n int)
	toggle func()
	line   *composer.Composer // what is written in it; nil for nothing
}

// New sets up the figures.
func New(l *look.Look) *Lab {
	return &Lab{look: l, figures: []figure{newWeigh(l), newFade(), newNames(), newTies()}}
}

// SetLook changes the styles.
func (b *Lab) SetLook(l *look.Look) { b.look = l }

// TurnTab goes n figures to the right, round at the end.
func (b *Lab) TurnTab(n int) { b.tab = (b.tab + n + len(b.figures)) % len(b.figures) }

// Move goes n controls down.
func (b *Lab) Move(n int) {
	at := b.at()
	*at = max(min(*at+n, len(b.figure().controls())-1), 0)
}

// Turn moves the picked control by n steps; Toggle switches it.
func (b *Lab) Turn(n int) {
	if c := b.control(); c.turn != nil {
		c.turn(n)
	}
}

// Toggle switches what is picked on or off.
func (b *Lab) Toggle() {
	if c := b.control(); c.toggle != nil {
		c.toggle()
	}
}

// Toggles reports whether what is picked can be switched.
func (b *Lab) Toggles() bool { return b.control().toggle != nil }

func (b *Lab) figure() figure { return b.figures[b.tab] }

func (b *Lab) at() *int {
	switch f := b.figure().(type) {
	case *weigh:
		return &f.at
	case *fade:
		return &f.at
	case *names:
		return &f.at
	}
	return &b.figure().(*ties).at
}

func (b *Lab) control() control { return b.figure().controls()[*b.at()] }

// Writing is the line being written, and where its text stands; nil for none.
func (b *Lab) Writing() (line *composer.Composer, x, y int) {
	c := b.control()
	if c.line == nil {
		return nil, 0, 0
	}
	_, _, col := c.line.Rows()
	return c.line, nameCells + 2 + col, headRows + *b.at()
}

const (
	// nameCells is the column of the controls' names, behind the cursor.
	nameCells = 12
	// sliderCells is how wide a slider is.
	sliderCells = 20
	// headRows are the lines above the controls.
	headRows = 4
)

// Lines draws the figure in sight in at most h lines of at most w cells.
func (b *Lab) Lines(w, h int) []string {
	l, m := b.look, b.look.Method
	var tabs []string
	for i, f := range b.figures {
		style := l.Quiet
		if i == b.tab {
			style = l.Title.Underline(true)
		}
		tabs = append(tabs, style.Render(f.name()))
	}
	out := []string{strings.Join(tabs, "   "), "", l.Quiet.Render(cell.Cut(m, b.figure().about(), w)), ""}
	for i, c := range b.figure().controls() {
		out = append(out, b.controlLine(c, i == *b.at(), w))
	}
	out = append(out, "")
	out = append(out, b.figure().draw(l, w, h-len(out))...)
	return out[:min(len(out), h)]
}

func (b *Lab) controlLine(c control, picked bool, w int) string {
	l, m := b.look, b.look.Method
	lead, style := "  ", l.Quiet
	if picked {
		lead, style = l.Picked.Render("› "), l.Picked
	}
	line := lead + style.Render(cell.Fit(m, c.name, nameCells))
	switch {
	case c.line != nil:
		c.line.SetSize(max(w-nameCells-3, 4), 1)
		rows, _, _ := c.line.Rows()
		line += l.Text.Render(rows[0])
	case c.share >= 0:
		line += l.Accent.Render("▕"+cell.Bar(c.share, min(sliderCells, max(w-nameCells-20, 4)))+"▏") + " " + l.Text.Render(c.say)
	default:
		line += l.Accent.Render("‹ ") + l.Text.Render(c.say) + l.Accent.Render(" ›")
	}
	return cell.Cut(m, line, w)
}

// bar is a named share, drawn and written.
func bar(l *look.Look, w int, name string, share float64, say string) string {
	m := l.Method
	wide := min(max(w-nameCells-34, 6), 40)
	return cell.Cut(m, "  "+l.Quiet.Render(cell.Fit(m, name, nameCells))+
		l.Text.Render("▕"+cell.Bar(share, wide)+"▏"+fmt.Sprintf(" %.2f", share))+l.Quiet.Render("  "+say), w)
}
