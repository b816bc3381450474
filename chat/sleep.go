package chat

import (
	"context"
	"fmt"

	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/neocortex"
)

// Sleep turns moments into facts: it runs the passes that are due, or the one
// that the scope names. Status and Changed tell how far it is. When ctx ends it
// stops cleanly, and goes on there the next time.
func (s *Session) Sleep(ctx context.Context, scope mind.SleepScope) error {
	if !scope.Valid() {
		return fmt.Errorf("there is no pass %q; there are night, week and month", scope)
	}
	if !s.startSleep() {
		return memory.ErrBusy
	}
	defer s.endSleep()
	s.settle()
	records, err := s.o.Mind.Sleep(ctx, scope, func(p neocortex.Progress) {
		s.update(func(st *Status) { st.Pass, st.Group, st.Groups = string(p.Pass.Kind), p.Group, p.Groups })
		if p.Done != nil {
			s.changed(ctx, nil)
		}
	})
	if err != nil {
		return err
	}
	s.changed(ctx, nil)
	s.update(func(st *Status) { st.Trouble = leftOver(records) })
	return nil
}

// leftOver says in a sentence what passes left for the next, or nothing.
func leftOver(records []memory.PassRecord) string {
	left, reason := 0, ""
	for _, r := range records {
		left += r.Left
		for _, g := range r.Groups {
			if g.Outcome.Pending() {
				reason = g.Reason
			}
		}
	}
	if left == 0 {
		return ""
	}
	if left == 1 {
		return "One group is left for the next night: " + reason
	}
	return fmt.Sprintf("%d groups are left for the next night: %s", left, reason)
}

func (s *Session) startSleep() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sleeping || s.closed {
		return false
	}
	s.sleeping = true
	s.turns.Add(1)
	return true
}

func (s *Session) endSleep() {
	s.mu.Lock()
	s.sleeping = false
	s.status.Pass, s.status.Group, s.status.Groups = "", 0, 0
	s.mu.Unlock()
	s.settle()
	s.turns.Done()
}
