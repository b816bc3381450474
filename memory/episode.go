package memory

import (
	"strconv"
	"strings"
	"time"
)

// Act is what kind of doing an episode was.
type Act string

// The acts, from the weightiest to the lightest.
const (
	// Correction: the user sets right or overrides something on record, a
	// change of plan included.
	Correction Act = "correction"
	// Decision: a choice made.
	Decision Act = "decision"
	// Commitment: a promise to do something.
	Commitment Act = "commitment"
	// Retraction: the agent takes back something that it said.
	Retraction Act = "retraction"
	// Observation: information surfaced.
	Observation Act = "observation"
	// Routine: an ordinary lookup or request.
	Routine Act = "routine"
)

// Acts lists every act, the weightiest first.
func Acts() []Act {
	return []Act{Correction, Decision, Commitment, Retraction, Observation, Routine}
}

// Valid reports whether a is a known act.
func (a Act) Valid() bool {
	switch a {
	case Correction, Decision, Commitment, Retraction, Observation, Routine:
		return true
	}
	return false
}

// EpisodeID is the store's key of an episode; it is written "e12".
type EpisodeID int64

func (id EpisodeID) String() string { return "e" + strconv.FormatInt(int64(id), 10) }

// ParseEpisodeID reads "e12".
func ParseEpisodeID(s string) (EpisodeID, bool) {
	n, ok := parseID(s, "e")
	return EpisodeID(n), ok
}

func parseID(s, prefix string) (int64, bool) {
	rest, ok := strings.CutPrefix(s, prefix)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(rest, 10, 64)
	return n, err == nil && n > 0
}

// Source points from an episode to one message that it came from.
type Source struct {
	Key int64  // Message.Key
	ID  string // Message.ID
}

// Episode is one distinct thing that happened. Once formed it never changes.
type Episode struct {
	ID EpisodeID
	// What is one sentence in the third person.
	What string
	// About is the topic in a few words: whose or which thing, and what of it
	// ("the launch: date").
	About string
	// Who lists the people taking part, the speaker first.
	Who []string
	// When is the time as it was said, empty if none was.
	When string
	// WhenAt is When resolved against the message's own time; zero if none.
	WhenAt Day
	Act    Act
	// Actor is the side that did it, or RoleOther.
	Actor Role
	Names []Name
	// Floor, Intensity and Salience are in [0, 1].
	Floor, Intensity, Salience float64
	// Lifespan is the stability S in days.
	Lifespan float64
	// FirstAt and LastAt are the times of the first and the last source
	// message; forgetting runs from LastAt.
	FirstAt, LastAt time.Time
	// Day is the local calendar day of LastAt.
	Day          Day
	FormedAt     time.Time
	Conversation string
	// Lasting: the user states something of their own that is meant to hold on,
	// such as their work, a diet or a birthday.
	Lasting bool
	// Sources are in the order said; never empty.
	Sources []Source
}

// Retrievability is what is left of the episode at now, in (0, 1], with decay d.
func (e Episode) Retrievability(now time.Time, d float64) float64 {
	return Retrievability(now.Sub(e.LastAt), e.Lifespan, d)
}
