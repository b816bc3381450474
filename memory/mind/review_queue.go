package mind

import (
	"cmp"
	"context"
	"slices"
	"time"

	"muisto/memory"
	"muisto/memory/store"
)

// ReviewItem is a fact that deserves a look, and why.
type ReviewItem struct {
	Fact memory.Fact
	// Why is one of the reasons below.
	Why Reason
}

// Reason is why a fact deserves a look.
type Reason string

// The reasons, the most pressing first.
const (
	IsNew        Reason = "new since you last looked"
	Contradicted Reason = "replaced another fact"
	RunsOut      Reason = "about to expire"
	AgentsWord   Reason = "rests on muisto's word alone"
)

// soon is how many days before its last a state is about to run out.
const soon = 7

// ReviewQueue gives the standing facts that most deserve a look: those that are new
// since the last review, took the place of another within a month, are about to
// run out, or rest on the agent's word alone; each once, the most pressing
// first, then the newest.
func (m *Mind) ReviewQueue(ctx context.Context) ([]ReviewItem, error) {
	last, err := m.Store.LastReview(ctx)
	if err != nil {
		return nil, err
	}
	facts, err := m.Facts(ctx, store.FactQuery{Retired: true})
	if err != nil {
		return nil, err
	}
	return reviewQueue(facts, last, m.calendar(), m.today()), nil
}

func reviewQueue(facts []memory.Fact, last time.Time, c memory.Calendar, today memory.Day) []ReviewItem {
	winners := make(map[memory.FactID]bool)
	for _, f := range facts {
		if f.Status == memory.Superseded && today-c.DayOf(f.RetiredAt) <= 30 {
			winners[f.SupersededBy] = true
		}
	}
	var list []ReviewItem
	for _, f := range facts {
		if !f.StandsOn(today) {
			continue
		}
		switch {
		case f.FormedAt.After(last):
			list = append(list, ReviewItem{f, IsNew})
		case winners[f.ID]:
			list = append(list, ReviewItem{f, Contradicted})
		case f.ValidUntil != 0 && f.ValidUntil-today <= soon:
			list = append(list, ReviewItem{f, RunsOut})
		case f.Authority == memory.ByAgent:
			list = append(list, ReviewItem{f, AgentsWord})
		}
	}
	order := []Reason{IsNew, Contradicted, RunsOut, AgentsWord}
	slices.SortStableFunc(list, func(a, b ReviewItem) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Why), slices.Index(order, b.Why)), b.Fact.EvidenceAt.Compare(a.Fact.EvidenceAt))
	})
	return list
}
