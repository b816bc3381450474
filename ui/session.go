package ui

import (
	"context"
	"time"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/recall"
)

// Session is the conversation behind the screen, and the memory behind that.
// Every method may be called from any goroutine. What takes a context stops
// soon after the context ends and returns its error. Errors are sentences for
// the person and say what to do.
type Session interface {
	// Events is closed when the session ends.
	Events() <-chan chat.Event
	// Now is the session's time, which may run fast.
	Now() time.Time
	ModelName() string
	// Decay is D of the forgetting curve.
	Decay() float64
	// Conversation is the id of the one that goes on.
	Conversation() string

	// History gives a stretch of a conversation, oldest first.
	History(ctx context.Context, q HistoryQuery) ([]Entry, error)
	// Written gives up to limit earlier messages of the person's, newest first.
	Written(ctx context.Context, limit int) ([]string, error)

	// Say is one turn: it returns when the reply has ended. Events tell the
	// rest: Said, then Recollected, Piece, …, Replied. An error that comes
	// without a Said means that nothing was stored.
	Say(ctx context.Context, text string) error
	// Typing puts off the capture; it returns at once.
	Typing()
	// Remember captures what waits, now.
	Remember(ctx context.Context) error
	// SetPrivate turns "off the record" on or off; a Status follows.
	SetPrivate(ctx context.Context, on bool) error
	// NewConversation starts an empty one; what waits in the old one is kept
	// for capture.
	NewConversation(ctx context.Context) error

	// Moments lists episodes.
	Moments(ctx context.Context, q MomentQuery) ([]memory.Episode, error)
	// Sources gives the messages that an episode came from, in the order said.
	Sources(ctx context.Context, id memory.EpisodeID) ([]memory.Message, error)
	Counts(ctx context.Context) (chat.Counts, error)
	// Why gives what came to mind for the reply with the given key.
	Why(ctx context.Context, reply int64) (recall.Result, error)

	// Leave captures what waits, within ctx; it calls progress, from one
	// goroutine, with how far it is. Nothing is lost if it is cut short.
	Leave(ctx context.Context, progress func(Leaving)) error
}

// Entry is a message of a conversation with what belongs to it on screen.
type Entry struct {
	memory.Message
	// Facts and Moments are how many of each came to mind for it; 0 but for a
	// reply.
	Facts, Moments int
}

// Part says where in a conversation a stretch lies.
type Part int

// The parts.
const (
	Last   Part = iota // the end
	First              // the beginning
	Before             // right before the message Key
	After              // right after the message Key
)

// HistoryQuery asks for a stretch of a conversation.
type HistoryQuery struct {
	// Conversation is its id; empty for the one that goes on.
	Conversation string
	Part         Part
	// Key is the message that Before and After are reckoned from.
	Key int64
	// Limit is how many messages to give at most.
	Limit int
}

// Order is how moments are listed.
type Order int

// The orders.
const (
	Newest Order = iota // the last one first
	Left                // what is left of it at the session's time, most first
)

// MomentQuery asks for a stretch of the list of moments.
type MomentQuery struct {
	Order Order
	// Filter keeps those whose sentence, topic, act or names contain it,
	// whatever the case; empty for all.
	Filter string
	// Offset is how many to pass over, Limit how many to give at most.
	Offset, Limit int
}

// Leaving is how far the capture on leaving is.
type Leaving struct {
	// Done of All messages that were waiting have been captured.
	Done, All int
}
