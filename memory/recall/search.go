package recall

import (
	"math"
	"slices"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

// Bounds on one search.
const (
	// maxByWords and maxByMeaning are how many of the best by words, and of the
	// nearest by meaning, are looked at closely.
	maxByWords   = 1024
	maxByMeaning = 512
	// maxSpread is how many of the best pass something on to their neighbours
	// that would not have been looked at otherwise.
	maxSpread = 256
)

// candidate is a document that is looked at closely.
type candidate struct {
	doc uint32
	// words, meaning, speaker and time are its parts before weighing.
	words, meaning, speaker, time float64
	// own is what it scores by itself, cue with what its neighbours add, and
	// score what is left of that by now.
	own, cue, left, score float64
}

// scratch is the working memory of one search. The slices are as long as the
// index has documents, and all zero between searches.
type scratch struct {
	score   []float32
	times   []float32
	slot    []uint32
	touched []uint32
	cands   []candidate
}

func (x *Index) borrow() *scratch {
	s, _ := x.scratch.Get().(*scratch)
	if s == nil {
		s = new(scratch)
	}
	if n := x.docs.n; len(s.score) < n {
		n += n / 8
		s.score, s.times, s.slot = make([]float32, n), make([]float32, n), make([]uint32, n)
	}
	s.touched, s.cands = s.touched[:0], s.cands[:0]
	return s
}

func (x *Index) giveBack(s *scratch) {
	for _, doc := range s.touched {
		s.score[doc] = 0
	}
	for i := range s.cands {
		s.slot[s.cands[i].doc] = 0
	}
	x.scratch.Put(s)
}

// query is a cue made ready.
type query struct {
	cue     Cue
	terms   []term
	ideal   float64 // the sum of the terms' weights, each times its idf
	meaning [vectors.Dimensions]float32
	means   bool
	sketch  vectors.Sketch
	spans   []Span
	// speakers are the people whom the message names, by number.
	speakers map[uint32]bool
	today    memory.Day
	past     bool
	// telling: some word of the message says what it is about; onlyDates: it
	// says when, and nothing else.
	telling, onlyDates bool
}

// search gives the candidates, best first. The caller holds the read lock.
func (x *Index) search(q *query, s *scratch) []candidate {
	x.byWords(q, s)
	x.choose(q, s)
	x.spread(q, s)
	x.neighbours(s)
	for i := range s.cands {
		x.fade(q, &s.cands[i])
	}
	slices.SortFunc(s.cands, better)
	for i := range s.cands {
		s.slot[s.cands[i].doc] = uint32(i + 1)
	}
	return s.cands
}

// better orders by score, then the newer document first.
func better(a, b candidate) int {
	switch {
	case a.score > b.score:
		return -1
	case a.score < b.score:
		return 1
	}
	return int(int64(b.doc) - int64(a.doc))
}

// byWords adds up BM25 over the terms, for every document that holds one.
func (x *Index) byWords(q *query, s *scratch) {
	for i := range q.terms {
		t := &q.terms[i]
		t.ideal = x.worth(t)
		q.ideal += t.ideal
		from := len(s.touched)
		for _, v := range t.variants {
			x.words.entries[v.id].postings.each(func(doc uint32, times int) {
				if s.times[doc] == 0 {
					s.touched = append(s.touched, doc)
				}
				s.times[doc] += float32(v.weight) * float32(times)
			})
		}
		found := s.touched[from:]
		kept := from
		for _, doc := range found {
			b, j := x.docs.at(doc)
			if s.score[doc] == 0 {
				s.touched[kept] = doc
				kept++
			}
			s.score[doc] += float32(t.ideal * saturate(float64(s.times[doc]), float64(b.length[j])))
			s.times[doc] = 0
		}
		s.touched = s.touched[:kept]
	}
}

// worth is the weight with which a text that holds a term counts: how rare the
// term is among all that is remembered, and how much it says in general.
func (x *Index) worth(t *term) float64 {
	mass := 0.0
	for _, v := range t.variants {
		mass += x.words.entries[v.id].mass
	}
	w := t.weight * t.rarity * idf(min(mass, x.mass), x.mass)
	if t.name {
		w *= x.mix.Name
	}
	return w
}

// choose makes candidates of the best by words, the nearest by meaning, and
// those of the days asked for.
func (x *Index) choose(q *query, s *scratch) {
	for _, doc := range highest(s.touched, s.score, maxByWords) {
		x.take(s, doc)
	}
	if q.means {
		for _, doc := range x.nearest(q.sketch, maxByMeaning) {
			x.take(s, doc)
		}
	}
	if len(q.spans) > 0 {
		for _, doc := range x.dated(q.spans, maxByWords) {
			x.take(s, doc)
		}
	}
}

func (x *Index) take(s *scratch, doc uint32) {
	if s.slot[doc] != 0 {
		return
	}
	b, i := x.docs.at(doc)
	if b.flags[i]&forgotten != 0 {
		return
	}
	s.cands = append(s.cands, candidate{doc: doc})
	s.slot[doc] = uint32(len(s.cands))
}

// measure works out what a document scores by itself.
func (x *Index) measure(q *query, s *scratch, c *candidate) {
	b, i := x.docs.at(c.doc)
	if q.ideal > 0 {
		c.words = float64(s.score[c.doc]) / q.ideal
	}
	if q.means && b.flags[i]&hasVector != 0 {
		c.meaning = max(cosine(&q.meaning, &b.vector[i]), 0)
	}
	c.time = max(closeness(q.spans, b.day[i]), closeness(q.spans, b.whenAt[i]))
	if q.speakers[b.speaker[i]] {
		c.speaker = 1
	}
	c.own = c.words + x.mix.Meaning*c.meaning + x.mix.Time*c.time + x.mix.Speaker*c.speaker
}

// spread takes in the neighbours of the best.
func (x *Index) spread(q *query, s *scratch) {
	for i := range s.cands {
		x.measure(q, s, &s.cands[i])
	}
	alone := len(s.cands)
	best := slices.Clone(s.cands)
	slices.SortFunc(best, func(a, b candidate) int { return cmpDown(a.own, b.own) })
	for _, c := range best[:min(len(best), maxSpread)] {
		for _, doc := range x.around(c.doc) {
			x.take(s, doc)
		}
	}
	for i := alone; i < len(s.cands); i++ {
		x.measure(q, s, &s.cands[i])
	}
}

func cmpDown(a, b float64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// fade weighs a candidate's cue by what is left of the memory.
func (x *Index) fade(q *query, c *candidate) {
	b, i := x.docs.at(c.doc)
	if b.flags[i]&isFact != 0 {
		c.left, c.score = 1, c.cue*x.mix.Fact
		return
	}
	age := q.cue.Now.Unix() - b.at[i]
	c.left = retrievability(age, float64(b.lifespan[i]), x.options.Decay)
	c.score = c.cue * math.Pow(c.left, x.mix.Fading) * weight(float64(b.salience[i]), x.mix.Weight)
}
