package ui

import (
	tea "charm.land/bubbletea/v2"
)

// clicker is a screen whose things can be picked by a click on their lines.
type clicker interface{ clicked(line int) }

func (s *factsScreen) clicked(line int) {
	if s.fixing != nil || s.history != nil {
		return
	}
	if i, ok := s.list.On(line - s.headRows); ok {
		s.list.Sel = i
	}
}

func (s *searchScreen) clicked(line int) {
	const head = 2
	if i, ok := s.list.On(line - head); ok {
		s.list.Sel = i
	}
}

func (s *nightScreen) clicked(line int) {
	if i, ok := s.list.On(line); ok {
		s.list.Sel = i
	}
}

// click picks what is under the mouse, and gives the keys to where it is.
func (m *model) click(at tea.Mouse) tea.Cmd {
	if at.Button != tea.MouseLeft || m.leaving != nil || m.alone {
		return nil
	}
	if s := m.shown(); s != nil {
		r, _ := m.screenRect()
		c, ok := s.(clicker)
		if line := at.Y - r.y; ok && !m.detail.Opened() && line >= 0 && line < r.h {
			c.clicked(line)
		}
		return nil
	}
	if m.layout.panelW == 0 || at.X < m.layout.chatW {
		if m.panelFocus && m.layout.chatW > 0 {
			m.focusChat()
		}
		if at.Y >= m.layout.composer.y && m.sheet == nil {
			m.watching = false
		}
		return nil
	}
	var cmd tea.Cmd
	if !m.panelFocus {
		cmd = m.goToPanel()
	}
	if t, ok := m.panel.TabAt(at.X-m.layout.panel.x, at.Y-m.layout.panel.y); ok {
		m.play.byHand = true
		m.panel.SetTab(t)
		return tea.Batch(cmd, m.loadTab())
	}
	m.panel.Click(at.Y - m.layout.panel.y)
	return cmd
}
