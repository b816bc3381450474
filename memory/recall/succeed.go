package recall

import "muisto/memory"

// succeed gives what took the place of what is out of date the score that this
// would have: asked for in the old words, the new thing comes.
func (x *Index) succeed(q *query, s *scratch) {
	for i := range len(s.cands) {
		if !s.cands[i].hidden {
			continue
		}
		to, ok := x.successor(s.cands[i].doc)
		if !ok || !x.shown(q, to) {
			continue
		}
		cue := s.cands[i].cue
		x.take(s, to)
		if s.slot[to] == 0 {
			continue // it is forgotten
		}
		c := &s.cands[s.slot[to]-1]
		if int(s.slot[to]) > i+1 && c.own == 0 {
			x.measure(q, s, c)
		}
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
