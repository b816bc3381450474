package neocortex

// MaxGroup is how many moments one model call is given at most.
const MaxGroup = 40

// maxResolution is where raising the resolution is given up, and a group is
// cut by time: so sharp a split would leave single moments.
const maxResolution = 1 << 12

// GroupMoments is step 4: the groups that hang together more tightly than
// chance, none larger than limit. A group lists its moments in order of time;
// groups are in the order of their first moments; a moment without a tie is a
// group of one. Louvain merges small groups when the graph is large (Fortunato
// and Barthélemy, "Resolution limit in community detection", 2007), so what
// does not fit is split by the same means, seen as a graph of its own, and
// ever more sharply where that leaves it whole.
//
// Users says which moments are the user's. What hangs together among them stays
// together, and where most of what does not fit is the agent's, they are apart
// from it: no flood of an agent's words scatters what the user said.
func GroupMoments(t Ties, users []bool, limit int) [][]int32 {
	n := t.Moments()
	s := splitter{ties: t, users: users, limit: max(limit, 1), place: make([]int32, n)}
	for i := range s.place {
		s.place[i] = -1
	}
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	community, count := s.communities(newGraph(t.from, t.to, t.weight, nil), all, 1)
	first, at := members(community, count)
	for c := range count {
		s.split(at[first[c]:first[c+1]], 1)
	}
	return inOrderOfFirst(s.groups, n)
}

type splitter struct {
	ties  Ties
	users []bool
	limit int
	// place is where a moment stands in the group being split, -1 outside.
	place  []int32
	groups [][]int32
}

// split cuts one group, at the given resolution or sharper, until it fits.
func (s *splitter) split(group []int32, resolution float64) {
	if len(group) <= s.limit {
		s.groups = append(s.groups, group)
		return
	}
	if users, others := s.apart(group); len(users) > 0 && len(users) < len(others) {
		s.split(users, resolution)
		s.split(others, resolution)
		return
	}
	g := s.inside(group)
	for ; resolution <= maxResolution; resolution *= 2 {
		community, count := s.communities(g, group, resolution)
		if count == 1 {
			continue
		}
		first, at := members(community, count)
		for i, j := range at {
			at[i] = group[j]
		}
		for c := range count {
			s.split(at[first[c]:first[c+1]], 1)
		}
		return
	}
	for len(group) > 0 {
		size := min(s.limit, len(group))
		s.groups = append(s.groups, group[:size])
		group = group[size:]
	}
}

// communities are those of the graph of a group. The user's moments that are one
// community by themselves count as one node.
func (s *splitter) communities(g *graph, group []int32, resolution float64) (community []int32, count int) {
	users, others := s.apart(group)
	if len(users) < 2 || len(others) == 0 {
		return louvain(g, resolution)
	}
	bound, n := louvain(s.inside(users), 1)
	node := make([]int32, len(group))
	u, free := 0, int32(n)
	for i, m := range group {
		if s.users[m] {
			node[i] = bound[u]
			u++
			continue
		}
		node[i] = free
		free++
	}
	ofNode, count := louvain(aggregate(g, node, int(free)), resolution)
	community = make([]int32, len(group))
	for i, k := range node {
		community[i] = ofNode[k]
	}
	return community, count
}

// apart gives the user's moments of a group, and the others.
func (s *splitter) apart(group []int32) (users, others []int32) {
	for _, i := range group {
		if s.users[i] {
			users = append(users, i)
		} else {
			others = append(others, i)
		}
	}
	return users, others
}

// inside is the graph of the ties within a group.
func (s *splitter) inside(group []int32) *graph {
	for j, i := range group {
		s.place[i] = int32(j)
	}
	from := make([]int64, 1, len(group)+1)
	var to []int32
	var weight []float32
	for _, i := range group {
		for e := s.ties.from[i]; e < s.ties.from[i+1]; e++ {
			if j := s.place[s.ties.to[e]]; j >= 0 {
				to, weight = append(to, j), append(weight, s.ties.weight[e])
			}
		}
		from = append(from, int64(len(to)))
	}
	for _, i := range group {
		s.place[i] = -1
	}
	return newGraph(from, to, weight, nil)
}

// inOrderOfFirst sorts groups by their first moments. Every moment is in one.
func inOrderOfFirst(groups [][]int32, moments int) [][]int32 {
	startsHere := make([]int32, moments)
	for k, group := range groups {
		startsHere[group[0]] = int32(k) + 1
	}
	sorted := make([][]int32, 0, len(groups))
	for _, k := range startsHere {
		if k > 0 {
			sorted = append(sorted, groups[k-1])
		}
	}
	return sorted
}
