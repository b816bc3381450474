package chat

import (
	"context"
	"errors"

	"muisto/memory"
	"muisto/model"
)

// Model is what replies.
type Model struct {
	// Name is what the screen calls it, and what usage is kept under.
	Name    string
	Replier model.Replier
	// ContextTokens is its window, reply included.
	ContextTokens int
	// Within: it is inside the program, and nothing is sent anywhere.
	Within bool
}

// SetModel has another model reply from now on.
func (s *Session) SetModel(m Model) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return errEnded
	case s.replying:
		return ErrReplying
	}
	s.o.ModelName, s.o.Replier, s.o.ContextTokens, s.o.Within = m.Name, m.Replier, m.ContextTokens, m.Within
	return nil
}

// model is the one that replies now.
func (s *Session) model() Model {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Model{Name: s.o.ModelName, Replier: s.o.Replier, ContextTokens: s.o.ContextTokens, Within: s.o.Within}
}

// KeepDraft keeps what is written and not sent, for the next start; an empty
// text takes it away. Nothing is kept off the record.
func (s *Session) KeepDraft(ctx context.Context, text string) error {
	s.mu.Lock()
	private, conversation := s.private, s.conversation
	s.mu.Unlock()
	if private {
		text = ""
	}
	return s.o.Store.KeepDraft(ctx, conversation, text)
}

// Draft gives what was written and not sent the last time in the conversation
// that goes on, or in one that had not begun.
func (s *Session) Draft(ctx context.Context) (string, error) {
	conversation, text, err := s.o.Store.Draft(ctx)
	if err != nil || text == "" || conversation == s.Conversation() {
		return text, err
	}
	if _, err := s.o.Store.Conversation(ctx, conversation); errors.Is(err, memory.ErrNotFound) {
		return text, s.o.Store.KeepDraft(ctx, s.Conversation(), text) // it is of this one now
	} else if err != nil {
		return "", err
	}
	return "", nil // it is another window's
}
