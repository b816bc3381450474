package ui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/ui/composer"
	"muisto/ui/find"
)

// finding is the search in the text that is in sight: help, a moment, a night.
type finding struct {
	find.Find
	line    *composer.Composer
	writing bool
	in      any // the text that it is for
}

// textInSight is the text that has the keys, by what it is; nil where a list or
// the composer has them.
func (m *model) textInSight() any {
	switch {
	case m.sheet != nil:
		return m.sheet
	case m.panelFocus && m.panel.Opened():
		return m.panel.Top()
	case m.shown() == nil:
		return nil
	case m.detail.Opened():
		return m.detail.Top()
	}
	if s, ok := m.shown().(*factsScreen); ok && s.history != nil {
		return s.history
	}
	return nil
}

// found is the search in a text; an empty one where it is for another text.
func (m *model) found(in any) *find.Find {
	if m.finding.in != in {
		return &find.Find{}
	}
	return &m.finding.Find
}

// pressText takes the keys that search in a text.
func (m *model) pressText(k tea.KeyPressMsg) (tea.Cmd, bool) {
	in := m.textInSight()
	if in == nil || m.panelFocus && m.inPlay() {
		return nil, false
	}
	if m.finding.in != in {
		m.finding = finding{}
	}
	switch {
	case m.finding.writing:
		return m.writeFind(k), true
	case key.Matches(k, m.keys.Filter):
		m.finding = finding{line: composer.New(m.look.Method), writing: true, in: in}
	case m.finding.Active() && key.Matches(k, m.keys.FindNext):
		m.finding.Step(1)
	case m.finding.Active() && key.Matches(k, m.keys.FindPrevious):
		m.finding.Step(-1)
	case m.finding.Active() && key.Matches(k, m.keys.Stop):
		m.finding = finding{}
	default:
		return nil, false
	}
	return nil, true
}

// writeFind takes a key while what is searched for is being written.
func (m *model) writeFind(k tea.KeyPressMsg) tea.Cmd {
	f := &m.finding
	switch {
	case key.Matches(k, m.keys.Stop):
		*f = finding{}
	case key.Matches(k, m.keys.Send, m.keys.Switch):
		f.writing = false
	default:
		before := f.line.Text()
		if !m.keys.editLine(k, f.line) && k.Text != "" && len(before) < maxFilter {
			f.line.Insert(k.Text)
		}
		if text := f.line.Text(); text != before {
			f.Set(text)
		}
	}
	return nil
}

// passFind tells the panels which search is for them.
func (m *model) passFind() {
	m.panel.SetFind(m.found(m.panel.Top()))
	m.detail.SetFind(m.found(m.detail.Top()))
}

// findText says what is searched for; "" for nothing.
func (m *model) findText() string {
	f := &m.finding
	if f.in == nil || f.in != m.textInSight() {
		return ""
	}
	if f.writing && f.line.Empty() {
		return "/ " + "search in this text…"
	}
	if !f.writing && !f.Active() {
		return ""
	}
	places := fmt.Sprintf("%d %s", f.Places(), oneOr(f.Places(), "line", "lines"))
	if f.writing {
		return dotted("/ "+f.line.Text(), places)
	}
	return dotted("/ "+f.line.Text(), places, keyName(pair(m.keys.FindNext, m.keys.FindPrevious))+" next, previous")
}
