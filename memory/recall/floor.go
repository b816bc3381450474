package recall

// The floor was set on questions that a memory answers and fifty that have
// nothing to do with it (testdata/answered.tsv and offtopic.txt; and the same
// fifty on the memories made of LoCoMo's development conversations). How
// near in meaning is near enough was set on these and a second set of each
// (answered2.tsv, offtopic2.txt).
const (
	// gripFloor is what some hit must reach for anything to come.
	gripFloor = 0.6
	// standFloor is the cue that what took the place of something out of date must
	// have by that: its own words need not fit.
	standFloor = 0.45
	// gripMeaning is the weight of the meaning in a grip, gripNamed that of
	// someone or something named both in the cue and in the hit, and gripTime
	// that of the time said.
	gripMeaning, gripNamed, gripTime = 0.4, 0.3, 0.3
	// gripMeant is the weight of the meaning where an endpoint tells it: what is
	// near by a language model's vectors needs no word in common.
	gripMeant = 1.0
	// gripMeantAlone is its weight where it must do alone: so near are an answer and
	// its question, and hardly ever a question to what has nothing to do with it.
	gripMeantAlone = 1.6
	// gripLength is how far a long text counts against the words that it holds:
	// it holds many by chance.
	gripLength = 0.25
	// gripAlone is what the words count where they must stand for the meaning
	// too.
	gripAlone = 1.8
	// gripLike is the cosine from which another word says the same.
	gripLike = 0.85
)

// floorDepth is how many of the best hits are looked at for one that reaches
// the floor: the best by score may come for its neighbours' sake.
const floorDepth = 10

// grip tells how well a hit of these words by itself fits what was asked, whatever its age
// and its neighbours. Its main part is the share of what the cue's telling
// words say that the hit holds. Where most of them have no vector, the words
// stand for the meaning.
func (x *Index) grip(q *query, c *candidate, has map[wordID]string) float64 {
	held, all, known, named := 0.0, 0.0, 0.0, c.speaker
	for i := range q.terms {
		t := &q.terms[i]
		if !q.tells(t) {
			continue
		}
		best, _ := t.in(has)
		if best == 0 {
			best = x.like(t, has)
		}
		// Not how rare the word is here: that it is here at all is a sign.
		tells := t.weight * t.rarity * t.rarity
		held += best * tells
		all += tells
		if t.row >= 0 {
			known += tells
		}
		if t.name && best >= sameStart/2 {
			named = 1
		}
	}
	if q.onlyDates {
		return c.time
	}
	b, j := x.docs.at(c.doc)
	grip := 0.0
	if all > 0 {
		grip = held / all / (1 + gripLength*max(0, float64(b.length[j])/usualLength-1))
	}
	if meant, ok := x.meant(q, c.doc); ok {
		grip = max(grip+gripMeant*meant, gripMeantAlone*meant)
	} else if 2*known >= all && b.records[j].flags&hasVector != 0 {
		grip += gripMeaning * c.meaning
	} else {
		grip *= gripAlone
	}
	return grip + gripNamed*named + gripTime*c.time
}

// tells reports whether a term says what the cue is about: words that are
// common in some language do not, unless the cue has no others, nor do those
// that say when, nor those of the turns before beside the message's own.
func (q *query) tells(t *term) bool {
	if t.dated {
		return false
	}
	if q.telling {
		return !t.common && t.weight == 1
	}
	return true
}

// like gives how far a text of these words speaks of the term in another word:
// the cosine to the word most like it, 0 where none is like it enough.
func (x *Index) like(t *term, has map[wordID]string) float64 {
	best := 0.0
	if t.row < 0 {
		return 0
	}
	for id := range has {
		if row := x.words.entries[id].row; row >= 0 {
			best = max(best, x.table.Cosine(int(t.row), int(row)))
		}
	}
	if best < gripLike {
		return 0
	}
	return best
}
