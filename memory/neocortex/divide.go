package neocortex

import "muisto/memory"

// Parts is what steps 1 to 4 make of a window.
type Parts struct {
	// Moments is the window in order of time.
	Moments []memory.EpisodeRef
	Names   Names
	// Weights are those of Names, by number.
	Weights []float32
	Ties    Ties
	// Groups are places in Moments.
	Groups [][]int32
}

// Divide takes the first four steps: names, weights, ties, groups. Recent are
// the moments of the last 30 days, over which names are counted where they are
// more than the window holds; nil where the window is at least as wide. No group
// is larger than limit.
func Divide(window, recent []memory.EpisodeRef, limit int) Parts {
	p := Parts{Moments: inOrder(window)}
	p.Names = CollectNames(p.Moments)
	p.Weights = WeighNames(p.Names, CollectNames(recent))
	counted := p.Moments
	if len(recent) > len(window) {
		counted = recent
	}
	p.Names.weighUsers(p.Weights, counted)
	users := make([]bool, len(p.Moments))
	for i, m := range p.Moments {
		users[i] = m.Actor == memory.RoleUser
	}
	p.Ties = TieMoments(p.Names, p.Weights, users)
	p.Groups = GroupMoments(p.Ties, users, limit)
	return p
}
