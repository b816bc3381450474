package recall

import (
	"slices"
	"strings"
	"time"

	"muisto/memory"
)

// renewDepth is how many of the best hits are put in the order of their times
// where they answer the cue by the same words.
const renewDepth = 10

// renewWorth is the part of the older one's score that the newer must have.
const renewWorth = 0.5

// renewShare is the part of what the cue asks that the older one must hold.
const renewShare = 0.25

// renew puts the newer of two hits that say the same thing of what was asked
// before the older, and marks the older.
func (x *Index) renew(q *query, hits []Hit, holds []uint64) {
	if x.mix.Alike == 0 || q.past || !q.asksValue {
		return
	}
	for i := 1; i < min(len(hits), renewDepth); i++ {
		for j := range i {
			if !x.renews(q, &hits[i], &hits[j], holds[i], holds[j]) {
				continue
			}
			h, held := hits[i], holds[i]
			h.Score = max(h.Score, hits[j].Score)
			copy(hits[j+1:i+1], hits[j:i])
			copy(holds[j+1:i+1], holds[j:i])
			hits[j], holds[j] = h, held
			hits[j+1].Newer = hits[j].ID()
			break
		}
	}
}

// renews reports whether a hit says later what an older one said of the words
// asked for.
func (x *Index) renews(q *query, h, older *Hit, holds, held uint64) bool {
	if h.Score < renewWorth*older.Score || !h.at().After(older.at()) || h.byAgent() != older.byAgent() {
		return false
	}
	both, old, all := 0.0, 0.0, 0.0
	for i := range q.terms {
		t := &q.terms[i]
		if t.common || t.weight < 1 {
			continue
		}
		all += t.ideal
		if held>>i&1 == 0 {
			continue
		}
		old += t.ideal
		if holds>>i&1 == 1 {
			both += t.ideal
		}
	}
	return old > renewShare*all && both >= x.mix.Alike*old && compete(h, older)
}

// compete reports whether two hits name values that cannot both be meant: numbers,
// dates and times that differ.
func compete(a, b *Hit) bool {
	of, other := a.values(), b.values()
	return len(of) > 0 && len(other) > 0 && slices.ContainsFunc(of, func(v string) bool { return !slices.Contains(other, v) })
}

// values are the words of a hit and its quotes that hold a figure.
func (h *Hit) values() []string {
	var out []string
	take := func(w token) {
		if strings.ContainsAny(w.key, "0123456789") {
			out = append(out, w.key)
		}
	}
	tokens(h.Text(), take)
	for _, q := range h.Quotes {
		if q.Role == memory.RoleUser {
			tokens(q.Text, take)
		}
	}
	return out
}

// at is when a hit was said, or last confirmed.
func (h *Hit) at() time.Time {
	if h.Kind == KindFact {
		return h.Fact.EvidenceAt
	}
	return h.Episode.LastAt
}

func (h *Hit) byAgent() bool {
	if h.Kind == KindFact {
		return h.Fact.Authority == memory.ByAgent
	}
	return h.Episode.Actor == memory.RoleAssistant && !slices.ContainsFunc(h.Quotes, func(q Quote) bool { return q.Role == memory.RoleUser })
}

// holding gives the terms that a text of these words holds, a bit each.
func (q *query) holding(has map[wordID]string) uint64 {
	var out uint64
	for i := range q.terms {
		if best, _ := q.terms[i].in(has); best > 0 {
			out |= 1 << i
		}
	}
	return out
}
