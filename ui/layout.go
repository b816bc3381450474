package ui

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"muisto/ui/look"
)

const (
	// panelFrom is the width from which there is room for the panel, and
	// panelShown that from which it is shown unasked.
	panelFrom, panelShown = 80, 100
	minPanel, maxPanel    = 36, 60
	maxComposerRows       = 10
	minPageRows           = 3
	narrowest, lowest     = 12, 6
	composerShare         = 3 // the composer takes at most this part of the height
	popupRows, sideMargin = 22, 1
)

// rect is a rectangle of cells, without frame and margin.
type rect struct{ x, y, w, h int }

// layout is where everything is.
type layout struct {
	w, h        int
	chatW       int // with its frame; 0 if the chat is not shown
	panelW      int // with its frame; 0 if the panel is not shown
	page, panel rect
	composer    rect
	above       bool // a line over the composer tells what is being sent
}

func (m *model) resize(w, h int) {
	m.layout.w, m.layout.h = w, h
	m.arrange()
}

// hidesPanel reports whether the panel is hidden beside a chat in a terminal of
// some width: as was asked for last, else by how much room there is.
func (m *model) hidesPanel(width int) bool {
	return m.panelHidden || !m.panelAsked && width < panelShown
}

// arrange works out the rectangles; it is cheap where nothing changed.
func (m *model) arrange() {
	l := layout{w: max(m.layout.w, narrowest), h: max(m.layout.h, lowest)}
	switch {
	case l.w < panelFrom && m.panelWhole:
		l.panelW = l.w
	case l.w < panelFrom || m.hidesPanel(l.w):
		l.chatW = l.w
	default:
		l.panelW = min(max(l.w*2/5, minPanel), maxPanel)
		l.chatW = l.w - l.panelW
	}
	const frame = 2
	if l.chatW > 0 {
		inner := l.chatW - frame - 2*sideMargin
		m.composer.SetSize(inner-2, min(maxComposerRows, max(l.h/composerShare-1, 1)))
		rows := m.composer.Height()
		l.above = m.sendingLine() != ""
		extra := rows
		if l.above {
			extra++
		}
		pageH := max(l.h-frame-1-extra, minPageRows)
		l.page = rect{1 + sideMargin, 1, inner, pageH}
		l.composer = rect{1 + sideMargin, 1 + pageH + 1 + extra - rows, inner, rows}
		m.page.SetSize(inner, pageH)
		if m.reading != nil {
			m.reading.page.SetSize(inner, pageH)
		}
	}
	if l.panelW > 0 {
		l.panel = rect{l.chatW + 1 + sideMargin, 1, l.panelW - frame - 2*sideMargin, l.h - frame}
		m.panel.SetSize(l.panel.w, l.panel.h)
	}
	m.layout = l
}

func themeFor(dark bool) look.Theme {
	if dark {
		return look.Dark
	}
	return look.Light
}

func noColour(msg tea.ColorProfileMsg) bool {
	return msg.Profile == colorprofile.ASCII || msg.Profile == colorprofile.NoTTY
}

// joinsGraphemes reports whether the terminal has said that it draws joined
// emoji as one.
func joinsGraphemes(msg tea.ModeReportMsg) bool {
	if msg.Mode != ansi.ModeUnicodeCore {
		return false
	}
	return msg.Value == ansi.ModeSet || msg.Value == ansi.ModeReset || msg.Value == ansi.ModePermanentlySet
}
