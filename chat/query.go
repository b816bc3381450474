package chat

import "muisto/memory"

// Entry is a message of a conversation with what belongs to it on screen.
type Entry struct {
	memory.Message
	// Facts and Moments are how many of each came to mind for it; 0 but for a
	// reply.
	Facts, Moments int
	// Branches are the keys of the messages that stand in one place with it, in
	// the order of arrival; none where it stands there alone.
	Branches []int64
	// Aside: it is on a branch that is not shown.
	Aside bool
}

// Part says where in a conversation a stretch lies.
type Part int

// The parts.
const (
	Last   Part = iota // the end
	First              // the beginning
	Before             // right before the message Key
	After              // right after the message Key
	From               // the message Key and what comes after it
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
	Weight              // the heaviest first
)

// MomentQuery asks for a stretch of the list of moments.
type MomentQuery struct {
	Order Order
	// Filter keeps those whose sentence, topic, act or names contain it,
	// whatever the case; empty for all.
	Filter string
	// Act keeps those whose act begins with it, Name those that bear a name that
	// contains it, From and To those of the days between, both included; each
	// empty for all.
	Act, Name string
	From, To  memory.Day
	// Offset is how many to pass over, Limit how many to give at most.
	Offset, Limit int
}

// FactQuery asks for a stretch of the list of facts.
type FactQuery struct {
	// Retired takes in those that stand no more.
	Retired bool
	// Limit is how many to give at most; 0 for all.
	Limit int
}

// Leaving is how far the capture on leaving is.
type Leaving struct {
	// Done of All messages that were waiting have been captured.
	Done, All int
}
