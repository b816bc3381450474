package chat

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"muisto/crash"
	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/store"
	"muisto/model"
)

// Options are what a session is made of.
type Options struct {
	Mind    *mind.Mind
	Store   *store.Store
	Clock   memory.Clock
	Replier model.Replier
	// Crashes is where the details of a fault in the program are kept.
	Crashes crash.Log
	// ModelName is what the screen calls the model.
	ModelName string
	// ContextTokens is the model's window, reply included.
	ContextTokens int
	// Within: the model is inside the program, and nothing is sent anywhere.
	Within bool
	// Tariff is what models cost.
	Tariff Tariff
	// Quiet is how long a conversation is quiet before it is captured.
	Quiet time.Duration
	// DayTurn is the hour at which a local day ends; a night is due then.
	DayTurn int
	// Decay is D of the forgetting curve.
	Decay float64
	// UserName is what the person is called in messages, or empty.
	UserName string
	// Persona is how the person wants the agent to be, or empty.
	Persona string
	// Fresh starts an empty conversation where the last one would go on.
	Fresh bool
	// Conversation is the id of the one that is to go on, in the place of the
	// last; empty for that.
	Conversation string
}

// ErrReplying: a reply is still streaming in.
var ErrReplying = errors.New("a reply is still coming; wait for it, or stop it with Esc")

// errEnded: the session was closed.
var errEnded = errors.New("the chat has ended")

// events is how many events may wait for the screen; beyond it the session
// waits for the screen.
const events = 256

// Session is one conversation at a time with the agent. It is safe for
// concurrent use; Run must be running for it to capture by itself.
type Session struct {
	o      Options
	events chan Event
	// ended is closed when no more events are taken.
	ended chan struct{}
	// nudge wakes Run when something has changed that it waits for.
	nudge chan struct{}
	// turns counts turns and captures in progress; Close waits for them.
	turns sync.WaitGroup

	mu           sync.Mutex
	closed       bool
	conversation string
	claim        store.Lease // on the conversation
	private      bool
	secret       []memory.Message // said off the record, never stored
	replying     bool
	// retryAt is when to ask a model again that did not answer a capture.
	retryAt   time.Time
	capturing bool
	sleeping  bool
	filling   bool      // vectors are being made
	active    time.Time // last message or key, by the session's clock
	dirty     bool      // something may wait for capture
	status    Status
}

// Open starts a session: the last conversation goes on, unless another running
// program has it open or o.Fresh is set; then a new one begins.
func Open(ctx context.Context, o Options) (*Session, error) {
	s := &Session{
		o:      o,
		events: make(chan Event, events),
		ended:  make(chan struct{}),
		nudge:  make(chan struct{}, 1),
	}
	if _, err := o.Store.FinishAbandoned(ctx); err != nil {
		return nil, fmt.Errorf("start the chat: %w", err)
	}
	if err := s.resume(ctx); err != nil {
		return nil, fmt.Errorf("start the chat: %w", err)
	}
	s.status = Status{Doing: Idle, NextNight: s.nextNight()}
	if err := s.countToday(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("start the chat: %w", err), s.Close())
	}
	return s, nil
}

// resume claims the last conversation, or begins a new one.
func (s *Session) resume(ctx context.Context) error {
	switch {
	case s.o.Conversation != "":
		return s.goOnWith(ctx, s.o.Conversation)
	case s.o.Fresh:
		return s.begin(ctx)
	}
	last, err := s.o.Store.LatestConversation(ctx)
	if errors.Is(err, memory.ErrNotFound) {
		return s.begin(ctx)
	}
	if err != nil {
		return err
	}
	claim, err := s.o.Store.Acquire(ctx, conversationLease(last.ID), claimTime)
	if errors.Is(err, memory.ErrBusy) {
		return s.begin(ctx)
	}
	if err != nil {
		return err
	}
	s.conversation, s.claim = last.ID, claim
	return nil
}

// begin claims a conversation that has no messages yet; the store makes it with
// its first.
func (s *Session) begin(ctx context.Context) error {
	id := newConversationID(s.o.Clock.Now())
	claim, err := s.o.Store.Acquire(ctx, conversationLease(id), claimTime)
	if err != nil {
		return err
	}
	s.conversation, s.claim = id, claim
	return nil
}

// claimTime is how long a conversation stays claimed without renewal.
const (
	claimTime  = 2 * time.Minute
	claimEvery = 40 * time.Second
)

func conversationLease(id string) string { return "conversation " + id }

// Events gives what happens, until Close.
func (s *Session) Events() <-chan Event { return s.events }

// Now is the session's time.
func (s *Session) Now() time.Time { return s.o.Clock.Now() }

// ModelName is what the screen calls the model.
func (s *Session) ModelName() string { return s.model().Name }

// Decay is D of the forgetting curve.
func (s *Session) Decay() float64 { return s.o.Decay }

// Today is the day that the clock shows, as the settings have it turn.
func (s *Session) Today() memory.Day { return memory.DayOf(s.o.Clock.Now(), s.o.DayTurn) }

// Active is when something was last said or typed, by the session's clock; the
// zero time if nothing was.
func (s *Session) Active() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.active
}

// Conversation is the id of the conversation that goes on.
func (s *Session) Conversation() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conversation
}

// Close ends the session: it waits for turns and captures in progress, whose
// contexts the caller has ended, gives up the conversation and closes Events.
func (s *Session) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	claim := s.claim
	s.mu.Unlock()
	close(s.ended)
	s.turns.Wait()
	close(s.events)
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	return s.o.Store.Release(ctx, claim)
}

// closeTime bounds giving up the conversation.
const closeTime = 2 * time.Second

// enter counts a turn or capture in, unless the session has ended.
func (s *Session) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.turns.Add(1)
	return true
}

// betweenTurns runs do with the session held; it fails while a reply comes.
func (s *Session) betweenTurns(do func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.replying {
		return ErrReplying
	}
	do()
	return nil
}

// emit hands an event to the screen, and gives up when the session ends.
func (s *Session) emit(e Event) {
	select {
	case s.events <- e:
	case <-s.ended:
	}
}

// update changes the status and shows it.
func (s *Session) update(change func(*Status)) {
	s.mu.Lock()
	change(&s.status)
	s.status.Private = s.private
	status := s.status
	s.mu.Unlock()
	s.emit(status)
}

// wake makes Run look again.
func (s *Session) wake() {
	select {
	case s.nudge <- struct{}{}:
	default:
	}
}

// nextNight is the next turn of the day.
func (s *Session) nextNight() time.Time {
	now := s.o.Clock.Now()
	return memory.DayOf(now, s.o.DayTurn).Ends(s.o.DayTurn, now.Location())
}
