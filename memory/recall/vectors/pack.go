package vectors

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
)

// The packed form is a deflate stream of: the number of words (uint32, little
// endian); the words, each ended by a line feed; one scale a word (float32);
// and the vectors as int8, dimension by dimension, which deflates better than
// word by word. A component is int8 · scale.

// maxUnpacked bounds what is unpacked: far more than 65,535 words need.
const maxUnpacked = 16 << 20

// Pack keeps the first count words that are made of letters, and packs them
// with the vectors that row gives. The vectors are centred on zero (Mu and
// Viswanath, "All-but-the-Top", ICLR 2018) and turned by a fixed rotation,
// which changes no angle and spreads what they say evenly over the dimensions,
// so that the signs alone make a good sketch.
func Pack(words []string, row func(word string) []float32, count int) ([]byte, error) {
	kept := make([]string, 0, count)
	for _, w := range words {
		if len(kept) == count {
			break
		}
		if isWord(w) && len(row(w)) == Dimensions {
			kept = append(kept, w)
		}
	}
	if len(kept) < count || count > math.MaxUint16 {
		return nil, fmt.Errorf("%d words with a vector, want %d", len(kept), count)
	}
	rows := make([][]float32, count)
	for i, w := range kept {
		rows[i] = slices.Clone(row(w))
	}
	centre(rows)
	turn(rows)
	return deflate(kept, rows)
}

func isWord(w string) bool {
	for _, r := range w {
		if !unicode.IsLetter(r) {
			return false
		}
	}
	return w != ""
}

// centre takes the mean out of all rows.
func centre(rows [][]float32) {
	var mean [Dimensions]float64
	for _, r := range rows {
		for i, x := range r {
			mean[i] += float64(x) / float64(len(rows))
		}
	}
	for _, r := range rows {
		for i := range r {
			r[i] -= float32(mean[i])
		}
	}
}

// turn rotates all rows by one orthogonal matrix: Gram and Schmidt's method on
// a seeded Gaussian one.
func turn(rows [][]float32) {
	random := rand.New(rand.NewPCG(1, 1))
	var basis [Dimensions][Dimensions]float64
	for i := range basis {
		for j := range basis[i] {
			basis[i][j] = random.NormFloat64()
		}
		for k := range i {
			d := dot(basis[i][:], basis[k][:])
			for j := range basis[i] {
				basis[i][j] -= d * basis[k][j]
			}
		}
		n := math.Sqrt(dot(basis[i][:], basis[i][:]))
		for j := range basis[i] {
			basis[i][j] /= n
		}
	}
	var out [Dimensions]float32
	for _, r := range rows {
		for i := range basis {
			s := 0.0
			for j, x := range r {
				s += basis[i][j] * float64(x)
			}
			out[i] = float32(s)
		}
		copy(r, out[:])
	}
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

func deflate(words []string, rows [][]float32) ([]byte, error) {
	var raw bytes.Buffer
	raw.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(words))))
	for _, w := range words {
		raw.WriteString(w + "\n")
	}
	scales := make([]float32, len(rows))
	for i, r := range rows {
		for _, x := range r {
			scales[i] = max(scales[i], float32(math.Abs(float64(x)))/127)
		}
		raw.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(scales[i])))
	}
	for d := range Dimensions {
		for i, r := range rows {
			raw.WriteByte(byte(int8(math.Round(float64(r[d] / max(scales[i], math.SmallestNonzeroFloat32))))))
		}
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(raw.Bytes()); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

var errShort = errors.New("the word vectors are cut short")

// Unpack reads what Pack wrote.
func Unpack(packed []byte) (*Table, error) {
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxUnpacked))
	if err != nil {
		return nil, fmt.Errorf("unpack the word vectors: %w", err)
	}
	if len(raw) < 4 {
		return nil, errShort
	}
	n := int(binary.LittleEndian.Uint32(raw))
	raw = raw[4:]
	if n <= 0 || n > math.MaxUint16 {
		return nil, fmt.Errorf("unpack the word vectors: %d words", n)
	}
	t := &Table{starts: make([]uint32, 1, n+1), sorted: make([]uint16, n), scales: make([]float32, n)}
	var text strings.Builder
	for i := range n {
		end := bytes.IndexByte(raw, '\n')
		if end < 0 {
			return nil, errShort
		}
		text.Write(raw[:end])
		raw = raw[end+1:]
		t.starts = append(t.starts, uint32(text.Len()))
		t.sorted[i] = uint16(i)
	}
	t.text = text.String()
	if len(raw) != n*(4+Dimensions) {
		return nil, errShort
	}
	for i := range t.scales {
		t.scales[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	t.rows = byWord(raw[4*n:], n)
	slices.SortFunc(t.sorted, func(a, b uint16) int { return strings.Compare(t.Word(int(a)), t.Word(int(b))) })
	t.common = common(t)
	return t, nil
}

func byWord(columns []byte, n int) []int8 {
	rows := make([]int8, n*Dimensions)
	for d := range Dimensions {
		for i, x := range columns[d*n : (d+1)*n] {
			rows[i*Dimensions+d] = int8(x)
		}
	}
	return rows
}

// common is the expected sum of the weighted words of a sentence whose words
// are drawn by their probability: where sentences share no more than that, it
// is the first principal component that Arora et al. take from a corpus.
func common(t *Table) [Dimensions]float32 {
	var sum [Dimensions]float32
	for row := range t.Len() {
		t.AddTo(&sum, row, float32(Probability(row))*SIF(row))
	}
	n := 0.0
	for _, x := range sum {
		n += float64(x) * float64(x)
	}
	for i := range sum {
		sum[i] /= float32(max(math.Sqrt(n), 1e-9))
	}
	return sum
}
