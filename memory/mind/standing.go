package mind

import (
	"context"
	"fmt"
	"strings"

	"muisto/memory"
	"muisto/memory/recall"
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
	moments, err := m.Store.StandingEpisodes(ctx, momentIDs)
	if err != nil {
		return nil, fmt.Errorf("read what was said once: %w", err)
	}
	byID := map[memory.EpisodeID]*memory.Episode{}
	for i := range moments {
		byID[moments[i].ID] = &moments[i]
	}
	topics := map[string]bool{}
	for _, id := range momentIDs {
		e := byID[id]
		if e == nil || topics[topic(e)] {
			continue
		}
		topics[topic(e)] = true
		add(recall.Hit{Kind: recall.KindEpisode, Episode: e, Retrievability: e.Retrievability(cue.Now, m.Settings.Decay)})
	}
	return out, nil
}

// SaidOnce lists the lasting moments that no active fact rests on and nothing has
// replaced, the newest first, of one topic only the newest.
func (m *Mind) SaidOnce(ctx context.Context, today memory.Day) ([]memory.Episode, error) {
	_, ids, err := m.memory.Standing(ctx, today)
	if err != nil {
		return nil, err
	}
	moments, err := m.Store.StandingEpisodes(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read what was said once: %w", err)
	}
	byID := map[memory.EpisodeID]memory.Episode{}
	for _, e := range moments {
		byID[e.ID] = e
	}
	out, topics := []memory.Episode{}, map[string]bool{}
	for _, id := range ids {
		if e, ok := byID[id]; ok && !topics[topic(&e)] {
			topics[topic(&e)] = true
			out = append(out, e)
		}
	}
	return out, nil
}

// collections are attributes of which a person has several: one says nothing
// against another.
var collections = map[string]bool{
	"allergy": true, "allergies": true, "like": true, "likes": true, "dislikes": true, "pet": true, "pets": true, "relatives": true, "family": true,
	"tools": true, "tool": true, "languages": true, "hobby": true, "hobbies": true, "food": true, "friends": true, "children": true, "possessions": true,
}

// topic is what tells the slot of a moment: its subject and attribute, or, where
// there are none or there may be several, its own sentence.
func topic(e *memory.Episode) string {
	subject, attribute, ok := strings.Cut(memory.Folded(e.About), ":")
	if !ok || collections[strings.TrimSpace(attribute)] {
		return memory.Folded(e.What)
	}
	return strings.TrimSpace(subject) + ":" + strings.TrimSpace(attribute)
}
