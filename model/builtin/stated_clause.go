package builtin

import (
	"strings"

	"muisto/model/builtin/english"
)

// clause is one word of a tree that has a subject.
type clause struct {
	t       english.Tree
	root    int
	subject int
	asks    bool
}

func (c clause) at(i int) english.Token {
	if i < 0 || i >= len(c.t.Tokens) {
		return english.Token{}
	}
	return c.t.Tokens[i]
}

// states: the clause is said for itself, and asks nothing.
func (c clause) states() bool {
	k := c.at(c.root)
	switch k.Rel {
	case "root":
		if c.asks && !c.goesOn() {
			return false
		}
	case "conj", "parataxis":
	case "advcl":
		if !c.given() && !c.runsOn() && !(c.factual() && c.tally()) {
			return false
		}
	case "ccomp":
		if h := c.at(k.Head); (!tellingVerb[h.Low] || c.asks) && !c.runsOn() && !(c.factual() && c.tally()) {
			return false
		}
	default:
		if !c.runsOn() && !(c.factual() && c.tally()) {
			return false
		}
	}
	for _, j := range c.t.Children(c.root) {
		w := c.at(j)
		if strings.HasPrefix(w.Tag, "W") && j < c.root || strings.HasPrefix(w.Rel, "aux") && j < c.subject || w.Rel == "cop" && j < c.subject {
			return false
		}
	}
	return c.subject < c.root || c.at(c.subject).Head != c.root
}

// given: a "since" or "now that" says that it is so.
func (c clause) given() bool {
	mark := c.t.Child(c.root, "mark")
	return mark >= 0 && (giving[c.at(mark).Low] || c.at(mark).Low == "that" && c.at(mark-1).Low == "now")
}

// runsOn: a sentence of its own that nothing but a comma, an "and" or a remark
// parts from the one before it ("that's cool I still go to school"). The parser,
// which learnt from tidy text, hangs such a clause on any word of the first.
func (c clause) runsOn() bool {
	if c.t.Has(c.root, "mark") || c.asks {
		return false
	}
	start := c.subject
	for p := c.t.Child(start, "nmod:poss"); p >= 0 && p < start; p = c.t.Child(start, "nmod:poss") {
		start = p
	}
	if start != c.subject && c.at(start).Low != "my" && c.at(start).Low != "our" || start == c.subject && !c.self() {
		return false
	}
	for start > 0 && (leadIn[c.at(start-1).Low] || fillerAdverb[c.at(start-1).Low]) && c.at(start-1).Pos != "DET" {
		start--
		if c.at(start).Pos == "CCONJ" {
			return true
		}
	}
	before := c.at(start - 1)
	switch {
	case start == 0 || before.Pos == "INTJ" || before.Text == "," || before.Text == ";" || before.Text == "-":
		return !c.hypothetical()
	}
	return before.Pos == "ADJ" && c.t.Has(start-1, "nsubj", "cop")
}

// hypothetical: an "if" stands before it.
func (c clause) hypothetical() bool {
	for i := range c.subject {
		if w := c.at(i).Low; w == "if" || w == "when" || w == "unless" || w == "whether" {
			return true
		}
	}
	return false
}

// goesOn: what is asked comes behind the clause, and a mark between: "I have a
// cat, do you?"
func (c clause) goesOn() bool {
	for j := c.root + 1; j < len(c.t.Tokens); j++ {
		if k := c.at(j); k.Low == "," || k.Low == ";" || k.Low == "-" {
			return j > c.subject
		}
	}
	return false
}

var (
	giving      = set(`since because although though but while`)
	tellingVerb = set(`remember forget say said mention mentioned know note noted told tell guess`)
)

// standing reports whether the clause says something that lasts, and of which
// attribute, if its grammar shows that.
func (c clause) standing() (string, bool) {
	if c.self() && c.wouldLike() {
		return "", true
	}
	if c.modal() {
		return "", false
	}
	switch {
	case c.tally():
		return "", true
	case c.self():
		return c.ofSelf()
	case c.mine(c.subject):
		return c.ofMine()
	case c.mine(c.root) && c.t.Has(c.root, "cop") && (c.at(c.subject).Pos == "NOUN" || c.at(c.subject).Pos == "PROPN") && c.isFavourite():
		return "", true // "poker is my game of choice"
	case c.mine(c.root) && c.t.Has(c.root, "cop") && c.at(c.subject).Pos == "PROPN" && !passingHead[c.at(c.root).Low]:
		return "relation", true // "Pulla is my cat"
	}
	return "", c.givesValueOf()
}

func (c clause) low(rels ...string) string { return c.at(c.t.Child(c.root, rels...)).Low }

func (c clause) self() bool {
	s := c.at(c.subject).Low
	return s == "i" || s == "we"
}

// mine: the word is somebody or something of the speaker's.
func (c clause) mine(i int) bool {
	for steps := 0; i >= 0 && steps < 3; steps++ {
		p := c.t.Child(i, "nmod:poss")
		if w := c.at(p).Low; w == "my" || w == "our" {
			return true
		}
		i = p
	}
	return false
}

// modal: what would or will be is no state.
func (c clause) modal() bool {
	for _, j := range c.t.Children(c.root) {
		k := c.at(j)
		if k.Tag == "MD" || k.Rel == "aux" && (k.Low == "'ll" || k.Low == "ll" || k.Low == "'d") || k.Rel == "advmod" && doubtful[k.Low] {
			return !(ableVerb[c.at(c.root).Low] && (k.Low == "can" || k.Low == "ca"))
		}
	}
	return false
}

// wouldLike: "I'd love to travel to Italy": a wish for oneself with something
// named in it, and no politeness towards the other side.
func (c clause) wouldLike() bool {
	verb, x := c.at(c.root).Low, c.t.Child(c.root, "xcomp")
	if aux := c.low("aux"); aux != "would" && aux != "'d" || verb != "love" && verb != "like" || x < 0 {
		return false
	}
	k := c.at(x)
	if o := c.at(c.t.Child(x, "obj", "obl")); o.Pos == "PRON" || vague[o.Low] || passingThing[o.Low] {
		return false
	}
	return (!passingWish[k.Low] || k.Low == "get" || k.Low == "have") && (k.Pos == "NOUN" || c.t.Has(x, "obj", "obl", "xcomp"))
}

var (
	doubtful = set(`maybe perhaps probably hopefully almost nearly hardly finally today tonight tomorrow yesterday soon later`)
	ableVerb = set(`speak play cook swim drive eat drink sing dance ride read paint bake stand`)
)
