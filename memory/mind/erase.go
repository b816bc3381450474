package mind

import (
	"context"

	"muisto/memory"
	"muisto/memory/store"
)

// remembered is the store as recall sees it: what was withdrawn or erased is
// not there, even for an index that has taken it in.
type remembered struct{ *store.Store }

// EpisodesByID gives the episodes that stand.
func (r remembered) EpisodesByID(ctx context.Context, ids []memory.EpisodeID) ([]memory.Episode, error) {
	return r.StandingEpisodes(ctx, ids)
}

// PreviewErase tells what erasing the targets would take.
func (m *Mind) PreviewErase(ctx context.Context, t store.Targets) (store.Erasure, error) {
	return m.Store.PreviewErase(ctx, t)
}

// Erase takes the targets and all that goes with them out of the memory, for
// good, and gives what is gone.
func (m *Mind) Erase(ctx context.Context, t store.Targets) (store.Erasure, error) {
	return m.Store.Erase(ctx, t)
}
