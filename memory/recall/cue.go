package recall

import (
	"math"
	"slices"
	"unicode/utf8"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

// Bounds on a cue: a pasted page must not make a turn slow.
const (
	maxCueBytes = 8 << 10
	maxTerms    = 64
	maxVariants = 48
)

// term is one word of the cue with every stored word that counts as it.
type term struct {
	key, lower string
	variants   []variant
	// weight is 1 for a word of the message, less for one of the turns before.
	weight float64
	// rarity is how much the word says in general, in [0, 1], whatever is
	// stored: 0 for the commonest, 1 for one that is not among the known.
	rarity float64
	row    int32
	name   bool
	// common marks one of the commonest words of some language.
	common bool
	// dated marks a word that says when.
	dated bool
	// ideal is the weight with which a text that holds the word counts.
	ideal float64
}

// variant is a stored word with how fully it counts as the term's, in (0, 1].
type variant struct {
	id     wordID
	weight float64
}

// How fully a stored word counts as the one that was asked for.
const (
	sameWord  = 1.0
	sameStem  = 0.9
	sameStart = 0.8 // times the shared part of the longer word
)

// terms reads the cue's words. The message's own words come first.
func (x *Index) terms(cue Cue) []term {
	var out []term
	seen := map[string]bool{}
	read := func(text string, weight float64) {
		tokens(clip(text, maxCueBytes), func(w token) {
			if seen[w.key] || len(out) == maxTerms {
				return
			}
			seen[w.key] = true
			out = append(out, x.term(w, weight))
		})
	}
	read(cue.Text, 1)
	for i := len(cue.Before) - 1; i >= 0; i-- {
		read(cue.Before[i], x.mix.Before)
	}
	return out
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

func (x *Index) term(w token, weight float64) term {
	t := term{key: w.key, lower: w.lower, weight: weight, rarity: 1, row: -1}
	if row, ok := x.table.Row(w.lower); ok && !w.gram {
		t.row = int32(row)
		t.rarity = rarity(row, x.table.Len())
	}
	v := x.words
	t.common = v.tongues.isCommon(w)
	if id, ok := v.ids[w.key]; ok {
		t.add(id, sameWord)
		t.name = v.entries[id].name
	}
	if w.gram {
		return t
	}
	for i := range languages {
		if v.stored.has(i) {
			for _, id := range v.stems[stemKey{uint8(i), x.stem(i, w.lower)}] {
				t.add(id, sameStem)
			}
		}
	}
	for _, id := range v.begins[beginning(w.key)] {
		e := &v.entries[id]
		if s := start(w.key, e.key, t.row >= 0 && e.row >= 0); s > 0 {
			t.add(id, sameStart*s)
		}
	}
	return t
}

// leastRarity is that of the commonest word: next to nothing, but not nothing.
const leastRarity = 0.01

// rarity is how much the word of a row says: the logarithm of how seldom it is
// said, between the commonest word (0) and the rarest of size known ones (1).
func rarity(row, size int) float64 {
	bits := func(row int) float64 { return -math.Log(vectors.Probability(row)) }
	return max((bits(row)-bits(0))/(bits(size)-bits(0)), leastRarity)
}

func (t *term) add(id wordID, weight float64) {
	i := slices.IndexFunc(t.variants, func(v variant) bool { return v.id == id })
	if i >= 0 {
		t.variants[i].weight = max(t.variants[i].weight, weight)
		return
	}
	if len(t.variants) < maxVariants {
		t.variants = append(t.variants, variant{id, weight})
	}
}

// start tells how far one word is the beginning of another: the part of the
// longer word that the two share, 0 where that is too little. A common
// beginning shorter than the shorter word counts only if it is most of it and
// not both are known English words (Helsinki and Helsingissä, but not contract
// and contrast).
func start(a, b string, known bool) float64 {
	short, long, shared := utf8.RuneCountInString(a), utf8.RuneCountInString(b), memory.CommonStart(a, b)
	if short > long {
		short, long = long, short
	}
	switch {
	case shared == short && 2*short >= long:
	case !known && shared >= 5 && 3*shared >= 2*short && 2*short >= long:
	default:
		return 0
	}
	return float64(shared) / float64(long)
}
