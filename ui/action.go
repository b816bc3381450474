package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"muisto/memory"
)

type newConversationMsg struct{ err error }

func (m *model) focusChat() {
	m.panelFocus, m.panelWhole = false, false
	m.panel.SetFocus(false)
	m.sheet = nil
}

// switchFocus gives the keys to the panel, or back to the chat.
func (m *model) switchFocus() tea.Cmd {
	if m.panelFocus {
		m.focusChat()
		return nil
	}
	return m.goToPanel()
}

func (m *model) goToPanel() tea.Cmd {
	m.panelFocus, m.panelHidden, m.panelWhole = true, false, true
	m.panel.SetFocus(true)
	return nil
}

// togglePanel shows or hides the panel; where there is no room for both, it
// takes the place of the chat.
func (m *model) togglePanel() {
	if m.layout.w < panelFrom {
		m.switchFocus()
		return
	}
	m.panelHidden = !m.panelHidden
	if m.panelHidden {
		m.focusChat()
	}
}

// openPicked opens the moment under the cursor, or goes from an open one to the
// message under the cursor.
func (m *model) openPicked() tea.Cmd {
	if _, open := m.panel.Opened(); !open {
		e, ok := m.panel.Picked()
		if !ok {
			return nil
		}
		return m.openMoment(e)
	}
	source, ok := m.panel.PickedSource()
	if !ok {
		return nil
	}
	m.focusChat()
	return m.readAt(source.Conversation, source.Key)
}

func (m *model) openMoment(e memory.Episode) tea.Cmd {
	m.panel.Open(e)
	return m.loadSources(e.ID)
}

func (m *model) copyReply() tea.Cmd {
	text := m.seen().LastReply()
	if text == "" {
		return m.show("no reply to copy yet")
	}
	return tea.Batch(tea.SetClipboard(text), m.show("the last reply is copied"))
}

func (m *model) remember() tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg {
		return doneMsg{"remember", m.session.Remember(ctx)}
	})
}

func (m *model) togglePrivate() tea.Cmd {
	on := !m.status.Private
	return m.do(func(ctx context.Context) tea.Msg {
		return doneMsg{"go off the record", m.session.SetPrivate(ctx, on)}
	})
}

func (m *model) newConversation() tea.Cmd {
	if m.turn != nil {
		return m.show("a reply is coming; esc stops it")
	}
	return m.do(func(ctx context.Context) tea.Msg {
		return newConversationMsg{m.session.NewConversation(ctx)}
	})
}

func (m *model) onNewConversation(msg newConversationMsg) tea.Cmd {
	if msg.err != nil {
		m.fail("start a new conversation", msg.err)
		return nil
	}
	m.reading = nil
	m.page.Set(nil, false, false)
	return nil
}
