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
		if p.at[j] <= b.at[i] {
			break
		}
		before, after = p.before[j], before
	}
	b.before[i], b.after[i] = before, after
	b.sitting[i] = 0
	if before != 0 {
		p, j := x.docs.at(before - 1)
		p.after[j] = doc + 1
		if b.at[i]-p.at[j] <= sittingGap {
			b.sitting[i] = p.sitting[j]
		}
	}
	if after == 0 {
		t.last = doc + 1
	} else {
		a, j := x.docs.at(after - 1)
		a.before[j] = doc + 1
		if b.sitting[i] == 0 && a.at[j]-b.at[i] <= sittingGap {
			b.sitting[i] = a.sitting[j]
		}
	}
	if b.sitting[i] == 0 {
		x.sittings++
		b.sitting[i] = x.sittings
	}
}
