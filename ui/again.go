package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/memory"
)

// again has the last message replied to once more.
func (m *model) again() tea.Cmd {
	if m.turn != nil {
		return m.show("a reply is coming; esc stops it")
	}
	return m.converse(&turn{said: true}, m.session.Again)
}

func (m *model) onRetrying(e chat.Retrying) {
	m.page.BeginInstead(memory.Message{Role: memory.RoleAssistant, At: m.now}, e.Private)
	m.results.coming = nil
}

// failReply says why a reply failed, and which key tries again.
func (m *model) failReply(err error) {
	text := sentence("", err)
	if !errors.Is(err, chat.ErrCut) {
		text += " " + keys.Again.Help().Key + " tries again."
	}
	m.tell(err, text)
}
