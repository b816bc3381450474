package chat

import (
	"context"
	"errors"
	"fmt"

	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/store"
)

// Conversations gives a stretch of the list of conversations, the one with the
// newest message first.
func (s *Session) Conversations(ctx context.Context, q ConversationQuery) ([]memory.Conversation, error) {
	return s.o.Store.ListConversations(ctx, q)
}

// SearchIn gives up to limit messages of a conversation that contain text, the
// newest first.
func (s *Session) SearchIn(ctx context.Context, conversation, text string, limit int) ([]memory.Message, error) {
	return s.o.Store.SearchIn(ctx, conversation, text, limit)
}

// RenameConversation gives a conversation a name; an empty one goes back to its
// first words.
func (s *Session) RenameConversation(ctx context.Context, id, name string) error {
	return s.o.Store.Rename(ctx, id, name)
}

// HideConversation takes a conversation out of the list, or puts it back. Its
// messages and moments stay.
func (s *Session) HideConversation(ctx context.Context, id string, hidden bool) error {
	if hidden {
		return s.o.Store.Hide(ctx, id)
	}
	return s.o.Store.Unhide(ctx, id)
}

// NewConversation starts an empty one; what waits in the old one is captured.
func (s *Session) NewConversation(ctx context.Context) error {
	return s.moveTo(ctx, newConversationID(s.o.Clock.Now()))
}

// Resume goes on with a conversation; what waits in the old one is captured.
func (s *Session) Resume(ctx context.Context, id string) error {
	if id == s.Conversation() {
		return nil
	}
	if _, err := s.o.Store.Conversation(ctx, id); err != nil {
		return err
	}
	err := s.moveTo(ctx, id)
	if errors.Is(err, memory.ErrBusy) {
		return fmt.Errorf("that conversation is open in another window; close it there first: %w", err)
	}
	return err
}

// goOnWith claims a conversation that is there.
func (s *Session) goOnWith(ctx context.Context, id string) error {
	if _, err := s.o.Store.Conversation(ctx, id); err != nil {
		return err
	}
	claim, err := s.o.Store.Acquire(ctx, conversationLease(id), claimTime)
	if errors.Is(err, memory.ErrBusy) {
		return fmt.Errorf("conversation %q is open in another program; close it there first: %w", id, err)
	}
	if err != nil {
		return err
	}
	s.conversation, s.claim = id, claim
	return nil
}

// moveTo claims a conversation and leaves the one that went on.
func (s *Session) moveTo(ctx context.Context, id string) error {
	if !s.enter() {
		return errEnded
	}
	defer s.turns.Done()
	var old string
	var oldClaim store.Lease
	if err := s.betweenTurns(func() { old, oldClaim = s.conversation, s.claim }); err != nil {
		return err
	}
	claim, err := s.o.Store.Acquire(ctx, conversationLease(id), claimTime)
	if err != nil {
		return err
	}
	if err := s.betweenTurns(func() { s.conversation, s.claim, s.secret = id, claim, nil }); err != nil {
		return errors.Join(err, s.o.Store.Release(ctx, claim)) // a turn was quicker
	}
	if err := s.o.Store.Release(ctx, oldClaim); err != nil {
		return err
	}
	// Nobody waits for it: a model may take its time.
	s.turns.Go(func() { s.attempt(ctx, mind.CaptureScope{Conversation: old}) })
	return nil
}

// ConversationQuery asks for a stretch of the list of conversations.
type ConversationQuery = store.ConversationQuery
