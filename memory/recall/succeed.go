package recall

import "muisto/memory"

// tellsAll notes which of the candidates that are out of date hold most of what the
// cue is about: they need not be read for that.
func (x *Index) tellsAll(q *query, s *scratch) map[uint32]bool {
	held, all := map[uint32]float64{}, 0.0
	for i := range s.cands {
		if s.cands[i].hidden {
			held[s.cands[i].doc] = 0
		}
	}
	if len(held) == 0 {
		return nil
	}
	for i := range q.terms {
		t := &q.terms[i]
		if !q.tells(t) {
			continue
		}
		tells := t.weight * t.rarity * t.rarity
		all += tells
		best := map[uint32]float64{}
		for _, v := range t.variants {
			x.words.entries[v.id].postings.each(func(doc uint32, _ int) {
				if _, hidden := held[doc]; hidden {
					best[doc] = max(best[doc], v.weight)
				}
			})
		}
		for doc, weight := range best {
			held[doc] += weight * tells
		}
	}
	told := map[uint32]bool{}
	for doc, weight := range held {
		told[doc] = all > 0 && weight >= gripFloor*all
	}
	return told
}

// succeed gives what took the place of what is out of date the score that this
// would have: asked for in the old words, the new thing comes.
func (x *Index) succeed(q *query, s *scratch) {
	told := x.tellsAll(q, s)
	for i := range len(s.cands) {
		if !s.cands[i].hidden {
			continue
		}
		to, ok := x.successor(s.cands[i].doc)
		if !ok || !x.shown(q, to) {
			continue
		}
		cue, tells := s.cands[i].cue, told[s.cands[i].doc]
		x.take(s, to)
		if s.slot[to] == 0 {
			continue // it is forgotten
		}
		c := &s.cands[s.slot[to]-1]
		if int(s.slot[to]) > i+1 && c.own == 0 {
			x.measure(q, s, c)
		}
		c.tells = c.tells || tells
		if cue > c.cue {
			c.near, c.cue, c.stands = cue-c.own, cue, true
			x.fade(q, c)
		}
	}
}

// successor is the document of the fact that took the place of one that is out of
// date; false where nothing did.
func (x *Index) successor(doc uint32) (uint32, bool) {
	b, i := x.docs.at(doc)
	var from memory.FactID
	if b.records[i].flags&isFact != 0 {
		from = memory.FactID(b.records[i].id)
	} else if by, over := x.overridden(memory.EpisodeID(b.records[i].id)); over {
		from = by
	}
	now := x.facts[x.inPlaceOf(from)]
	if now == nil || now.fact.ID == from {
		return 0, false
	}
	return now.doc, now.doc != doc
}
