package grounding

import (
	"slices"
	"strings"
	"unicode"
)

// clauseIndex finds the clauses of some texts in which a word occurs in some
// form, so that a sentence is compared only with clauses that share a word.
type clauseIndex struct {
	forms    *forms
	clauses  []indexed
	list     []form // the different words
	words    map[string][]int
	stems    map[stem][]int
	families map[int][]int
	initials map[string][]int
	runs     []int            // clauses with scripts without spaces
	found    map[string][]int // by word, what find returned
}

// indexed is a clause with what its words are looked up by.
type indexed struct {
	clause
	finnish bool
	runs    string
}

// indexClauses takes texts apart; a clause that is said again counts once.
func indexClauses(f *forms, texts []Text) *clauseIndex {
	x := &clauseIndex{forms: f, words: map[string][]int{}, stems: map[stem][]int{}, families: map[int][]int{},
		initials: map[string][]int{}, found: map[string][]int{}}
	seen := map[string]bool{}
	for _, t := range texts {
		for _, c := range clauses(t.Text, t.Denied) {
			key := c.key()
			if !seen[key] {
				x.add(c)
			}
			seen[key] = true
		}
	}
	return x
}

// key is the same for clauses that say the same words, affirmed or denied alike.
func (c clause) key() string {
	var b strings.Builder
	for _, t := range c.tokens {
		b.WriteString(t.low + " ")
	}
	if c.denied {
		b.WriteString("-")
	}
	return b.String()
}

func (x *clauseIndex) add(c clause) {
	id, lex := len(x.clauses), newLexicon(x.forms, c.tokens)
	x.clauses = append(x.clauses, indexed{c, lex.soft, lex.runs})
	for _, w := range lex.list {
		if len(x.words[w.low]) == 0 && len(x.list) == maxWords {
			continue
		}
		if len(x.words[w.low]) == 0 {
			x.list = append(x.list, w)
		}
		x.words[w.low] = append(x.words[w.low], id)
	}
	for s := range lex.stems {
		x.stems[s] = append(x.stems[s], id)
	}
	for n := range lex.families {
		x.families[n] = append(x.families[n], id)
	}
	for s := range lex.initials {
		x.initials[s] = append(x.initials[s], id)
	}
	if lex.runs != "" {
		x.runs = append(x.runs, id)
	}
}

// find returns the clauses that hold a word in lower case in some form, in order.
func (x *clauseIndex) find(word string) []int {
	if ids, ok := x.found[word]; ok {
		return ids
	}
	f := x.forms.of(word)
	ids := slices.Clone(x.words[word])
	if n, ok := words.families[word]; ok {
		ids = append(ids, x.families[n]...)
	}
	for _, s := range f.stems {
		ids = append(ids, x.stems[s]...)
	}
	if n := len(f.runes); n >= 2 && n <= 5 {
		ids = append(ids, x.initials[f.folded]...)
	}
	for _, w := range x.list {
		switch {
		case looksLike(f, w, false):
			ids = append(ids, x.words[w.low]...)
		case looksLike(f, w, true):
			for _, id := range x.words[w.low] {
				if x.clauses[id].finnish {
					ids = append(ids, id)
				}
			}
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	x.found[word] = ids
	return ids
}

// reverses reports whether a clause of the sentence says only what a clause of
// the cited texts says, and one denies it where the other does not.
func (j *judge) reverses(sentence string) bool {
	all := clauses(sentence, false)
	return slices.ContainsFunc(all, func(c clause) bool {
		// "On Wednesdays, …" says nothing by itself.
		lone := len(all) > 1 && len(c.content()) == 1 && c.run() == "" && !c.denied
		return !lone && j.clauses.reverses(c)
	})
}

func (x *clauseIndex) reverses(c clause) bool {
	mine, run := c.content(), []rune(c.run())
	if len(mine) == 0 && len(run) == 0 || c.isAsking() {
		return false
	}
	best, same, opposed := 0, false, false
	for id, o := range x.overlaps(mine, run) {
		t := x.clauses[id]
		if o.shared == 0 || o.shared < best {
			continue
		}
		if o.shared > best {
			best, same, opposed = o.shared, false, false
		}
		switch {
		case t.ceases && !t.denied && !c.ceases && !c.flips && !c.denied:
			opposed = opposed || o.rest == 0
		case t.ceases && c.denied, c.ceases && t.denied:
			same = true
		case t.denied == c.denied || t.flips != c.flips:
			same = true
		case o.rest == 0:
			opposed = true
		}
	}
	return opposed && !same
}

// denies reports whether some clause denies something, in any way.
func (x *clauseIndex) denies() bool {
	return slices.ContainsFunc(x.clauses, func(c indexed) bool { return c.denied || c.flips || c.ceases })
}

// overlap is what a clause of a sentence shares with one of the texts: how many
// words, and how many of those that tell something it does not.
type overlap struct{ shared, rest int }

// overlaps compares words and a run without spaces with every clause that shares
// some of them.
func (x *clauseIndex) overlaps(mine []token, run []rune) map[int]overlap {
	out, telling := map[int]overlap{}, 0
	told := map[int]int{} // telling words shared, by clause
	for _, w := range mine {
		tells := tells(w.low)
		if tells {
			telling++
		}
		for _, id := range x.find(w.low) {
			o := out[id]
			o.shared++
			out[id] = o
			if tells {
				told[id]++
			}
		}
	}
	if len(run) > 0 {
		for _, id := range x.runs {
			shared, rest := sharedRun(run, x.clauses[id].runs)
			o := out[id]
			out[id] = overlap{o.shared + shared, o.rest + rest}
		}
	}
	for id, o := range out {
		o.rest += telling - told[id]
		if x.clauses[id].runs == "" {
			_, rest := sharedRun(run, "")
			o.rest += rest
		}
		out[id] = o
	}
	return out
}

// sharedRun counts the characters of a run that another holds, and those that it
// does not and that tell something.
func sharedRun(run []rune, in string) (shared, rest int) {
	for _, r := range run {
		switch {
		case unicode.Is(unicode.Hiragana, r), is("stop", string(r)):
		case strings.ContainsRune(in, r):
			shared++
		case !strings.ContainsRune("不没无未", r):
			rest++
		}
	}
	return shared, rest
}
