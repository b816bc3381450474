package recall

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"muisto/memory"
	"muisto/memory/recall/vectors"
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
	// Revision is the same as long as none of the above, nor the vectors of an
	// endpoint, give anything else.
	Revision(ctx context.Context) (memory.Revision, error)
}

// chunk is how many records are read at a time: few enough that a recall never
// waits long behind one being taken in.
const chunk = 2000

// Follower keeps an index in step with a store, whoever writes to that. It is
// safe for concurrent use.
type Follower struct {
	store   Store
	options Options
	// index is set once something has been read.
	index atomic.Pointer[Index]
	// turn holds a token while nobody reads from the store; the rest belongs to
	// whoever took it.
	turn     chan struct{}
	episode  memory.EpisodeID
	revision int64
	vector   int64
	// seen is the revision that the index is up to; valid once it is whole.
	seen  memory.Revision
	whole bool
}

// Follow gives the recall of a store. Nothing is read before Load or Recall. It
// fails for a decay out of bounds.
func Follow(store Store, o Options) (*Follower, error) {
	if o.Decay != 0 && (o.Decay < memory.MinDecay || o.Decay > memory.MaxDecay) {
		return nil, fmt.Errorf("a decay of %v is not between %v and %v", o.Decay, memory.MinDecay, memory.MaxDecay)
	}
	f := &Follower{store: store, options: o, turn: make(chan struct{}, 1)}
	f.turn <- struct{}{}
	return f, nil
}

// Len is how many facts and episodes have been read so far.
func (f *Follower) Len() int {
	if x := f.index.Load(); x != nil {
		return x.Len()
	}
	return 0
}

// Load reads what the index lacks, until it has all or ctx ends. The program
// calls it in the background at its start.
func (f *Follower) Load(ctx context.Context) error {
	select {
	case <-f.turn:
		defer func() { f.turn <- struct{}{} }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := f.load(ctx); err != nil {
		return fmt.Errorf("load the memory index: %w", err)
	}
	return nil
}

func (f *Follower) load(ctx context.Context) error {
	now, err := f.store.Revision(ctx)
	if err != nil {
		return err
	}
	if f.whole && now == f.seen {
		return nil
	}
	x := f.index.Load()
	if x == nil {
		words, err := vectors.Builtin()
		if err != nil {
			return err
		}
		x = NewIndex(f.store, words, f.options)
		f.index.Store(x)
	}
	if err := f.loadEpisodes(ctx, x); err != nil {
		return err
	}
	if err := f.loadFacts(ctx, x); err != nil {
		return err
	}
	if err := f.loadVectors(ctx, x); err != nil {
		return err
	}
	withdrawn, err := f.store.Withdrawn(ctx)
	if err != nil {
		return err
	}
	x.Forget(withdrawn)
	// What came while this was read is looked for again the next time.
	f.seen, f.whole = now, true
	return nil
}

type page struct {
	episodes []memory.Episode
	said     map[int64]memory.Message
	err      error
}

// loadEpisodes reads a page ahead of the one that is taken in.
func (f *Follower) loadEpisodes(ctx context.Context, x *Index) error {
	ctx, cancel := context.WithCancel(ctx)
	pages := make(chan page)
	done := make(chan struct{})
	defer func() {
		cancel()
		<-done
	}()
	go func() {
		defer close(done)
		f.read(ctx, f.episode, pages)
	}()
	for p := range pages {
		if p.err != nil {
			return p.err
		}
		x.AddSaid(p.episodes, p.said)
		f.episode = p.episodes[len(p.episodes)-1].ID
	}
	return ctx.Err()
}

func (f *Follower) read(ctx context.Context, after memory.EpisodeID, to chan<- page) {
	defer close(to)
	for {
		episodes, err := f.store.EpisodesAfter(ctx, after, chunk)
		if len(episodes) == 0 && err == nil {
			return
		}
		var said map[int64]memory.Message
		if err == nil {
			said, err = f.said(ctx, episodes)
		}
		select {
		case to <- page{episodes, said, err}:
		case <-ctx.Done():
			return
		}
		if err != nil || len(episodes) < chunk {
			return
		}
		after = episodes[len(episodes)-1].ID
	}
}

// said reads the messages that episodes came from.
func (f *Follower) said(ctx context.Context, episodes []memory.Episode) (map[int64]memory.Message, error) {
	var keys []int64
	for i := range episodes {
		keys = append(keys, keysAround(&episodes[i])...)
	}
	slices.Sort(keys)
	messages, err := f.store.MessagesByKey(ctx, slices.Compact(keys))
	if err != nil {
		return nil, fmt.Errorf("read what was said: %w", err)
	}
	said := make(map[int64]memory.Message, len(messages))
	for _, m := range messages {
		said[m.Key] = m
	}
	return said, nil
}

func (f *Follower) loadFacts(ctx context.Context, x *Index) error {
	for {
		facts, revision, err := f.store.FactsAfter(ctx, f.revision, chunk)
		if err != nil {
			return err
		}
		x.ApplyFacts(facts)
		f.revision = revision
		if len(facts) < chunk {
			return nil
		}
	}
}

func (f *Follower) loadVectors(ctx context.Context, x *Index) error {
	for f.options.Vectors != nil {
		list, last, err := f.options.Vectors(ctx, f.vector, chunk)
		if err != nil || len(list) == 0 {
			return err
		}
		x.AddVectors(list)
		f.vector = last
	}
	return nil
}

// Recall gives what the cue brings to mind. It first reads what has come since
// the last time; while the index loads, it waits for the whole of it.
func (f *Follower) Recall(ctx context.Context, cue Cue) (Result, error) {
	if err := f.Load(ctx); err != nil {
		return Result{}, err
	}
	return f.index.Load().Recall(ctx, cue)
}

// Overridden gives the fact that stands in the place of what a moment says;
// false where nothing has put it right. It waits for the index as Recall does.
func (f *Follower) Overridden(ctx context.Context, id memory.EpisodeID) (memory.FactID, bool, error) {
	if err := f.Load(ctx); err != nil {
		return 0, false, err
	}
	x := f.index.Load()
	x.mu.RLock()
	defer x.mu.RUnlock()
	by, over := x.overridden(id)
	if !over {
		return 0, false, nil
	}
	return x.inPlaceOf(by), true, nil
}
