package mind

import (
	"context"

	"muisto/memory"
	"muisto/memory/store"
)

// episodesOnly is a store that holds no facts.
type episodesOnly struct{ *store.Store }

// FactsByID gives none.
func (episodesOnly) FactsByID(context.Context, []memory.FactID) ([]memory.Fact, error) {
	return nil, nil
}

// FactsAfter gives none.
func (episodesOnly) FactsAfter(_ context.Context, rev int64, _ int) ([]memory.Fact, int64, error) {
	return nil, rev, nil
}
