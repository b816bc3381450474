package neocortex

import (
	"slices"

	"muisto/memory"
)

// Names is step 1: the names of a window of moments and their topics, which tie
// what has no proper name, numbered, each listed
// once for every moment it stands in. Moments go by their place in the window.
type Names struct {
	// Keys are the names in the order first met.
	Keys []string
	// of[from[i]:from[i+1]] are the numbers of the names in moment i, rising.
	from, of []int32
}

// CollectNames numbers the names of moments.
func CollectNames(moments []memory.EpisodeRef) Names {
	number := make(map[string]int32)
	incidences := 0
	for _, m := range moments {
		incidences += len(m.Names) + 1
	}
	ns := Names{from: make([]int32, 1, len(moments)+1), of: make([]int32, 0, incidences)}
	for _, m := range moments {
		start := len(ns.of)
		for _, key := range append(m.Names[:len(m.Names):len(m.Names)], topicKey(m.About)) {
			if key == "" {
				continue
			}
			k, met := number[key]
			if !met {
				k = int32(len(ns.Keys))
				number[key] = k
				ns.Keys = append(ns.Keys, key)
			}
			ns.of = append(ns.of, k)
		}
		own := ns.of[start:]
		slices.Sort(own)
		ns.of = ns.of[:start+len(slices.Compact(own))]
		ns.from = append(ns.from, int32(len(ns.of)))
	}
	return ns
}

// Moments is the number of moments in the window.
func (ns Names) Moments() int { return len(ns.from) - 1 }

// In gives the numbers of the names in moment i, rising.
func (ns Names) In(i int) []int32 { return ns.of[ns.from[i]:ns.from[i+1]] }

// Counts gives for every name the number of moments that it stands in.
func (ns Names) Counts() []int32 {
	counts := make([]int32, len(ns.Keys))
	for _, k := range ns.of {
		counts[k]++
	}
	return counts
}

// postings lists for every name the moments it stands in, rising: those of name k
// are at[from[k]:from[k+1]].
type postings struct{ from, at []int32 }

// postings are over the moments that are chosen.
func (ns Names) postings(chosen func(i int) bool) postings {
	p := postings{from: make([]int32, len(ns.Keys)+1)}
	for i := range ns.Moments() {
		for _, k := range ns.In(i) {
			if chosen(i) {
				p.from[k+1]++
			}
		}
	}
	for k := range ns.Keys {
		p.from[k+1] += p.from[k]
	}
	p.at = make([]int32, p.from[len(ns.Keys)])
	next := slices.Clone(p.from)
	for i := range ns.Moments() {
		for _, k := range ns.In(i) {
			if chosen(i) {
				p.at[next[k]] = int32(i)
				next[k]++
			}
		}
	}
	return p
}

// count is in how many moments a name stands.
func (p postings) count(k int32) int { return int(p.from[k+1] - p.from[k]) }
