package builtin

import "strings"

// ofMine is what the speaker says of somebody or something of theirs.
func (c clause) ofMine() (string, bool) {
	head, k := c.at(c.subject).Low, c.at(c.root)
	v := lemma(k.Low)
	favourite := c.at(c.t.Child(c.subject, "amod")).Low
	switch {
	case passingHead[head]:
		return "", false
	case head == "name":
		return pick(c.mineAlone(), "name", ""), k.Pos == "PROPN" || k.Pos == "NOUN" && c.t.Has(c.root, "cop")
	case favourite == "favorite" || favourite == "favourite":
		return "", c.t.Has(c.root, "cop") && k.Pos != "PRON" && k.Pos != "ADV" && !vague[k.Low] && !passingNoun[k.Low] || k.Tag == "VBG"
	case head == "birthday":
		return "birthday", c.t.Has(c.root, "cop") && (k.Pos == "NUM" || k.Pos == "PROPN" || k.Pos == "NOUN")
	case head == "job" && c.low("case") == "at":
		return "work", true
	case c.t.Has(c.root, "cop"):
		if cop := c.low("cop"); (cop == "was" || cop == "were") && (k.Pos != "NOUN" || !kinship[strings.TrimSuffix(head, "s")]) || passingNoun[k.Low] || mood[k.Low] || feeling[k.Low] {
			return "", false
		}
		return "", (k.Pos == "NOUN" || k.Pos == "PROPN" || k.Pos == "NUM" || colour[k.Low] || trait[k.Low] || civil[k.Low] || diet[k.Low] || inclined[k.Low] && c.t.Has(c.root, "obl")) && c.low("case") != "on"
	case k.Tag == "VBZ" || k.Tag == "VBP":
		return workVerb[v], (habitual[v] || v == "have" && c.hasOf() || v == "cost" || v == "start" || v == "end") && c.solid()
	case k.Tag == "VBD" && kinship[strings.TrimSuffix(head, "s")]:
		return "", (v == "teach" || v == "die" || v == "work" || v == "serve" || v == "grow" || v == "pass" || v == "retire" || v == "move" || v == "raise" || v == "leave" || v == "marry" || v == "name") && c.t.Has(c.root, "obj", "obl", "xcomp", "advmod", "compound")
	case k.Low == "named" || k.Low == "called":
		return "", c.t.Has(c.root, "xcomp", "obj")
	}
	return "", false
}

// isFavourite: what the speaker calls their favourite, or theirs above others.
func (c clause) isFavourite() bool {
	a, w := c.at(c.t.Child(c.root, "amod")).Low, c.at(c.root).Low
	return a == "favorite" || a == "favourite" || strings.HasPrefix(w, "favorite") || strings.HasPrefix(w, "favourite") || w == "specialty" || w == "speciality" || w == "passion" || w == "hobby" || w == "job" || c.at(c.t.Child(c.root, "nmod")).Low == "choice"
}

// mineAlone: the subject is the speaker's own, and no relative's.
func (c clause) mineAlone() bool {
	p := c.at(c.t.Child(c.subject, "nmod:poss")).Low
	return p == "my"
}

func (c clause) hasOf() bool {
	_, ok := c.has()
	return ok
}

var passingHead = set(`favorites favourite favourites training opinion day week weekend night trip thought thoughts question point problem issue goal plan plans idea guess bad mind turn advice favorite morning evening evening heart bet apologies pleasure code error approach understanding concern main biggest only first next current`)

// givesValueOf: "rent is 820", "the deadline is 3 May": a value in force.
func (c clause) givesValueOf() bool {
	s := c.at(c.subject)
	if s.Pos != "NOUN" && s.Pos != "PROPN" || !valued[s.Low] || c.low("cop") == "was" {
		return false
	}
	k := c.at(c.root)
	if !c.t.Has(c.root, "cop") {
		return false
	}
	return k.Pos == "NUM" || k.Tag == "NNP" || c.t.Has(c.root, "nummod")
}

// valued are things that have a value which is in force.
var valued = set(`rent budget deadline price salary fee cost due password code version limit target number address speed size`)
