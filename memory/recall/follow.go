package recall

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

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
	// now is set once something has been read.
	now atomic.Pointer[reading]
	// turn holds a token while nobody reads from the store; a reading, but for its
	// index, belongs to whoever took it.
	turn chan struct{}
	// grown holds a token once there is something to Keep.
	grown chan struct{}
	// least is how many records are worth a new image.
	least int
}

// reading is an index and how far it has been read.
type reading struct {
	index    *Index
	episode  memory.EpisodeID
	revision int64
	vector   int64
	// seen is the revision that the index is up to; valid once it is whole.
	seen  memory.Revision
	whole bool
	// rewritten is that of the store when the reading began; stale: something was
	// erased since, and its words are still in the index.
	rewritten int64
	stale     bool
	// unsaved is how many records were read since the image was made, and tried how
	// many there were when the last one could not be made.
	unsaved, tried int
}

// upTo is how far the index is known to go.
func (r *reading) upTo() memory.Revision {
	return memory.Revision{
		Episode: r.episode, Fact: r.revision, Vector: r.vector,
		Change: r.seen.Change, Withdrawn: r.seen.Withdrawn, Rewritten: r.rewritten,
	}
}

// Follow gives the recall of a store. Nothing is read before Load or Recall. It
// fails for a decay out of bounds.
func Follow(store Store, o Options) (*Follower, error) {
	if o.Decay != 0 && (o.Decay < memory.MinDecay || o.Decay > memory.MaxDecay) {
		return nil, fmt.Errorf("a decay of %v is not between %v and %v", o.Decay, memory.MinDecay, memory.MaxDecay)
	}
	f := &Follower{store: store, options: o, turn: make(chan struct{}, 1), grown: make(chan struct{}, 1), least: leastUnsaved}
	f.turn <- struct{}{}
	return f, nil
}

// Len is how many facts and episodes have been read so far.
func (f *Follower) Len() int {
	if r := f.now.Load(); r != nil {
		return r.index.Len()
	}
	return 0
}

// alone runs work while nobody else reads from the store.
func (f *Follower) alone(ctx context.Context, work func() error) error {
	select {
	case <-f.turn:
		defer func() { f.turn <- struct{}{} }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return work()
}

// Load reads what the index lacks, until it has all or ctx ends: the image of it
// first, where there is a good one, and the rest from the store. The program calls
// it in the background at its start.
func (f *Follower) Load(ctx context.Context) error {
	if err := f.alone(ctx, func() error { return f.load(ctx) }); err != nil {
		return fmt.Errorf("load the memory index: %w", err)
	}
	return nil
}

func (f *Follower) load(ctx context.Context) error {
	now, err := f.store.Revision(ctx)
	if err != nil {
		return err
	}
	r := f.now.Load()
	if r != nil && r.whole && now == r.seen {
		return nil
	}
	if r == nil {
		// Whatever is wrong with the image, all that is in it is in the store too.
		if r, err = f.reopen(ctx, now); err != nil {
			if r, err = f.begin(now); err != nil {
				return err
			}
		}
		f.now.Store(r)
	}
	if err := f.catchUp(ctx, r, now); err != nil {
		return err
	}
	if r.stale || f.outgrown(r) {
		select {
		case f.grown <- struct{}{}:
		default: // it is known already
		}
	}
	return nil
}

// catchUp reads what a reading lacks of what there is now.
func (f *Follower) catchUp(ctx context.Context, r *reading, now memory.Revision) error {
	r.stale = r.stale || now.Rewritten != r.rewritten
	if err := f.loadEpisodes(ctx, r); err != nil {
		return err
	}
	if err := f.loadFacts(ctx, r); err != nil {
		return err
	}
	if err := f.loadVectors(ctx, r); err != nil {
		return err
	}
	withdrawn, err := f.store.Withdrawn(ctx)
	if err != nil {
		return err
	}
	r.index.Forget(withdrawn)
	// What came while this was read is looked for again the next time.
	r.seen, r.whole = now, true
	return nil
}

type page struct {
	episodes []memory.Episode
	said     map[int64]memory.Message
	err      error
}

// loadEpisodes reads a page ahead of the one that is taken in.
func (f *Follower) loadEpisodes(ctx context.Context, r *reading) error {
	ctx, cancel := context.WithCancel(ctx)
	pages := make(chan page)
	done := make(chan struct{})
	defer func() {
		cancel()
		<-done
	}()
	go func() {
		defer close(done)
		f.read(ctx, r.episode, pages)
	}()
	for p := range pages {
		if p.err != nil {
			return p.err
		}
		r.index.AddSaid(p.episodes, p.said)
		r.episode = p.episodes[len(p.episodes)-1].ID
		r.unsaved += len(p.episodes)
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

func (f *Follower) loadFacts(ctx context.Context, r *reading) error {
	for {
		facts, revision, err := f.store.FactsAfter(ctx, r.revision, chunk)
		if err != nil {
			return err
		}
		r.index.ApplyFacts(facts)
		r.revision = revision
		r.unsaved += len(facts)
		if len(facts) < chunk {
			return nil
		}
	}
}

func (f *Follower) loadVectors(ctx context.Context, r *reading) error {
	for f.options.Vectors != nil {
		list, last, err := f.options.Vectors(ctx, r.vector, chunk)
		if err != nil || len(list) == 0 {
			return err
		}
		r.index.AddVectors(list)
		r.vector = last
		r.unsaved += len(list)
	}
	return nil
}

// Recall gives what the cue brings to mind. It first reads what has come since
// the last time; while the index loads, it waits for the whole of it.
func (f *Follower) Recall(ctx context.Context, cue Cue) (Result, error) {
	if err := f.Load(ctx); err != nil {
		return Result{}, err
	}
	return f.now.Load().index.Recall(ctx, cue)
}

// Overridden gives the fact that stands in the place of what a moment says;
// false where nothing has put it right. It waits for the index as Recall does.
func (f *Follower) Overridden(ctx context.Context, id memory.EpisodeID) (memory.FactID, bool, error) {
	if err := f.Load(ctx); err != nil {
		return 0, false, err
	}
	x := f.now.Load().index
	x.mu.RLock()
	defer x.mu.RUnlock()
	by, over := x.overridden(id)
	if !over {
		return 0, false, nil
	}
	return x.inPlaceOf(by), true, nil
}
