package chat

import (
	"context"
	"errors"
	"slices"

	"muisto/memory"
)

// ErrAnswered: there is nothing to try again.
var ErrAnswered = errors.New("the last message has its reply; there is nothing to try again")

// Again replies once more to the last message, where its reply failed or was
// broken off: Retrying, then the events of Say but for Said. The message is not
// stored again, and what came of the earlier reply stays.
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
	at := unanswered(recent)
	if at < 0 {
		return ErrAnswered
	}
	s.emit(Retrying{Private: private})
	// What came of the earlier reply is no part of the question.
	_, err = s.answer(ctx, recent[:at+1], private, s.emit)
	return err
}

// unanswered is the index of the last message of the person's if no whole reply
// follows it; else -1.
func unanswered(messages []memory.Message) int {
	for i, m := range slices.Backward(messages) {
		if m.Role == memory.RoleUser {
			return i
		}
		if m.Finished {
			break
		}
	}
	return -1
}
