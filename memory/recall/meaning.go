package recall

import (
	"math"

	"muisto/memory/recall/vectors"
)

// sentence adds up the words of a text into its meaning: the average weighted
// by SIF with the common component taken out (Arora, Liang and Ma, "A Simple
// but Tough-to-Beat Baseline for Sentence Embeddings", ICLR 2017).
type sentence struct {
	sum   [vectors.Dimensions]float32
	words int
}

func (s *sentence) add(t *vectors.Table, row int, weight float32) {
	t.AddTo(&s.sum, row, weight*vectors.SIF(row))
	s.words++
}

// unit gives the meaning as a vector of length one; false where no word had one.
func (s *sentence) unit(t *vectors.Table) ([vectors.Dimensions]float32, bool) {
	v, c := s.sum, t.Common()
	along := float32(0)
	for i := range v {
		along += v[i] * c[i]
	}
	length := 0.0
	for i := range v {
		v[i] -= along * c[i]
		length += float64(v[i]) * float64(v[i])
	}
	if s.words == 0 || length < 1e-12 {
		return v, false
	}
	scale := float32(1 / math.Sqrt(length))
	for i := range v {
		v[i] *= scale
	}
	return v, true
}

// small is a component of a unit vector as an int8: components beyond ±0.5
// are rare, and cut.
const small = 254

func quantise(v *[vectors.Dimensions]float32, q *[vectors.Dimensions]int8) {
	for i, x := range v {
		q[i] = int8(min(max(math.Round(float64(x)*small), -127), 127))
	}
}

// cosine is that of the angle between a unit vector and a quantised one.
func cosine(v *[vectors.Dimensions]float32, q *[vectors.Dimensions]int8) float64 {
	// Four sums, since each waits for its own last addition only.
	var s [4]float32
	for i := 0; i < len(q); i += 4 {
		s[0] += v[i] * float32(q[i])
		s[1] += v[i+1] * float32(q[i+1])
		s[2] += v[i+2] * float32(q[i+2])
		s[3] += v[i+3] * float32(q[i+3])
	}
	return float64(s[0]+s[1]+s[2]+s[3]) / small
}
