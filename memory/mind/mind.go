// Package mind wires the stages to a store and to models: it captures what was
// said, turns moments into facts at night, and recalls what belongs to a turn. The
// command line, the chat and the screen call it.
//
// It knows the stages and the store, and neither the screen nor which model
// answers.
package mind

import (
	"fmt"
	"sync/atomic"

	"muisto/crash"
	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/neocortex"
	"muisto/memory/recall"
	"muisto/memory/store"
)

// Settings are the numbers a person may set.
type Settings struct {
	// Decay is D of the forgetting curve, in [0.1, 0.8].
	Decay float64
	// DayTurn is the hour at which a local day ends, 0 to 23.
	DayTurn int
	// BatchTokens bounds one batch of capture, by the model's window.
	BatchTokens int
	// StateDays is how long a state holds where no end was said.
	StateDays int
	// NightCalls bounds the calls of one pass.
	NightCalls int
	// Users are the names by which the user speaks in messages; one without a
	// speaker is theirs, too.
	Users []string
	// RecallBudget bounds what one turn recalls, in tokens.
	RecallBudget int
}

// Options are what a Mind is made of.
type Options struct {
	Store *store.Store
	Clock memory.Clock
	// Encoder proposes episodes; EncoderName is kept with what it made.
	Encoder     hippocampus.Encoder
	EncoderName string
	// Writer proposes facts.
	Writer neocortex.Writer
	// Endpoint: Encoder and Writer wait for one, as long as that takes.
	Endpoint bool
	// BuiltinWriter proposes the facts for which Writer's answers were refused in
	// two passes; nil leaves them pending.
	BuiltinWriter neocortex.Writer
	// Builtin encodes what Encoder fails to.
	Builtin     hippocampus.Encoder
	BuiltinName string
	// Embedder makes vectors for recall; nil for the words' own.
	Embedder     Embedder
	EmbedderName string
	Settings     Settings
	// Crashes is where the details of a fault in the program are kept.
	Crashes crash.Log
}

// Mind is a memory at work. It is safe for concurrent use.
type Mind struct {
	Options
	memory *recall.Follower
	// stuck counts the work that goes on though nobody waits for it any more.
	stuck atomic.Int32
}

// calendar is the person's: the clock is in their zone.
func (m *Mind) calendar() memory.Calendar {
	return memory.Calendar{Turn: m.Settings.DayTurn, Zone: m.Clock.Now().Location()}
}

// today is the day that the clock shows.
func (m *Mind) today() memory.Day { return m.calendar().DayOf(m.Clock.Now()) }

// New makes a mind of its parts. It reads nothing yet.
func New(o Options) (*Mind, error) {
	options := recall.Options{Decay: o.Settings.Decay, DayTurn: o.Settings.DayTurn, Images: o.Store.IndexFile()}
	if o.Embedder != nil {
		options.Vectors, options.VectorsBy = o.vectors, o.EmbedderName
	}
	follower, err := recall.Follow(remembered{o.Store}, options)
	if err != nil {
		return nil, fmt.Errorf("open the memory: %w", err)
	}
	return &Mind{Options: o, memory: follower}, nil
}
