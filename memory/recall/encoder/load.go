package encoder

import (
	"encoding/binary"
	"errors"
	"math"
	"strings"
)

// magic begins a file of weights.
const magic = "muisto encoder 1\n"

// errDamaged is returned for weights that are not what gen writes.
var errDamaged = errors.New("the weights are damaged")

// reader walks over a file of weights; it stops at the first fault.
type reader struct {
	rest string
	bad  bool
}

func (r *reader) take(n int) string {
	if n < 0 || n > len(r.rest) {
		r.bad = true
		return ""
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

func (r *reader) number() int {
	s := r.take(4)
	if len(s) < 4 {
		return 0
	}
	return int(binary.LittleEndian.Uint32([]byte(s)))
}

func (r *reader) floats(n int) []float32 {
	s := []byte(r.take(4 * n))
	out := make([]float32, len(s)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(s[4*i:]))
	}
	return out
}

func (r *reader) table(rows, columns int) matrix {
	return matrix{scale: r.floats(rows), weights: r.take(rows * columns), columns: columns}
}

func (r *reader) linear(rows, columns int) matrix {
	m := r.table(rows, columns)
	m.bias = r.floats(rows)
	return m
}

func (r *reader) norm(width int) norm {
	return norm{gain: r.floats(width), bias: r.floats(width)}
}

// load reads weights in place; text must stay as it is. The order is that of
// gen.
func load(text string) (*network, error) {
	r := &reader{rest: text}
	if r.take(len(magic)) != magic {
		return nil, errDamaged
	}
	layers, hidden, heads, wide := r.number(), r.number(), r.number(), r.number()
	pieces, places := r.number(), r.number()
	if r.bad || layers < 1 || heads < 1 || hidden != Dimensions || hidden%heads != 0 || wide < hidden || places < MaxTokens {
		return nil, errDamaged
	}
	n := &network{hidden: hidden, heads: heads, bend: newGelu()}
	words := r.take(r.number())
	var ok bool
	if n.vocabulary, ok = newVocabulary(words, pieces); !ok {
		return nil, errDamaged
	}
	n.words, n.positions, n.embedded = r.table(pieces, hidden), r.table(places, hidden), r.norm(hidden)
	for range layers {
		n.layers = append(n.layers, layer{
			query: r.linear(hidden, hidden), key: r.linear(hidden, hidden), value: r.linear(hidden, hidden),
			output: r.linear(hidden, hidden), attended: r.norm(hidden),
			up: r.linear(wide, hidden), down: r.linear(hidden, wide), fed: r.norm(hidden),
		})
		if r.bad {
			return nil, errDamaged
		}
	}
	if r.rest != "" {
		return nil, errDamaged
	}
	return n, nil
}

func newVocabulary(text string, pieces int) (vocabulary, bool) {
	v := vocabulary{text: text, start: make([]uint32, 1, pieces+1)}
	for at := 0; at < len(text); {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return v, false
		}
		at += n + 1
		v.start = append(v.start, uint32(at))
	}
	var a, b, c bool
	v.begin, a = v.find("[CLS]")
	v.end, b = v.find("[SEP]")
	v.unknown, c = v.find("[UNK]")
	return v, a && b && c && len(v.start) == pieces+1
}
