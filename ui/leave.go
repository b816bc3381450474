package ui

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
)

// leaveWithin bounds the capture on leaving; what is not done by then is done
// at the next start.
const leaveWithin = 10 * time.Second

// leaving is the capture on the way out.
type leaving struct {
	cancel context.CancelFunc
	at     Leaving
}

type (
	leavingMsg Leaving
	leftMsg    struct{ err error }
)

// pressLeave leaves at the second press.
func (m *model) pressLeave() tea.Cmd {
	if m.leaving != nil {
		m.leaving.cancel()
		return tea.Quit
	}
	if m.hint == m.leaveHint() {
		return m.leave()
	}
	m.cleared = ""
	return m.show(m.leaveHint())
}

func (m *model) leaveHint() string { return keyed(m.keys.leaveOnce(), " ", "again to leave") }

// leave remembers what waits, with progress, and goes. A reply that is coming
// is stopped.
func (m *model) leave() tea.Cmd {
	if m.leaving != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(m.ctx, leaveWithin)
	m.leaving = &leaving{cancel: cancel}
	m.hint = ""
	if m.composer.Empty() {
		m.composer.SetText(m.cleared)
	}
	draft := m.draft()
	t := m.turn
	if t != nil {
		t.cancel()
	}
	return m.do(func(context.Context) tea.Msg {
		defer cancel()
		kept := m.leaveDraft(draft)
		if t != nil {
			select {
			case <-t.over:
			case <-ctx.Done():
			}
		}
		err := m.session.Leave(ctx, func(l Leaving) {
			select {
			case m.inbox <- leavingMsg(l):
			default: // only the latest counts
			}
		})
		if ctx.Err() != nil {
			err = nil // cut short: the rest is done at the next start
		}
		return leftMsg{errors.Join(kept, err)}
	})
}

// leaveDraft keeps what is written, even when the person leaves at once.
func (m *model) leaveDraft(text string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(m.ctx), draftTime)
	defer cancel()
	return m.session.KeepDraft(ctx, text)
}

func (m *model) onLeaving(msg leavingMsg) {
	if m.leaving != nil {
		m.leaving.at = Leaving(msg)
	}
}

func (l *leaving) line(keys *keyMap, w int) string {
	text, more := "leaving…", " · "+keyed(keys.leaveOnce(), " ", "leaves at once")
	if w < 60 {
		more = " · " + keyed(keys.leaveOnce(), ": ", "now")
	}
	if l.at.All > 0 {
		text = fmt.Sprintf("remembering %d of %d…", l.at.Done, l.at.All)
	}
	return text + more
}
