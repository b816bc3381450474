package recall

import (
	"muisto/memory"
)

// standing is what the index knows of a fact beside its words.
type standing struct {
	doc  uint32
	fact memory.Fact // without text, about and names
	// ofUser: it is about the user.
	ofUser bool
}

// citation counts the facts that rest on an episode.
type citation struct {
	active, superseded int           // superseded or taken back
	by                 memory.FactID // the newest of those
}

// ApplyFacts takes facts in. A fact that is there already is the same one in a
// later state.
func (x *Index) ApplyFacts(facts []memory.Fact) {
	x.mu.Lock()
	defer x.mu.Unlock()
	from := x.docs.n
	for i := range facts {
		x.applyFact(&facts[i])
	}
	x.finish(from)
}

func (x *Index) applyFact(f *memory.Fact) {
	s := x.facts[f.ID]
	if s == nil {
		s = &standing{doc: x.docs.add()}
		x.facts[f.ID] = s
		b, i := x.docs.at(s.doc)
		b.records[i].salience = float32(f.Salience)
		d := x.words.tongues.draftOf(f.Text, f.About, f.Names)
		x.write(s.doc, &d)
	} else {
		x.cite(&s.fact, -1)
	}
	s.fact, s.ofUser = *f, isOfUser(f)
	s.fact.Text, s.fact.About, s.fact.Names, s.fact.From = "", "", nil, nil
	x.cite(&s.fact, 1)
	b, i := x.docs.at(s.doc)
	b.records[i].id, b.records[i].at = int64(f.ID), f.EvidenceAt.Unix()
	b.records[i].day = memory.DayOf(f.EvidenceAt, x.options.DayTurn)
	b.records[i].flags |= isFact
}

func (x *Index) cite(f *memory.Fact, by int) {
	for _, id := range f.Sources {
		c := x.cited[id]
		switch f.Status {
		case memory.Active:
			c.active += by
		case memory.Superseded, memory.Closed:
			if f.Status == memory.Closed && f.RetiredBy == "" {
				break // time alone closed it: it was so
			}
			c.superseded += by
			c.by = max(c.by, f.ID)
		}
		x.cited[id] = c
	}
}

// overridden gives the fact that an episode is out of date with: it is cited by a
// fact that was superseded or taken back and by no active one. What was said after
// that fact was retired is not.
func (x *Index) overridden(id memory.EpisodeID) (memory.FactID, bool) {
	if len(x.cited) == 0 {
		return 0, false
	}
	c := x.cited[id]
	if c.superseded == 0 || c.active > 0 {
		return 0, false
	}
	s := x.facts[c.by]
	doc, ok := x.episodes.find(id)
	if s == nil || !ok || s.fact.RetiredAt.IsZero() {
		return c.by, true
	}
	b, i := x.docs.at(doc)
	return c.by, b.records[i].at <= s.fact.RetiredAt.Unix()
}

// inPlaceOf follows a superseded fact to the one that stands now, or the last
// one that did; 0 where nothing took its place.
func (x *Index) inPlaceOf(id memory.FactID) memory.FactID {
	for range maxSuccession {
		s := x.facts[id]
		if s == nil || s.fact.SupersededBy == 0 || s.fact.SupersededBy == id {
			return id
		}
		id = s.fact.SupersededBy
	}
	return id
}

// maxSuccession bounds a chain of facts that replaced each other; a ring
// would otherwise never end.
const maxSuccession = 1000
