package builtin

import (
	"strings"
	"unicode/utf8"

	"muisto/model/builtin/english"
)

// retelling turns one clause into the third person by its grammar. It keeps
// what it is sure of: a clause with a word that it cannot place is not retold.
type retelling struct {
	t       english.Tree
	root    int
	subject int // -1: none
	voice   voice
	out     map[int]string // words that read otherwise
	dropped map[int]bool
	unsure  bool
}

// aside are relations of what is said beside a clause.
var aside = set(`discourse vocative parataxis punct cc mark dep dislocated reparandum orphan list`)

// retell gives the clause of word root in the third person, without end mark.
func (v voice) retell(t english.Tree, root int) (string, bool) {
	r := &retelling{t: t, root: root, subject: t.Child(root, "nsubj", "nsubj:pass"), voice: v, out: make(map[int]string), dropped: make(map[int]bool)}
	r.drop()
	r.pronouns()
	r.agree(root)
	for _, c := range t.Children(root) {
		if t.Tokens[c].Rel == "conj" && !r.dropped[c] {
			r.agree(c)
		}
	}
	if r.unsure || r.gaps() || r.joinsBare() {
		return "", false
	}
	return r.text(), true
}

// drop leaves out what is no part of the clause: other clauses, and words that
// only lead in.
func (r *retelling) drop() {
	for i := range r.t.Tokens {
		if !r.t.Under(i, r.root) {
			r.dropped[i] = true
		}
	}
	for _, c := range r.t.Children(r.root) {
		k := r.t.Tokens[c]
		other := k.Rel == "conj" && (r.t.Has(c, "nsubj", "nsubj:pass") || k.Pos != r.t.Tokens[r.root].Pos)
		lead := k.Rel == "advmod" && c < r.root && fillerAdverb[k.Low]
		remark := k.Rel == "advcl" && !r.belongs(c) || k.Rel == "ccomp" && c < r.root
		if aside[k.Rel] && k.Rel != "punct" || other || lead || remark {
			r.cut(c)
		}
	}
	for i := 0; i < r.subject; i++ {
		if k := r.t.Tokens[i]; fillerAdverb[k.Low] || leadIn[k.Low] && k.Pos != "DET" {
			r.dropped[i] = true
		}
	}
	r.trim()
}

// belongs: a clause behind the verb that tells how, what for or when something is done:
// "takes naps to relieve stress", "relaxes by knitting".
func (r *retelling) belongs(c int) bool {
	k := r.t.Tokens[c]
	if c < r.root || r.t.Has(c, "punct") && r.t.Child(c, "punct") < c {
		return false
	}
	mark := r.t.Child(c, "mark", "advmod")
	if mark < 0 {
		return k.Tag == "VBG" && !r.t.Has(c, "nsubj")
	}
	switch w := r.t.Tokens[mark].Low; w {
	case "to", "by", "from", "without":
		return !r.t.Has(c, "nsubj")
	case "when", "while", "whenever":
		return mark > r.root && r.t.Has(c, "nsubj")
	}
	return k.Tag == "VBG" && !r.t.Has(c, "nsubj")
}

// gaps: a word that says something was left out between those that are kept.
func (r *retelling) gaps() bool {
	seen, gap := false, false
	for i, k := range r.t.Tokens {
		switch {
		case !r.dropped[i] && gap:
			return true
		case !r.dropped[i]:
			seen = true
		case seen && (k.Pos == "NOUN" || k.Pos == "PRON" || k.Pos == "VERB" || k.Pos == "PROPN"):
			gap = true
		}
	}
	return r.cutShort()
}

// cutShort: the noun that the clause ends in went on ("a basketball" of "a
// basketball coach").
func (r *retelling) cutShort() bool {
	last := -1
	for i := range r.t.Tokens {
		if !r.dropped[i] {
			last = i
		}
	}
	if last < 0 || last+1 >= len(r.t.Tokens) {
		return false
	}
	a, b := r.t.Tokens[last], r.t.Tokens[last+1]
	if a.End == b.Start && (b.Text == "/" || b.Text == "-" || b.Text == "&") {
		return true // "a TV/film producer"
	}
	return (a.Pos == "NOUN" || a.Pos == "ADJ" || a.Pos == "DET") && b.Pos == "NOUN"
}

// joinsBare: behind an "and" stands a verb that was not turned with the first.
func (r *retelling) joinsBare() bool {
	joined := false
	for i, k := range r.t.Tokens {
		if r.dropped[i] {
			continue
		}
		if k.Pos == "CCONJ" {
			joined = true
		}
		if _, turned := r.out[i]; joined && !turned && (k.Tag == "VBP" && k.Head != r.root || onlyVerb[k.Low]) {
			return true
		}
	}
	return false
}

var fillerAdverb = set(`tbh btw imo ngl fyi omg wow hey now ironically actually so well also too anyway honestly basically personally obviously unfortunately fortunately luckily sadly yes no yeah just really then though indeed oh haha lol`)

func (r *retelling) cut(i int) {
	for j := range r.t.Tokens {
		if r.t.Under(j, i) {
			r.dropped[j] = true
		}
	}
}

// trim leaves out marks at either end, and those that stand beside what was left
// out.
func (r *retelling) trim() {
	last := -1
	for i, k := range r.t.Tokens {
		if r.dropped[i] {
			continue
		}
		if k.Pos == "PUNCT" && (last < 0 || r.dropped[i-1] || i+1 == len(r.t.Tokens) || r.dropped[i+1]) && !strings.ContainsAny(k.Text, "$€£%") {
			r.dropped[i] = true
			continue
		}
		last = i
	}
	for i := len(r.t.Tokens) - 1; i >= 0; i-- {
		k := r.t.Tokens[i]
		if r.dropped[i] {
			continue
		}
		if k.Pos == "PUNCT" || k.Pos == "INTJ" || k.Pos == "CCONJ" || chatTail[k.Low] || k.Pos == "SYM" && !strings.ContainsAny(k.Text, "$€£%") {
			r.dropped[i] = true
			continue
		}
		return
	}
}

var chatTail = set(`lol haha btw tbh though too lmao omg ha hehe xd thanks actually either so but and now anyway then anyways hence or as`)

// pronouns turns the first person. What speaks to the other side, or points to
// what was said before, makes the clause unsure.
func (r *retelling) pronouns() {
	named := false
	for i, k := range r.t.Tokens {
		if r.dropped[i] || k.Pos == "PUNCT" {
			continue
		}
		switch k.Low {
		case "i", "we":
			r.out[i] = "they"
			if i != r.subject && r.subject >= 0 && i < r.root && r.t.Tokens[i-1].Low == "and" {
				r.unsure = true // "my friends and I"
			}
			if i == r.subject {
				r.out[i], named = r.voice.subject, true
			} else if !named || r.t.Tokens[i].Head < 0 || !strings.HasPrefix(k.Rel, "nsubj") {
				r.unsure = true
			} else {
				r.agreePlural(k.Head)
			}
		case "me", "us":
			r.out[i] = pick(named, "them", r.voice.subject)
		case "my", "our":
			r.out[i] = pick(named, "their", r.voice.possessive)
			named = true
			if i+1 < len(r.t.Tokens) && (r.t.Tokens[i+1].Low == "self" || r.t.Tokens[i+1].Low == "selves") {
				r.unsure = true
			}
		case "mine", "ours":
			r.out[i] = pick(named, "theirs", r.voice.possessive)
		case "myself", "ourselves":
			r.out[i] = "themselves"
		case "you", "your", "u", "ur", "yours", "yourself", "y'all":
			r.unsure = true
		case "nt":
			r.out[i] = "n't"
		case "it", "this", "that", "these", "those", "they", "them", "he", "him", "she", "here", "there", "one":
			r.unsure = r.unsure || (k.Pos == "PRON" || k.Low == "here" || k.Low == "there") && k.Tag != "WDT" && k.Rel != "expl" && k.Rel != "det" && !r.pointsWithin(i)
		case "its", "his", "her", "their":
			r.unsure = r.unsure || !r.pointsWithin(i)
		}
	}
}

// pointsWithin: a pronoun can mean somebody or something named before it in the
// clause, other than the speaker.
func (r *retelling) pointsWithin(i int) bool {
	for j := 0; j < i; j++ {
		k := r.t.Tokens[j]
		if !r.dropped[j] && (k.Pos == "NOUN" || k.Pos == "PROPN") {
			return true
		}
	}
	return false
}

// agree puts the finite verb of a word whose subject is the speaker into the
// third person.
func (r *retelling) agree(i int) {
	own := r.subject >= 0 && (r.t.Tokens[r.subject].Low == "i" || r.t.Tokens[r.subject].Low == "we")
	for j, k := range r.t.Tokens {
		if k.Head != i || k.Rel != "aux" && k.Rel != "aux:pass" && k.Rel != "cop" {
			continue
		}
		if s, ok := r.finite(j, own); ok {
			r.out[j] = s
		}
		return
	}
	k := r.t.Tokens[i]
	if own && (k.Tag == "VBP" || k.Tag == "VB" && k.Rel != "xcomp") {
		r.out[i] = agreed(k.Low, false)
		if _, already := thirdPerson(k.Low); already {
			r.out[i] = k.Low
		} else if r.out[i] == k.Low {
			r.out[i] = withS(k.Low)
		}
	}
}

// finite spells an auxiliary out, for a single third person where the subject
// is the speaker.
func (r *retelling) finite(j int, own bool) (string, bool) {
	k := r.t.Tokens[j]
	switch k.Low {
	case "am", "'m", "m":
		return "is", true
	case "are", "'re", "re":
		return pick(own, "is", "are"), true
	case "were":
		return pick(own, "was", "were"), true
	case "have", "'ve", "ve":
		return pick(own, "has", "have"), true
	case "do":
		return pick(own, "does", "do"), true
	case "'s", "s":
		return pick(r.t.Tokens[r.root].Tag == "VBN" && k.Rel == "aux", "has", "is"), true
	case "'ll", "ll":
		return "will", true
	case "'d", "d":
		return pick(r.t.Tokens[k.Head].Tag == "VBN", "had", "would"), true
	}
	return "", false
}

// agreePlural fits the verb of an embedded clause to "they".
func (r *retelling) agreePlural(i int) {
	if i < 0 {
		return
	}
	for j, k := range r.t.Tokens {
		if k.Head != i || k.Rel != "aux" && k.Rel != "aux:pass" && k.Rel != "cop" {
			continue
		}
		if s, ok := map[string]string{"am": "are", "'m": "are", "m": "are", "was": "were", "'ve": "have", "ve": "have", "'ll": "will", "'re": "are", "re": "are", "'d": "would"}[k.Low]; ok {
			r.out[j] = s
		}
		return
	}
}

// text joins the words that are left.
func (r *retelling) text() string {
	var b strings.Builder
	end := -1
	for i, k := range r.t.Tokens {
		if r.dropped[i] {
			continue
		}
		w, turned := r.out[i]
		if !turned {
			w = r.written(i)
		}
		apart := k.Start > end || turned && w != "n't" && w[0] != '\''
		if end >= 0 && apart {
			b.WriteByte(' ')
		}
		b.WriteString(w)
		end = k.End
	}
	return b.String()
}

// written is a word as it stands within a sentence.
func (r *retelling) written(i int) string {
	k := r.t.Tokens[i]
	first, _ := utf8.DecodeRuneInString(k.Text)
	switch {
	case k.Low == "'s" && k.Rel == "case", k.Low == "'":
		return k.Text
	case weekdayName[k.Low], monthName[k.Low] && k.Pos == "PROPN", place[k.Low] && k.Pos == "PROPN", givenName[k.Low] && k.Pos == "PROPN" && !ambiguousName[k.Low]:
		return upperFirst(k.Text)
	case i == 0 && k.Pos != "PROPN" && strings.ToUpper(k.Text) != k.Text || first == 'I' && k.Low == "i":
		return lowerFirst(k.Text)
	}
	return k.Text
}
