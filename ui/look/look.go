// Package look is how the screen looks: the colours for dark and for light
// terminals and for none, as styles named after what they are for.
//
// It knows nothing of what is drawn with them.
package look

import (
	"charm.land/lipgloss/v2"

	"muisto/memory"
	"muisto/ui/cell"
)

// Theme says what background to draw for.
type Theme int

// The themes.
const (
	Dark Theme = iota
	Light
	// Plain has no colours: only bold, faint, italic, underline and reverse.
	Plain
)

// Look is one theme's styles and the way the terminal counts cells. It is not
// changed once made.
type Look struct {
	Theme  Theme
	Method cell.Method

	Text     lipgloss.Style // what is read
	Quiet    lipgloss.Style // times, hints, secondary text
	Edge     lipgloss.Style // frames and rules
	EdgeLive lipgloss.Style // the border of the area that has the keyboard
	Title    lipgloss.Style
	You      lipgloss.Style // the person's name over a message
	Muisto   lipgloss.Style // the agent's
	Accent   lipgloss.Style // what is picked, keys in help
	Picked   lipgloss.Style // the line that is picked
	Warn     lipgloss.Style // trouble
	Good     lipgloss.Style
	Private  lipgloss.Style // off the record

	labels map[memory.Label]lipgloss.Style
	own    Colours
}

// New makes the styles of a theme.
func New(t Theme, m cell.Method) *Look { return Colours{}.Look(t, m) }

// Look makes the styles of a theme with a person's own colours.
func (own Colours) Look(t Theme, m cell.Method) *Look {
	p := own.over(t)
	fg := func(colour string) lipgloss.Style {
		if colour == "" {
			return lipgloss.NewStyle()
		}
		return lipgloss.NewStyle().Foreground(lipgloss.Color(colour))
	}
	quiet := fg(p.quiet)
	if t == Plain {
		quiet = quiet.Faint(true)
	}
	return &Look{
		Theme: t, Method: m, own: own,
		Text:     fg(p.text),
		Quiet:    quiet,
		Edge:     fg(p.edge),
		EdgeLive: fg(p.edgeLive),
		Title:    fg(p.title).Bold(true),
		You:      fg(p.you).Bold(true),
		Muisto:   fg(p.muisto).Bold(true),
		Accent:   fg(p.accent),
		Picked:   fg(p.accent).Bold(true),
		Warn:     fg(p.warn),
		Good:     fg(p.good),
		Private:  fg(p.private),
		labels: map[memory.Label]lipgloss.Style{
			memory.Peak:   fg(p.peak),
			memory.High:   fg(p.high),
			memory.Medium: fg(p.medium),
			memory.Low:    fg(p.low),
		},
	}
}

// Themed gives the look in another theme.
func (l *Look) Themed(t Theme) *Look { return l.own.Look(t, l.Method) }

// Counting gives the look with another way of counting cells.
func (l *Look) Counting(m cell.Method) *Look { return l.own.Look(l.Theme, m) }

// Label is the style of a salience.
func (l *Look) Label(label memory.Label) lipgloss.Style { return l.labels[label] }

// Mark is the sign of a salience, told by shape as well as by colour.
func Mark(label memory.Label) string {
	switch label {
	case memory.Peak:
		return "●"
	case memory.High:
		return "◕"
	case memory.Medium:
		return "◑"
	}
	return "○"
}
