package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"muisto/ui/cell"
)

// View draws the screen: a frame for the chat, one for the panel.
func (m *model) View() tea.View {
	var v tea.View
	v.AltScreen = true
	if !m.mouseOff {
		v.MouseMode = tea.MouseModeCellMotion
	}
	v.WindowTitle = "muisto"
	if m.options.Profile != "" {
		v.WindowTitle += " · " + m.options.Profile
	}
	if m.name != "" {
		v.WindowTitle += " · " + m.name
	}
	if m.layout.w == 0 {
		return v
	}
	m.arrange()
	m.passFind()
	if s := m.shown(); s != nil {
		v.SetContent(strings.Join(m.screenLines(s), "\n"))
		v.Cursor = m.screenCursor(s)
		return v
	}
	panel := m.panelLines() // first: the chat's status line counts what is found in it
	chat := m.chatLines()
	var b strings.Builder
	for i := range m.layout.h {
		if i > 0 {
			b.WriteByte('\n')
		}
		if chat != nil {
			b.WriteString(chat[i])
		}
		if panel != nil {
			b.WriteString(panel[i])
		}
	}
	v.SetContent(b.String())
	v.Cursor = m.cursor()
	return v
}

func (m *model) chatLines() []string {
	lay := m.layout
	if lay.chatW == 0 {
		return nil
	}
	mt := m.look.Method
	box := m.box(lay.chatW, !m.panelFocus)
	out := make([]string, 0, lay.h)
	row := func(line string) { out = append(out, box.Row(mt, " "+line)) }

	out = append(out, box.Top(mt, m.chatTitle(), m.look.Quiet.Render(m.name)))
	for _, line := range m.pageLines() {
		row(line)
	}
	out = append(out, box.Rule(mt, m.ruleText()))
	if lay.above {
		row(m.look.Quiet.Render(cell.Cut(mt, m.sendingLine(), lay.composer.w)))
	}
	rows, _, _ := m.composer.Rows()
	prompt := m.look.Accent.Render("› ")
	if m.status.Private {
		prompt = m.look.Private.Render("◌ ")
	}
	for i, line := range rows {
		if i > 0 {
			prompt = "  "
		}
		if m.composer.Empty() {
			line = m.look.Quiet.Render(cell.Cut(mt, m.placeholder(), lay.composer.w-2))
		} else {
			line = m.look.Text.Render(line)
		}
		row(prompt + line)
	}
	return append(out, box.Bottom(mt, m.statusText(), m.rightText(m.statusText(), lay.chatW)))
}

func (m *model) placeholder() string {
	if m.watching {
		return m.watchText()
	}
	return "write here…"
}

func (m *model) box(w int, live bool) cell.Box {
	edge := m.look.Edge
	if live && m.layout.chatW > 0 && m.layout.panelW > 0 {
		edge = m.look.EdgeLive
	}
	return cell.NewBox(w, func(s string) string { return edge.Render(s) })
}

func (m *model) chatTitle() string {
	title := m.look.Title.Render("muisto")
	if m.options.Profile != "" {
		title += m.look.Accent.Render(" · " + m.options.Profile)
	}
	switch {
	case m.sheet != nil:
		title += m.look.Quiet.Render(" · " + m.sheet.title())
	case m.reading != nil && m.reading.conversation != "":
		title += m.look.Quiet.Render(" · an earlier conversation")
	case m.reading != nil && m.reading.aside:
		title += m.look.Quiet.Render(" · another branch")
	case m.reading != nil:
		title += m.look.Quiet.Render(" · earlier")
	}
	return title
}

// pageLines gives what fills the page: the conversation or a sheet over it,
// and over that the commands being typed.
func (m *model) pageLines() []string {
	lay := m.layout.page
	var lines []string
	switch {
	case m.sheet != nil:
		lines = m.sheet.lines(m, lay.w, lay.h)
	case m.seen().Empty():
		lines = m.emptyLines(lay.w)
	default:
		lines = m.seen().Lines()
	}
	out := make([]string, lay.h)
	copy(out, lines)
	popup := m.popupLines(lay.w, min(popupRows, lay.h-1))
	if len(popup) > 0 && len(popup) < lay.h {
		out[lay.h-len(popup)-1] = m.look.Edge.Render(strings.Repeat("─", lay.w))
	}
	copy(out[lay.h-len(popup):], popup)
	return out
}

func (m *model) emptyLines(w int) []string {
	if m.reads[m.seen()] {
		return nil
	}
	l := m.look
	text := "No messages here yet.\n\nWrite something and press " + keyName(m.keys.Send) + ". When the conversation goes quiet, what mattered is remembered and shown under Memory.\n\n/ lists the commands, " + m.command(m.keys.Help, "help") + " every key."
	lines := cell.Wrap(l.Method, text, w)
	for i, line := range lines {
		lines[i] = l.Quiet.Render(line)
	}
	return append([]string{""}, lines...)
}

func (m *model) panelLines() []string {
	lay := m.layout
	if lay.panelW == 0 {
		return nil
	}
	l, mt := m.look, m.look.Method
	box := m.box(lay.panelW, m.panelFocus)
	out := make([]string, 0, lay.h)
	out = append(out, box.Top(mt, l.Title.Render("Memory"), l.Quiet.Render(m.panel.Title())))
	lines := m.panel.Lines()
	for i := range lay.panel.h {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		out = append(out, box.Row(mt, " "+cell.Fit(mt, line, lay.panel.w)))
	}
	return append(out, box.Bottom(mt, m.panelHints(), ""))
}

func (m *model) cursor() *tea.Cursor {
	x, y := 0, 0
	_, editing := m.panel.Editing()
	switch {
	case m.leaving != nil:
		return nil
	case m.panelFocus && editing:
		fx, fy := m.panel.FilterCursor()
		x, y = m.layout.panel.x+fx, m.layout.panel.y+fy
	case m.panelFocus || m.watching || m.sheet != nil || m.layout.chatW == 0:
		return nil
	default:
		_, cy, cx := m.composer.Rows()
		x, y = m.layout.composer.x+2+cx, m.layout.composer.y+cy
		if m.vim != nil && m.vim.Normal() {
			return blockAt(x, y)
		}
	}
	return barAt(x, y)
}

func (m *model) screenCursor(s screen) *tea.Cursor {
	line, x, y := s.writing()
	r, _ := m.screenRect()
	if line == nil || m.detail.Opened() || m.leaving != nil || y >= r.h {
		return nil
	}
	return barAt(r.x+min(x, r.w-1), r.y+y)
}

func blockAt(x, y int) *tea.Cursor {
	c := barAt(x, y)
	c.Shape = tea.CursorBlock
	return c
}

func barAt(x, y int) *tea.Cursor {
	c := tea.NewCursor(x, y)
	c.Shape, c.Blink = tea.CursorBar, false
	return c
}
