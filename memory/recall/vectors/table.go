package vectors

import (
	"math"
	"slices"
	"strings"
)

// Table holds the vectors of words, commonest word first.
type Table struct {
	text   string   // all words, one after another
	starts []uint32 // where each word starts in text, and the end of the last
	sorted []uint16 // rows in the order of their words
	rows   []int8   // Dimensions a word
	scales []float32
	common [Dimensions]float32
}

// Len is the number of words.
func (t *Table) Len() int { return len(t.scales) }

// Row gives the row of a word in lower case; the lower, the commoner the word.
func (t *Table) Row(word string) (int, bool) {
	i, ok := slices.BinarySearchFunc(t.sorted, word, func(row uint16, w string) int {
		return strings.Compare(t.Word(int(row)), w)
	})
	if !ok {
		return 0, false
	}
	return int(t.sorted[i]), true
}

// Word is the word of a row.
func (t *Table) Word(row int) string { return t.text[t.starts[row]:t.starts[row+1]] }

// AddTo adds weight times the row's vector to sum.
func (t *Table) AddTo(sum *[Dimensions]float32, row int, weight float32) {
	weight *= t.scales[row]
	for i, x := range t.rows[row*Dimensions : (row+1)*Dimensions] {
		sum[i] += weight * float32(x)
	}
}

// Common is the unit vector of what all sentences share: the direction that
// Arora et al. (see Probability) take out of every sentence.
func (t *Table) Common() *[Dimensions]float32 { return &t.common }

// SIF is the weight a/(a+p) of a word in the average of a sentence, with p its
// Probability and a = 1e-3: "smooth inverse frequency" (Arora, Liang and Ma, "A
// Simple but Tough-to-Beat Baseline for Sentence Embeddings", ICLR 2017).
func SIF(row int) float32 {
	const a = 1e-3
	return float32(a / (a + Probability(row)))
}

// Probability estimates how often the word of a row is said, as a share of all
// words: p = c/(row+b), the law of Zipf and Mandelbrot with b = 2.7, and c so
// that all rows of a vocabulary of 400,000 add up to one.
func Probability(row int) float64 {
	const b, c = 2.7, 0.0826 // 1/Σ 1/(row+b)
	return c / (float64(row) + b)
}

// Cosine is that of the angle between the vectors of two rows, in [-1, 1].
func (t *Table) Cosine(a, b int) float64 {
	var ab, aa, bb int32
	x, y := t.rows[a*Dimensions:(a+1)*Dimensions], t.rows[b*Dimensions:(b+1)*Dimensions]
	for i, p := range x {
		q := y[i]
		ab += int32(p) * int32(q)
		aa += int32(p) * int32(p)
		bb += int32(q) * int32(q)
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return float64(ab) / math.Sqrt(float64(aa)*float64(bb))
}
