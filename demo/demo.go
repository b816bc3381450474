// Package demo plays a month of somebody's life to a memory, on a clock that
// can be driven: a conversation here and there, captures when it goes quiet,
// nights when the day turns.
//
// It drives a session as a person would, and knows nothing of the screen or of
// where the memory is kept. Whoever shows it calls Step as time goes by.
package demo

import (
	"context"
	"sync"
	"time"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/mind"
)

// Session is what the player talks to.
type Session interface {
	Say(ctx context.Context, text string) error
	Remember(ctx context.Context) error
	Sleep(ctx context.Context, scope mind.SleepScope) error
	Counts(ctx context.Context) (chat.Counts, error)
	// Active is when something was last said or typed, by the session's clock.
	Active() time.Time
}

// Clock is a clock that stands still but for Advance and Set. It is safe for
// concurrent use.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock gives a clock that shows at.
func NewClock(at time.Time) *Clock { return &Clock{now: at} }

// Now is what it shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Set moves it on to at; it never goes back.
func (c *Clock) Set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at.After(c.now) {
		c.now = at
	}
}

var _ memory.Clock = (*Clock)(nil)
