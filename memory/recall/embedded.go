package recall

import (
	"math"
	"math/bits"

	"muisto/memory"
)

// MaxDimensions bounds the vectors of an endpoint: those of the models in use
// have a few hundred to some thousands.
const MaxDimensions = 8192

// Vector is what an embeddings endpoint made of a fact or an episode, scaled so
// that its largest component is 127 or -127. Only its direction counts.
type Vector struct {
	Kind   Kind
	ID     int64
	Values []int8
}

// Quantise scales a vector into int8, its largest component to ±127; nil for
// one that has no direction.
func Quantise(v []float32) []int8 {
	top := float32(0)
	for _, x := range v {
		if x != x || math.IsInf(float64(x), 0) {
			return nil
		}
		top = max(top, x, -x)
	}
	if top == 0 || len(v) > MaxDimensions {
		return nil
	}
	out := make([]int8, len(v))
	for i, x := range v {
		out[i] = int8(math.Round(float64(x / top * 127)))
	}
	return out
}

// embedded holds the vectors of an endpoint, one a document at most, all of the
// same dimensions.
type embedded struct {
	dimensions int
	values     []int8
	scale      []float32 // one over the length of each
	signs      []uint64  // the sketch of each; see vectors.Sketch
	docs       []uint32
	row        map[uint32]int32
}

func (e *embedded) add(doc uint32, v []int8) {
	if e.dimensions == 0 {
		e.dimensions, e.row = len(v), make(map[uint32]int32)
	}
	if _, there := e.row[doc]; there || len(v) != e.dimensions {
		return
	}
	length := lengthOf(v)
	if length == 0 {
		return
	}
	e.row[doc] = int32(len(e.docs))
	e.docs = append(e.docs, doc)
	e.scale = append(e.scale, float32(1/length))
	e.values = append(e.values, v...)
	e.signs = appendSigns(e.signs, v)
}

// appendSigns adds a bit for each component, set where it is above zero.
func appendSigns(signs []uint64, v []int8) []uint64 {
	from := len(signs)
	signs = append(signs, make([]uint64, words(len(v)))...)
	for i, x := range v {
		if x > 0 {
			signs[from+i>>6] |= 1 << (i & 63)
		}
	}
	return signs
}

// words is how many words of 64 bits hold n bits.
func words(n int) int { return (n + 63) / 64 }

func lengthOf(v []int8) float64 {
	sum := int64(0)
	for _, x := range v {
		sum += int64(x) * int64(x)
	}
	return math.Sqrt(float64(sum))
}

// aim is the vector of a cue made ready.
type aim struct {
	values []int8
	length float64
	signs  []uint64
	// usual is the cosine of the cue to a vector of whatever it may be.
	usual float64
}

// Bounds on the search by vectors.
const (
	// usualRows is how many rows tell what is usual.
	usualRows = 1024
	// closeRows is how many rows are compared in full: those whose signs differ
	// least from the cue's.
	closeRows = 4096
)

// aim makes a cue ready; nil for one that cannot be compared.
func (e *embedded) aim(cue []int8) *aim {
	if len(cue) == 0 || len(cue) != e.dimensions {
		return nil
	}
	a := &aim{values: cue, length: lengthOf(cue), signs: appendSigns(nil, cue)}
	if a.length == 0 {
		return nil
	}
	n, stride := 0, 1+len(e.docs)/usualRows
	for row := 0; row < len(e.docs); row += stride {
		a.usual += e.cosine(a, row)
		n++
	}
	a.usual /= float64(max(n, 1))
	return a
}

func (e *embedded) cosine(a *aim, row int) float64 {
	dot := int32(0)
	for i, x := range e.values[row*e.dimensions : (row+1)*e.dimensions] {
		dot += int32(x) * int32(a.values[i])
	}
	return float64(dot) * float64(e.scale[row]) / a.length
}

// likeness is how near a row is to a cue, in [0, 1]: the cosine beyond the
// usual, since in the space of a language model nothing is far from anything.
func (e *embedded) likeness(a *aim, row int) float64 {
	return min(max((e.cosine(a, row)-a.usual)/max(1-a.usual, 0.01), 0), 1)
}

// nearest gives the rows that are nearest to a cue, nearest first.
func (e *embedded) nearest(a *aim, want int) []int {
	rows := e.close(a, closeRows)
	like := make([]float64, len(rows))
	for i, row := range rows {
		like[i] = e.likeness(a, row)
	}
	best := firstOf(len(rows), want, func(i, j int) bool { return like[i] > like[j] })
	for i, k := range best {
		best[i] = rows[k]
	}
	return best
}

// close gives the rows whose signs differ least from the cue's, at most want.
func (e *embedded) close(a *aim, want int) []int {
	apart := make([]uint16, len(e.docs))
	counts := make([]int, e.dimensions+1)
	per := len(a.signs)
	for row := range apart {
		d := 0
		for i, w := range e.signs[row*per : (row+1)*per] {
			d += bits.OnesCount64(w ^ a.signs[i])
		}
		apart[row] = uint16(d)
		counts[d]++
	}
	cut, total := 0, 0
	for cut < len(counts) && total+counts[cut] <= want {
		total += counts[cut]
		cut++
	}
	rows, rest := make([]int, 0, min(want, len(apart))), want-total
	for row, d := range apart {
		if int(d) > cut || int(d) == cut && rest == 0 {
			continue
		}
		if int(d) == cut {
			rest--
		}
		rows = append(rows, row)
	}
	return rows
}

// AddVectors takes in what an endpoint made of documents that are there; others
// are passed over.
func (x *Index) AddVectors(list []Vector) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, v := range list {
		if v.Kind == KindEpisode {
			if doc, ok := x.episodes.find(memory.EpisodeID(v.ID)); ok {
				x.embedded.add(doc, v.Values)
			}
		} else if s := x.facts[memory.FactID(v.ID)]; s != nil {
			x.embedded.add(s.doc, v.Values)
		}
	}
}

// meant is how near a document is to the cue in meaning, in [0, 1], by the
// vectors of the endpoint; false where it has none, or the cue.
func (x *Index) meant(q *query, doc uint32) (float64, bool) {
	if q.aim == nil {
		return 0, false
	}
	row, ok := x.embedded.row[doc]
	if !ok {
		return 0, false
	}
	return x.embedded.likeness(q.aim, int(row)), true
}

// nearestMeant are the documents that are nearest by the vectors of the
// endpoint.
func (x *Index) nearestMeant(q *query, want int) []uint32 {
	if q.aim == nil {
		return nil
	}
	var docs []uint32
	for _, row := range x.embedded.nearest(q.aim, want) {
		docs = append(docs, x.embedded.docs[row])
	}
	return docs
}
