package recall

import (
	"cmp"
	"io"
	"math"
	"slices"

	"muisto/memory"
)

// view is an index at one moment, for an image of it. What can still change of it
// is copied; the rest of a document is written once.
type view struct {
	n        int
	blocks   []*block
	records  []record
	entries  []entry
	stored   languageSet
	stems    []stemClass
	people   []string
	talks    []talkEnd
	lasting  []memory.EpisodeID
	facts    []standing
	embedded embedded
	sittings uint32
	mass     float64
}

type stemClass struct {
	stemKey
	words []wordID
}

type talkEnd struct {
	conversation string
	last         uint32
}

// view looks at the index; nothing can be added for as long as that takes.
func (x *Index) view() *view {
	x.mu.RLock()
	defer x.mu.RUnlock()
	v := &view{
		n: x.docs.n, blocks: slices.Clone(x.docs.blocks), records: make([]record, x.docs.n),
		entries: slices.Clone(x.words.entries), stored: x.words.stored, people: make([]string, len(x.people.numbers)),
		lasting: slices.Clone(x.lasting), embedded: x.embedded, sittings: x.sittings, mass: x.mass,
	}
	for k, b := range v.blocks {
		copy(v.records[k*blockSize:], b.records[:])
	}
	for key, words := range x.words.stems {
		v.stems = append(v.stems, stemClass{key, words})
	}
	for name, n := range x.people.numbers {
		v.people[n-1] = name
	}
	for conversation, t := range x.talks {
		v.talks = append(v.talks, talkEnd{conversation, t.last})
	}
	for _, s := range x.facts {
		v.facts = append(v.facts, *s)
	}
	return v
}

// partBytes is how long the frames of lists get.
const partBytes = 1 << 20

// image writes what was seen, whatever is added to the index meanwhile. The same
// index gives the same bytes.
func (v *view) image(h imageHead, to io.Writer) error {
	v.sort()
	s := &sealer{to: to}
	if _, err := io.WriteString(to, imageMark); err != nil {
		return err
	}
	h.documents, h.words, h.sittings, h.mass, h.stored = v.n, len(v.entries), v.sittings, v.mass, v.stored
	h.put(s)
	s.seal(headFrame)
	v.putBlocks(s)
	putParts(s, wordFrame, v.entries, putEntry)
	putParts(s, stemFrame, v.stems, putStems)
	putParts(s, peopleFrame, v.people, func(s *sealer, name *string) { s.text(*name) })
	putParts(s, talkFrame, v.talks, func(s *sealer, t *talkEnd) {
		s.text(t.conversation)
		s.uint(uint64(t.last))
	})
	putParts(s, lastingFrame, v.lasting, func(s *sealer, id *memory.EpisodeID) { s.int(int64(*id)) })
	putParts(s, factFrame, v.facts, putFact)
	v.putVectors(s)
	s.seal(endFrame)
	return s.err
}

func (v *view) sort() {
	slices.SortFunc(v.stems, func(a, b stemClass) int {
		return cmp.Or(cmp.Compare(a.lang, b.lang), cmp.Compare(a.stem, b.stem))
	})
	slices.SortFunc(v.talks, func(a, b talkEnd) int { return cmp.Compare(a.conversation, b.conversation) })
	slices.SortFunc(v.facts, func(a, b standing) int { return cmp.Compare(a.fact.ID, b.fact.ID) })
}

// putParts writes a list, in frames of about partBytes.
func putParts[T any](s *sealer, kind frameKind, list []T, put func(*sealer, *T)) {
	for i := range list {
		put(s, &list[i])
		if len(s.bytes) >= partBytes {
			s.seal(kind)
		}
	}
	if len(s.bytes) > 0 {
		s.seal(kind)
	}
}

// putBlocks writes the documents, a frame for each block.
func (v *view) putBlocks(s *sealer) {
	for k, b := range v.blocks {
		n := min(blockSize, v.n-k*blockSize)
		records := v.records[k*blockSize:][:n]
		for i := range records {
			putRecord(s, &records[i])
		}
		for i := range n {
			s.fixed16(b.length[i])
			s.fixed16(b.said[i])
			s.fixed64(b.sketch[i][0])
			s.fixed64(b.sketch[i][1])
			for _, bits := range b.pairs[i] {
				s.fixed64(bits)
			}
		}
		for i := range n {
			s.signed(b.vector[i][:])
		}
		s.seal(blockFrame)
	}
}

// recordBytes is how long a record is in an image.
const recordBytes = 3*8 + 8*4 + 2

func putRecord(s *sealer, r *record) {
	s.fixed64(uint64(r.id))
	s.fixed64(uint64(r.at))
	s.fixed64(uint64(r.source))
	for _, v := range [...]uint32{
		uint32(r.day), uint32(r.whenAt), math.Float32bits(r.lifespan), math.Float32bits(r.salience),
		r.sitting, r.speaker, r.before, r.after,
	} {
		s.fixed32(v)
	}
	s.byte(byte(r.flags &^ forgotten)) // what is withdrawn is read again at every start
	s.byte(r.asks)
}

// The bits that say what follows of a word.
const (
	openWord = 1 << iota
	gramWord
	nameWord
	lowerWord // lower differs from key
)

func putEntry(s *sealer, e *entry) {
	bits := byte(0)
	for i, set := range [...]bool{e.open, e.gram, e.name, e.lower != e.key} {
		if set {
			bits |= 1 << i
		}
	}
	s.byte(bits)
	s.text(e.key)
	if bits&lowerWord != 0 {
		s.text(e.lower)
	}
	s.uint(uint64(e.stemmed))
	s.int(int64(e.row))
	s.float(e.mass)
	putPostings(s, &e.postings)
	putPostings(s, &e.said)
}

func putPostings(s *sealer, p *postings) {
	s.uint(uint64(p.n))
	s.uint(uint64(p.last))
	s.uint(uint64(len(p.data)))
	s.bytes = append(s.bytes, p.data...)
}

func putStems(s *sealer, c *stemClass) {
	s.byte(c.lang)
	s.text(c.stem)
	s.uint(uint64(len(c.words)))
	for _, id := range c.words {
		s.uint(uint64(id))
	}
}

func putFact(s *sealer, f *standing) {
	s.uint(uint64(f.doc))
	s.byte(map[bool]byte{true: 1}[f.ofUser])
	s.int(int64(f.fact.ID))
	s.text(string(f.fact.Kind))
	s.text(string(f.fact.Status))
	s.text(string(f.fact.Authority))
	s.text(string(f.fact.RetiredBy))
	s.float(f.fact.Salience)
	s.int(int64(f.fact.ValidUntil))
	s.int(int64(f.fact.SupersededBy))
	s.int(int64(f.fact.Reinforced))
	for _, t := range times(&f.fact) {
		text, err := t.MarshalBinary()
		s.err = cmp.Or(s.err, err)
		s.text(string(text))
	}
	s.uint(uint64(len(f.fact.Sources)))
	for _, id := range f.fact.Sources {
		s.int(int64(id))
	}
}

// vectorRows is how many vectors are in a frame.
const vectorRows = 1024

func (v *view) putVectors(s *sealer) {
	e := &v.embedded
	for from := 0; from < len(e.docs); from += vectorRows {
		to := min(from+vectorRows, len(e.docs))
		s.uint(uint64(e.dimensions))
		s.uint(uint64(to - from))
		for _, doc := range e.docs[from:to] {
			s.fixed32(doc)
		}
		s.signed(e.values[from*e.dimensions : to*e.dimensions])
		s.seal(vectorFrame)
	}
}

// imageHead says what an image is of.
type imageHead struct {
	// analysis tells how texts are taken apart; see analysis.
	analysis uint64
	dayTurn  int
	// upTo is how far the memory was read, and print what it held up to there.
	upTo  memory.Revision
	print []byte
	// embedder made the vectors.
	embedder string

	documents, words int
	sittings         uint32
	mass             float64
	stored           languageSet
}

func (h *imageHead) put(s *sealer) {
	s.uint(imageForm)
	s.fixed64(h.analysis)
	s.int(int64(h.dayTurn))
	for _, n := range revisionParts(&h.upTo) {
		s.int(*n)
	}
	s.text(string(h.print))
	s.text(h.embedder)
	s.uint(uint64(h.documents))
	s.uint(uint64(h.words))
	s.uint(uint64(h.sittings))
	s.float(h.mass)
	s.uint(uint64(h.stored))
}
