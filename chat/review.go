package chat

import (
	"context"

	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/store"
)

// CorrectFact puts a sentence in the place of an active fact, with the
// authority of a correction, and gives the new one. Changed follows.
func (s *Session) CorrectFact(ctx context.Context, id memory.FactID, text string) (memory.Fact, error) {
	return s.reviewed(ctx)(s.o.Mind.Correct(ctx, id, text))
}

// ConfirmFact notes that the person says that a fact holds. Changed follows.
func (s *Session) ConfirmFact(ctx context.Context, id memory.FactID) (memory.Fact, error) {
	return s.reviewed(ctx)(s.o.Mind.Confirm(ctx, id))
}

// RetireFact closes a fact by the person's word. Changed follows.
func (s *Session) RetireFact(ctx context.Context, id memory.FactID) (memory.Fact, error) {
	return s.reviewed(ctx)(s.o.Mind.Retire(ctx, id))
}

// AddFact makes a fact of a sentence by hand. Changed follows.
func (s *Session) AddFact(ctx context.Context, text string) (memory.Fact, error) {
	return s.reviewed(ctx)(s.o.Mind.AddFact(ctx, text))
}

// KeepMoment makes a fact of a lasting moment, in its own words if text is empty.
// Changed follows.
func (s *Session) KeepMoment(ctx context.Context, id memory.EpisodeID, text string) (memory.Fact, error) {
	return s.reviewed(ctx)(s.o.Mind.Keep(ctx, id, text))
}

// SaidOnce lists the lasting moments that no active fact rests on, the newest
// first.
func (s *Session) SaidOnce(ctx context.Context) ([]memory.Episode, error) {
	return s.o.Mind.SaidOnce(ctx)
}

// UnlistMoment takes a moment from the list of what was said once.
func (s *Session) UnlistMoment(ctx context.Context, id memory.EpisodeID) error {
	return s.o.Mind.Unlist(ctx, id)
}

// Upcoming lists up to limit moments that name a day from today on, the nearest
// day first.
func (s *Session) Upcoming(ctx context.Context, limit int) ([]memory.Episode, error) {
	return s.o.Store.Upcoming(ctx, s.Today(), limit)
}

// Confirmed says when the person confirmed facts by hand, and how often.
func (s *Session) Confirmed(ctx context.Context) (map[memory.FactID]Confirmation, error) {
	return s.o.Store.Confirmations(ctx)
}

// UndoFact takes back the last of these that stands, and gives the fact as it
// is again. Changed follows. It fails with store.ErrNothingToUndo.
func (s *Session) UndoFact(ctx context.Context) (store.Review, memory.Fact, error) {
	review, fact, err := s.o.Mind.Undo(ctx)
	_, err = s.reviewed(ctx)(fact, err)
	return review, fact, err
}

// reviewed tells the screen that facts have changed.
func (s *Session) reviewed(ctx context.Context) func(memory.Fact, error) (memory.Fact, error) {
	return func(f memory.Fact, err error) (memory.Fact, error) {
		if err == nil && s.enter() {
			defer s.turns.Done()
			s.changed(ctx, nil)
		}
		return f, err
	}
}

// FactHistory gives the facts that a fact stands in the place of, the last
// first.
func (s *Session) FactHistory(ctx context.Context, id memory.FactID) ([]memory.Fact, error) {
	return s.o.Store.Replaced(ctx, id)
}

// ReviewQueue gives the facts that most deserve a look, and why.
func (s *Session) ReviewQueue(ctx context.Context) ([]mind.ReviewItem, error) {
	return s.o.Mind.ReviewQueue(ctx)
}

// Search gives the messages, moments and facts that contain text, each the
// newest first and at most limit of them.
func (s *Session) Search(ctx context.Context, text string, limit int) (store.Found, error) {
	return s.o.Store.Search(ctx, text, limit)
}

// MessagesNamed gives the messages with this id, in any conversation, or those
// with this "conversation/id".
func (s *Session) MessagesNamed(ctx context.Context, id string) ([]memory.Message, error) {
	return s.o.Store.MessagesNamed(ctx, id)
}

// PreviewErase tells what erasing the targets would take.
func (s *Session) PreviewErase(ctx context.Context, t store.Targets) (store.Erasure, error) {
	return s.o.Mind.PreviewErase(ctx, t)
}

// Erase takes the targets and all that goes with them out of the memory, for
// good. Changed follows.
func (s *Session) Erase(ctx context.Context, t store.Targets) (store.Erasure, error) {
	gone, err := s.o.Mind.Erase(ctx, t)
	_, err = s.reviewed(ctx)(memory.Fact{}, err)
	return gone, err
}
