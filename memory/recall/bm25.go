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

// lengthNorm is how much harder a longer text makes it for its words: a text that holds a word times times gets
//
//	times · (k1+1) / (times + lengthNorm(length))
//
// of its weight, less than k1+1 however often.
func lengthNorm(length float64) float64 { return bm25K1 * (1 - bm25B + bm25B*length/usualLength) }

// longest is the length from which all texts count as equally long.
const longest = 512

// norms are those of all lengths up to longest, for texts of a usual length.
func norms(usual float64) (all [longest + 1]float64) {
	for n := range all {
		all[n] = lengthNorm(float64(n) * usualLength / usual)
	}
	return all
}

// usualSaid is the usual length of what was said, in words, as usualLength is of
// what is remembered of it.
const usualSaid = 50

// observation is the floor of that act.
const observation = 0.25

// mass is how much a memory of salience s in [0, 1] counts in how rare a word
// is: a plain observation or more counts as one, everyday lookups as next to
// nothing, so that thousands of them do not move the weights of the words that
// matter.
func mass(s float64) float64 {
	s = min(s/observation, 1)
	return s * s
}
