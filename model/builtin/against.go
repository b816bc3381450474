package builtin

// againstPrior: the same matter as in what the other side just said, with
// something else said of it. Only the first sentences answer what was said.
func (m *message) againstPrior(p part) (string, bool) {
	const early = 2 // sentences
	pr := m.prior
	if pr == nil || !pr.states() || pr.offers || !pr.plain || pr.asksLast || m.sentence > early || agrees(p) {
		return "", false
	}
	if rule := m.otherValue(p, m.values(p)); rule != "" {
		return rule, true
	}
	rule := pr.denial(p)
	return rule, rule != ""
}

// otherValue is the rule by which a statement gives another value than was
// said.
func (m *message) otherValue(p part, mine []value) string {
	pr, b := m.prior, p.body()
	if len(mine) == 0 {
		return ""
	}
	if found(saidBefore, b) && !pr.again(mine) {
		return "says what was said before"
	}
	linked := pr.pronounFits(p) || pr.aboutSame(p) || elliptic(b)
	for _, v := range mine {
		if linked && pr.hourOff(v) {
			return "another time than was said"
		}
		for _, w := range pr.values {
			if v.kind == w.kind && !pr.hasValue(v) && m.fits(v, p) && (linked || v.kind != nameValue && sheetIn(b)) {
				return "another " + v.kind.String() + " than was said"
			}
		}
	}
	if at(b, 0) == "make" && at(b, 1) == "it" {
		return valueAsked
	}
	if (pr.pronounFits(p) || pr.aboutSame(p)) && found(weakChange, b) {
		return "changes what was said"
	}
	return ""
}

// valueAsked is the rule for "make it thirty", which looks like a request.
const valueAsked = "asks for another value"

// denial is the rule by which a statement denies what was said.
func (pr *prior) denial(p part) string {
	b := p.body()
	fits, same := pr.pronounFits(p), pr.aboutSame(p)
	switch {
	case fits && (hasWord(b, "not") || hasWord(b, "never")), same && hasWord(b, "never"), pr.denies(b):
		return "denies what was said"
	case same && (found(endings, b) || found(cleft, b)):
		return "no longer as it was said"
	case pr.open && ownClaim(b) && (hasWord(b, "already") || refersInside(b) && isPast(at(b, 1))):
		return "done already"
	case pr.claims && ownClaim(b) && pr.sameDoing(b):
		return "puts a claim about them otherwise"
	case pr.content["live"] && found(movedHouse, b):
		return "lives elsewhere than was said"
	case pr.copular && fits && isA(b) && !pr.closeTo(b):
		return "something else than was said"
	case same && saysWhose(b):
		return "says whose it is"
	case (!p.own || opensItIs(b)) && pr.completes(b):
		return "sets a detail right"
	}
	return ""
}

// saidBefore: "I said Saturday!"
var saidBefore = patterns(`^ i said|meant|wrote`, `^ i told you`, `^ we said|agreed`)

// endings say that something has stopped being so.
var endings = patterns(`i|we stopped|quit|left|sold|cancelled|canceled|dropped|ended|gave`, `have stopped|quit|left|sold|given|ended`, `<any> died|retired|closed|left|quit|resigned|ended`)

// cleft: "it's shellfish I'm allergic to".
var cleft = patterns(`^ it|that is <thing> that|who|i|we|he|she|they`, `^ it is <thing> <thing> that|who|i|we|he|she|they`)

// changedThing: "our flight number changed".
var changedThing = patterns(`number|date|time|address|plan|name|place|venue|email|day|schedule|price|gate|platform|room|password|code|menu|route|teacher|doctor have|has? changed`)

var lastActually = patterns(`actually $`)

// wasSaid: "I said X, but it is Y".
var wasSaid = patterns(`i said|wrote|told|mentioned|claimed`)

func opensItIs(b []string) bool { return (b[0] == "it" || b[0] == "that") && at(b, 1) == "is" }

// fits keeps names and relations to statements that stand close to what was
// said: any two sentences have names in them.
func (m *message) fits(v value, p part) bool {
	switch v.kind {
	case nameValue:
		return !m.calls(v.text) && (elliptic(p.body()) || m.prior.pronounFits(p) || m.prior.closeTo(p.body()))
	case kinValue:
		return elliptic(p.body()) || m.prior.pronounFits(p) && at(p.body(), 1) == "is"
	}
	return true
}

// sameDoing: "you live alone", "I live with …".
func (pr *prior) sameDoing(b []string) bool {
	for i := 1; i < len(b) && i <= 3; i++ {
		if pr.verbs[lemma(b[i])] {
			return true
		}
	}
	return false
}

// ownClaim: it speaks of the speaker, as what was said before did.
func ownClaim(b []string) bool {
	return b[0] == "i" || b[0] == "we" || b[0] == "my" || b[0] == "our"
}

// agrees: it opens with a yes, or a thank-you.
func agrees(p part) bool {
	for _, w := range p.plain.words[:p.lead] {
		switch w {
		case "yes", "yeah", "yep", "yup", "right", "exactly", "true", "thanks", "ok", "okay", "sure", "great", "wow", "nice", "cool", "awesome", "absolutely", "totally", "definitely":
			return true
		}
	}
	b := bare(p.body())
	const short = 6 // words
	return len(b) > 0 && len(b) <= short && (b[len(b)-1] == "too" || b[len(b)-1] == "indeed")
}

// refersInside: "I paid him back".
func refersInside(b []string) bool {
	for _, w := range b {
		if w == "him" || w == "her" || w == "it" || w == "them" {
			return true
		}
	}
	return false
}

// elliptic: what stands before the first mark has no verb of its own.
func elliptic(b []string) bool {
	for i, w := range b {
		if clauseMark(w) {
			return i > 0 && !hasVerb(b[:i])
		}
	}
	return !hasVerb(b)
}

var movedHouse = patterns(`i|we|he|she|they have? moved|relocated to|out|back|in`, `<any> has? moved|relocated to|out|back|in`)

// isA: "he's an electrician".
func isA(b []string) bool {
	return at(b, 1) == "is" && (at(b, 2) == "a" || at(b, 2) == "an" || at(b, 2) == "the") && !mood[at(b, 3)]
}

// saysWhose: "that's my wife's car".
func saysWhose(b []string) bool {
	return (b[0] == "that" || b[0] == "it" || b[0] == "those") && (at(b, 1) == "is" || at(b, 1) == "are" || at(b, 1) == "was") && possessive[at(b, 2)]
}

func sheetIn(b []string) bool {
	for _, w := range b {
		if sheetNoun[w] {
			return true
		}
	}
	return false
}
