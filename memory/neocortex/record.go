package neocortex

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"muisto/memory"
)

// Outcome is what became of a group.
type Outcome string

// The outcomes.
const (
	BecameFacts   Outcome = "facts"   // it was written and changed what is known
	ShowedNothing Outcome = "nothing" // it was written and nothing in it holds
	StayedMoments Outcome = "moments" // the sieve held it back
	SentBefore    Outcome = "before"  // all of it stood in a group sent before
	Waits         Outcome = "waits"   // over the bound on calls
	Failed        Outcome = "failed"  // the model failed; the next pass tries again
)

// Record is step 8: all that a pass saw and did.
type Record struct {
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
	// Left is how many groups wait for the next pass.
	Left     int
	Finished bool
	// Thinned tells which names were too popular to tie all their moments.
	Thinned []Thinning
	Groups  []GroupRecord
}

// GroupRecord is what became of one group.
type GroupRecord struct {
	// Episodes are its moments, oldest first.
	Episodes []memory.EpisodeID
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

// left reports whether the group waits for the next pass.
func (g GroupRecord) left() bool { return g.Outcome == Waits || g.Outcome == Failed }

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

// MarshalJSON gives [a, b, weight].
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

// FactChange is what was done to a fact.
type FactChange struct {
	Effect Effect
	Fact   memory.FactID
	// By is the fact in its place, where it was superseded.
	By memory.FactID
}

// Facts are the facts that the pass formed, by id.
func (r Record) Facts() []memory.FactID {
	var ids []memory.FactID
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

// recordGroup notes the moments, names and ties of group k.
func (p Parts) recordGroup(k int) GroupRecord {
	group := p.Groups[k]
	r := GroupRecord{Episodes: make([]memory.EpisodeID, len(group))}
	counts := make(map[int32]int)
	for i, m := range group {
		r.Episodes[i] = p.Moments[m].ID
		for _, name := range p.Names.In(int(m)) {
			counts[name]++
		}
	}
	for name, n := range counts {
		if p.Weights[name] > 0 && (n > 1 || len(group) == 1) {
			r.Names = append(r.Names, WeighedName{Name: p.Names.Keys[name], Weight: float64(p.Weights[name])})
		}
	}
	slices.SortFunc(r.Names, func(a, b WeighedName) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Name, b.Name))
	})
	for i := range group {
		for j := i + 1; j < len(group); j++ {
			if w := p.Ties.Between(int(group[i]), int(group[j])); w > 0 {
				r.Ties = append(r.Ties, Tie{A: i, B: j, Weight: w})
			}
		}
	}
	return r
}

// momentsOf gives the moments of group k, oldest first.
func (p Parts) momentsOf(k int) []Moment {
	group := make([]Moment, len(p.Groups[k]))
	for i, m := range p.Groups[k] {
		group[i] = p.Moments[m]
	}
	return group
}
