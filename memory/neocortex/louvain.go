package neocortex

import "math/rand/v2"

// Louvain's method (Blondel, Guillaume, Lambiotte and Lefebvre, "Fast unfolding
// of communities in large networks", 2008) with the queue of the fast local
// move (Traag, Waltman and van Eck, "From Louvain to Leiden", 2019), over flat
// arrays, in an order drawn from a fixed seed, and begun again from its own result while that
// still gains.

// minGain is the gain in modularity under which another round is not worth it.
const minGain = 1e-6

// maxRounds and maxLevels bound the work; neither is met in practice.
const (
	maxRounds = 4
	maxLevels = 32
)

// graph is an undirected weighted graph in compressed rows: every edge stands
// in the rows of both its ends.
type graph struct {
	from   []int64
	to     []int32
	weight []float32
	// self is twice the weight inside a node, for nodes that stand for many.
	self []float64
	// degree is the weight of all edge ends at a node, self included.
	degree []float64
	// total is the sum of degree: 2m in the literature.
	total float64
}

func newGraph(from []int64, to []int32, weight []float32, self []float64) *graph {
	g := &graph{from: from, to: to, weight: weight, self: self, degree: make([]float64, len(from)-1)}
	for i := range g.degree {
		d := 0.0
		if self != nil {
			d = self[i]
		}
		for _, w := range weight[from[i]:from[i+1]] {
			d += float64(w)
		}
		g.degree[i] = d
		g.total += d
	}
	return g
}

func (g *graph) len() int { return len(g.degree) }

// modularity is Q of a partition at resolution γ (Newman and Girvan 2004;
// Reichardt and Bornholdt 2006):
//
//	Q = Σ_c [ in_c/2m − γ·(tot_c/2m)² ]
func (g *graph) modularity(community []int32, resolution float64) float64 {
	if g.total == 0 {
		return 0
	}
	inside, total := 0.0, make([]float64, g.len())
	for i, c := range community {
		total[c] += g.degree[i]
		if g.self != nil {
			inside += g.self[i]
		}
		for e := g.from[i]; e < g.from[i+1]; e++ {
			if community[g.to[e]] == c {
				inside += float64(g.weight[e])
			}
		}
	}
	q := inside / g.total
	for _, t := range total {
		q -= resolution * (t / g.total) * (t / g.total)
	}
	return q
}

// louvain gives every node the number of its community, 0 to count-1, in the
// order first met.
func louvain(g *graph, resolution float64) (community []int32, count int) {
	community = make([]int32, g.len())
	for i := range community {
		community[i] = int32(i)
	}
	if g.total == 0 {
		return community, g.len()
	}
	before := g.modularity(community, resolution)
	for range maxRounds {
		unfold(g, community, resolution)
		after := g.modularity(community, resolution)
		if after-before < minGain {
			break
		}
		before = after
	}
	return community, renumber(community)
}

// unfold moves nodes, then nodes made of whole communities, until none gains.
func unfold(g *graph, community []int32, resolution float64) {
	move(g, community, resolution)
	count := renumber(community)
	level := g
	whole := community
	for range maxLevels {
		level = aggregate(level, whole, count)
		whole = make([]int32, count)
		for c := range whole {
			whole[c] = int32(c)
		}
		if !move(level, whole, resolution) {
			return
		}
		count = renumber(whole)
		for i, c := range community {
			community[i] = whole[c]
		}
	}
}

// move takes every node to the neighbouring community where modularity gains
// most, and its neighbours again after it, until nothing gains.
func move(g *graph, community []int32, resolution float64) (moved bool) {
	m := newMover(g, community, resolution)
	for m.waiting > 0 {
		i := m.pop()
		if m.place(i) {
			moved = true
			m.wake(i)
		}
	}
	return moved
}

// mover is the state of one run of move.
type mover struct {
	g          *graph
	community  []int32
	resolution float64
	total      []float64 // of each community's degrees
	size       []int32
	empty      []int32 // numbers of communities without nodes
	near       []float64
	touched    []int32
	queue      []int32 // a ring of nodes to be looked at
	head       int
	waiting    int
	queued     []bool
}

func newMover(g *graph, community []int32, resolution float64) *mover {
	n := g.len()
	m := &mover{
		g: g, community: community, resolution: resolution,
		total: make([]float64, n), size: make([]int32, n), near: make([]float64, n),
		queue: make([]int32, n), queued: make([]bool, n), waiting: n,
	}
	for i, c := range community {
		m.total[c] += g.degree[i]
		m.size[c]++
		m.queue[i], m.queued[i] = int32(i), true
	}
	// In order of time every moment would join the one before it, and the
	// groups would come out worse; the seed is fixed.
	r := rand.New(rand.NewPCG(uint64(n), 1))
	r.Shuffle(n, func(i, j int) { m.queue[i], m.queue[j] = m.queue[j], m.queue[i] })
	for c := n - 1; c >= 0; c-- {
		if m.size[c] == 0 {
			m.empty = append(m.empty, int32(c))
		}
	}
	return m
}

func (m *mover) pop() int32 {
	i := m.queue[m.head]
	m.head++
	if m.head == len(m.queue) {
		m.head = 0
	}
	m.waiting--
	m.queued[i] = false
	return i
}

func (m *mover) push(i int32) {
	if m.queued[i] {
		return
	}
	m.queued[i] = true
	at := m.head + m.waiting
	if at >= len(m.queue) {
		at -= len(m.queue)
	}
	m.queue[at] = i
	m.waiting++
}

// place puts node i where it gains most and reports whether it moved.
func (m *mover) place(i int32) bool {
	g, old := m.g, m.community[i]
	m.touched = m.touched[:0]
	for e := g.from[i]; e < g.from[i+1]; e++ {
		c := m.community[g.to[e]]
		if m.near[c] == 0 {
			m.touched = append(m.touched, c)
		}
		m.near[c] += float64(g.weight[e])
	}
	m.total[old] -= g.degree[i]
	pull := m.resolution * g.degree[i] / g.total
	best, gain := old, m.near[old]-pull*m.total[old]
	for _, c := range m.touched {
		if other := m.near[c] - pull*m.total[c]; other > gain+1e-12*g.total {
			best, gain = c, other
		}
		m.near[c] = 0
	}
	if gain < 0 && m.size[old] > 1 && len(m.empty) > 0 {
		best = m.empty[len(m.empty)-1]
		m.empty = m.empty[:len(m.empty)-1]
	}
	m.total[best] += g.degree[i]
	if best == old {
		return false
	}
	m.community[i] = best
	m.size[best]++
	if m.size[old]--; m.size[old] == 0 {
		m.empty = append(m.empty, old)
	}
	return true
}

// wake queues the neighbours of i that do not stand in its new community.
func (m *mover) wake(i int32) {
	for e := m.g.from[i]; e < m.g.from[i+1]; e++ {
		if j := m.g.to[e]; m.community[j] != m.community[i] {
			m.push(j)
		}
	}
}

// renumber numbers communities from 0 in the order first met.
func renumber(community []int32) int {
	number := make([]int32, len(community))
	count := int32(0)
	for i, c := range community {
		if number[c] == 0 {
			count++
			number[c] = count
		}
		community[i] = number[c] - 1
	}
	return int(count)
}

// members lists the nodes of each community, rising: those of c are
// at[from[c]:from[c+1]].
func members(community []int32, count int) (from, at []int32) {
	from = make([]int32, count+1)
	for _, c := range community {
		from[c+1]++
	}
	for c := range count {
		from[c+1] += from[c]
	}
	at = make([]int32, len(community))
	next := append([]int32(nil), from[:count]...)
	for i, c := range community {
		at[next[c]] = int32(i)
		next[c]++
	}
	return from, at
}

// aggregate makes one node of every community.
func aggregate(g *graph, community []int32, count int) *graph {
	first, at := members(community, count)
	from := make([]int64, count+1)
	self := make([]float64, count)
	var to []int32
	var weight []float32
	near, touched := make([]float64, count), []int32(nil)
	for c := range int32(count) {
		touched = touched[:0]
		for _, i := range at[first[c]:first[c+1]] {
			if g.self != nil {
				self[c] += g.self[i]
			}
			for e := g.from[i]; e < g.from[i+1]; e++ {
				d := community[g.to[e]]
				if d == c {
					self[c] += float64(g.weight[e])
					continue
				}
				if near[d] == 0 {
					touched = append(touched, d)
				}
				near[d] += float64(g.weight[e])
			}
		}
		for _, d := range touched {
			to, weight = append(to, d), append(weight, float32(near[d]))
			near[d] = 0
		}
		from[c+1] = int64(len(to))
	}
	return newGraph(from, to, weight, self)
}
