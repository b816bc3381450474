package recall

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"time"

	"muisto/memory"
)

// Bounds on the texts of an image, in bytes.
const (
	maxImageName = 64 << 10
	// maxFolded is how long a word is at most: taking off diacritics can lengthen one.
	maxFolded = 32 * maxWord
)

// openImage reads the mark and the head. It fails with errImage for what is not
// an image of this layout.
func openImage(from io.Reader, size int64) (*opener, imageHead, error) {
	o := &opener{from: from, left: size}
	mark := make([]byte, len(imageMark))
	if err := o.fill(mark); err != nil {
		return nil, imageHead{}, err
	}
	if string(mark) != imageMark {
		return nil, imageHead{}, errImage
	}
	kind, r, err := o.next()
	if err != nil {
		return nil, imageHead{}, err
	}
	var h imageHead
	if kind != headFrame || r.uint() != imageForm {
		return nil, h, errImage
	}
	h.get(r)
	return o, h, r.end()
}

func (h *imageHead) get(r *reader) {
	h.analysis = r.fixed64()
	h.dayTurn = int(r.int())
	for _, n := range revisionParts(&h.upTo) {
		*n = r.int()
	}
	h.print = []byte(r.text(maxImageName))
	h.embedder = r.text(maxImageName)
	h.documents = int(r.below(math.MaxUint32))
	h.words = int(r.below(math.MaxUint32))
	h.sittings = uint32(r.below(math.MaxUint32))
	h.mass = r.float()
	h.stored = languageSet(r.below(1 << len(languages)))
}

// restore fills an empty index from the frames after the head. What fails has
// left the index half full. Vectors of another model than the one named are
// skipped.
func (x *Index) restore(o *opener, h *imageHead, embedder string) error {
	x.sittings, x.mass, x.words.stored = h.sittings, h.mass, h.stored
	for {
		kind, r, err := o.next()
		if err != nil {
			return err
		}
		switch kind {
		case blockFrame:
			x.getBlock(r, h)
		case wordFrame:
			x.getWords(r, h)
		case stemFrame:
			x.getStems(r)
		case peopleFrame:
			x.getPeople(r)
		case talkFrame:
			x.getTalks(r)
		case lastingFrame:
			x.getLasting(r)
		case factFrame:
			x.getFacts(r)
		case vectorFrame:
			if embedder == h.embedder {
				x.getVectors(r)
			} else {
				r.rest = nil
			}
		case endFrame:
			return errors.Join(r.end(), x.whole(o, h))
		default:
			return errImage
		}
		if err := r.end(); err != nil {
			return err
		}
	}
}

// whole fails for an image that ended before everything was there.
func (x *Index) whole(o *opener, h *imageHead) error {
	if o.left != 0 || x.docs.n != h.documents || len(x.words.entries) != h.words || len(x.words.ids) != h.words {
		return errImage
	}
	people := uint32(len(x.people.numbers))
	for doc := range uint32(x.docs.n) {
		b, i := x.docs.at(doc)
		if b.records[i].speaker > people {
			return errImage
		}
	}
	return nil
}

func (x *Index) getBlock(r *reader, h *imageHead) {
	n := min(blockSize, h.documents-x.docs.n)
	b := new(block)
	from := x.docs.n
	x.docs.blocks = append(x.docs.blocks, b)
	x.docs.n += n
	if n == 0 || from%blockSize != 0 {
		r.bad = true
		return
	}
	for i := range n {
		c := &b.records[i]
		getRecord(r, c)
		if !finite(c.lifespan) || !finite(c.salience) || c.before > uint32(h.documents) || c.after > uint32(h.documents) || c.sitting > h.sittings {
			r.bad = true
		}
		if c.flags&isFact == 0 {
			x.episodes.add(memory.EpisodeID(c.id), uint32(from+i))
		}
	}
	const each = 2*2 + 2*8 + len(pairBits{})*8
	for i := range n {
		row := r.take(each)
		if row == nil {
			return
		}
		b.length[i], b.said[i] = binary.LittleEndian.Uint16(row), binary.LittleEndian.Uint16(row[2:])
		b.sketch[i][0], b.sketch[i][1] = binary.LittleEndian.Uint64(row[4:]), binary.LittleEndian.Uint64(row[12:])
		for j := range b.pairs[i] {
			b.pairs[i][j] = binary.LittleEndian.Uint64(row[20+8*j:])
		}
	}
	for i := range n {
		r.signed(b.vector[i][:])
	}
}

func getRecord(r *reader, c *record) {
	row := r.take(recordBytes)
	if row == nil {
		return
	}
	c.id = int64(binary.LittleEndian.Uint64(row))
	c.at = int64(binary.LittleEndian.Uint64(row[8:]))
	c.source = int64(binary.LittleEndian.Uint64(row[16:]))
	part := func(i int) uint32 { return binary.LittleEndian.Uint32(row[24+4*i:]) }
	c.day, c.whenAt = memory.Day(part(0)), memory.Day(part(1))
	c.lifespan, c.salience = math.Float32frombits(part(2)), math.Float32frombits(part(3))
	c.sitting, c.speaker, c.before, c.after = part(4), part(5), part(6), part(7)
	c.flags, c.asks = docFlags(row[recordBytes-2]), row[recordBytes-1]
}

func finite(v float32) bool { return !math.IsNaN(float64(v)) && !math.IsInf(float64(v), 0) }

func (x *Index) getWords(r *reader, h *imageHead) {
	v := x.words
	if v.entries == nil && h.words <= x.docs.n*maxPerDocument {
		v.entries = make([]entry, 0, h.words)
		v.ids = make(map[string]wordID, h.words)
	}
	for len(r.rest) > 0 && !r.bad && len(v.entries) < h.words {
		bits := r.byte()
		e := entry{key: r.text(maxFolded), open: bits&openWord != 0, gram: bits&gramWord != 0, name: bits&nameWord != 0}
		e.lower = e.key
		if bits&lowerWord != 0 {
			e.lower = r.text(maxFolded)
		}
		e.stemmed = languageSet(r.below(1 << len(languages)))
		e.row = int32(r.int())
		if e.row < -1 || int(e.row) >= x.table.Len() {
			r.bad = true
		}
		e.mass = r.float()
		e.postings.get(r, x.docs.n)
		e.said.get(r, x.docs.n)
		v.append(e)
	}
}

// maxPerDocument is how many new words a document can bring, for telling how much
// room is to be made.
const maxPerDocument = 1 << 12

// get reads postings of documents below n.
func (p *postings) get(r *reader, n int) {
	p.n, p.last = uint32(r.below(uint64(n)+1)), uint32(r.below(uint64(n)+1))
	if n := r.many(1); n > 0 {
		p.data = r.take(n)
	}
	seen, end := uint32(0), uint64(0)
	for data := p.data; len(data) > 0; seen++ {
		v, size := binary.Uvarint(data)
		if size <= 0 || v>>2 == 0 {
			r.bad = true
			return
		}
		data = data[size:]
		if end += v >> 2; end > uint64(n) {
			r.bad = true
			return
		}
	}
	if seen != p.n || end != uint64(p.last) {
		r.bad = true
	}
}

func (x *Index) getStems(r *reader) {
	for len(r.rest) > 0 && !r.bad {
		key := stemKey{r.byte(), r.text(maxFolded)}
		if int(key.lang) >= len(languages) {
			r.bad = true
			return
		}
		words := make([]wordID, r.many(1))
		for i := range words {
			words[i] = wordID(r.below(uint64(len(x.words.entries))))
		}
		x.words.stems[key] = words
	}
}

func (x *Index) getPeople(r *reader) {
	for len(r.rest) > 0 && !r.bad {
		x.people.number(r.text(maxImageName))
	}
}

func (x *Index) getTalks(r *reader) {
	for len(r.rest) > 0 && !r.bad {
		conversation := r.text(maxImageName)
		x.talks[conversation] = &talk{last: uint32(r.below(uint64(x.docs.n) + 1))}
	}
}

func (x *Index) getLasting(r *reader) {
	for len(r.rest) > 0 && !r.bad {
		x.lasting = append(x.lasting, memory.EpisodeID(r.int()))
	}
}

func (x *Index) getFacts(r *reader) {
	for len(r.rest) > 0 && !r.bad {
		s := &standing{doc: uint32(r.below(uint64(x.docs.n)))}
		s.ofUser = r.byte() == 1
		f := &s.fact
		f.ID = memory.FactID(r.int())
		f.Kind, f.Status = memory.FactKind(r.text(maxWord)), memory.FactStatus(r.text(maxWord))
		f.Authority, f.RetiredBy = memory.Authority(r.text(maxWord)), memory.Authority(r.text(maxWord))
		f.Salience = r.float()
		f.ValidUntil = memory.Day(r.int())
		f.SupersededBy = memory.FactID(r.int())
		f.Reinforced = int(r.int())
		for _, t := range times(f) {
			if t.UnmarshalBinary([]byte(r.text(maxWord))) != nil {
				r.bad = true
			}
		}
		f.Sources = make([]memory.EpisodeID, r.many(1))
		for i := range f.Sources {
			f.Sources[i] = memory.EpisodeID(r.int())
		}
		if !r.bad {
			x.facts[f.ID] = s
			x.cite(f, 1)
		}
	}
}

// times are those of a fact that an index keeps.
func times(f *memory.Fact) []*time.Time {
	return []*time.Time{&f.FormedAt, &f.EvidenceAt, &f.RetiredAt, &f.RetoldAt}
}

func (x *Index) getVectors(r *reader) {
	dimensions, rows := int(r.below(MaxDimensions+1)), int(r.below(vectorRows+1))
	docs := r.take(4 * rows)
	values := make([]int8, min(dimensions*rows, len(r.rest)))
	r.signed(values)
	if r.bad || len(values) != dimensions*rows {
		r.bad = true
		return
	}
	for i := range rows {
		doc := binary.LittleEndian.Uint32(docs[4*i:])
		if int(doc) >= x.docs.n {
			r.bad = true
			return
		}
		x.embedded.add(doc, values[i*dimensions:(i+1)*dimensions])
	}
}

// revisionParts are the numbers of a revision.
func revisionParts(r *memory.Revision) []*int64 {
	return []*int64{(*int64)(&r.Episode), &r.Fact, &r.Vector, &r.Change, &r.Withdrawn, &r.Rewritten}
}
