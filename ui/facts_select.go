package ui

import (
	"context"
	"errors"
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/memory"
	"muisto/ui/panel"
)

// batchMsg: something was done to several facts.
type batchMsg struct {
	did   string
	facts int // of how many it was
	err   error
}

// mark selects the fact under the cursor, or no longer, and goes on to the next.
func (s *factsScreen) mark(m *model) tea.Cmd {
	f, ok := s.picked()
	if !ok || f.Status != memory.Active {
		return m.show("only active facts can be selected")
	}
	if s.marked == nil {
		s.marked = map[memory.FactID]bool{}
	}
	if s.marked[f.ID] {
		delete(s.marked, f.ID)
	} else {
		s.marked[f.ID] = true
	}
	s.list.Move(1, s.rows())
	return nil
}

// pressMarked takes a key that is for all selected facts; false if it is not.
func (s *factsScreen) pressMarked(m *model, k tea.KeyPressMsg) (tea.Cmd, bool) {
	if len(s.marked) == 0 {
		return nil, false
	}
	switch {
	case key.Matches(k, m.keys.Confirm):
		return s.each(m, "confirmed", m.session.ConfirmFact), true
	case key.Matches(k, m.keys.Retire):
		return s.each(m, "retired", m.session.RetireFact), true
	}
	return nil, false
}

// each does something to every selected fact, in the order listed.
func (s *factsScreen) each(m *model, did string, do func(context.Context, memory.FactID) (memory.Fact, error)) tea.Cmd {
	var ids []memory.FactID
	for _, f := range s.known.facts {
		if s.marked[f.ID] {
			ids = append(ids, f.ID)
		}
	}
	return m.do(func(ctx context.Context) tea.Msg {
		msg := batchMsg{did: did}
		for _, id := range ids {
			if _, err := do(ctx, id); err != nil {
				msg.err = errors.Join(msg.err, fmt.Errorf("%s: %w", id, err))
				continue
			}
			msg.facts++
		}
		return msg
	})
}

func (m *model) onBatch(msg batchMsg) tea.Cmd {
	if msg.err != nil {
		m.fail("change the selected facts", msg.err)
	}
	cmds := []tea.Cmd{m.show(fmt.Sprintf("%s %s; u undoes one at a time", panel.Count(msg.facts, "fact"), msg.did))}
	if s, ok := screenOf[*factsScreen](m); ok {
		s.marked = nil
		cmds = append(cmds, s.load(m))
	}
	return tea.Batch(cmds...)
}
