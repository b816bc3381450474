package memory

import (
	"strconv"
	"time"
)

// FactKind says how long a fact is meant to hold.
type FactKind string

// The kinds of facts.
const (
	World FactKind = "world" // just is
	Habit FactKind = "habit" // recurs
	State FactKind = "state" // true for now, with a last valid date
	Wish  FactKind = "wish"  // how the user wants the agent to be
)

// Valid reports whether k is a known kind.
func (k FactKind) Valid() bool { return k == World || k == Habit || k == State || k == Wish }

// FactStatus says whether a fact stands.
type FactStatus string

// The statuses of facts. All but Active are final.
const (
	Active     FactStatus = "active"
	Superseded FactStatus = "superseded" // another fact stands in its place
	Closed     FactStatus = "closed"     // retracted, nothing in its place
	Expired    FactStatus = "expired"    // its last valid date has gone by
)

// Authority says who a fact rests on.
type Authority string

// The authorities; the user's word stands above the agent's belief.
const (
	ByUser  Authority = "user"
	ByAgent Authority = "agent"
)

// FactID is the store's key of a fact; it is written "f3".
type FactID int64

func (id FactID) String() string { return "f" + strconv.FormatInt(int64(id), 10) }

// ParseFactID reads "f3".
func ParseFactID(s string) (FactID, bool) {
	n, ok := parseID(s, "f")
	return FactID(n), ok
}

// Fact is one sentence on how things are now.
type Fact struct {
	ID   FactID
	Text string
	// About is the subject and its attribute ("the launch: date"); only facts
	// about the same thing may retire each other.
	About     string
	Kind      FactKind
	Status    FactStatus
	Authority Authority
	// Salience is that of its heaviest episode, in [0, 1].
	Salience float64
	Names    []Name
	FormedAt time.Time
	// EvidenceAt is the time of the newest message that speaks for it.
	EvidenceAt time.Time
	// ValidUntil is a state's last valid day; zero where there is none.
	ValidUntil Day
	// SupersededBy is the fact in its place; 0 unless Status is Superseded.
	SupersededBy FactID
	// RetiredAt is the message time of what retired it, or the day after
	// ValidUntil for an expired one; zero while it is active.
	RetiredAt time.Time
	// RetiredBy is whose word retired it; empty while it is active, and where
	// time alone did.
	RetiredBy Authority
	// RetoldAt is when the agent last said again what is its own belief. It is
	// no evidence; it only keeps an older belief of the agent's from passing for
	// a newer one. Zero if never.
	RetoldAt time.Time
	// Reinforced counts how often later evidence said the same.
	Reinforced int
	// Sources are the episodes it rests on, oldest first; never empty.
	Sources []EpisodeID
	// From are the days of those episodes, each once, oldest first.
	From []Day
}

// LastDay is the day of the newest episode that it rests on.
func (f Fact) LastDay() Day {
	if len(f.From) == 0 {
		return 0
	}
	return f.From[len(f.From)-1]
}

// StandsOn reports whether the fact holds on the given day: active, and not
// past its last valid day.
func (f Fact) StandsOn(d Day) bool {
	return f.Status == Active && (f.ValidUntil == 0 || d <= f.ValidUntil)
}
