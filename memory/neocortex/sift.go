package neocortex

import (
	"context"
	"errors"
	"maps"
	"slices"

	"muisto/memory"
)

// readTexts reads the moments of a night. The other passes see what nights have
// seen before, and may hold a whole life.
func (r *run) readTexts(ctx context.Context, window []memory.EpisodeRef) error {
	r.texts, r.said = make(map[memory.EpisodeID]memory.Episode), make(map[memory.EpisodeID][]string)
	if r.record.Pass.Kind != memory.Night {
		return nil
	}
	ids := make([]memory.EpisodeID, len(window))
	for i, m := range window {
		ids[i] = m.ID
	}
	for some := range slices.Chunk(ids, chunk) {
		episodes, err := r.Store.EpisodesByID(ctx, some)
		if err != nil {
			return err
		}
		for _, e := range episodes {
			r.texts[e.ID] = e
		}
		said, err := r.Store.Said(ctx, some)
		if err != nil {
			return err
		}
		maps.Copy(r.said, said)
	}
	return nil
}

// sift asks the sieve, which may need the words of moments; an error in getting
// them is kept until the sieve has answered.
func (r *run) sift(ctx context.Context, group []memory.EpisodeRef) (Verdict, error) {
	var failed error
	read := func(ids []memory.EpisodeID) []memory.Episode {
		episodes, err := r.Store.EpisodesByID(ctx, ids)
		failed = errors.Join(failed, err)
		return episodes
	}
	verdict := Sieve{
		Said: func(ids []memory.EpisodeID) map[memory.EpisodeID]bool {
			said := make(map[memory.EpisodeID]bool)
			for _, e := range read(ids) {
				said[e.ID] = r.book.says(e, r.today)
			}
			return said
		},
		TakesBack: func(id memory.EpisodeID) bool {
			if e, ok := r.texts[id]; ok {
				return r.book.takesBack(e, r.today)
			}
			at := slices.IndexFunc(group, func(m memory.EpisodeRef) bool { return m.ID == id })
			if group[at].Actor == memory.RoleUser {
				return false // a night has looked at it
			}
			episodes := read([]memory.EpisodeID{id})
			return len(episodes) == 1 && r.book.takesBack(episodes[0], r.today)
		},
		Asked: func(id memory.EpisodeID) bool {
			e, ok := r.texts[id]
			return ok && (asksIn(e, r.said[id]) || wishesIn(e, r.said[id]))
		},
		Spent: func(id memory.EpisodeID) bool { return len(r.sent[id]) > 0 },
	}.Sift(group)
	return verdict, failed
}
