package ui

import (
	"errors"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/memory"
)

// again has the last message replied to once more.
func (m *model) again() tea.Cmd {
	if m.turn != nil {
		return m.show("a reply is coming; " + keyName(m.keys.Stop) + " stops it")
	}
	return m.converse(&turn{said: true}, m.session.Again)
}

func (m *model) onRetrying(e chat.Retrying) {
	m.page.BeginInstead(memory.Message{Role: memory.RoleAssistant, At: m.session.Now()}, e.Private)
	m.results.coming = nil
}

// tryAgain is what to press, or to write, for another reply.
func (m *model) tryAgain() string { return m.command(m.keys.Again, "again") }

// command is the key of an action, or the command where it has none.
func (m *model) command(b key.Binding, slash string) string {
	if key := keyName(b); key != "" {
		return key
	}
	return "/" + slash
}

// failReply says why a reply failed, and which key tries again.
func (m *model) failReply(err error) {
	text := sentence("", err)
	if !errors.Is(err, chat.ErrCut) {
		text += " " + m.tryAgain() + " tries again."
	}
	if m.noteTrouble(err, text) {
		m.page.Failure(text, m.now)
	}
}
