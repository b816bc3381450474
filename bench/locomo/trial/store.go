package trial

import (
	"context"
	"sort"

	"muisto/memory"
)

// Memories are episodes held in memory, for recall to follow as it follows the
// program's store.
type Memories struct {
	// list is in the order formed: the ids count from 1.
	list []memory.Episode
	// turns are the turns that each episode comes from.
	turns map[memory.EpisodeID][]string
	// said are the messages that they come from, by their keys.
	said map[int64]memory.Message
	// shared: results count by the distinct turns that they come from.
	shared bool
}

func newMemories() *Memories {
	return &Memories{turns: map[memory.EpisodeID][]string{}, said: map[int64]memory.Message{}}
}

func (m *Memories) add(e memory.Episode, turns []string) {
	e.ID = memory.EpisodeID(len(m.list) + 1)
	m.list = append(m.list, e)
	m.turns[e.ID] = turns
}

// Fresh gives every memory a lifespan so long that nothing fades.
func (m *Memories) Fresh() {
	const ever = 1e9 // days
	for i := range m.list {
		m.list[i].Lifespan = ever
	}
}

// Len is how many memories there are.
func (m *Memories) Len() int { return len(m.list) }

// EpisodesByID gives the episodes that are there.
func (m *Memories) EpisodesByID(_ context.Context, ids []memory.EpisodeID) ([]memory.Episode, error) {
	var out []memory.Episode
	for _, id := range ids {
		if 0 < id && int(id) <= len(m.list) {
			out = append(out, m.list[id-1])
		}
	}
	return out, nil
}

// EpisodesAfter gives those with higher ids, in their order.
func (m *Memories) EpisodesAfter(_ context.Context, after memory.EpisodeID, limit int) ([]memory.Episode, error) {
	i := sort.Search(len(m.list), func(i int) bool { return m.list[i].ID > after })
	return m.list[i:min(len(m.list), i+limit)], nil
}

// FactsByID gives none: there are no facts.
func (m *Memories) FactsByID(context.Context, []memory.FactID) ([]memory.Fact, error) {
	return nil, nil
}

// FactsAfter gives none.
func (m *Memories) FactsAfter(_ context.Context, rev int64, _ int) ([]memory.Fact, int64, error) {
	return nil, rev, nil
}

// Revision is always the same: nothing is added once recall follows.
func (m *Memories) Revision(context.Context) (memory.Revision, error) {
	return memory.Revision{Episode: memory.EpisodeID(len(m.list))}, nil
}

// MessagesByKey gives the messages that are there.
func (m *Memories) MessagesByKey(_ context.Context, keys []int64) ([]memory.Message, error) {
	var out []memory.Message
	for _, key := range keys {
		if message, ok := m.said[key]; ok {
			out = append(out, message)
		}
	}
	return out, nil
}

// Withdrawn gives none.
func (m *Memories) Withdrawn(context.Context) ([]memory.EpisodeID, error) { return nil, nil }
