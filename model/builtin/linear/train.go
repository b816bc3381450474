package linear

import (
	"encoding/binary"
	"math"
	"sort"
)

// How it is trained. AdaGrad (Duchi, Hazan and Singer 2011) gives each weight
// its own rate; the pull towards zero keeps rare features from saying much.
const (
	epochs   = 30
	rate     = 0.1
	pull     = 0.005 // L2, for each example that has the feature
	seenMin  = 2     // examples; what was seen once teaches nothing general
	smallest = 1e-8
)

// Train learns to tell the classes apart. The same examples in the same order
// give the same weights.
func Train(examples []Example, classes int) Weights {
	seen := make(map[uint32]int)
	for _, e := range examples {
		for _, f := range e.Features {
			seen[f]++
		}
	}
	var features []uint32
	for f, n := range seen {
		if n >= seenMin {
			features = append(features, f)
		}
	}
	sort.Slice(features, func(i, j int) bool { return features[i] < features[j] })
	t := trainer{classes: classes, place: make(map[uint32]int, len(features))}
	for i, f := range features {
		t.place[f] = i
	}
	t.weight = make([]float64, len(features)*classes)
	t.squares = make([]float64, len(features)*classes)
	rows := make([][]int, len(examples))
	for i, e := range examples {
		for _, f := range e.Features {
			if at, ok := t.place[f]; ok {
				rows[i] = append(rows[i], at*classes)
			}
		}
	}
	order := shuffled{state: 1}
	for range epochs {
		for _, i := range order.next(len(examples)) {
			t.learn(rows[i], examples[i].Class)
		}
	}
	return t.table(features)
}

type trainer struct {
	classes int
	place   map[uint32]int // row of a feature
	weight  []float64
	squares []float64 // of the gradients so far
}

// learn takes one step down the gradient. Every product is rounded by itself,
// so that no processor fuses it into the sum and comes out elsewhere.
func (t *trainer) learn(rows []int, class int) {
	p := make([]float64, t.classes)
	for _, r := range rows {
		for c := range p {
			p[c] += t.weight[r+c]
		}
	}
	softmax(p)
	p[class]--
	for _, r := range rows {
		for c := range p {
			k := r + c
			g := p[c] + float64(pull*t.weight[k])
			t.squares[k] += float64(g * g)
			t.weight[k] -= float64(rate*g) / (math.Sqrt(t.squares[k]) + smallest)
		}
	}
}

// table keeps the rows that say something.
func (t *trainer) table(features []uint32) Weights {
	w := Weights{classes: t.classes}
	row := make([]byte, t.classes)
	for i, f := range features {
		says := false
		for c := range row {
			s := math.Round(float64(t.weight[i*t.classes+c] * step))
			s = max(-widest, min(widest, s))
			row[c] = byte(int8(s))
			says = says || math.Abs(s) >= 2
		}
		if !says {
			continue
		}
		w.table = binary.LittleEndian.AppendUint32(w.table, f)
		w.table = append(w.table, row...)
		w.rows++
	}
	return w.indexed()
}

// shuffled gives orders that look random and are always the same (a linear
// congruential generator, Knuth's MMIX constants, and Fisher and Yates).
type shuffled struct{ state uint64 }

func (s *shuffled) next(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	for i := n - 1; i > 0; i-- {
		s.state = s.state*6364136223846793005 + 1442695040888963407
		j := int((s.state >> 33) % uint64(i+1))
		out[i], out[j] = out[j], out[i]
	}
	return out
}
