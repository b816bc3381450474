// Package neocortex consolidates: at night it groups episodes by the names
// they share, turns the groups that are spread over days into facts, and lets
// new facts meet the old.
//
// Its steps are numbered as in the files names.go, weight.go, ties.go,
// groups.go, sieve.go, write.go, settle.go and record.go; schedule.go says when
// they are due and pass.go takes them in turn. It knows nothing of the
// database, the screen, or which model writes.
package neocortex

import (
	"context"

	"muisto/memory"
)

// Request is what one call writes facts from.
type Request struct {
	Today memory.Day
	// Episodes are the group's, oldest first; never empty.
	Episodes []memory.Episode
	// Bearers are those of the episodes that every fact must rest on, where the
	// group is not spread over days and only these act the same night; empty
	// where any will do.
	Bearers []memory.EpisodeID
	// Closers are those of the bearers that take something back, and can only
	// close.
	Closers []memory.EpisodeID
	// Wishes are those of the episodes that say how the user wants the agent to be.
	Wishes []memory.EpisodeID
	// Known are the active facts that could be meant.
	Known []memory.Fact
	// StateDays is how long a state holds after its newest evidence where no
	// last valid date was said.
	StateDays int
	// DayTurn is the hour at which a local day ends.
	DayTurn int
}

// Relation says what a proposed fact is to a known one.
type Relation string

// The relations.
const (
	Same     Relation = "same"     // it says the same
	Replaces Relation = "replaces" // it stands in its place
	Retracts Relation = "retracts" // it takes it back, with nothing in its place
)

// Touch is the relation of a proposal to one known fact.
type Touch struct {
	Fact     string   `json:"fact"` // "f3"
	Relation Relation `json:"relation"`
}

// Proposal is one fact as a Writer proposes it. One that only takes facts
// back has no Text.
type Proposal struct {
	Text       string   `json:"text"`
	About      string   `json:"about"`
	Kind       string   `json:"kind"`
	ValidUntil string   `json:"valid_until"` // "2026-06-14", or empty
	Episodes   []string `json:"episodes"`    // "e12"
	Touches    []Touch  `json:"touches"`
}

// Writer proposes the facts of one group; none is a fine answer. Complaints,
// if any, say what was wrong with its previous answer to the same request.
type Writer interface {
	Write(ctx context.Context, r Request, complaints []string) ([]Proposal, error)
}
