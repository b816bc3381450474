package recall

import "encoding/binary"

// postings list the documents that hold a word, in order, each with how often:
// a varint of (distance from the one before) · 4 + (times − 1, at most 3). In
// the BM25 of short texts a fifth time adds next to nothing.
type postings struct {
	data []byte
	last uint32 // the last document + 1
	n    uint32
}

// maxTimes is the highest count a posting tells apart.
const maxTimes = 4

func (p *postings) add(doc uint32, times int) {
	gap := doc + 1 - p.last
	p.data = binary.AppendUvarint(p.data, uint64(gap)<<2|uint64(min(times, maxTimes)-1))
	p.last = doc + 1
	p.n++
}

// each calls yield for every document of the list, in order.
func (p *postings) each(yield func(doc uint32, times int)) {
	doc := ^uint32(0) // one before the first
	for data := p.data; len(data) > 0; {
		x := uint64(data[0])
		n := 1
		if x >= 0x80 {
			x, n = binary.Uvarint(data)
		}
		data = data[n:]
		doc += uint32(x >> 2)
		yield(doc, int(x&3)+1)
	}
}
