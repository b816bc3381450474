package recall

import (
	"context"

	"muisto/memory"
)

// Source gives the records that hits are made of. An id that is not stored, or
// whose record is withdrawn, is left out of the answer; order does not matter.
type Source interface {
	EpisodesByID(ctx context.Context, ids []memory.EpisodeID) ([]memory.Episode, error)
	FactsByID(ctx context.Context, ids []memory.FactID) ([]memory.Fact, error)
	MessagesByKey(ctx context.Context, keys []int64) ([]memory.Message, error)
}

// Slice is a Source in memory, for tests and measurements.
type Slice struct {
	Episodes map[memory.EpisodeID]memory.Episode
	Facts    map[memory.FactID]memory.Fact
	Messages map[int64]memory.Message
}

// MessagesByKey gives the messages that are there.
func (s Slice) MessagesByKey(_ context.Context, keys []int64) ([]memory.Message, error) {
	var out []memory.Message
	for _, key := range keys {
		if m, ok := s.Messages[key]; ok {
			out = append(out, m)
		}
	}
	return out, nil
}

// EpisodesByID gives the episodes that are there.
func (s Slice) EpisodesByID(_ context.Context, ids []memory.EpisodeID) ([]memory.Episode, error) {
	var out []memory.Episode
	for _, id := range ids {
		if e, ok := s.Episodes[id]; ok {
			out = append(out, e)
		}
	}
	return out, nil
}

// FactsByID gives the facts that are there.
func (s Slice) FactsByID(_ context.Context, ids []memory.FactID) ([]memory.Fact, error) {
	var out []memory.Fact
	for _, id := range ids {
		if f, ok := s.Facts[id]; ok {
			out = append(out, f)
		}
	}
	return out, nil
}
