package recall

import (
	"context"
	"fmt"
	"sync"

	"muisto/memory"
)

// Store is what an index is kept in step with.
type Store interface {
	Source
	// EpisodesAfter gives the episodes with an id above after, in the order of
	// their ids, at most limit.
	EpisodesAfter(ctx context.Context, after memory.EpisodeID, limit int) ([]memory.Episode, error)
	// FactsAfter gives the facts that were made or changed after the revision
	// rev, oldest change first, at most limit, and the revision of the last.
	FactsAfter(ctx context.Context, rev int64, limit int) ([]memory.Fact, int64, error)
	// Withdrawn lists the episodes that were taken back, and never come.
	Withdrawn(ctx context.Context) ([]memory.EpisodeID, error)
}

// chunk is how many records are read at a time: few enough that recall never
// waits long behind one.
const chunk = 2000

// Follower keeps an index in step with a store, whoever writes to that.
type Follower struct {
	index *Index
	store Store

	mu       sync.Mutex
	episode  memory.EpisodeID
	revision int64
}

// Follow gives the recall of a store. Nothing is read before Load or Recall.
func Follow(store Store, o Options) (*Follower, error) {
	index, err := NewIndex(store, o)
	if err != nil {
		return nil, err
	}
	return &Follower{index: index, store: store}, nil
}

// Load reads what the index lacks, until it has all or ctx ends. The program
// calls it in the background at its start.
func (f *Follower) Load(ctx context.Context) error {
	for {
		more, err := f.step(ctx)
		if err != nil {
			return fmt.Errorf("load the memory index: %w", err)
		}
		if !more {
			break
		}
	}
	withdrawn, err := f.store.Withdrawn(ctx)
	if err != nil {
		return fmt.Errorf("load the memory index: %w", err)
	}
	f.index.Forget(withdrawn)
	return nil
}

// step reads one chunk; false when there was no more to read. Steps of a
// background load and of a recall that waits for the rest interleave.
func (f *Follower) step(ctx context.Context) (more bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return false, err
	}
	episodes, err := f.store.EpisodesAfter(ctx, f.episode, chunk)
	if err != nil {
		return false, err
	}
	if n := len(episodes); n > 0 {
		f.index.Add(episodes)
		f.episode = episodes[n-1].ID
	}
	facts, revision, err := f.store.FactsAfter(ctx, f.revision, chunk)
	if err != nil {
		return false, err
	}
	if len(facts) > 0 {
		f.index.ApplyFacts(facts)
		f.revision = revision
	}
	return len(episodes) == chunk || len(facts) == chunk, nil
}

// Recall gives what the cue brings to mind. It first reads what has come since
// the last time; while the index loads, it waits for the whole of it.
func (f *Follower) Recall(ctx context.Context, cue Cue) (Result, error) {
	if err := f.Load(ctx); err != nil {
		return Result{}, err
	}
	return f.index.Recall(ctx, cue)
}

// Index is the index itself.
func (f *Follower) Index() *Index { return f.index }
