package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"muisto/bench/locomo/dataset"
	"muisto/bench/locomo/trial"
	"muisto/memory"
	"muisto/memory/recall"
	"muisto/memory/recall/encoder"
	"muisto/memory/store"
)

const heads = "set                          questions  R@5   R@10  all    median  nothing  new first  sources"

// figures sum up the questions of a set.
type figures struct {
	questions, nothing, updates, newFirst, things int
	r5, r10, all, cited                           float64
	counts                                        []int
}

func (f figures) String() string {
	n := float64(max(f.questions, 1))
	slices.Sort(f.counts)
	median := 0
	if len(f.counts) > 0 {
		median = f.counts[len(f.counts)/2]
	}
	return fmt.Sprintf("%9d  %4.1f  %4.1f  %4.1f  %7d  %6d  %6.0f %%  %6.1f", f.questions, 100*f.r5/n, 100*f.r10/n, 100*f.all/n, median,
		f.nothing, 100*float64(f.newFirst)/float64(max(f.updates, 1)), f.cited/float64(max(f.things, 1)))
}

// set is one kind of talk.
type set interface {
	name() string
	ask(ctx context.Context, mix recall.Mix) (figures, error)
	close()
}

// asker gives the recall of a memory; with the encoder where there are vectors.
func asker(m recall.Store, v *trial.Vectors, made func(context.Context, int64, int) ([]recall.Vector, int64, error), mix recall.Mix) (trial.Recaller, error) {
	options := recall.Options{DayTurn: dayTurn, Mix: mix}
	if v != nil {
		options.Vectors = made
	}
	r, err := recall.Follow(m, options)
	if err != nil || v == nil {
		return r, err
	}
	return trial.Asking{Recaller: r, Vectors: v}, nil
}

func (o options) open(ctx context.Context, v *trial.Vectors) ([]set, error) {
	var sets []set
	for _, path := range o.turns {
		samples, err := dataset.Load(path)
		if err != nil {
			return nil, err
		}
		t := &talks{title: "turns " + filepath.Base(path), samples: samples, vectors: v}
		for _, s := range samples {
			m, err := trial.Of(s, trial.Dialog)
			if err != nil {
				return nil, err
			}
			m.Fresh()
			t.memories = append(t.memories, m)
		}
		sets = append(sets, t)
	}
	for _, path := range o.captured {
		samples, err := dataset.Load(path)
		if err != nil {
			return nil, err
		}
		t := &talks{title: "captured " + filepath.Base(path), samples: samples, vectors: v}
		for _, s := range samples {
			m, err := trial.Capture(ctx, s)
			if err != nil {
				return nil, err
			}
			m.Fresh()
			t.memories = append(t.memories, m)
		}
		sets = append(sets, t)
	}
	for _, folder := range o.memories {
		s, err := openFolder(ctx, folder, v)
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", folder, err)
		}
		sets = append(sets, s)
	}
	return sets, nil
}

// talks are samples in LoCoMo's form.
type talks struct {
	title    string
	samples  []dataset.Sample
	memories []*trial.Memories
	vectors  *trial.Vectors
}

func (t *talks) name() string { return t.title }
func (t *talks) close()       {}

func (t *talks) ask(ctx context.Context, mix recall.Mix) (figures, error) {
	var f figures
	for i, s := range t.samples {
		var made func(context.Context, int64, int) ([]recall.Vector, int64, error)
		if t.vectors != nil {
			made = t.memories[i].Embed(t.vectors)
		}
		r, err := asker(t.memories[i], t.vectors, made, mix)
		if err != nil {
			return f, err
		}
		scores, err := trial.Ask(ctx, s, t.memories[i], r, memory.SystemClock{})
		if err != nil {
			return f, err
		}
		for _, score := range scores {
			f.questions++
			f.r5 += score.Found[0]
			f.r10 += score.Found[1]
			f.all += score.Found[len(score.Found)-1]
			if score.Nothing {
				f.nothing++
			}
		}
		for _, q := range s.Questions {
			if len(q.Evidence) == 0 {
				continue
			}
			result, err := r.Recall(ctx, recall.Cue{Text: q.Text, Now: s.Asked(), Budget: budget})
			if err != nil {
				return f, err
			}
			f.counts = append(f.counts, len(result.Hits))
		}
	}
	return f, nil
}

// dayTurn is the program's default.
const dayTurn = 4

// budget is what the program gives what comes to mind in a turn, in tokens: the rest
// of its default of 800 is for what belongs there for no cue.
const budget = 800 - 800/3

// folder holds memories that the program made.
type folder struct {
	title    string
	memories []made
	vectors  *trial.Vectors
}

type made struct {
	file      *store.Store
	now       time.Time
	questions []asked
}

type asked struct {
	Text     string   `json:"text"`
	Evidence []string `json:"evidence"`
	Old      []string `json:"old"`
	New      []string `json:"new"`
	Kind     string   `json:"kind"`
}

func openFolder(ctx context.Context, path string, v *trial.Vectors) (set, error) {
	files, err := filepath.Glob(filepath.Join(path, "*.json"))
	if err != nil {
		return nil, err
	}
	f := &folder{title: filepath.Base(path), vectors: v}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var body struct {
			Now       time.Time `json:"now"`
			Questions []asked   `json:"questions"`
		}
		if err := json.Unmarshal(raw, &body); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		file, err := store.Open(ctx, strings.TrimSuffix(name, ".json")+".db", store.Options{Clock: memory.FixedClock(body.Now)})
		if err != nil {
			return nil, err
		}
		f.memories = append(f.memories, made{file, body.Now, body.Questions})
	}
	return f, nil
}

func (f *folder) name() string { return f.title }

func (f *folder) close() {
	for _, m := range f.memories {
		if err := m.file.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "talks:", err)
		}
	}
}

func (f *folder) ask(ctx context.Context, mix recall.Mix) (figures, error) {
	var out figures
	for _, m := range f.memories {
		r, err := asker(m.file, f.vectors, m.made, mix)
		if err != nil {
			return out, err
		}
		for _, q := range m.questions {
			if len(q.Evidence) == 0 {
				continue
			}
			if err := m.ask(ctx, r, q, &out); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

func (m made) ask(ctx context.Context, r trial.Recaller, q asked, f *figures) error {
	best, err := r.Recall(ctx, recall.Cue{Text: q.Text, Now: m.now, Limit: 10})
	if err != nil {
		return err
	}
	all, err := r.Recall(ctx, recall.Cue{Text: q.Text, Now: m.now, Budget: budget})
	if err != nil {
		return err
	}
	hits, err := m.sources(ctx, best.Hits)
	if err != nil {
		return err
	}
	whole, err := m.sources(ctx, all.Hits)
	if err != nil {
		return err
	}
	f.questions++
	f.r5 += share(q.Evidence, hits, 5)
	f.r10 += share(q.Evidence, hits, 10)
	f.all += share(q.Evidence, whole, len(whole))
	f.counts = append(f.counts, len(whole))
	if len(whole) == 0 {
		f.nothing++
	}
	for _, h := range hits {
		f.things++
		f.cited += float64(len(h))
	}
	if len(q.New) > 0 {
		f.updates++
		fresh := slices.IndexFunc(hits, func(h []string) bool { return any(h, q.New) })
		stale := slices.IndexFunc(hits, func(h []string) bool { return any(h, q.Old) && !any(h, q.New) })
		if fresh >= 0 && (stale < 0 || fresh < stale) {
			f.newFirst++
		}
	}
	return nil
}

// sources gives the messages that each hit rests on.
func (m made) sources(ctx context.Context, hits []recall.Hit) ([][]string, error) {
	out := make([][]string, len(hits))
	for i, h := range hits {
		episodes := []memory.Episode{}
		if h.Kind == recall.KindFact {
			var err error
			if episodes, err = m.file.EpisodesByID(ctx, h.Fact.Sources); err != nil {
				return nil, err
			}
		} else {
			episodes = append(episodes, *h.Episode)
			for _, q := range h.Quotes {
				out[i] = append(out[i], q.ID)
			}
		}
		for _, e := range episodes {
			for _, s := range e.Sources {
				if !slices.Contains(out[i], s.ID) {
					out[i] = append(out[i], s.ID)
				}
			}
		}
	}
	return out, nil
}

func share(evidence []string, hits [][]string, k int) float64 {
	n := 0
	for _, id := range evidence {
		if slices.ContainsFunc(hits[:min(k, len(hits))], func(h []string) bool { return slices.Contains(h, id) }) {
			n++
		}
	}
	return float64(n) / float64(len(evidence))
}

func any(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// made gives the vectors that the program made of a memory.
func (m made) made(ctx context.Context, seq int64, limit int) ([]recall.Vector, int64, error) {
	stored, err := m.file.VectorsAfter(ctx, encoder.Name, seq, limit)
	if err != nil {
		return nil, seq, err
	}
	var list []recall.Vector
	for _, v := range stored {
		made := recall.Vector{Kind: recall.KindEpisode, ID: int64(v.Episode), Values: v.Values}
		if v.Fact != 0 {
			made.Kind, made.ID = recall.KindFact, int64(v.Fact)
		}
		list, seq = append(list, made), v.Seq
	}
	return list, seq, nil
}
