package builtin

import "strings"

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
	linked := readsValue(b) || pr.pronounFits(p) || pr.aboutSame(p) || elliptic(b) && !pr.otherThing(p, mine)
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
	if at(b, 0) == "make" && (at(b, 1) == "it" || at(b, 1) == "that") {
		return valueAsked
	}
	if (pr.pronounFits(p) || pr.aboutSame(p)) && found(weakChange, b) {
		return "changes what was said"
	}
	return ""
}

// readsValue: "HR says nine", "the lady at the desk said two".
func readsValue(b []string) bool {
	const few = 9 // words
	if len(bare(b)) > few || firstPerson(b) {
		return false
	}
	for i, w := range b {
		if w == "says" || w == "said" || w == "say" || w == "shows" || w == "wrote" || w == "texted" {
			return i > 0
		}
	}
	return false
}

// otherThing: a few words that begin with a thing that was not spoken of:
// "Barbecue at Jonty's on Saturday" answers nothing said about the choir.
func (pr *prior) otherThing(p part, mine []value) bool {
	b := p.body()
	first := at(b, 0)
	if p.no || contentWord(first) == "" || first == "not" || number(first) || dayWord(first) || preposition[first] || len(b) < 3 || clauseMark(at(b, 1)) || adjective[first] || adverb[first] || sheetIn(b) {
		return false
	}
	ws := p.bodyWords()
	for _, v := range mine {
		if len(ws) > 0 && v.start <= ws[0].start && ws[0].end <= v.end {
			return false // it begins with the value
		}
	}
	shared, _ := pr.shares(b)
	return shared == 0
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
	case found(askedAtFirst, b):
		return "asked for something else"
	case pr.due() && ownClaim(b) && isPast(at(b, 1)) && objectPronoun[at(b, 2)], pr.due() && ownClaim(b) && isPast(at(b, 1)) && at(b, 2) == "that":
		return "done already"
	case pr.open && ownClaim(b) && (hasWord(b, "already") || refersInside(b) && isPast(at(b, 1))):
		return "done already"
	case pr.claims && ownClaim(b) && pr.sameDoing(b):
		return "puts a claim about them otherwise"
	case fits && personal[b[0]] && pr.doings[doingOf(b)] && len(bare(b)) > 2 && !hasWord(b, "too"):
		return "does it otherwise than was said"
	case pr.claims && ownClaim(b) && pr.negative() && !hasWord(b, "not") && !hasWord(b, "never") && pr.sameDoing(b):
		return "has done what was denied"
	case (fits || same || !p.own || personal[b[0]]) && pr.opposite(b):
		return "the opposite of what was said"
	case !p.own && pr.otherPlace(b):
		return "sets a detail right"
	case pr.outNow(p):
		return "no longer as it was said"
	case pr.content["live"] && found(movedHouse, b):
		return "lives elsewhere than was said"
	case pr.copular && elliptic(b) && (b[0] == "a" || b[0] == "an") && !pr.closeTo(b) && !mood[at(b, 1)] && !adjective[at(b, 1)]:
		return "something else than was said"
	case pr.copular && fits && isA(b) && !pr.closeTo(b):
		return "something else than was said"
	case same && saysWhose(b):
		return "says whose it is"
	case (!p.own || opensItIs(b)) && pr.completes(b):
		return "sets a detail right"
	}
	return ""
}

func (pr *prior) negative() bool { return pr.words["not"] || pr.words["never"] || pr.words["no"] }

// due: it says that something is to be done.
func (pr *prior) due() bool {
	return pr.words["owe"] || pr.words["need"] || pr.words["must"] || pr.words["should"] || pr.words["due"] || pr.words["waiting"]
}

var askedAtFirst = patterns(`^ i|we have? asked for|ordered|booked|reserved a|an|the`)

// doingOf is the lemma of what a statement says that somebody does, "" if it
// says how they are.
func doingOf(b []string) string {
	v := verbAt(b)
	if v > 0 && finiteAux[b[v]] {
		for v++; v < len(b) && (adverb[b[v]] || b[v] == "not"); v++ {
		}
		if v < len(b) && !strings.HasSuffix(b[v], "ing") && !isPast(b[v]) && !participle[b[v]] && !baseVerb[b[v]] {
			return ""
		}
	}
	if v <= 0 || v >= len(b) {
		return ""
	}
	return lemma(b[v])
}

var personal = set(`he she they it`)

// opposite: it says a word against one that was said: "younger" for "older".
func (pr *prior) opposite(b []string) bool {
	for _, w := range b {
		for _, o := range strings.Fields(opposites[w]) {
			if pr.words[o] && !pr.words[w] && !hasWord(b, o) {
				return true
			}
		}
	}
	return false
}

// opposites of each word that has any.
var opposites = oppositesOf(`older younger|alone with|big small|bigger smaller|free costs|larger smaller|early late|earlier later|left right|left-handed right-handed|first last|before after|more less|more fewer|hot cold|warm cold|open closed|opens closes|north south|east west|northern southern
	morning evening|morning afternoon|afternoon evening|mornings evenings|mornings afternoons|afternoons evenings|day night|nights days|mother father|mum dad|grandmother grandfather|son daughter|brother sister|aunt uncle|niece nephew|husband wife|boy girl|boys girls
	with without|upstairs downstairs|indoors outdoors|inside outside|cheaper dearer|cheap expensive|married divorced|married single|black white|sweet savoury|rare well-done|hardback paperback|weekdays weekends|weekly monthly|daily weekly|monthly yearly|arrives leaves
	arrival departure|departs arrives|buy rent|buying renting|bought rented|rented bought|own rent|owns rents|win lose|won lost|start end|starts ends|begins ends|front back|top bottom|upper lower|vegetarian vegan|junior senior|single return|full-time part-time|half whole|spring autumn|summer winter`)

func oppositesOf(list string) map[string]string {
	m := make(map[string]string)
	for _, line := range strings.Split(list, "\n") {
		for _, p := range strings.Split(line, "|") {
			if f := strings.Fields(p); len(f) == 2 {
				m[f[0]] += " " + f[1]
				m[f[1]] += " " + f[0]
			}
		}
	}
	return m
}

// otherPlace: a few words that begin with a preposition of what was said, or
// one like it: "at theirs", "by coach".
func (pr *prior) otherPlace(b []string) bool {
	const few = 6 // words
	w := at(b, 0)
	if !preposition[w] && w != "because" || len(bare(b)) > few || pr.asksLast || pr.offers || len(bare(b)) < 2 {
		return false
	}
	return pr.words[w] && w != "of" || whereabouts[w] && (pr.words["in"] || pr.words["at"] || pr.words["on"])
}

var whereabouts = set(`in at on under near behind`)

// outNow: "Mondays are out": a value that was said cannot be.
func (pr *prior) outNow(p part) bool {
	b := p.body()
	if len(b) < 3 || b[1] != "is" && b[1] != "are" || !ruledOut[b[2]] && !(b[2] == "no" && at(b, 3) == "good") {
		return false
	}
	ws := p.bodyWords()
	for _, v := range pr.heard.values(pr.last) {
		if strings.Contains(strings.ToLower(pr.last.of(pr.text)[v.start:v.end]), strings.TrimSuffix(ws[0].low, "s")) {
			return true
		}
	}
	return pr.content[contentWord(b[0])] && contentWord(b[0]) != ""
}

var ruledOut = set(`out off full gone cancelled canceled wrong outdated impossible taken`)

// saidBefore: "I said Saturday!"
var saidBefore = patterns(`^ i|we asked for|ordered|booked|wanted|wrote`, `^ i said|meant|wrote`, `^ i told you`, `^ we said|agreed`)

// endings say that something has stopped being so.
var endings = patterns(`i|we had to stop|quit|leave|sell|cancel|drop|end|give`, `i|we stopped|quit|left|sold|cancelled|canceled|dropped|ended|gave`, `have stopped|quit|left|sold|given|ended`, `<any> died|retired|closed|left|quit|resigned|ended`)

// cleft: "it's shellfish I'm allergic to".
var cleft = patterns(`^ it|that is <thing> that|who|i|we|he|she|they`, `^ it is <thing> <thing> that|who|i|we|he|she|they`)

// changedThing: "our flight number changed".
var changedThing = patterns(`number|date|time|address|plan|name|place|venue|email|day|schedule|price|gate|platform|room|password|code|menu|route|teacher|doctor have|has? changed`)

var lastActually = patterns(`actually $`)

// wasSaid: "I said X, but it is Y".
var wasSaid = patterns(`i|we said|wrote|told|mentioned|claimed`)

// havingToBe: "we said Friday, well, it'll have to be Sunday".
var havingToBe = patterns(`it will have? to? be`, `has|have to be`, `make it`)

func opensItIs(b []string) bool { return (b[0] == "it" || b[0] == "that") && at(b, 1) == "is" }

// fits keeps names and relations to statements that stand close to what was
// said: any two sentences have names in them.
func (m *message) fits(v value, p part) bool {
	switch v.kind {
	case nameValue:
		return !m.calls(v.text) && !m.spokenTo(p, v) && (elliptic(p.body()) || m.prior.pronounFits(p) || m.prior.closeTo(p.body()))
	case kinValue:
		return elliptic(p.body()) || m.prior.pronounFits(p) && at(p.body(), 1) == "is"
	}
	return true
}

// spokenTo: a name is that of the one spoken to: "Got it, Nate.", "Bye Nate!"
func (m *message) spokenTo(p part, v value) bool {
	first, last := -1, -1
	for i, w := range p.ws {
		if w.start >= v.start && w.end <= v.end {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 || last+1 < len(p.ws) && !p.ws[last+1].mark {
		return false
	}
	if first == 0 {
		return last+1 < len(p.ws) && p.ws[last+1].text == "!" // "Nate!"
	}
	before := p.ws[first-1]
	if before.mark {
		return before.text == "," && len(bare(p.plain.words)) > 2 && p.plain.words[0] != "not" && hasVerbOrGreets(p.ws[:first-1])
	}
	return onlySmallTalk(plainOf(p.ws[:first]).words) && !onlyNoWords(plainOf(p.ws[:first]).words)
}

func hasVerbOrGreets(ws []word) bool {
	b := plainOf(ws).words
	return len(b) > 0 && (hasVerb(b) || onlySmallTalk(b) && !onlyNoWords(b))
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
