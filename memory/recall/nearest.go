package recall

import "muisto/memory/recall/vectors"

// sampled is how many documents are looked at to tell how near the nearest are.
const sampled = 16_384

// startNearest looks for the nearest by meaning while the words are counted.
func (x *Index) startNearest(q *query) <-chan []uint32 {
	found := make(chan []uint32, 1)
	if !q.means {
		found <- nil
		return found
	}
	go func() { found <- x.nearest(q.sketch, maxByMeaning) }()
	return found
}

// nearest gives about as many documents as asked for, those whose sketches
// differ least from s. How far they may differ is told from a sample.
func (x *Index) nearest(s vectors.Sketch, want int) []uint32 {
	stride := 1 + x.docs.n/sampled
	var counts [vectors.Dimensions + 1]int
	for doc := 0; doc < x.docs.n; doc += stride {
		b, i := x.docs.at(uint32(doc))
		if b.records[i].flags&hasVector != 0 {
			counts[s.Distance(b.sketch[i])] += stride
		}
	}
	cut, total := 0, 0
	for cut < len(counts)-1 && total+counts[cut] < want {
		total += counts[cut]
		cut++
	}
	var found [vectors.Dimensions + 1][]uint32
	for k, b := range x.docs.blocks {
		for i := range min(blockSize, x.docs.n-k*blockSize) {
			if d := s.Distance(b.sketch[i]); d <= cut && b.records[i].flags&hasVector != 0 {
				found[d] = append(found[d], uint32(k*blockSize+i))
			}
		}
	}
	out := make([]uint32, 0, want)
	for _, at := range found {
		out = append(out, at[:min(len(at), want-len(out))]...)
	}
	return out
}

// highest gives the want documents of the highest scores, in no order; of
// about equals, the last in the list. Scores are not below zero.
func highest(docs []uint32, score []float32, want int) []uint32 {
	if len(docs) <= want {
		return docs
	}
	top := float32(0)
	for _, doc := range docs {
		top = max(top, score[doc])
	}
	const steps = 4096
	var counts [steps + 1]int
	scale := steps / max(top, 1e-9)
	for _, doc := range docs {
		counts[int(score[doc]*scale)]++
	}
	cut, total := steps, 0
	for cut > 0 && total+counts[cut] <= want {
		total += counts[cut]
		cut--
	}
	out := make([]uint32, 0, want)
	rest := want - total
	for i := len(docs) - 1; i >= 0; i-- {
		step := int(score[docs[i]] * scale)
		if step < cut || step == cut && rest == 0 {
			continue
		}
		if step == cut {
			rest--
		}
		out = append(out, docs[i])
	}
	return out
}

// firstOf gives the want first of 0 to n−1 in the order that before says,
// in order.
func firstOf(n, want int, before func(i, j int) bool) []int {
	want = min(n, want)
	h := make([]int, want) // a heap with the last of them on top
	for i := range h {
		h[i] = i
	}
	after := func(i, j int) bool { return before(j, i) }
	for i := want/2 - 1; i >= 0; i-- {
		sift(h, i, after)
	}
	for i := want; i < n; i++ {
		if want > 0 && before(i, h[0]) {
			h[0] = i
			sift(h, 0, after)
		}
	}
	for end := len(h) - 1; end > 0; end-- {
		h[0], h[end] = h[end], h[0]
		sift(h[:end], 0, after)
	}
	return h
}

// sift lets h[i] sink to its place in a heap with the first of them on top.
func sift(h []int, i int, before func(i, j int) bool) {
	for {
		first := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(h); c++ {
			if before(h[c], h[first]) {
				first = c
			}
		}
		if first == i {
			return
		}
		h[i], h[first] = h[first], h[i]
		i = first
	}
}
