package neocortex

import (
	"cmp"
	"slices"

	"muisto/memory"
)

// recordGroup notes the moments, names and ties of group k.
func (p Parts) recordGroup(k int) memory.GroupRecord {
	group := p.Groups[k]
	r := memory.GroupRecord{Episodes: make([]memory.EpisodeID, len(group))}
	counts := make(map[int32]int)
	for i, m := range group {
		r.Episodes[i] = p.Moments[m].ID
		for _, name := range p.Names.In(int(m)) {
			counts[name]++
		}
	}
	for name, n := range counts {
		if p.Weights[name] > 0 && (n > 1 || len(group) == 1) {
			r.Names = append(r.Names, memory.WeighedName{Name: p.Names.Keys[name], Weight: float64(p.Weights[name])})
		}
	}
	slices.SortFunc(r.Names, func(a, b memory.WeighedName) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Name, b.Name))
	})
	for i := range group {
		for j := i + 1; j < len(group); j++ {
			if w := p.Ties.Between(int(group[i]), int(group[j])); w > 0 {
				r.Ties = append(r.Ties, memory.Tie{A: i, B: j, Weight: w})
			}
		}
	}
	return r
}

// momentsOf gives the moments of group k, oldest first.
func (p Parts) momentsOf(k int) []memory.EpisodeRef {
	group := make([]memory.EpisodeRef, len(p.Groups[k]))
	for i, m := range p.Groups[k] {
		group[i] = p.Moments[m]
	}
	return group
}
