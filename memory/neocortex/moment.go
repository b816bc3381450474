package neocortex

import (
	"cmp"
	"slices"
	"time"

	"muisto/memory"
)

// Moment is what the first five steps need of an episode, and no more: a pass
// over a whole life holds a million of them.
type Moment struct {
	ID  memory.EpisodeID
	Day memory.Day
	// At is the time of the last source message.
	At    time.Time
	Act   memory.Act
	Actor memory.Role
	// Salience is in [0, 1].
	Salience float64
	// Names are its names as they are on record, with aliases resolved: one name
	// is always written the same.
	Names []string
}

// MomentOf takes from an episode what the first five steps need.
func MomentOf(e memory.Episode) Moment {
	m := Moment{ID: e.ID, Day: e.Day, At: e.LastAt, Act: e.Act, Actor: e.Actor, Salience: e.Salience}
	for _, name := range e.Names {
		m.Names = append(m.Names, name.Text)
	}
	return m
}

// inOrder sorts a copy by message time, then by id, so that the steps after it
// do not depend on the order in which a store hands moments out.
func inOrder(ms []Moment) []Moment {
	sorted := slices.Clone(ms)
	slices.SortFunc(sorted, func(a, b Moment) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID))
	})
	return sorted
}
