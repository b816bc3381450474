package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// draftTime bounds keeping the draft on the way out.
const draftTime = 2 * time.Second

type (
	draftMsg struct {
		text string
		err  error
	}
	draftKeptMsg struct {
		text string
		err  error
	}
)

// loadDraft reads what was written and not sent the last time.
func (m *model) loadDraft() tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg {
		text, err := m.session.Draft(ctx)
		return draftMsg{text, err}
	})
}

func (m *model) onDraft(msg draftMsg) tea.Cmd {
	if msg.err != nil {
		m.fail("read your unsent text", msg.err)
		return nil
	}
	m.kept = msg.text
	if msg.text == "" || !m.composer.Empty() {
		return nil
	}
	m.composer.SetText(msg.text)
	return m.show("your unsent text is back")
}

// keepDraft keeps what is written, unless it is kept already.
func (m *model) keepDraft() tea.Cmd {
	text := m.draft()
	if text == m.kept {
		return nil
	}
	return m.once("draft", func(ctx context.Context) tea.Msg {
		return draftKeptMsg{text, m.session.KeepDraft(ctx, text)}
	})
}

func (m *model) onDraftKept(msg draftKeptMsg) tea.Cmd {
	stale := m.over("draft")
	m.fail("keep your unsent text", msg.err)
	m.kept = msg.text
	if stale {
		return m.keepDraft()
	}
	return nil
}

// draft is all that is written and not on disk: what waits to be sent, too.
func (m *model) draft() string {
	text := m.composer.Text()
	add := func(before string) {
		switch {
		case before == "":
		case text == "":
			text = before
		default:
			text = before + "\n\n" + text
		}
	}
	if m.rewriting != nil {
		add(m.rewriting.before.Text())
	}
	if m.queued != nil {
		add(m.queued.Text())
	}
	if m.turn != nil && !m.turn.said {
		add(m.turn.text.Text())
	}
	return text
}
