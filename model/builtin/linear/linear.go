// Package linear is a small log-linear classifier (multinomial logistic
// regression) over hashed features: it trains, and keeps what it learnt in a
// table that is read where it lies.
//
// It knows nothing of words, messages or acts: features are hashes, classes
// are numbers.
package linear

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Example is one thing to learn from: its features, each at most once, and
// its class in [0, classes).
type Example struct {
	Features []uint32
	Class    int
}

// The table: mark, number of classes, number of rows, then rows in the order
// of their feature: the feature's hash and a weight for each class, in steps
// of 1/step.
const (
	mark   = "LLW1"
	header = len(mark) + 4 + 4
	step   = 32.0
	widest = 127 // steps
)

// maxClasses bounds what a table may claim.
const maxClasses = 64

// Weights are what was learnt. They are never changed.
type Weights struct {
	table   []byte // rows
	classes int
	rows    int
	starts  []int // the first row of each run of hashes with the same first bits
}

// firstBits are as many as leave a run of a few rows.
const firstBits = 12

// indexed adds where the runs start.
func (w Weights) indexed() Weights {
	w.starts = make([]int, 1<<firstBits+1)
	run := 0
	for row := range w.rows {
		for ; run <= int(w.feature(row)>>(32-firstBits)); run++ {
			w.starts[run] = row
		}
	}
	for ; run < len(w.starts); run++ {
		w.starts[run] = w.rows
	}
	return w
}

// Read takes weights from what Bytes gave.
func Read(data []byte) (Weights, error) {
	if len(data) < header || string(data[:len(mark)]) != mark {
		return Weights{}, errors.New("read weights: not a table of weights")
	}
	classes := int(binary.LittleEndian.Uint32(data[len(mark):]))
	rows := int(binary.LittleEndian.Uint32(data[len(mark)+4:]))
	if classes < 1 || classes > maxClasses || rows < 0 || rows > len(data) || len(data) != header+rows*(4+classes) {
		return Weights{}, fmt.Errorf("read weights: %d bytes do not hold %d rows of %d classes", len(data), rows, classes)
	}
	w := Weights{table: data[header:], classes: classes, rows: rows}
	for row := 1; row < rows; row++ {
		if w.feature(row-1) >= w.feature(row) {
			return Weights{}, fmt.Errorf("read weights: row %d is out of order", row)
		}
	}
	return w.indexed(), nil
}

// Bytes is the table to keep.
func (w Weights) Bytes() []byte {
	out := append([]byte(nil), mark...)
	out = binary.LittleEndian.AppendUint32(out, uint32(w.classes))
	out = binary.LittleEndian.AppendUint32(out, uint32(w.rows))
	return append(out, w.table...)
}

// Classes is how many classes there are; 0 for weights that nothing was
// learnt for.
func (w Weights) Classes() int { return w.classes }

func (w Weights) feature(row int) uint32 {
	return binary.LittleEndian.Uint32(w.table[row*(4+w.classes):])
}

// row gives the weights of a feature, nil if it was never seen.
func (w Weights) row(f uint32) []byte {
	if w.rows == 0 {
		return nil
	}
	run := f >> (32 - firstBits)
	for row := w.starts[run]; row < w.starts[run+1]; row++ {
		if w.feature(row) == f {
			at := row*(4+w.classes) + 4
			return w.table[at : at+w.classes]
		}
	}
	return nil
}

// Probabilities gives for each class how likely it is, summing to 1: the
// softmax of the sums of its features' weights.
func (w Weights) Probabilities(features []uint32) []float64 {
	p := make([]float64, w.classes)
	for _, f := range features {
		for c, b := range w.row(f) {
			p[c] += float64(int8(b)) / step
		}
	}
	softmax(p)
	return p
}

func softmax(p []float64) {
	top := math.Inf(-1)
	for _, x := range p {
		top = max(top, x)
	}
	sum := 0.0
	for c, x := range p {
		p[c] = math.Exp(x - top)
		sum += p[c]
	}
	for c := range p {
		p[c] /= sum
	}
}
