package recall

import (
	"math"

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
}

func lengthOf(v []int8) float64 {
	sum := int64(0)
	for _, x := range v {
		sum += int64(x) * int64(x)
	}
	return math.Sqrt(float64(sum))
}

// likeness is how near every row is to a cue, in [0, 1]: the cosine beyond the
// average of all rows, since in the space of a language model nothing is far
// from anything.
func (e *embedded) likeness(cue []int8) []float32 {
	if len(cue) == 0 || len(cue) != e.dimensions {
		return nil
	}
	own := lengthOf(cue)
	near := make([]float32, len(e.docs))
	mean := 0.0
	for i := range near {
		dot := int32(0)
		for j, x := range e.values[i*e.dimensions : (i+1)*e.dimensions] {
			dot += int32(x) * int32(cue[j])
		}
		near[i] = float32(dot) * e.scale[i] / float32(own)
		mean += float64(near[i])
	}
	mean /= float64(max(len(near), 1))
	for i, c := range near {
		near[i] = float32(min(max((float64(c)-mean)/max(1-mean, 0.01), 0), 1))
	}
	return near
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
	if q.near == nil {
		return 0, false
	}
	row, ok := x.embedded.row[doc]
	if !ok {
		return 0, false
	}
	return float64(q.near[row]), true
}

// nearestMeant are the documents that are nearest by the vectors of the
// endpoint.
func (x *Index) nearestMeant(q *query, want int) []uint32 {
	rows := firstOf(len(q.near), want, func(i, j int) bool { return q.near[i] > q.near[j] })
	docs := make([]uint32, len(rows))
	for i, row := range rows {
		docs[i] = x.embedded.docs[row]
	}
	return docs
}
