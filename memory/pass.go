package memory

import (
	"encoding/json"
	"slices"
	"time"
)

// PassKind is which run of consolidation a pass is.
type PassKind string

// The kinds of passes.
const (
	Night PassKind = "night" // one day
	Week  PassKind = "week"  // the last 30 days, about every 7 days
	Month PassKind = "month" // everything, about every 30 days
)

// Valid reports whether k is a known kind.
func (k PassKind) Valid() bool { return k == Night || k == Week || k == Month }

// Pass is one run of consolidation over the moments of the days From to To.
type Pass struct {
	Kind     PassKind
	From, To Day
}

// PastPass is a pass on record.
type PastPass struct {
	Pass
	// On is the local day, by the clock given then, on which it last ran.
	On Day
	// Finished is false for one that was cut short.
	Finished bool
	// Left is how many groups it left for the next: over the bound on calls,
	// or the model failed.
	Left int
}

// PassHistory is what says which passes are due. Nothing in it depends on when
// rows were made: moments count by their days, passes by those they saw.
type PassHistory struct {
	Now     time.Time
	DayTurn int
	// First and Last are the days of the first and the last moment; 0 if there
	// is none.
	First, Last Day
	// Unseen are the days that have moments that no night has seen, each once.
	Unseen []Day
	Passes []PastPass
}

// EpisodeRef is what grouping needs of an episode, and no more: a pass over a
// whole life holds a million of them.
type EpisodeRef struct {
	ID  EpisodeID
	Day Day
	// At is the time of the last source message.
	At    time.Time
	Act   Act
	Actor Role
	// Salience is in [0, 1].
	Salience float64
	// Names are its names as they are on record, with aliases resolved: one name
	// is always written the same.
	Names []string
	// About is its topic.
	About string
}

// Outcome is what became of a group.
type Outcome string

// The outcomes.
const (
	BecameFacts   Outcome = "facts"   // it was written and changed what is known
	ShowedNothing Outcome = "nothing" // it was written and nothing in it holds
	StayedMoments Outcome = "moments" // the sieve held it back
	SentBefore    Outcome = "before"  // all of it was in a group sent before
	Waits         Outcome = "waits"   // over the bound on calls
	Failed        Outcome = "failed"  // the model failed; the next pass tries again
	Refused       Outcome = "refused" // its answers did not hold; the next pass tries again
)

// Pending reports whether the group is left for the next pass.
func (o Outcome) Pending() bool { return o == Waits || o == Failed || o == Refused }

// PassRecord is all that a pass saw and did.
type PassRecord struct {
	Pass Pass
	// ID is the store's key.
	ID int64
	// RanAt is when it ran, by the clock given.
	RanAt time.Time
	// Moments is how many it saw, Calls how often it asked the model.
	Moments, Calls int
	// Alone is how many moments without a tie are not listed among Groups: a
	// week or a month lists those alone that did more than stay moments.
	Alone int
	// Left is how many groups are left for the next pass.
	Left     int
	Finished bool
	// Thinned are the names that were too popular to tie all their moments.
	Thinned []Thinning
	Groups  []GroupRecord
}

// Facts are the facts that the pass formed, by id.
func (r PassRecord) Facts() []FactID {
	var ids []FactID
	for _, g := range r.Groups {
		for _, c := range g.Changes {
			if c.Effect == Formed {
				ids = append(ids, c.Fact)
			}
		}
	}
	slices.Sort(ids)
	return ids
}

// GroupRecord is what became of one group.
type GroupRecord struct {
	// Episodes are its moments, oldest first.
	Episodes []EpisodeID
	// Names are those that tie it, the weightiest first.
	Names []WeighedName
	// Ties are between places in Episodes.
	Ties    []Tie
	Outcome Outcome
	// Reason is in words, for a person.
	Reason string
	// Sent: a model was asked to write it.
	Sent bool
	// Changes are what it did to facts, in order.
	Changes []FactChange
}

// With is the record of a group that was written, given what that changed; new
// facts have their keys.
func (g GroupRecord) With(changes []Change) GroupRecord {
	g.Changes, g.Outcome = nil, ShowedNothing
	for _, c := range changes {
		g.Changes = append(g.Changes, FactChange{Effect: c.Effect, Fact: c.Fact.ID, By: c.Fact.SupersededBy})
		if c.Effect != Retold && c.Effect != Filed {
			g.Outcome = BecameFacts
		}
	}
	if g.Outcome == ShowedNothing {
		g.Reason += ", but it shows nothing new that holds"
	}
	return g
}

// WeighedName is a name with the weight that it had in the pass.
type WeighedName struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`
}

// Tie is between two moments of a group, by their places in it.
type Tie struct {
	A, B   int
	Weight float64
}

// MarshalJSON returns [a, b, weight].
func (t Tie) MarshalJSON() ([]byte, error) {
	return json.Marshal([3]float64{float64(t.A), float64(t.B), t.Weight})
}

// UnmarshalJSON reads [a, b, weight].
func (t *Tie) UnmarshalJSON(data []byte) error {
	var parts [3]float64
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	*t = Tie{A: int(parts[0]), B: int(parts[1]), Weight: parts[2]}
	return nil
}

// Thinning is what was left of the ties of a popular name.
type Thinning struct {
	Name string `json:"name"`
	// Moments is how many the name occurs in, Each how many of its nearest in
	// time, before and after, every one of them was tied to by it.
	Moments int `json:"moments"`
	Each    int `json:"each"`
}

// Effect is what settling did to a fact.
type Effect string

// The effects.
const (
	Formed     Effect = "formed"
	Reinforced Effect = "reinforced" // later evidence said the same
	Retold     Effect = "retold"     // the agent said again what it believed
	Filed      Effect = "filed"      // moments from before it was retired were put with it
	Replaced   Effect = "replaced"   // it is superseded
	TakenBack  Effect = "taken back" // it is closed
	RunOut     Effect = "run out"    // it is expired
	Over       Effect = "over"       // the day that was planned has gone by: it is closed
)

// Change is one thing that settling did.
type Change struct {
	Effect Effect
	// Fact is as it is afterwards.
	Fact Fact
}

// FactChange is a Change as it is kept.
type FactChange struct {
	Effect Effect
	Fact   FactID
	// By is the fact that replaced it, where it was superseded.
	By FactID
}

// PassEntry is what one transaction of a pass writes.
type PassEntry struct {
	// Pass is PassRecord.ID.
	Pass int64
	// At is when new facts were formed.
	At time.Time
	// Version is that of the prompt, for groups that were sent.
	Version string
	Groups  []GroupRecord
	// Seen: the moments of the groups have been seen by a night.
	Seen bool
	// Calls is how often the model was asked for it.
	Calls int
	// Rev and Settle: Settle is called within the transaction with the facts
	// changed after Rev, and returns the changes that the only group makes, or
	// that are made for no group at all; new facts have ids below 0. It may be
	// called more than once. The group's record is then that of GroupRecord.With.
	// Nil where no facts change.
	Rev    int64
	Settle func(since []Fact) []Change
}
