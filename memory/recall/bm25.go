package recall

import "math"

// BM25 by Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25
// and Beyond" (2009).
const (
	// bm25K1 is how soon more of the same word stops adding.
	bm25K1 = 1.2
	// bm25B is how far a long text counts against its words.
	bm25B = 0.5
	// usualLength is the length in words of a text that neither counts for nor
	// against its words. It is fixed: an average would move with what else is
	// remembered, and so would the order of these.
	usualLength = 20
)

// idf is the weight of a word that n of N texts hold; never below zero.
func idf(n, N float64) float64 { return math.Log(1 + (N-n+0.5)/(n+0.5)) }

// saturate is the share of a word's weight that a text gets which holds it
// times times and is length words long; in [0, k1+1).
func saturate(times, length float64) float64 {
	return times * (bm25K1 + 1) / (times + bm25K1*(1-bm25B+bm25B*length/usualLength))
}

// mass is how much a memory of salience s in [0, 1] counts in how rare a word
// is: a plain observation or more counts as one, everyday lookups as next to
// nothing, so that thousands of them do not move the weights of the words that
// matter.
func mass(s float64) float64 {
	const observation = 0.25 // the floor of the act
	s = min(s/observation, 1)
	return s * s
}
