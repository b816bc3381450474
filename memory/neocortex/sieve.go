package neocortex

import (
	"fmt"
	"strings"

	"muisto/memory"
)

// spreadDays is over how many days a group must be spread to become facts: what
// comes back on another day sticks (the spacing effect; Cepeda et al.,
// "Distributed practice in verbal recall tasks", 2006).
const spreadDays = 2

// heaviest is the salience from which a moment becomes a fact the same night.
const heaviest = 0.95

// Sieve is what step 5 must be told of the moments on record.
type Sieve struct {
	// Said reports which of these moments of the agent's an active fact says
	// already. Nil stands for none.
	Said func(ids []memory.EpisodeID) map[memory.EpisodeID]bool
	// TakesBack reports whether a moment takes back an active fact that it may
	// close. Nil stands for no.
	TakesBack func(id memory.EpisodeID) bool
	// Asked reports whether in a moment the user asks for something to be
	// remembered, or for the agent to be a certain way from now on. Nil stands
	// for no.
	Asked func(id memory.EpisodeID) bool
	// Spent reports whether a moment has been sent already, which takes away
	// its right to act the same night. Nil stands for no.
	Spent func(id memory.EpisodeID) bool
}

// Verdict is what the sieve lets through of a group.
type Verdict struct {
	// Passes: the group is written.
	Passes bool
	// Bearers are the moments that a fact must rest on, in a group that passes
	// by an exception alone; empty where any will do.
	Bearers []memory.EpisodeID
	// Closers are those of them that take a fact back, and can only close.
	Closers []memory.EpisodeID
	// Days is over how many days the group is spread.
	Days int
	// Reason is in words, for a person.
	Reason string
}

// Sift is step 5: a group becomes facts if its moments are spread over at least
// two days. Four things act the same night: a correction, the heaviest moments,
// a take-back of an active fact, and what the user asks to be remembered.
func (s Sieve) Sift(group []memory.EpisodeRef) Verdict {
	days, note := s.spread(group)
	if days >= spreadDays {
		return Verdict{Passes: true, Days: days, Reason: fmt.Sprintf("it came up on %d days", days)}
	}
	v := Verdict{Days: days}
	var reasons []string
	for _, m := range group {
		reason := s.exception(m)
		if reason == "" {
			continue
		}
		v.Passes = true
		v.Bearers = append(v.Bearers, m.ID)
		if reason == asTakeBack {
			v.Closers = append(v.Closers, m.ID)
		}
		if len(reasons) == 0 || reasons[len(reasons)-1] != reason {
			reasons = append(reasons, reason)
		}
	}
	switch {
	case v.Passes:
		v.Reason = strings.Join(reasons, "; ")
	case len(group) == 1:
		v.Reason = "it stands alone"
	case note != "":
		v.Reason = note
	default:
		v.Reason = "all on one day"
	}
	return v
}

// spread counts the days of a group. The agent's own moments count while no
// fact says the thing yet; note says where that was decisive.
func (s Sieve) spread(group []memory.EpisodeRef) (days int, note string) {
	var own []memory.EpisodeID
	all, users := make(map[memory.Day]bool), make(map[memory.Day]bool)
	for _, m := range group {
		all[m.Day] = true
		if m.Actor == memory.RoleUser {
			users[m.Day] = true
		} else {
			own = append(own, m.ID)
		}
	}
	if s.Said == nil || len(users) >= spreadDays || len(all) < spreadDays {
		return len(all), ""
	}
	said := s.Said(own)
	for _, m := range group {
		if m.Actor != memory.RoleUser && !said[m.ID] {
			users[m.Day] = true
		}
	}
	if len(users) < spreadDays {
		note = "only the agent said again what a fact says already"
	}
	return len(users), note
}

func (s Sieve) exception(m memory.EpisodeRef) string {
	if s.Spent != nil && s.Spent(m.ID) {
		return ""
	}
	switch {
	case m.Act == memory.Correction && m.Actor == memory.RoleUser:
		return "a correction acts the same night"
	case m.Salience >= heaviest && m.Act != memory.Retraction:
		return "a moment of such weight acts the same night"
	case m.Actor == memory.RoleUser && m.Act != memory.Routine && s.Asked != nil && s.Asked(m.ID):
		return "the user asked for it to be remembered"
	case m.Act == memory.Retraction, m.Actor == memory.RoleUser && m.Act != memory.Routine:
		if s.TakesBack != nil && s.TakesBack(m.ID) {
			return asTakeBack
		}
	}
	return ""
}

// asTakeBack is the reason of a moment that can only close.
const asTakeBack = "it takes back a fact"

// bears reports whether moments by themselves are enough for a fact.
func bears(moments []memory.Episode) bool {
	group := make([]memory.EpisodeRef, len(moments))
	for i, e := range moments {
		group[i] = MomentOf(e)
	}
	return Sieve{}.Sift(group).Passes
}
