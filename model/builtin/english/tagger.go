package english

// lexical are the hashes of one token that the features are made of.
type lexical struct {
	word, shape            uint32
	suf1, suf2, suf3, suf4 uint32
	pre1, pre3             uint32
}

// none stands for what lies beyond the ends of a sentence.
const none = 1

func lexicals(ts []Token) []lexical {
	out := make([]lexical, len(ts))
	for i, t := range ts {
		w := normal(t.Low)
		out[i] = lexical{
			word: hashOf(w), shape: shape(t.Text),
			suf1: hashOf(suffix(w, 1)), suf2: hashOf(suffix(w, 2)), suf3: hashOf(suffix(w, 3)), suf4: hashOf(suffix(w, 4)),
			pre1: hashOf(prefix(w, 1)), pre3: hashOf(prefix(w, 3)),
		}
	}
	return out
}

func wordAt(ls []lexical, i int) uint32 {
	if i < 0 || i >= len(ls) {
		return none
	}
	return ls[i].word
}

func tagFeatures(ls []lexical, tags []uint8, i int, out []uint32) []uint32 {
	l := ls[i]
	p1, p2 := uint32(none<<8), uint32(none<<8)
	if i > 0 {
		p1 = uint32(tags[i-1])
	}
	if i > 1 {
		p2 = uint32(tags[i-2])
	}
	w1, w2, n1, n2 := wordAt(ls, i-1), wordAt(ls, i-2), wordAt(ls, i+1), wordAt(ls, i+2)
	nsuf, nshape, psuf := uint32(none), uint32(none<<9), uint32(none)
	if i+1 < len(ls) {
		nsuf, nshape = ls[i+1].suf3, ls[i+1].shape
	}
	if i > 0 {
		psuf = ls[i-1].suf3
	}
	first := uint32(0)
	if i == 0 {
		first = 1
	}
	return append(out,
		mix(100), mix(101, l.word), mix(102, l.suf3), mix(103, l.suf2), mix(104, l.suf4), mix(105, l.suf1), mix(106, l.pre1), mix(107, l.pre3),
		mix(108, l.shape, first), mix(109, p1), mix(110, p1, p2), mix(111, p1, l.word), mix(112, w1), mix(113, w2), mix(114, n1), mix(115, n2),
		mix(116, l.word, n1), mix(117, l.word, w1), mix(118, nsuf), mix(119, nshape, l.shape), mix(120, p1, n1), mix(121, psuf), mix(122, p1, l.suf3),
		mix(123, l.shape, l.suf3, first), mix(124, n1, n2), mix(125, w1, n1), mix(126, p1, l.word, n1), mix(127, p1, p2, l.word),
	)
}

// tag gives the tags of a sentence, from left to right.
func (g *grammar) tag(ts []Token) []uint8 {
	ls := lexicals(ts)
	tags := make([]uint8, len(ts))
	scores := make([]int32, maxClasses)
	features := make([]uint32, 0, 32)
	for i := range ts {
		features = tagFeatures(ls, tags, i, features[:0])
		g.tagger.score(features, scores)
		tags[i] = uint8(best(scores[:len(g.tags)]))
	}
	return tags
}

// best is the place of the highest score, the first of equals.
func best(scores []int32) int {
	at := 0
	for c := range scores {
		if scores[c] > scores[at] {
			at = c
		}
	}
	return at
}
