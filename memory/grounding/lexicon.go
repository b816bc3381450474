package grounding

// Words are the words of some texts.
type Words struct{ lexicon *lexicon }

// WordsOf reads texts.
func WordsOf(texts ...string) Words {
	var all []token
	for _, t := range texts {
		all = append(all, tokens(t)...)
	}
	return Words{newLexicon(newForms(), all)}
}

// Holds reports whether every word of a name occurs, in some form.
func (w Words) Holds(name string) bool {
	list := tokens(name)
	for i := 0; i < len(list); {
		if n := w.lexicon.spelled(list[i:]); n > 0 {
			i += n
			continue
		}
		if !w.hasToken(list[i]) && !(len(list) > 1 && (is("stop", list[i].low) || is("det", list[i].low))) {
			return false
		}
		i++
	}
	return len(list) > 0
}

// HoldsSome reports whether some word that tells something occurs, or none of
// them tells anything.
func (w Words) HoldsSome(phrase string) bool {
	some := false
	for _, t := range tokens(phrase) {
		switch {
		case is("user", t.low), is("agent", t.low), t.unspaced && (containsAny(t.low, "user") || containsAny(t.low, "agent")):
			return true
		case is("stop", t.low), is("det", t.low):
			continue
		case w.hasToken(t):
			return true
		}
		some = true
	}
	return !some
}

func (w Words) hasToken(t token) bool {
	if !t.unspaced {
		return w.lexicon.has(t.low)
	}
	runes := []rune(t.low)
	if len(runes) == 1 {
		return containsRun(w.lexicon.runs, t.low)
	}
	for i := 0; i+1 < len(runes); i++ {
		if !containsRun(w.lexicon.runs, string(runes[i:i+2])) {
			return false
		}
	}
	return true
}

// Alike reports whether two sentences say the same in other words: the same
// values, the same words that tell something but for a quarter of the shorter
// one's, and both affirm or both deny.
func Alike(a, b string) bool {
	x, y := tokens(a), tokens(b)
	if denies(x) != denies(y) || !sameNumbers(a, b, x, y) {
		return false
	}
	words := newForms()
	a1, all1 := shared(words, x, y)
	a2, all2 := shared(words, y, x)
	if all1 == 0 || all2 == 0 {
		return false
	}
	return (4*a1 >= 3*all1 || 4*a2 >= 3*all2) && 2*a1 >= all1 && 2*a2 >= all2
}

func denies(list []token) bool {
	tongues := languages(unambiguous(list))
	for i := range list {
		if isNot(list, i, tongues) {
			return true
		}
	}
	return false
}

func sameNumbers(a, b string, x, y []token) bool {
	said, clocks := map[float64]bool{}, map[int]bool{}
	first, second := numbers(a, x), numbers(b, y)
	for _, n := range first {
		for _, v := range n.values {
			said[v] = true
		}
		clocks[n.clock] = true
	}
	for _, n := range second {
		if len(n.values) > 0 && !said[n.values[0]] || len(n.values) == 0 && !clocks[n.clock] {
			return false
		}
	}
	return len(first) == len(second)
}

// shared counts the telling words of list, and those of them that in has.
func shared(words *forms, list, in []token) (n, all int) {
	lex := newLexicon(words, in)
	for _, t := range list {
		switch {
		case t.unspaced:
			runes := []rune(withoutWording(t.low))
			for i := 0; i+1 < len(runes); i++ {
				if runes[i] == ' ' || runes[i+1] == ' ' {
					continue
				}
				if all++; containsRun(lex.runs, string(runes[i:i+2])) {
					n++
				}
			}
		case tells(t.low):
			if all++; lex.has(t.low) {
				n++
			}
		}
	}
	return n, all
}
