package builtin

import (
	"strings"

	"muisto/model/builtin/english"
)

// tallyVerb are verbs whose past, with a number, tells how far something has
// come, which holds until a newer number is told.
var tallyVerb = set(`complete secure reach achieve improve increase decrease rise drop fall grow raise save finish submit hit extend cut reduce double earn score expand shrink lower`)

// tally: "I've completed 15 problems", "my rent went up to 900".
func (c clause) tally() bool {
	k := c.at(c.root)
	if k.Tag != "VBD" && k.Tag != "VBN" || !tallies(k.Low) && !(lemma(k.Low) == "go" && c.upOrDown()) {
		return false
	}
	if s := c.at(c.subject); !c.self() && s.Pos != "NOUN" && s.Pos != "PROPN" {
		return false
	}
	return c.counts(c.root)
}

// tallies: the past of a verb of the list, which has regular ones that the
// lemmas do not know.
func tallies(w string) bool {
	return tallyVerb[lemma(w)] || tallyVerb[strings.TrimSuffix(w, "ed")] || tallyVerb[strings.TrimSuffix(w, "d")]
}

func (c clause) upOrDown() bool {
	w := c.at(c.root + 1).Low
	return w == "up" || w == "down"
}

// counts: a number stands behind the verb, in what it is done to.
func (c clause) counts(root int) bool {
	for i := root + 1; i < len(c.t.Tokens); i++ {
		if c.at(i).Pos == "NUM" && c.t.Under(i, root) {
			return true
		}
	}
	return false
}

// factual: what stands behind "the fact that" is so, though a question holds it.
func (c clause) factual() bool {
	mark := c.t.Child(c.root, "mark")
	return mark > 0 && c.at(mark).Low == "that" && c.at(mark-1).Low == "fact"
}

// valuesWithin are the values that a noun phrase or a "which" gives inside
// something else: "the new daily quota of 1,200 calls", "my coverage, which has
// improved to 78%".
func (m *message) valuesWithin(p part, t english.Tree) []stated {
	var out []stated
	for i := range t.Tokens {
		text, from, to, ok := m.renewed(t, i)
		if !ok {
			text, from, to, ok = m.whichValue(t, i)
		}
		if !ok || len(strings.Fields(text)) > longestStated {
			continue
		}
		s := stated{span: span{p.start + t.Tokens[from].Start, p.start + t.Tokens[to].End}, text: sentence(text)}
		s.about = m.slot(text, "", p)
		out = append(out, s)
	}
	return out
}

var newWord = set(`new current updated revised`)

// renewed reads "the new daily quota of 1,200 calls per day" at its head.
func (m *message) renewed(t english.Tree, i int) (text string, from, to int, ok bool) {
	value, det := t.Child(i, "nmod"), t.Child(i, "det", "nmod:poss")
	if t.Tokens[i].Pos != "NOUN" || value < i || det < 0 || det > i {
		return "", 0, 0, false
	}
	number := t.Tokens[value].Pos == "NUM" || t.Has(value, "nummod")
	if prep := t.Child(value, "case"); !number || prep != i+1 || t.Tokens[prep].Low != "of" {
		return "", 0, 0, false
	}
	fresh := false
	var head []string
	for j := det + 1; j <= i; j++ {
		if k := t.Tokens[j]; newWord[k.Low] {
			fresh = true
		} else {
			head = append(head, k.Text)
		}
	}
	owner, plain := m.owner(t.Tokens[det].Low)
	if !fresh || !plain {
		return "", 0, 0, false
	}
	_, last := t.Span(value)
	return owner + " " + strings.Join(head, " ") + " is " + t.Said(i+2, last), det, last, true
}

// owner is a determiner in the third person.
func (m *message) owner(w string) (string, bool) {
	switch w {
	case "the":
		return w, true
	case "my", "our":
		return m.voice.possessive, true
	}
	return "", false
}

// whichValue reads a "which" clause with a number, of the noun phrase before it.
func (m *message) whichValue(t english.Tree, i int) (text string, from, to int, ok bool) {
	if t.Tokens[i].Low != "which" || t.Tokens[i].Rel != "nsubj" || i < 3 || t.Tokens[i-1].Text != "," {
		return "", 0, 0, false
	}
	root := t.Tokens[i].Head
	c := clause{t: t, root: root, subject: i}
	if root < i || !tallies(t.Tokens[root].Low) || !c.counts(root) || c.modal() {
		return "", 0, 0, false
	}
	from = i - 1
	for from > 0 && inPhrase(t.Tokens[from-1]) {
		from--
	}
	for from < i-1 && t.Tokens[from].Pos != "DET" && t.Tokens[from].Rel != "nmod:poss" {
		from++
	}
	if from >= i-1 {
		return "", 0, 0, false
	}
	last := i
	for last+1 < len(t.Tokens) && t.Tokens[last+1].Pos != "PUNCT" && t.Under(last+1, root) {
		last++
	}
	var words []string
	for j := from; j < i-1; j++ {
		w := t.Tokens[j].Text
		if o, ok := m.owner(t.Tokens[j].Low); ok {
			w = o
		}
		words = append(words, w)
	}
	return strings.Join(words, " ") + " " + t.Said(i+1, last), from, last, true
}

// inPhrase: the word can be inside a noun phrase.
func inPhrase(k english.Token) bool {
	switch k.Pos {
	case "NOUN", "PROPN", "ADJ", "DET", "NUM", "ADP":
		return true
	}
	return k.Rel == "nmod:poss"
}
