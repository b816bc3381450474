package memory

import (
	"slices"
	"time"
)

// The methods below are all that can happen to a fact once it is formed.
// Settling, the review by hand and expiry call them; each returns the fact as it
// is afterwards and leaves its receiver as it was.

// Supersede retires f: the fact by is in its place.
func (f Fact) Supersede(by Fact) Fact {
	f.Status, f.SupersededBy = Superseded, by.ID
	f.RetiredAt, f.RetiredBy = by.LastSaid(), by.Authority
	return f
}

// Close retires f with nothing in its place, by somebody's word of the time at.
func (f Fact) Close(by Authority, at time.Time) Fact {
	f.Status, f.RetiredAt, f.RetiredBy = Closed, at, by
	return f
}

// Expire retires f when its last valid day is over. It must have one.
func (f Fact) Expire(c Calendar) Fact {
	f.Status, f.RetiredAt = Expired, c.End(f.ValidUntil)
	return f
}

// RunsOutBefore reports whether f is active and its last valid day lies before
// the given one.
func (f Fact) RunsOutBefore(d Day) bool { return f.Status == Active && !f.StandsOn(d) }

// Confirm records the user's word of the time at that f holds: it rests on the
// user from then on.
func (f Fact) Confirm(at time.Time) Fact {
	if f.Authority == ByAgent || at.After(f.EvidenceAt) {
		f.EvidenceAt = at
	}
	f.Authority = ByUser
	f.Reinforced++
	return f
}

// Reinforce adds evidence of the user's of the time at, and for a state its
// last valid day, where that evidence is newer.
func (f Fact) Reinforce(at time.Time, until Day) Fact {
	if f.Kind == State && until != 0 && at.After(f.EvidenceAt) {
		f.ValidUntil = until
	}
	return f.Confirm(at)
}

// Retell records that the agent said its own belief again at the time at. It
// adds no evidence.
func (f Fact) Retell(at time.Time) Fact {
	f.RetoldAt = at
	return f
}

// Cite adds an episode to what f rests on; ok is false if it is there already.
func (f Fact) Cite(e Episode) (cited Fact, ok bool) {
	if slices.Contains(f.Sources, e.ID) {
		return f, false
	}
	f.Sources = append(slices.Clone(f.Sources), e.ID)
	f.Salience = max(f.Salience, e.Salience)
	if at, found := slices.BinarySearch(f.From, e.Day); !found {
		f.From = slices.Insert(slices.Clone(f.From), at, e.Day)
	}
	return f, true
}

// LastSaid is the newest time that f was said, be it by the agent's retelling.
func (f Fact) LastSaid() time.Time {
	if f.Authority == ByAgent && f.RetoldAt.After(f.EvidenceAt) {
		return f.RetoldAt
	}
	return f.EvidenceAt
}

// Beats reports whether f, in contradiction to g, retires it: it is the
// stronger, and no passing state compared with a fact of another kind.
func (f Fact) Beats(g Fact) bool {
	if f.Kind == State && g.Kind != State {
		return false
	}
	return f.Stronger(g)
}

// Stronger puts the user's word above the agent's belief, and between equals
// the newer evidence above the older, then the later said of one time.
func (f Fact) Stronger(g Fact) bool {
	if f.Authority != g.Authority {
		return f.Authority == ByUser
	}
	if d := f.LastSaid().Compare(g.LastSaid()); d != 0 {
		return d > 0
	}
	return slices.Max(f.Sources) > slices.Max(g.Sources)
}
