package mind

import (
	"context"
	"slices"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/store"
)

// Bounds of what an encoder is told of the record.
const (
	recentEpisodes = 60  // whose topics are told
	recentFacts    = 500 // among which those that the messages name are looked for
	maxTopics      = 20
)

// onRecord adds to a batch what is on record that its messages may be about, and
// what came to mind for its replies.
func (m *Mind) onRecord(ctx context.Context, b *hippocampus.Batch) error {
	recent, err := m.Store.Episodes(ctx, store.EpisodeQuery{Limit: recentEpisodes})
	if err != nil {
		return err
	}
	for _, e := range recent {
		if e.About != "" && !slices.Contains(b.Topics, e.About) && len(b.Topics) < maxTopics {
			b.Topics = append(b.Topics, e.About)
		}
	}
	facts, err := m.Store.Facts(ctx, store.FactQuery{Limit: recentFacts})
	if err != nil {
		return err
	}
	b.Facts = hippocampus.Named(*b, facts)
	b.Recalled = map[int64][]string{}
	for _, message := range b.Messages {
		if message.Role != memory.RoleAssistant {
			continue
		}
		if texts, err := m.recalledTexts(ctx, message.Key); err != nil {
			return err
		} else if len(texts) > 0 {
			b.Recalled[message.Key] = texts
		}
	}
	return nil
}

// recalledTexts are the texts of what came to mind for a reply.
func (m *Mind) recalledTexts(ctx context.Context, reply int64) ([]string, error) {
	list, err := m.Store.RecalledFor(ctx, reply)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	var facts []memory.FactID
	var episodes []memory.EpisodeID
	for _, r := range list {
		if id, ok := memory.ParseFactID(r.ID); ok {
			facts = append(facts, id)
		}
		if id, ok := memory.ParseEpisodeID(r.ID); ok {
			episodes = append(episodes, id)
		}
	}
	var texts []string
	known, err := m.Store.FactsByID(ctx, facts)
	if err != nil {
		return nil, err
	}
	for _, f := range known {
		texts = append(texts, f.Text)
	}
	moments, err := m.Store.EpisodesByID(ctx, episodes)
	if err != nil {
		return nil, err
	}
	for _, e := range moments {
		texts = append(texts, e.What)
	}
	return texts, nil
}
