package recall

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

// draft is a document read but not yet entered.
type draft struct {
	words []token
	// names are the keys of the words of its names.
	names []string
	pairs pairBits
	asks  uint8
	// said are the words of the messages that the text lacks.
	said []token
	// source is the message that begins the exchange they are of; 0 if not known.
	source int64
}

// draftOf reads a document's words: those of its text, and those of its names
// and its topic that the text lacks.
func (t *tongues) draftOf(text, about string, names []memory.Name) draft {
	d := draft{words: make([]token, 0, len(text)/5), asks: asking(text)}
	tokens(text, func(w token) { d.words = append(d.words, w) })
	t.pairs(d.words, func(i, j int) { d.pairs.add(pairOf(d.words[i].key, d.words[j].key)) })
	extra := func(w token) {
		if !slices.ContainsFunc(d.words, func(o token) bool { return o.key == w.key }) {
			d.words = append(d.words, w)
		}
	}
	for _, n := range names {
		tokens(n.Text, func(w token) {
			extra(w)
			d.names = append(d.names, w.key)
		})
	}
	tokens(about, extra)
	return d
}

// hear takes in the words of the messages that a document came from.
func (d *draft) hear(said string) {
	if said == "" {
		return
	}
	known := make(map[string]bool, len(d.words))
	for _, w := range d.words {
		known[w.key] = true
	}
	tokens(said, func(w token) {
		if !known[w.key] {
			d.said = append(d.said, w)
		}
	})
}

// count is how often a document holds a word.
type count struct {
	id    wordID
	times int
}

// write enters a document's words. Its meaning follows at finish.
func (x *Index) write(doc uint32, d *draft) {
	from := len(x.written)
	x.written = x.words.add(d.words, x.table, x.written)
	ids := x.written[from:]
	for _, key := range d.names {
		x.words.entries[x.words.ids[key]].name = true
	}
	b, i := x.docs.at(doc)
	b.length[i], b.records[i].asks, b.pairs[i] = uint16(min(len(ids), math.MaxUint16)), d.asks, d.pairs
	x.count(doc, ids)
	if len(d.said) > 0 {
		b.said[i] = uint16(min(len(ids)+len(d.said), math.MaxUint16))
		x.hears(doc, d.said)
	}
}

// hears enters the words of the messages that a document came from.
func (x *Index) hears(doc uint32, said []token) {
	x.hearing = x.words.add(said, x.table, x.hearing[:0])
	x.counts = x.counts[:0]
	for _, id := range x.hearing {
		x.counts = append(x.counts, count{id, 1})
	}
	b, i := x.docs.at(doc)
	m := mass(float64(b.records[i].salience))
	x.eachCount(func(e *entry, times int) {
		e.said.add(doc, times)
		e.mass += m
	})
}

// eachCount calls yield for every distinct word counted, and how often.
func (x *Index) eachCount(yield func(e *entry, times int)) {
	slices.SortFunc(x.counts, func(a, b count) int { return int(a.id) - int(b.id) })
	for i := 0; i < len(x.counts); {
		j := i
		for j < len(x.counts) && x.counts[j].id == x.counts[i].id {
			j++
		}
		yield(&x.words.entries[x.counts[i].id], j-i)
		i = j
	}
}

func (x *Index) count(doc uint32, ids []wordID) {
	x.counts = x.counts[:0]
	for _, id := range ids {
		x.counts = append(x.counts, count{id, 1})
	}
	b, i := x.docs.at(doc)
	m := mass(float64(b.records[i].salience))
	x.mass += m
	x.eachCount(func(e *entry, times int) {
		e.postings.add(doc, times)
		e.mass += m
	})
}

// finish works out the meanings of the documents that were written since it
// was last called, the first of which is from.
func (x *Index) finish(from int) {
	starts := make([]int, x.docs.n-from+1)
	for i := range x.docs.n - from {
		b, j := x.docs.at(uint32(from + i))
		starts[i+1] = starts[i] + int(b.length[j])
	}
	parallel(x.docs.n-from, func(i int) { x.mean(uint32(from+i), x.written[starts[i]:starts[i+1]]) })
	x.written = x.written[:0]
}

func (x *Index) mean(doc uint32, ids []wordID) {
	var s sentence
	for _, id := range ids {
		if row := x.words.entries[id].row; row >= 0 {
			s.add(x.table, int(row), 1)
		}
	}
	if v, ok := s.unit(x.table); ok {
		b, i := x.docs.at(doc)
		quantise(&v, &b.vector[i])
		b.sketch[i] = vectors.Signs(&v)
		b.records[i].flags |= hasVector
	}
}

// parallel calls work for 0 to n−1, on all processors where that pays.
func parallel(n int, work func(i int)) {
	const least = 64
	workers := min(runtime.GOMAXPROCS(0), n/least)
	if workers < 2 {
		for i := range n {
			work(i)
		}
		return
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w * n / workers; i < (w+1)*n/workers; i++ {
				work(i)
			}
		})
	}
	wg.Wait()
}
