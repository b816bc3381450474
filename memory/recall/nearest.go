package recall

import (
	"slices"

	"muisto/memory/recall/vectors"
)

// nearest gives about as many documents as asked for whose sketches differ
// least from s: all of those nearer than some distance, and the first found of
// those at it.
func (x *Index) nearest(s vectors.Sketch, want int) []uint32 {
	var counts [vectors.Dimensions + 29]int
	x.eachSketch(s, len(counts), func(_ uint32, d int) { counts[d]++ })
	total, cut := 0, 0
	for cut < len(counts) && total+counts[cut] <= want {
		total += counts[cut]
		cut++
	}
	out := make([]uint32, 0, want)
	rest := want - total
	x.eachSketch(s, cut, func(doc uint32, d int) {
		if d == cut {
			if rest == 0 {
				return
			}
			rest--
		}
		out = append(out, doc)
	})
	return out
}

// eachSketch yields the documents with a vector at most limit away.
func (x *Index) eachSketch(s vectors.Sketch, limit int, yield func(doc uint32, distance int)) {
	for k, b := range x.docs.blocks {
		n := min(blockSize, x.docs.n-k*blockSize)
		for i := range n {
			if d := s.Distance(b.sketch[i]); d <= limit && b.flags[i]&hasVector != 0 {
				yield(uint32(k*blockSize+i), d)
			}
		}
	}
}

// highest gives the want documents of the highest scores, in no order; of
// equals, the newer.
func highest(docs []uint32, score []float32, want int) []uint32 {
	if len(docs) <= want {
		return docs
	}
	h := slices.Clone(docs[:want])
	less := func(a, b uint32) bool { return score[a] < score[b] || score[a] == score[b] && a < b }
	for i := want/2 - 1; i >= 0; i-- {
		sift(h, i, less)
	}
	for _, doc := range docs[want:] {
		if less(h[0], doc) {
			h[0] = doc
			sift(h, 0, less)
		}
	}
	return h
}

// sift lets h[i] sink to its place in a heap with the least on top.
func sift(h []uint32, i int, less func(a, b uint32) bool) {
	for {
		least := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(h); c++ {
			if less(h[c], h[least]) {
				least = c
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}
