package mind

import (
	"context"
	"fmt"
	"time"

	"muisto/memory"
	"muisto/memory/neocortex"
	"muisto/memory/recall"
	"muisto/memory/store"
)

// standingShare is the part of the budget that what comes for no cue may take.
const standingShare = 3

// standing gives what belongs in a prompt whatever is asked, within a share of the
// budget: wishes and facts about the user, then lasting moments said once, of one
// topic only the newest; without those among hits.
func (m *Mind) standing(ctx context.Context, cue recall.Cue, hits []recall.Hit) ([]recall.Hit, error) {
	today := memory.DayOf(cue.Now, m.Settings.DayTurn)
	factIDs, momentIDs, err := m.memory.Standing(ctx, today)
	if err != nil {
		return nil, err
	}
	came := map[string]bool{}
	for _, h := range hits {
		came[h.ID()] = true
		if h.Fact != nil {
			for _, id := range h.Fact.Sources {
				came[id.String()] = true
			}
		}
	}
	room := m.Settings.RecallBudget / standingShare
	var out []recall.Hit
	add := func(h recall.Hit) {
		cost := memory.Tokens(h.Text()) + recall.TokensAround
		if came[h.ID()] || cost > room {
			return
		}
		room -= cost
		out = append(out, h)
	}
	facts, err := m.Store.FactsByID(ctx, factIDs)
	if err != nil {
		return nil, fmt.Errorf("read the standing facts: %w", err)
	}
	for i := range facts {
		add(recall.Hit{Kind: recall.KindFact, Fact: &facts[i], Retrievability: 1})
	}
	moments, err := m.saidOnce(ctx, momentIDs)
	if err != nil {
		return nil, err
	}
	for i := range moments {
		e := &moments[i]
		add(recall.Hit{Kind: recall.KindEpisode, Episode: e, Retrievability: e.Retrievability(cue.Now, m.Settings.Decay)})
	}
	return out, nil
}

// SaidOnce lists the lasting moments that no active fact rests on and nothing has
// replaced, the newest first, of one topic only the newest; without those that
// the person took from the list.
func (m *Mind) SaidOnce(ctx context.Context) ([]memory.Episode, error) {
	_, ids, err := m.memory.Standing(ctx, m.today())
	if err != nil {
		return nil, err
	}
	return m.saidOnce(ctx, ids)
}

func (m *Mind) saidOnce(ctx context.Context, ids []memory.EpisodeID) ([]memory.Episode, error) {
	moments, err := m.Store.StandingEpisodes(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read what was said once: %w", err)
	}
	unlisted, err := m.Store.Unlisted(ctx)
	if err != nil {
		return nil, err
	}
	newest, err := m.slots(ctx)
	if err != nil {
		return nil, err
	}
	byID := map[memory.EpisodeID]memory.Episode{}
	for _, e := range moments {
		byID[e.ID] = e
	}
	out, topics := []memory.Episode{}, map[string]bool{}
	for _, id := range ids {
		e, ok := byID[id]
		of := topic(e)
		if !ok || unlisted[id] || topics[of] || newest[of].After(e.LastAt) {
			continue
		}
		topics[of] = true
		out = append(out, e)
	}
	return out, nil
}

// slots are the single-valued slots of active facts, with the time of the newest
// evidence: what was said of one before that is out of date.
func (m *Mind) slots(ctx context.Context) (map[string]time.Time, error) {
	facts, err := m.Facts(ctx, store.FactQuery{})
	if err != nil {
		return nil, err
	}
	newest := map[string]time.Time{}
	for _, f := range facts {
		if slot := neocortex.Slot(f.About); slot != "" && f.EvidenceAt.After(newest[slot]) {
			newest[slot] = f.EvidenceAt
		}
	}
	return newest, nil
}

// topic is the slot of a moment, or, where there may be several values, its own
// sentence.
func topic(e memory.Episode) string {
	if slot := neocortex.Slot(e.About); slot != "" {
		return slot
	}
	return memory.Folded(e.What)
}
