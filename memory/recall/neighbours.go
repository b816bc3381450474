package recall

// sittingGap ends a sitting, in seconds: what is said three hours later is
// another occasion.
const sittingGap = 3 * 3600

// maxOutOfOrder is how far back a late document of a conversation is moved to
// its place in time; one later still becomes a neighbour out of order.
const maxOutOfOrder = 512

// join puts a document in its place in time among those of its conversation.
func (x *Index) join(doc uint32, conversation string) {
	b, i := x.docs.at(doc)
	t := x.talks[conversation]
	if t == nil {
		t = new(talk)
		x.talks[conversation] = t
	}
	before, after := t.last, uint32(0)
	for range maxOutOfOrder {
		if before == 0 {
			break
		}
		p, j := x.docs.at(before - 1)
		if p.records[j].at <= b.records[i].at {
			break
		}
		before, after = p.records[j].before, before
	}
	b.records[i].before, b.records[i].after = before, after
	b.records[i].sitting = 0
	if before != 0 {
		p, j := x.docs.at(before - 1)
		p.records[j].after = doc + 1
		if b.records[i].at-p.records[j].at <= sittingGap {
			b.records[i].sitting = p.records[j].sitting
		}
	}
	if after == 0 {
		t.last = doc + 1
	} else {
		a, j := x.docs.at(after - 1)
		a.records[j].before = doc + 1
		if b.records[i].sitting == 0 && a.records[j].at-b.records[i].at <= sittingGap {
			b.records[i].sitting = a.records[j].sitting
		}
	}
	if b.records[i].sitting == 0 {
		x.sittings++
		b.records[i].sitting = x.sittings
	}
}

// maxOfExchange is how many memories of one exchange are stepped over.
const maxOfExchange = 32

// step goes n steps back in time from a document, or ahead for a negative n,
// within its sitting; false where the sitting ends before that.
func (x *Index) step(doc uint32, n int) (uint32, bool) {
	b, i := x.docs.at(doc)
	sitting, source := b.records[i].sitting, b.records[i].source
	for skipped := 0; n != 0; {
		next := b.records[i].after
		if n > 0 {
			next = b.records[i].before
		}
		if next == 0 {
			return 0, false
		}
		doc = next - 1
		b, i = x.docs.at(doc)
		if b.records[i].sitting != sitting {
			return 0, false
		}
		if own := b.records[i].source; own != 0 && own == source {
			if skipped++; skipped > maxOfExchange {
				return 0, false
			}
			continue // it is of the same exchange, which is known by itself
		} else {
			source = own
		}
		if n > 0 {
			n--
		} else {
			n++
		}
	}
	return doc, sitting != 0
}

// around gives the neighbours of a document, up to two steps off.
func (x *Index) around(doc uint32) []uint32 {
	out := make([]uint32, 0, 4)
	for _, n := range [4]int{1, 2, -1, -2} {
		if d, ok := x.step(doc, n); ok {
			out = append(out, d)
		}
	}
	return out
}

// neighbours makes the cue of each candidate: its own score, and what the
// memories next to it in time remind of.
func (x *Index) neighbours(s *scratch) {
	for i := range s.cands {
		c := &s.cands[i]
		b, j := x.docs.at(c.doc)
		s.best[b.records[j].sitting] = max(s.best[b.records[j].sitting], float32(c.own))
	}
	for i := range s.cands {
		c := &s.cands[i]
		b, j := x.docs.at(c.doc)
		self := c.own
		if top := s.best[b.records[j].sitting]; b.records[j].sitting != 0 && top > float32(c.own) {
			c.near = x.mix.Sitting * float64(top) * x.short(c.doc)
			self += x.mix.Sitting * c.own * (1 - x.short(c.doc))
		} else {
			self += x.mix.Sitting * c.own
		}
		for k := range 2 {
			x.beside(s, c, k+1, x.mix.Earlier[k], &self)
			x.beside(s, c, -k-1, x.mix.Later[k], &self)
		}
		short := x.short(c.doc)
		ask := 1 - x.mix.Asks*short*float64(b.records[j].asks)/255
		c.near *= ask
		c.cue = self*ask + c.near
	}
}

// beside adds a part of what the neighbour n steps off scores. Where a sitting
// has none, the memory stands for it itself: the first words of a sitting are
// not the poorer for having none before.
func (x *Index) beside(s *scratch, c *candidate, n int, part float64, self *float64) {
	d, ok := x.step(c.doc, n)
	switch {
	case !ok:
		*self += part * c.own
	case s.slot[d] != 0:
		short := x.short(c.doc)
		c.near += part * s.cands[s.slot[d]-1].own * short
		*self += part * c.own * (1 - short)
	default:
		*self += part * c.own * (1 - x.short(c.doc))
	}
}

// short tells how far a memory needs what stands beside it, in [0, 1]: a turn of
// a few words says little by itself, a long message all that belongs to it.
func (x *Index) short(doc uint32) float64 {
	b, i := x.docs.at(doc)
	n := float64(max(b.said[i], b.length[i]))
	return min(max((x.mix.Long-n)/(x.mix.Long-x.mix.Short+1e-9), 0), 1)
}
