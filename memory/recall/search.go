package recall

import (
	"cmp"
	"slices"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

// Bounds on one search.
const (
	// maxByWords and maxByMeaning are how many of the best by words, and of the
	// nearest by meaning, are looked at closely.
	maxByWords   = 512
	maxByMeaning = 256
	// maxSpread is how many of the best pass something on to their neighbours
	// that would not have been looked at otherwise.
	maxSpread = 96
	// negligible is the part of the cue's words, by weight, that a search may
	// leave out where they are held by more than manyHold memories.
	negligible = 0.04
	manyHold   = 20_000
)

// candidate is a document that is looked at closely.
type candidate struct {
	doc uint32
	// words, meaning, speaker and time are its parts before weighing; said is the
	// part of words that only its messages hold.
	words, said, meaning, speaker, time float64
	// own is what it scores by itself, cue with what its neighbours add, and
	// score what is left of that by now.
	// near is the part of cue that others brought.
	own, near, cue, score float64
	// hidden: it is out of date, and brings what took its place.
	hidden bool
	// stands: it took the place of something that fits the cue.
	stands bool
	// tells: what it took the place of holds most of what the cue is about.
	tells bool
}

// scratch is the working memory of one search. The slices are as long as the
// index has documents, and all zero between searches.
type scratch struct {
	score   []float32
	said    []float32 // the part of score that the messages brought
	times   []float32
	slot    []uint32
	touched []uint32
	counted []uint32
	cands   []candidate
	// best is the best score of each sitting.
	best []float32
}

func (x *Index) borrow() *scratch {
	s, _ := x.scratch.Get().(*scratch)
	if s == nil {
		s = new(scratch)
	}
	if n := x.docs.n; len(s.score) < n {
		n += n / 8
		s.score, s.said, s.times, s.slot, s.best = make([]float32, n), make([]float32, n), make([]float32, n), make([]uint32, n), make([]float32, n+1)
	}
	s.touched, s.cands = s.touched[:0], s.cands[:0]
	return s
}

func (x *Index) giveBack(s *scratch) {
	for _, doc := range s.touched {
		s.score[doc], s.said[doc] = 0, 0
	}
	for i := range s.cands {
		b, j := x.docs.at(s.cands[i].doc)
		s.slot[s.cands[i].doc], s.best[b.records[j].sitting] = 0, 0
	}
	x.scratch.Put(s)
}

// query is a cue made ready.
type query struct {
	cue     Cue
	terms   []term
	pairs   []pair
	ideal   float64 // the sum of the terms' weights, each times its idf
	meaning [vectors.Dimensions]float32
	means   bool
	sketch  vectors.Sketch
	// aim is the vector of the endpoint; nil without any.
	aim   *aim
	spans []Span
	// speakers are the people whom the message names, by number.
	speakers map[uint32]bool
	today    memory.Day
	past     bool
	// asksAgent: the message speaks of the agent ("what did you suggest?").
	asksAgent bool
	// asksValue: the message asks for one value, as it is now.
	asksValue bool
	// telling: some word of the message says what it is about; onlyDates: it
	// says when, and nothing else.
	telling, onlyDates bool
}

// search gives the best candidates that may be shown, at most want, best first.
// The caller holds the read lock.
func (x *Index) search(q *query, s *scratch, want int) []candidate {
	near := x.startNearest(q)
	x.byWords(q, s)
	q.weighPairs()
	x.choose(q, s, <-near)
	x.spread(q, s)
	x.neighbours(s)
	for i := range s.cands {
		x.fade(q, &s.cands[i])
	}
	x.succeed(q, s)
	best := firstOf(len(s.cands), wider*want, func(i, j int) bool { return better(&s.cands[i], &s.cands[j]) })
	out := make([]candidate, 0, len(best))
	for _, i := range best {
		if s.cands[i].score > 0 {
			out = append(out, s.cands[i])
		}
	}
	x.vary(out)
	return out[:min(len(out), want)]
}

// wider is how many times more candidates are looked at than are wanted, so that
// what says the same twice can make room: a long message leaves a dozen memories.
const wider = 8

// vary sets back what came from a message that something better came from.
func (x *Index) vary(best []candidate) {
	if x.mix.Again == 0 {
		return
	}
	seen := map[int64]float64{}
	for i := range best {
		b, j := x.docs.at(best[i].doc)
		source := b.records[j].source
		if source == 0 {
			continue
		}
		if by, again := seen[source]; again {
			best[i].score *= by
			seen[source] *= 1 - x.mix.Again
		} else {
			seen[source] = 1 - x.mix.Again
		}
	}
	slices.SortStableFunc(best, func(a, b candidate) int { return cmpDown(a.score, b.score) })
}

// better orders by score, then the newer document first.
func better(a, b *candidate) bool {
	return a.score > b.score || a.score == b.score && a.doc > b.doc
}

// byWords adds up BM25 over the terms, for every document that holds one.
func (x *Index) byWords(q *query, s *scratch) {
	light := make([]*term, 0, len(q.terms))
	x.balance(q)
	for i := range q.terms {
		t := &q.terms[i]
		q.ideal += t.ideal
		light = append(light, t)
	}
	slices.SortStableFunc(light, func(a, b *term) int { return cmp.Compare(a.ideal, b.ideal) })
	spare := negligible * q.ideal
	for _, t := range light {
		if t.ideal <= spare && x.holders(t) > manyHold {
			spare -= t.ideal
			continue
		}
		x.byWord(t, s)
	}
}

// balance weighs the terms. Where the message says what it is about, the turns
// before it count together for no more than their part of it: they are on
// screen, and what they were about would come to mind whatever is asked.
func (x *Index) balance(q *query) {
	own, before := 0.0, 0.0
	for i := range q.terms {
		t := &q.terms[i]
		t.ideal = x.worth(t)
		if t.weight == 1 {
			own += t.ideal
		} else {
			before += t.ideal
		}
	}
	if !q.telling || before <= x.mix.Before*own {
		return
	}
	for i := range q.terms {
		if t := &q.terms[i]; t.weight != 1 {
			t.ideal *= x.mix.Before * own / before
		}
	}
}

// holders is how many documents hold a term, at most.
func (x *Index) holders(t *term) (n uint32) {
	for _, v := range t.variants {
		n += x.words.entries[v.id].postings.n + x.words.entries[v.id].said.n
	}
	return n
}

func (x *Index) byWord(t *term, s *scratch) {
	x.bySaid(t, s)
	if len(t.variants) == 1 {
		v := t.variants[0]
		x.words.entries[v.id].postings.each(func(doc uint32, times int) { x.score(t, s, doc, v.weight*float64(times)) })
		return
	}
	from := len(s.counted)
	for _, v := range t.variants {
		x.words.entries[v.id].postings.each(func(doc uint32, times int) {
			if s.times[doc] == 0 {
				s.counted = append(s.counted, doc)
			}
			s.times[doc] += float32(v.weight) * float32(times)
		})
	}
	for _, doc := range s.counted[from:] {
		x.score(t, s, doc, float64(s.times[doc]))
		s.times[doc] = 0
	}
	s.counted = s.counted[:from]
}

// bySaid adds what a term brings the documents whose messages alone hold it.
func (x *Index) bySaid(t *term, s *scratch) {
	if x.mix.Said == 0 {
		return
	}
	for _, v := range t.variants {
		x.words.entries[v.id].said.each(func(doc uint32, times int) {
			b, i := x.docs.at(doc)
			if s.score[doc] == 0 {
				s.touched = append(s.touched, doc)
			}
			n := v.weight * float64(times)
			more := float32(x.mix.Said * t.ideal * n / (n + x.saidNorms[min(b.said[i], longest)]))
			s.score[doc] += more
			s.said[doc] += more
		})
	}
}

// score adds what a term brings a document that holds it.
func (x *Index) score(t *term, s *scratch, doc uint32, times float64) {
	b, i := x.docs.at(doc)
	if s.score[doc] == 0 {
		s.touched = append(s.touched, doc)
	}
	s.score[doc] += float32(t.ideal * times / (times + x.norms[min(b.length[i], longest)]))
}

// worth is the weight with which a text that holds a term counts: how rare the
// term is among all that is remembered, and how much it says in general.
func (x *Index) worth(t *term) float64 {
	mass := 0.0
	for _, v := range t.variants {
		mass += x.words.entries[v.id].mass
	}
	return t.weight * t.rarity * idf(min(mass, x.mass), x.mass)
}

// choose makes candidates of the best by words, the nearest by meaning, and
// those of the days asked for.
func (x *Index) choose(q *query, s *scratch, near []uint32) {
	for _, doc := range highest(s.touched, s.score, maxByWords) {
		x.take(s, doc)
	}
	for _, doc := range near {
		x.take(s, doc)
	}
	for _, doc := range x.nearestMeant(q, maxByMeaning) {
		x.take(s, doc)
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
	if b.records[i].flags&forgotten != 0 {
		return
	}
	s.cands = append(s.cands, candidate{doc: doc})
	s.slot[doc] = uint32(len(s.cands))
}

// measure works out what a document scores by itself.
func (x *Index) measure(q *query, s *scratch, c *candidate) {
	b, i := x.docs.at(c.doc)
	if q.ideal > 0 {
		c.words = (bm25K1 + 1) * float64(s.score[c.doc]) / q.ideal
		c.said = (bm25K1 + 1) * float64(s.said[c.doc]) / q.ideal
		if s.score[c.doc] > 0 {
			c.words += x.mix.Pairs * q.together(&b.pairs[i])
		}
	}
	if meant, ok := x.meant(q, c.doc); ok {
		c.meaning = meant
	} else if q.means && b.records[i].flags&hasVector != 0 {
		c.meaning = max(cosine(&q.meaning, &b.vector[i]), 0)
	}
	c.time = max(closeness(q.spans, b.records[i].day), closeness(q.spans, b.records[i].whenAt))
	if q.speakers[b.records[i].speaker] {
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
	best := firstOf(alone, maxSpread, func(i, j int) bool { return s.cands[i].own > s.cands[j].own })
	for _, i := range best {
		for _, doc := range x.around(s.cands[i].doc) {
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

// fade weighs a candidate's cue by what is left of the memory, and leaves
// nothing of one that may not come.
func (x *Index) fade(q *query, c *candidate) {
	b, i := x.docs.at(c.doc)
	switch {
	case !x.shown(q, c.doc):
		c.score, c.hidden = 0, true
	case b.records[i].flags&isFact != 0:
		c.score = c.cue * x.mix.Fact
	default:
		age := days(q.cue.Now.Unix() - b.records[i].at)
		c.score = c.cue * x.fading.power(age, x.lifespan(c.doc)) * x.weight(c.doc)
		if b.records[i].flags&byAgent != 0 && !q.asksAgent {
			c.score *= 1 - x.mix.Agent
		}
	}
}
