package recall

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"muisto/memory"
)

// shelf is a store that others write to.
type shelf struct {
	mu        sync.Mutex
	episodes  []memory.Episode
	facts     []memory.Fact
	withdrawn []memory.EpisodeID
	messages  map[int64]memory.Message
	rewritten int64
	broken    error
	reads     int
}

// erase overwrites an episode, as the store does. The caller holds the lock, or
// has the shelf alone.
func (s *shelf) erase(id memory.EpisodeID) {
	s.episodes = slices.Clone(s.episodes)
	for i := range s.episodes {
		if s.episodes[i].ID == id {
			s.episodes[i].What = ""
		}
	}
	s.withdrawn = append(s.withdrawn, id)
	s.rewritten++
}

func (s *shelf) EpisodesAfter(ctx context.Context, after memory.EpisodeID, limit int) ([]memory.Episode, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	if s.broken != nil {
		return nil, s.broken
	}
	var out []memory.Episode
	for _, e := range s.episodes {
		if e.ID > after && len(out) < limit && !slices.Contains(s.withdrawn, e.ID) {
			out = append(out, e)
		}
	}
	return out, ctx.Err()
}

func (s *shelf) FactsAfter(_ context.Context, rev int64, limit int) ([]memory.Fact, int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []memory.Fact
	for int(rev) < len(s.facts) && len(out) < limit {
		out = append(out, s.facts[rev])
		rev++
	}
	return out, rev, nil
}

func (s *shelf) Withdrawn(context.Context) ([]memory.EpisodeID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.withdrawn, nil
}

func (s *shelf) Revision(context.Context) (memory.Revision, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := memory.Revision{Fact: int64(len(s.facts)), Withdrawn: int64(len(s.withdrawn)), Rewritten: s.rewritten}
	for _, e := range s.episodes {
		r.Episode = max(r.Episode, e.ID)
	}
	return r, nil
}

func (s *shelf) EpisodesByID(_ context.Context, ids []memory.EpisodeID) ([]memory.Episode, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return nil, s.broken
	}
	var out []memory.Episode
	for _, id := range ids {
		for _, e := range s.episodes {
			if e.ID == id {
				out = append(out, e)
			}
		}
	}
	return out, nil
}

func (s *shelf) FactsByID(_ context.Context, ids []memory.FactID) ([]memory.Fact, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	latest := map[memory.FactID]memory.Fact{}
	for _, f := range s.facts {
		latest[f.ID] = f
	}
	var out []memory.Fact
	for _, id := range ids {
		if f, ok := latest[id]; ok {
			out = append(out, f)
		}
	}
	return out, nil
}

func follow(t *testing.T, s Store) *Follower {
	t.Helper()
	f, err := Follow(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func followed(t *testing.T, f *Follower, text string) []string {
	t.Helper()
	r, err := f.Recall(t.Context(), Cue{Text: text, Now: later})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, h := range r.Hits {
		out = append(out, h.ID())
	}
	return out
}

func TestWhatOthersStoreIsFoundByTheNextTurn(t *testing.T) {
	s := &shelf{episodes: moments("The user bought a tandem.")}
	f := follow(t, s)
	if got := fmt.Sprint(followed(t, f, "tandem")); got != "[e1]" {
		t.Fatalf("at first: %s", got)
	}
	s.episodes = append(s.episodes, moment(2, 1, "x", "The tandem has a flat tyre."))
	if got := fmt.Sprint(followed(t, f, "flat tyre of the tandem")); got != "[e2 e1]" {
		t.Errorf("a new moment: %s", got)
	}
	s.facts = append(s.facts, fact(1, "The user rides a tandem.", memory.Active, 1))
	if got := fmt.Sprint(followed(t, f, "who rides a tandem?")); !strings.HasPrefix(got, "[f1 ") {
		t.Errorf("a new fact: %s", got)
	}
	s.facts = append(s.facts, fact(1, "The user rides a tandem.", memory.Closed, 1))
	s.withdrawn = []memory.EpisodeID{2}
	if got := fmt.Sprint(followed(t, f, "tandem")); got != "[e1]" {
		t.Errorf("after a retraction and a withdrawal: %s", got)
	}
	if f.Len() != 3 {
		t.Errorf("%d read, want 3", f.Len())
	}
}

func TestAStoreOfManyPagesIsReadWhole(t *testing.T) {
	s := &shelf{}
	for i := range 2*chunk + 1 {
		s.episodes = append(s.episodes, moment(memory.EpisodeID(2*i+1), i%90, fmt.Sprint(i/10), fmt.Sprintf("The user counted sheep number %d.", i)))
	}
	f := follow(t, s)
	if f.Len() != 0 || s.reads != 0 {
		t.Fatalf("%d read before anything was asked", f.Len())
	}
	if got := followed(t, f, fmt.Sprint(2*chunk)); len(got) == 0 || got[0] != fmt.Sprintf("e%d", 4*chunk+1) {
		t.Errorf("the last moment: %q", got)
	}
	if f.Len() != 2*chunk+1 {
		t.Errorf("%d read, want %d", f.Len(), 2*chunk+1)
	}
}

func TestAFailedReadIsToldAndTriedAgain(t *testing.T) {
	broken := errors.New("the disk is gone")
	s := &shelf{episodes: moments("The user bought a tandem."), broken: broken}
	f := follow(t, s)
	if _, err := f.Recall(t.Context(), Cue{Text: "tandem", Now: later}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	s.broken = nil
	if got := fmt.Sprint(followed(t, f, "tandem")); got != "[e1]" {
		t.Errorf("after it: %s", got)
	}
	s.broken = broken
	if _, err := f.now.Load().index.Recall(t.Context(), Cue{Text: "tandem", Now: later}); !errors.Is(err, broken) {
		t.Errorf("error at reading the hits: %v", err)
	}
}

func TestRecallEndsWithItsContext(t *testing.T) {
	f := follow(t, &shelf{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Recall(ctx, Cue{Text: "tandem"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	<-f.turn // somebody else is reading, and does not end
	if err := f.Load(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestADecayOutOfBoundsIsRefused(t *testing.T) {
	for _, d := range []float64{0.05, 0.9, -1} {
		if _, err := Follow(&shelf{}, Options{Decay: d}); err == nil {
			t.Errorf("a decay of %v is taken", d)
		}
	}
}

func TestManyMayRecallWhileOneWrites(t *testing.T) {
	s := &shelf{episodes: moments("The user bought a tandem.")}
	f := follow(t, s)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 20 {
				s.mu.Lock()
				s.episodes = append(s.episodes, moment(memory.EpisodeID(len(s.episodes)+1), i, "x", "The tandem squeaks."))
				s.mu.Unlock()
				if _, err := f.Recall(t.Context(), Cue{Text: "tandem", Now: later, Limit: 3}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := followed(t, f, "tandem"); len(got) != 81 {
		t.Errorf("%d hits, want 81", len(got))
	}
}

func TestWhatIsUnchangedIsNotReadAgain(t *testing.T) {
	s := &shelf{episodes: moments("The canoe is in Savonlinna.")}
	f, err := Follow(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := f.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if s.reads != 1 {
		t.Errorf("the episodes were read %d times", s.reads)
	}
}

func (s *shelf) MessagesByKey(_ context.Context, keys []int64) ([]memory.Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []memory.Message
	for _, key := range keys {
		if m, ok := s.messages[key]; ok {
			out = append(out, m)
		}
	}
	return out, nil
}
