package neocortex

import (
	"math"
	"slices"

	"muisto/memory"
)

// commonFrom is the number of moments from which on a name in more than half
// of them is set aside: in a handful, half of them says little.
const commonFrom = 10

// Weight is step 2, the weight of a name that stands in n of N moments:
//
//	w = ln(N/n)
//
// the inverse document frequency of Spärck Jones, "A statistical
// interpretation of term specificity" (Journal of Documentation 28, 1972). The
// rarest and the commonest carry no meaning and weigh 0 (Luhn, "The automatic
// creation of literature abstracts", IBM Journal 2, 1958): a name seen once,
// and from N = 10 on one in more than half. Of fewer moments, a name that all of
// them share is what they are about: it weighs ln((N+1)/N), as if one more had
// been without it, or a memory of a few days could never tie anything.
func Weight(n, N int) float64 {
	switch {
	case n <= 1 || N < n || N >= commonFrom && 2*n > N:
		return 0
	case n == N:
		N++
	}
	return math.Log(float64(N) / float64(n))
}

// WeighNames gives the weight of every name of the window, counted over the
// window or over recent (the last 30 days), whichever holds more moments.
func WeighNames(window, recent Names) []float32 {
	counts, total := window.Counts(), window.Moments()
	if recent.Moments() > total {
		counts, total = recount(window, recent), recent.Moments()
	}
	weights := make([]float32, len(counts))
	for k, n := range counts {
		weights[k] = float32(Weight(int(n), total))
	}
	return weights
}

// weighUsers weighs the names that stand in several of the user's moments by
// those alone: however much an agent talks, it makes no name of the user's
// common.
func (ns Names) weighUsers(weights []float32, counted []memory.EpisodeRef) {
	users := CollectNames(slices.DeleteFunc(slices.Clone(counted), func(m memory.EpisodeRef) bool { return m.Actor != memory.RoleUser }))
	for k, n := range recount(ns, users) {
		if n > 1 {
			weights[k] = float32(Weight(int(n), users.Moments()))
		}
	}
}

// recount gives for the names of window the counts that they have in other.
func recount(window, other Names) []int32 {
	byKey := make(map[string]int32, len(other.Keys))
	for k, n := range other.Counts() {
		byKey[other.Keys[k]] = n
	}
	counts := make([]int32, len(window.Keys))
	for k, key := range window.Keys {
		counts[k] = byKey[key]
	}
	return counts
}
