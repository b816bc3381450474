package recall

import "hash/fnv"

// Words that are asked for side by side and stand so in a memory say more than
// the same two apart: the sequential dependence of Metzler and Croft ("A Markov
// Random Field Model for Term Dependencies", SIGIR 2005).

// pairBits are set for every pair of telling words that stand side by side in a
// text: a Bloom filter with three bits a pair. Of a text of ten pairs, it takes
// one in seven hundred others for its own.
type pairBits [4]uint64

const bitsOfPair = 3

// add enters a pair.
func (s *pairBits) add(pair uint64) {
	for range bitsOfPair {
		s[pair>>6&3] |= 1 << (pair & 63)
		pair >>= 8
	}
}

// has reports whether a pair was entered, and now and then that one was that
// was not.
func (s *pairBits) has(pair uint64) bool {
	for range bitsOfPair {
		if s[pair>>6&3]>>(pair&63)&1 == 0 {
			return false
		}
		pair >>= 8
	}
	return true
}

// onset is how many letters of a word count in a pair: the rest may be an
// ending.
const onset = 5

// pairOf is the number of two words side by side.
func pairOf(a, b string) uint64 {
	h := fnv.New64a()
	for _, key := range [2]string{a, b} {
		// A hash takes all that it is given.
		_, _ = h.Write([]byte(firstRunes(key, onset)))
		_, _ = h.Write([]byte{0})
	}
	return h.Sum64()
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// pairs calls yield for the places of every two telling words of a text with at
// most one common word between them.
func (t *tongues) pairs(words []token, yield func(i, j int)) {
	last := -1
	for i, w := range words {
		if w.gram || t.isCommon(w) {
			continue
		}
		if last >= 0 && i-last <= 2 {
			yield(last, i)
		}
		last = i
	}
}

// pair is two words side by side in the cue.
type pair struct {
	number uint64
	keys   [2]string
	weight float64
}

// pairsOf reads the pairs of the message itself.
func (x *Index) pairsOf(cue Cue) (out []pair) {
	var words []token
	tokens(clip(cue.Text, maxCueBytes), func(w token) { words = append(words, w) })
	x.words.tongues.pairs(words, func(i, j int) {
		if len(out) < maxTerms {
			a, b := words[i].key, words[j].key
			out = append(out, pair{number: pairOf(a, b), keys: [2]string{a, b}})
		}
	})
	return out
}

// weighPairs gives each pair the mean weight of its two words.
func (q *query) weighPairs() {
	for i := range q.pairs {
		p := &q.pairs[i]
		for _, t := range q.terms {
			if t.key == p.keys[0] || t.key == p.keys[1] {
				p.weight += t.ideal / 2
			}
		}
	}
}

// together is the part of the cue's weight whose words stand side by side in a
// document as they do in the cue.
func (q *query) together(s *pairBits) float64 {
	sum := 0.0
	for i := range q.pairs {
		if s.has(q.pairs[i].number) {
			sum += q.pairs[i].weight
		}
	}
	return sum / q.ideal
}
