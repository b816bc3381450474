package recall

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"muisto/memory"
)

// maxStanding bounds each of the lists of Standing.
const maxStanding = 60

// Standing gives what holds of the user whatever is asked: the wishes and the facts
// about the user that are active, the last confirmed first, wishes before the rest;
// and the lasting moments that no active fact rests on and nothing has replaced, the
// newest first. It waits for the index as Recall does.
func (f *Follower) Standing(ctx context.Context, today memory.Day) ([]memory.FactID, []memory.EpisodeID, error) {
	if err := f.Load(ctx); err != nil {
		return nil, nil, err
	}
	x := f.now.Load().index
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.standingFacts(today), x.standingMoments(), nil
}

func (x *Index) standingFacts(today memory.Day) []memory.FactID {
	var of []*standing
	for _, s := range x.facts {
		if s.ofUser && s.fact.StandsOn(today) {
			of = append(of, s)
		}
	}
	slices.SortFunc(of, func(a, b *standing) int {
		if aw, bw := a.fact.Kind == memory.Wish, b.fact.Kind == memory.Wish; aw != bw {
			if aw {
				return -1
			}
			return 1
		}
		return cmp.Or(b.fact.EvidenceAt.Compare(a.fact.EvidenceAt), cmp.Compare(b.fact.ID, a.fact.ID))
	})
	var out []memory.FactID
	for _, s := range of[:min(len(of), maxStanding)] {
		out = append(out, s.fact.ID)
	}
	return out
}

func (x *Index) standingMoments() []memory.EpisodeID {
	var out []memory.EpisodeID
	for i := len(x.lasting) - 1; i >= 0 && len(out) < maxStanding; i-- {
		id := x.lasting[i]
		doc, ok := x.episodes.find(id)
		if !ok || x.cited[id].active > 0 {
			continue
		}
		if b, j := x.docs.at(doc); b.records[j].flags&forgotten != 0 {
			continue
		}
		if _, over := x.overridden(id); !over {
			out = append(out, id)
		}
	}
	return out
}

// isOfUser reports whether a fact is about the user, or something or somebody of
// theirs, on the user's word.
func isOfUser(f *memory.Fact) bool {
	if f.Kind == memory.Wish {
		return true
	}
	if f.Authority != memory.ByUser {
		return false
	}
	subject, _, _ := strings.Cut(strings.ToLower(f.About), ":")
	return strings.Contains(subject, "the user") || strings.TrimSpace(subject) == "user" ||
		strings.HasPrefix(strings.ToLower(f.Text), "the user")
}
