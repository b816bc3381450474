package english

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// How it is trained.
const (
	tagEpochs = 6
	folds     = 2   // the parser learns from tags as the tagger gets them wrong
	explore   = 0.9 // how often the parser goes where it errs and learns to go on
	seenMin   = 2   // tokens or transitions; what was seen once teaches nothing general
)

// Train learns from sentences with their tags and trees, going over the trees
// so many times; the same sentences give the same weights. It returns what Parse reads.
func Train(train []Sentence, epochs int, progress func(string)) []byte {
	g := named(train)
	rng := rand.New(rand.NewPCG(1, 2))
	tags := make([][]uint8, len(train))
	for f := range folds {
		var rest []Sentence
		for i, s := range train {
			if i%folds != f {
				rest = append(rest, s)
			}
		}
		part := *g
		part.tagger = part.learnTagger(rest, rng)
		for i := f; i < len(train); i += folds {
			tags[i] = part.tag(train[i].Tokens)
		}
		progress("tagged one fold")
	}
	g.tagger = g.learnTagger(train, rng)
	progress("tagger learnt")
	g.parser = g.learnParser(train, tags, epochs, rng, progress)
	return g.bytes()
}

// named lists the tags and relations that occur.
func named(train []Sentence) *grammar {
	g := &grammar{}
	for _, s := range train {
		for _, t := range s.Tokens {
			if g.tagIndex(t.Pos, t.Tag) < 0 {
				g.tags = append(g.tags, tagName{t.Pos, t.Tag})
			}
			if !slices.Contains(g.rels, t.Rel) {
				g.rels = append(g.rels, t.Rel)
			}
		}
	}
	return g
}

// perceptron learns weights; their average over all steps is what is kept.
type perceptron struct {
	// keys is an open hash table of the features, places where their rows are;
	// place 0 is empty.
	keys   []uint32
	places []uint32
	rows   []row
	steps  int64
}

type row struct {
	feature uint32
	seen    int
	cells   []cell
}

// cell is the weight of one class.
type cell struct {
	class uint8
	now   float32
	sum   float64 // of now times steps
	at    int64   // the step of the last change
}

func newPerceptron() *perceptron {
	const bits = 23
	return &perceptron{keys: make([]uint32, 1<<bits), places: make([]uint32, 1<<bits), rows: make([]row, 1, 1<<20)}
}

// find is the place of a feature in the hash table, or where it belongs.
func (p *perceptron) find(f uint32) int {
	at := int(f) & (len(p.keys) - 1)
	for p.places[at] != 0 && p.keys[at] != f {
		at = (at + 1) & (len(p.keys) - 1)
	}
	return at
}

func (p *perceptron) score(features []uint32, into []float32) {
	clear(into)
	for _, f := range features {
		if k := p.places[p.find(f)]; k != 0 {
			for _, c := range p.rows[k].cells {
				into[c.class] += c.now
			}
		}
	}
}

func (p *perceptron) update(features []uint32, want, got int) {
	for _, f := range features {
		at := p.find(f)
		if p.places[at] == 0 {
			p.keys[at], p.places[at] = f, uint32(len(p.rows))
			p.rows = append(p.rows, row{feature: f})
		}
		r := &p.rows[p.places[at]]
		r.seen++
		r.add(uint8(want), 1, p.steps)
		r.add(uint8(got), -1, p.steps)
	}
}

func (r *row) add(class uint8, by float32, step int64) {
	for k := range r.cells {
		if c := &r.cells[k]; c.class == class {
			c.sum += float64(step-c.at) * float64(c.now)
			c.at = step
			c.now += by
			return
		}
	}
	r.cells = append(r.cells, cell{class: class, now: by, at: step})
}

// weights are the averages, in steps that fit a byte; rare features and small
// weights are left out.
func (p *perceptron) weights(rare int) weights {
	const finest, smallest, most = 127.0, 1, 12.0
	scale := finest / most
	rows := slices.Clone(p.rows[1:])
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.feature, b.feature) })
	var w weights
	for _, r := range rows {
		if r.seen < rare {
			continue
		}
		from := len(w.pairs)
		for _, c := range r.cells {
			mean := (c.sum + float64(p.steps-c.at)*float64(c.now)) / float64(p.steps)
			v := max(-finest, min(finest, math.Round(mean*scale)))
			if math.Abs(v) > smallest {
				w.pairs = append(w.pairs, pair{c.class, int8(v)})
			}
		}
		if len(w.pairs) > from {
			slices.SortFunc(w.pairs[from:], func(a, b pair) int { return int(a.class) - int(b.class) })
			w.features, w.ends = append(w.features, r.feature), append(w.ends, uint32(len(w.pairs)))
		}
	}
	w.index()
	return w
}

func bestFloat(scores []float32) int {
	at := 0
	for c := range scores {
		if scores[c] > scores[at] {
			at = c
		}
	}
	return at
}

func (g *grammar) learnTagger(train []Sentence, rng *rand.Rand) weights {
	p := newPerceptron()
	scores := make([]float32, len(g.tags))
	index := make(map[tagName]int, len(g.tags))
	for k, t := range g.tags {
		index[t] = k
	}
	var features []uint32
	for range tagEpochs {
		for _, i := range rng.Perm(len(train)) {
			ts := train[i].Tokens
			ls := lexicals(ts)
			tags := make([]uint8, len(ts))
			for k := range ts {
				features = tagFeatures(ls, tags, k, features[:0])
				p.score(features, scores)
				got, want := bestFloat(scores), index[tagName{ts[k].Pos, ts[k].Tag}]
				if got != want {
					p.update(features, want, got)
				}
				tags[k] = uint8(got)
				p.steps++
			}
		}
	}
	return p.weights(seenMin)
}

func (g *grammar) learnParser(train []Sentence, tags [][]uint8, epochs int, rng *rand.Rand, progress func(string)) weights {
	p := newPerceptron()
	for epoch := range epochs {
		for _, i := range rng.Perm(len(train)) {
			g.learnTree(p, train[i].Tokens, tags[i], epoch, rng)
		}
		progress("one pass over the trees")
	}
	return p.weights(3 * seenMin)
}

func (g *grammar) learnTree(p *perceptron, ts []Token, tags []uint8, epoch int, rng *rand.Rand) {
	o := newOracle(ts, g.rels)
	ls, s := lexicals(ts), newState(len(ts))
	classes := classesOf(len(g.rels))
	scores := make([]float32, classes)
	var features []uint32
	for !s.done() {
		features = s.features(ls, tags, features[:0])
		p.score(features, scores)
		cheap := o.cheapest(s)
		got, want := -1, -1
		for c := range scores {
			m, r := moveOf(c)
			if !s.allowed(m) {
				continue
			}
			if got < 0 || scores[c] > scores[got] {
				got = c
			}
			if cheap[m] && o.labelled(s, m, r) && (want < 0 || scores[c] > scores[want]) {
				want = c
			}
		}
		m, r := moveOf(got)
		right := cheap[m] && o.labelled(s, m, r)
		if !right {
			p.update(features, want, got)
		}
		p.steps++
		if !right && (epoch == 0 || rng.Float64() > explore) {
			m, r = moveOf(want)
		}
		s.apply(m, uint8(r))
	}
}

// oracle says which moves lose no more of the true tree than they must
// (Goldberg and Nivre 2013).
type oracle struct {
	heads []int
	rels  []int
}

func newOracle(ts []Token, rels []string) *oracle {
	o := &oracle{}
	for _, t := range ts {
		h := t.Head
		if h < 0 {
			h = len(ts)
		}
		o.heads, o.rels = append(o.heads, h), append(o.rels, slices.Index(rels, t.Rel))
	}
	return o
}

func (o *oracle) cheapest(s *state) [3]bool {
	var cost [3]int
	least := math.MaxInt
	for m := range cost {
		if !s.allowed(move(m)) {
			cost[m] = math.MaxInt
			continue
		}
		cost[m] = o.cost(s, move(m))
		least = min(least, cost[m])
	}
	return [3]bool{cost[0] == least, cost[1] == least, cost[2] == least}
}

// cost is the number of true arcs that a move makes impossible.
func (o *oracle) cost(s *state, m move) int {
	n := 0
	if m == shift {
		b := s.next
		for k, i := range s.stack {
			if k < len(s.stack)-1 && o.heads[b] == i {
				n++
			}
			if i < s.n && o.heads[i] == b {
				n++
			}
		}
		return n
	}
	d := s.top(0)
	h := o.heads[d]
	if m == left && (h > s.next && h < s.n || h == s.top(1)) || m == right && h >= s.next && h < s.n {
		n++
	}
	for b := s.next; b < s.n; b++ {
		if o.heads[b] == d {
			n++
		}
	}
	return n
}

// labelled: an arc that is true must have its true relation.
func (o *oracle) labelled(s *state, m move, rel int) bool {
	if m == shift {
		return true
	}
	d, h := s.top(0), s.next
	if m == right {
		h = s.top(1)
	}
	return o.heads[d] != h || o.rels[d] == rel
}
