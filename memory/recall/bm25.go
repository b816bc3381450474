package recall

import "math"

// BM25 by Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25
// and Beyond" (2009).
const (
	// bm25K1 is how soon more of the same word stops adding.
	bm25K1 = 1.2
	// bm25B is how far a long text counts against its words.
	bm25B = 0.5
)

// idf is the weight of a word that n of N texts hold; never below zero.
func idf(n, N int) float64 {
	return math.Log(1 + (float64(N)-float64(n)+0.5)/(float64(n)+0.5))
}

// saturate is the share of a word's weight that a text gets which holds it
// times times and is length words long, where the average is mean; in
// [0, k1+1).
func saturate(times, length, mean float64) float64 {
	return times * (bm25K1 + 1) / (times + bm25K1*(1-bm25B+bm25B*length/mean))
}
