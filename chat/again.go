package chat

import (
	"context"
	"errors"
	"slices"

	"muisto/memory"
)

// ErrNothingSaid: there is no message to reply to again.
var ErrNothingSaid = errors.New("there is no reply yet to ask for again")

// Again replies once more to the last message of the person's: Retrying, then
// the events of Say but for Said. The message is not stored again. What came of
// the earlier reply, if anything did, stays as a branch of its own.
func (s *Session) Again(ctx context.Context) error {
	private, err := s.startTurn()
	if err != nil {
		return err
	}
	defer s.endTurn()
	recent, err := s.recent(ctx, private)
	if err != nil {
		return err
	}
	at := lastSaid(recent)
	if at < 0 {
		return ErrNothingSaid
	}
	r := &reply{session: s, private: private, show: s.emit}
	if came := recent[at+1:]; len(came) > 0 {
		if private {
			r.forget = len(came)
		} else {
			r.instead = came[0].Key
		}
	}
	s.emit(Retrying{Private: private})
	// What came of the earlier reply is no part of the question.
	_, err = s.answer(ctx, recent[:at+1], r)
	return err
}

// lastSaid is the index of the last message of the person's; -1 if there is none.
func lastSaid(messages []memory.Message) int {
	for i, m := range slices.Backward(messages) {
		if m.Role == memory.RoleUser {
			return i
		}
	}
	return -1
}

// ShowBranch shows the branch of the conversation that a message is on. What is
// said next goes on from there.
func (s *Session) ShowBranch(ctx context.Context, key int64) error {
	if !s.enter() {
		return errEnded
	}
	defer s.turns.Done()
	if err := s.betweenTurns(func() {}); err != nil {
		return err
	}
	return s.o.Store.Choose(ctx, key)
}
