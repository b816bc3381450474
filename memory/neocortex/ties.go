package neocortex

import (
	"slices"

	"muisto/memory"
)

// A name in many moments would tie every one of them to every other: the ties
// would grow with the square of its count. Up to thinFrom moments all are tied;
// above it each is tied by that name to the nearest in time alone, so that the
// number of ties grows with the number of mentions. The user's moments are tied to
// as many of the user's, too, however much the agent says between them.
const (
	thinFrom  = 17
	nearestBy = 8
)

// Ties is step 3: an undirected graph over the moments of a window. Two are
// tied by the sum of the weights of all the names that they share.
type Ties struct {
	// to[from[i]:from[i+1]] are the moments tied to moment i, weight those ties.
	from   []int64
	to     []int32
	weight []float32
	// Thinned tells which names were too popular to tie all their moments.
	Thinned []memory.Thinning
}

// TieMoments ties the moments of a window, which must be in order of time, by
// the weighed names that they share. Users says which are the user's.
func TieMoments(names Names, weights []float32, users []bool) Ties {
	t := Ties{from: make([]int64, names.Moments()+1)}
	all := names.postings(func(int) bool { return true })
	own := names.postings(func(i int) bool { return users[i] })
	for k, key := range names.Keys {
		if n := all.count(int32(k)); weights[k] > 0 && n > thinFrom {
			t.Thinned = append(t.Thinned, memory.Thinning{Name: key, Moments: n, Each: 2 * nearestBy})
		}
	}
	pairs := newPairer(names, weights, users, all, own)
	for i := range names.Moments() {
		pairs.after(i, func(j int32, _ float32) {
			t.from[i+1]++
			t.from[j+1]++
		})
	}
	for i := range names.Moments() {
		t.from[i+1] += t.from[i]
	}
	t.fill(newPairer(names, weights, users, all, own))
	return t
}

// fill makes the pairs a second time, into their places: cheaper than holding
// them all twice.
func (t *Ties) fill(pairs *pairer) {
	n := t.Moments()
	t.to = make([]int32, t.from[n])
	t.weight = make([]float32, t.from[n])
	next := make([]int64, n)
	copy(next, t.from)
	for i := range n {
		pairs.after(i, func(j int32, w float32) {
			t.to[next[i]], t.weight[next[i]] = j, w
			t.to[next[j]], t.weight[next[j]] = int32(i), w
			next[i]++
			next[j]++
		})
	}
}

// Moments is the number of moments in the graph.
func (t Ties) Moments() int { return len(t.from) - 1 }

// Len is the number of ties.
func (t Ties) Len() int { return len(t.to) / 2 }

// Between gives the weight of the tie between moments i and j, 0 for none.
func (t Ties) Between(i, j int) float64 {
	for e := t.from[i]; e < t.from[i+1]; e++ {
		if t.to[e] == int32(j) {
			return float64(t.weight[e])
		}
	}
	return 0
}

// pairer finds the ties of one moment after another.
type pairer struct {
	names    Names
	weights  []float32
	users    []bool
	all, own postings
	// place[k] is the place after moment i among the moments of name k, ownPlace[k]
	// among the user's.
	place, ownPlace []int32
	// seen[j] is i+1 once the pair (i, j) has been given.
	seen []int32
}

func newPairer(names Names, weights []float32, users []bool, all, own postings) *pairer {
	n := len(names.Keys)
	return &pairer{
		names: names, weights: weights, users: users, all: all, own: own,
		place: slices.Clone(all.from[:n]), ownPlace: slices.Clone(own.from[:n]),
		seen: make([]int32, names.Moments()),
	}
}

// after calls tie once for each moment after i that is tied to i. It must be
// called for every i, rising.
func (p *pairer) after(i int, tie func(j int32, weight float32)) {
	for _, k := range p.names.In(i) {
		p.place[k]++
		if p.users[i] {
			p.ownPlace[k]++
		}
		if p.weights[k] == 0 {
			continue
		}
		last, ownLast := p.all.from[k+1], p.ownPlace[k]
		if p.all.count(k) > thinFrom {
			last = min(last, p.place[k]+nearestBy)
			if p.users[i] {
				ownLast = min(p.own.from[k+1], ownLast+nearestBy)
			}
		}
		p.each(i, p.all.at[p.place[k]:last], tie)
		p.each(i, p.own.at[p.ownPlace[k]:ownLast], tie)
	}
}

// each ties moment i to those that it has not been tied to yet.
func (p *pairer) each(i int, to []int32, tie func(j int32, weight float32)) {
	for _, j := range to {
		if p.seen[j] == int32(i)+1 {
			continue
		}
		p.seen[j] = int32(i) + 1
		tie(j, p.shared(i, int(j)))
	}
}

// shared sums the weights of the names that stand in both moments.
func (p *pairer) shared(i, j int) float32 {
	a, b := p.names.In(i), p.names.In(j)
	sum := float32(0)
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			sum += p.weights[a[0]]
			a, b = a[1:], b[1:]
		}
	}
	return sum
}
