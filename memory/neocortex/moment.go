package neocortex

import (
	"cmp"
	"slices"

	"muisto/memory"
)

// MomentOf takes from an episode what the first five steps need.
func MomentOf(e memory.Episode) memory.EpisodeRef {
	m := memory.EpisodeRef{ID: e.ID, Day: e.Day, At: e.LastAt, Act: e.Act, Actor: e.Actor, Salience: e.Salience, About: e.About}
	for _, name := range e.Names {
		m.Names = append(m.Names, name.Text)
	}
	return m
}

// inOrder sorts a copy by message time, then by id, so that the steps after it
// do not depend on the order in which a store hands moments out.
func inOrder(ms []memory.EpisodeRef) []memory.EpisodeRef {
	sorted := slices.Clone(ms)
	slices.SortFunc(sorted, func(a, b memory.EpisodeRef) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID))
	})
	return sorted
}
