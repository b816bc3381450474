package english

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The file: mark, then the names of the tags ("VERB/VBD") and of the relations,
// each a list joined by spaces behind its length, then the known words with
// their tags, then one table for the tagger and one for the parser. A table is
// its number of features, then each feature in the order of its hash: the
// difference to the hash before it (uvarint), the number of its weights, and
// these as pairs of class and weight in steps.
const mark = "UDW1"

// maxClasses is what a byte can name.
const maxClasses = 256

type tagName struct{ pos, tag string }

// grammar is what was learnt. It is never changed once it is read.
type grammar struct {
	tags   []tagName
	rels   []string
	tagger weights
	parser weights
}

// pair is the weight of one class.
type pair struct {
	class  uint8
	weight int8
}

// weights give the classes that a feature speaks for or against.
type weights struct {
	features []uint32
	ends     []uint32 // of a feature's pairs
	pairs    []pair
	runs     []uint32 // the first feature of each run with the same first bits
}

// runBits leave runs of one or two features.
const runBits = 18

func (w *weights) of(f uint32) []pair {
	run := f >> (32 - runBits)
	for k := w.runs[run]; k < w.runs[run+1]; k++ {
		if w.features[k] == f {
			from := uint32(0)
			if k > 0 {
				from = w.ends[k-1]
			}
			return w.pairs[from:w.ends[k]]
		}
	}
	return nil
}

// score adds what the features say about each class.
func (w *weights) score(features []uint32, into []int32) {
	clear(into)
	for _, f := range features {
		for _, p := range w.of(f) {
			into[p.class] += int32(p.weight)
		}
	}
}

func (w *weights) index() {
	w.runs = make([]uint32, 1<<runBits+1)
	run := 0
	for k, f := range w.features {
		for ; run <= int(f>>(32-runBits)); run++ {
			w.runs[run] = uint32(k)
		}
	}
	for ; run < len(w.runs); run++ {
		w.runs[run] = uint32(len(w.features))
	}
}

var errCut = errors.New("read weights: cut short")

type reader struct{ data []byte }

func (r *reader) uvarint() (uint64, error) {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		return 0, errCut
	}
	r.data = r.data[n:]
	return v, nil
}

func (r *reader) list() ([]string, error) {
	n, err := r.uvarint()
	if err != nil || n > uint64(len(r.data)) {
		return nil, errCut
	}
	s := string(r.data[:n])
	r.data = r.data[n:]
	out := strings.Split(s, " ")
	if len(out) >= maxClasses/2 {
		return nil, fmt.Errorf("read weights: %d names", len(out))
	}
	return out, nil
}

func (r *reader) table(classes int) (weights, error) {
	var w weights
	n, err := r.uvarint()
	if err != nil || n > uint64(len(r.data)) {
		return w, errCut
	}
	w.features, w.ends = make([]uint32, 0, n), make([]uint32, 0, n)
	last := uint64(0)
	for range n {
		step, err := r.uvarint()
		if err != nil || len(r.data) == 0 {
			return w, errCut
		}
		last += step
		k := int(r.data[0])
		if last>>32 != 0 || len(r.data) < 1+2*k {
			return w, errCut
		}
		for i := range k {
			p := pair{r.data[1+2*i], int8(r.data[2+2*i])}
			if int(p.class) >= classes {
				return w, fmt.Errorf("read weights: class %d of %d", p.class, classes)
			}
			w.pairs = append(w.pairs, p)
		}
		r.data = r.data[1+2*k:]
		w.features = append(w.features, uint32(last))
		w.ends = append(w.ends, uint32(len(w.pairs)))
	}
	w.index()
	return w, nil
}

func readGrammar(data []byte) (*grammar, error) {
	if len(data) < len(mark) || string(data[:len(mark)]) != mark {
		return nil, errors.New("read weights: not a table of weights")
	}
	r, g := &reader{data[len(mark):]}, &grammar{}
	names, err := r.list()
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		pos, tag, _ := strings.Cut(n, "/")
		g.tags = append(g.tags, tagName{pos, tag})
	}
	if g.rels, err = r.list(); err != nil {
		return nil, err
	}
	if g.tagger, err = r.table(len(g.tags)); err != nil {
		return nil, err
	}
	if g.parser, err = r.table(classesOf(len(g.rels))); err != nil {
		return nil, err
	}
	return g, nil
}

// bytes is the file to keep.
func (g *grammar) bytes() []byte {
	out := []byte(mark)
	names := make([]string, len(g.tags))
	for i, t := range g.tags {
		names[i] = t.pos + "/" + t.tag
	}
	for _, list := range [][]string{names, g.rels} {
		s := strings.Join(list, " ")
		out = append(binary.AppendUvarint(out, uint64(len(s))), s...)
	}
	for _, w := range []*weights{&g.tagger, &g.parser} {
		out = binary.AppendUvarint(out, uint64(len(w.features)))
		last := uint32(0)
		for k, f := range w.features {
			ps := w.of(f)
			out = binary.AppendUvarint(out, uint64(f-last))
			out = append(out, byte(len(ps)))
			for _, p := range ps {
				out = append(out, p.class, byte(p.weight))
			}
			last = w.features[k]
		}
	}
	return out
}

func (g *grammar) tagIndex(pos, tag string) int { return slices.Index(g.tags, tagName{pos, tag}) }
