package builtin

import (
	"strings"

	"muisto/memory"
)

// What weighs much needs evidence: a correction goes over everything that is on
// record and a promise is kept for weeks, so neither is taken for one because it
// sounds like one. The rules and the classifier propose; a part keeps its act
// only where something said bears it out.

// demand lowers the acts that nothing bears out.
func (m *message) demand(parts []part) {
	for i := range parts {
		p := &parts[i]
		switch p.act {
		case memory.Correction:
			if !m.correctionProven(*p) {
				*p = p.lowered()
			}
		case memory.Retraction:
			if !m.retractionProven(*p) {
				*p = p.lowered()
			}
		case memory.Decision:
			if !m.decisionProven(*p) {
				*p = p.lowered()
			}
		case memory.Commitment:
			if !m.promiseProven(*p) {
				*p = p.lowered()
			}
		}
	}
}

// lowered is a part that only says something, or nothing.
func (p part) lowered() part {
	const few = 3 // words; so many without a verb say nothing by themselves
	rule := p.rule
	p.meta = false
	if !p.own && len(bare(p.plain.words)) <= few {
		p.act, p.rule = "", "no evidence: "+rule
		return p
	}
	return p.is(memory.Observation, statement, "no evidence: "+rule)
}

// correctionProven: the part says itself what was wrong, or holds something
// against a claim of the other side's of a kind that it competes with.
func (m *message) correctionProven(p part) bool {
	b := p.body()
	if len(b) == 0 || endsAsking(p.ws) && p.rule == learntRule {
		return false
	}
	switch {
	case p.rule == "was so once" || p.rule == "somebody else does":
		return m.prior.onRecord() && !m.prior.words["must"] && !m.prior.words["i"]
	case p.meta || strings.HasPrefix(p.rule, "says so:") || found(correctionMeta, p.plain.words):
		return m.saysWhatWasWrong(p)
	case m.contrasts(p), m.saysItChanged(p), m.deniesPlainly(p):
		return true
	}
	return m.againstRecord(p)
}

// deniesPlainly: the user says no to what nobody has just asked, and how it is:
// "No, the standup is at ten!". What that goes against may be long on record.
func (m *message) deniesPlainly(p part) bool {
	return m.user() && p.no && m.typed(p) && (m.prior == nil || !m.prior.asksLast)
}

// saysWhatWasWrong tells "I told you the wrong street" from "mixed feelings".
func (m *message) saysWhatWasWrong(p part) bool {
	b := p.plain.words
	switch {
	case found(othersMixed, b):
		return false
	case found(ownFault, b) && !found(selfReport, b):
		return m.twoOfAKind(p) || len(bare(b)) <= shortExcuse && (len(m.values(p)) > 0 || m.prior.onRecord())
	}
	return !hasWord(b, "would")
}

// shortExcuse is how many words say only that something was wrong; "my bad for
// texting so late" tells what it was.
const shortExcuse = 6

var (
	// othersMixed: nothing that anybody said was mixed up.
	othersMixed = patterns(`mixed|mix feelings|emotions|results|reviews|signals|bag|things`, `mixed|mix * things|it up $`, `got|get|getting mixed up through|with|in`, `have something|nothing|anything wrong`, `did not * them|him|her|anyone|anybody`, `ignore the <any> on`)
	// ownFault is said of anything, and of what was said.
	ownFault = patterns(`my mistake|bad|error|fault`, `i made a mistake`)
	// selfReport are words for what was said.
	selfReport = patterns(`said|told|wrote|typed|meant|gave|sent|quoted|mentioned|misread|mixed|confused`)
)

// contrasts: the part holds one thing against another of its kind, and says
// which it is: "we live on Pine Road, not Pine Lane".
func (m *message) contrasts(p part) bool {
	b := p.plain.words
	if found(noContrast, b) {
		return false
	}
	if strings.HasPrefix(p.rule, "contrast: I said") && !found(knowsNot, p.body()) {
		return true
	}
	if found(contrastWords, b) && (m.twoOfAKind(p) || found(definiteContrast, b)) {
		return true
	}
	k := indexOf(b, "not")
	if k < 0 {
		return false
	}
	denied := b[k+1 : min(len(b), k+4)]
	return m.prior.onRecord() && m.prior.mentions(denied) || p.rule == "contrast: …, not …" && m.saidBeforehand(denied)
}

// saidBeforehand: the speaker said one of the words a little earlier.
func (m *message) saidBeforehand(ws []string) bool {
	for _, h := range m.ownBefore {
		for _, p := range h.sentences {
			for _, w := range ws {
				if contentWord(w) != "" && hasWord(p.plain.words, w) {
					return true
				}
			}
		}
	}
	return false
}

var (
	contrastWords = patterns(`not`, `instead of`, `rather than`, `i|we said|wrote|told|thought * but|it|and`, `no longer`, `never`)
	// noContrast: "not only the food", "not at the same level", "not that I know".
	noContrast = patterns(`not just|only|really|that|even|all|as|so|too|very|sure|yet|exactly|necessarily|quite|an`, `not at the same`, `i|we said sorry|hi|hello|yes|no|thanks|nothing`)
	// definiteContrast: "the red bike, not the blue one".
	definiteContrast = patterns(`the|my|our|his|her * , not at|in|on|to|with|by? the|my|our|his|her`, `^ not the|my|our , <det>`, `not the|my|our|his|her * but|, the|my|our|his|her`)
)

// twoOfAKind: a part gives two different values of one kind.
func (m *message) twoOfAKind(p part) bool {
	seen := make(map[valueKind]string)
	for _, v := range m.values(p) {
		if other, ok := seen[v.kind]; ok && other != v.text {
			return true
		}
		seen[v.kind] = v.text
	}
	return false
}

// saysItChanged: the part says of a thing that it was moved, or is otherwise
// from now on, and gives what it is.
func (m *message) saysItChanged(p part) bool {
	b := p.body()
	switch {
	case found(planChange, p.plain.words):
		return true
	case !strings.HasPrefix(p.rule, "change:") && !strings.HasPrefix(p.rule, "says how it actually is"):
		return false
	case m.prior.onRecord() && m.prior.near(p), found(insteadNow, b), found(calledOff, b), found(newIs, b):
		return true
	case found(leftOff, b) && (m.prior == nil || !m.prior.asksLast):
		return true
	case strings.HasSuffix(p.rule, "these days"):
		return false
	case found(speakerMoves, b) || ownClaim(b) && !strings.Contains(p.rule, "push|move"):
		return m.twoOfAKind(p)
	}
	return m.typed(p)
}

// leftOff: the speaker says of themselves that a thing is over.
var leftOff = patterns(`i|we have? gone off <any>`, `i|we * not * any longer`, `i|we no longer <verb>`)

// speakerMoves: somebody moves house.
var speakerMoves = patterns(`i|we|she|he|they have? <adv>? moved`)

// typed: a part gives a time, a day or a number.
func (m *message) typed(p part) bool {
	for _, v := range m.values(p) {
		if v.kind == timeValue || v.kind == dayValue || v.kind == numberValue {
			return true
		}
	}
	return false
}

var (
	insteadNow = patterns(`, it|that is * now`, `now * , not`, `no longer * , <any>`, `not * any more|longer|anymore , it|that|we|they`, `not * after all , it|that|we|they`, `now * longer`)
	calledOff  = patterns(`called off`, `is|has been cancelled|canceled`, `is off $`)
	newIs      = patterns(`new number|address|name|date|time|email is`, `changed my|our mind`, `is|are|be spelled|spelt|written|pronounced`, `spelled|spelt with`, `name is * with|without`)
)

// againstRecord: the other side claimed something about the speaker, or about a
// thing that the speaker knows better, and the part says otherwise.
func (m *message) againstRecord(p part) bool {
	b := p.body()
	if p.no && m.prior.otherThan(m.values(p)) {
		return true
	}
	if !m.prior.onRecord() || agrees(p) || found(knowsNot, b) {
		return false
	}
	switch {
	case p.no:
		return m.competes(p) || p.own && (m.prior.claims || m.prior.aboutSame(p) || refersInside(b))
	case found(noMore, b), found(cleft, b) && m.prior.takenUp(p), strings.HasSuffix(p.rule, "actually") && elliptic(b):
		return true
	case m.prior.negative() && found(emphatic, b) && m.prior.claims, m.prior.copular && m.prior.pronounFits(p) && isA(b), hasWord(b, "instead"), p.rule == "asked for something else",
		m.prior.claims && m.prior.due() && ownClaim(b) && isPast(at(b, 1)), p.rule == "done already" && m.prior.claims:
		return m.prior.plain
	case m.competes(p), (!p.own || opensItIs(b)) && len(m.values(p)) > 0 && m.prior.completes(b):
		return true
	case m.speaker != "":
		return false
	case m.prior.sentences == 1 && m.prior.plain && !m.prior.asksLast && m.answersClaim(p):
		return true
	case m.prior.negative() != negativeWords(b):
		return m.prior.takenUp(p) && (negativeWords(b) || m.prior.closeTo(b))
	}
	return p.own && m.prior.takenUp(p) && turns(b) || m.prior.opposite(b) || p.rule == valueAsked
}

var (
	noMore   = patterns(`^ not there? any longer|more`, `^ not anymore`, `^ no longer`)
	emphatic = patterns(`^ i|we do|did|can|will|am|are|have|could <any>`)
)

// answersClaim: a short sentence on the very matter of the one claim made, or a
// number with its unit against one with another.
func (m *message) answersClaim(p part) bool {
	const few = 10 // words
	b := p.body()
	n := len(bare(b))
	switch {
	case n > few:
		return false
	case !p.own:
		return n > 1 && number(b[0]) && b[0] != "one" && m.prior.counts()
	case p.rule == learntRule || p.rule == "changes what was said":
		return m.prior.speaksOfThem() && (m.prior.takenUp(p) || ownClaim(b))
	}
	return false
}

// speaksOfThem: its subject is the one who answers, or a certain thing.
func (pr *prior) speaksOfThem() bool {
	w := at(pr.last.body(), 0)
	return w == "you" || w == "your" || w == "the" || pr.person && !hasWord(pr.last.body(), "i")
}

// counts: it says how many or how long.
func (pr *prior) counts() bool {
	for w := range pr.words {
		if head, _, _ := strings.Cut(w, "-"); number(head) || lengthOfTime[strings.TrimSuffix(w, "s")] {
			return true
		}
	}
	return false
}

// otherThan: it gave a time, a day or a number, and another one than these.
func (pr *prior) otherThan(mine []value) bool {
	if pr == nil {
		return false
	}
	for _, v := range mine {
		for _, w := range pr.values {
			if v.kind == w.kind && v.kind != nameValue && v.kind != kinValue && !pr.hasValue(v) {
				return true
			}
		}
	}
	return false
}

// knowsNot: not to know is nothing that stands against a claim.
var knowsNot = patterns(`i do not know|think|remember|recall|mind|care|really|want|wanna|get|understand`, `i did not know|mean|realise|realize|expect`, `not sure`, `^ i am sorry`, `^ i bet|agree|see|know|guess|hope|wish`, `^ that|it|this is|was a|an|so|very|really|not? <mood>`, `^ it|that|this really|sure|so is|was`, `it is not a bother|problem|big`, `^ <adv>? maybe|perhaps`)

func negativeWords(b []string) bool {
	for _, w := range b {
		switch w {
		case "not", "no", "never", "nobody", "nothing", "none", "neither":
			return true
		}
	}
	return false
}

func turns(b []string) bool {
	for _, w := range b {
		switch w {
		case "now", "since", "until", "already", "instead", "actually", "left", "stopped", "quit", "retired", "died", "sold", "changed", "moved", "switched", "though", "only":
			return true
		}
	}
	return false
}

// takenUp: the part speaks of the same thing: by its word, or by a pronoun.
func (pr *prior) takenUp(p part) bool { return pr.aboutSame(p) || pr.pronounFits(p) }

// competes: a value of the part stands against one of the same kind that was
// claimed, in the same place: in a few words, or said of the same thing.
func (m *message) competes(p part) bool {
	const few, most = 8, 14 // words
	b := p.body()
	short := elliptic(b) && len(bare(b)) <= few
	for _, v := range m.values(p) {
		if m.prior.hasValue(v) || v.kind == nameValue && m.spokenTo(p, v) {
			continue
		}
		if v.text == "1" && !number(at(b, 0)) && v.kind == numberValue {
			continue // "the next one"
		}
		linked := short || m.prior.takenUp(p) || readsValue(b) || found(itIsValue, b)
		if linked && m.prior.hourOff(v) {
			return true
		}
		for _, w := range m.prior.claimed() {
			if v.kind == w.kind && (linked && v.kind != nameValue || short && m.samePlace(p, v) || v.kind == nameValue && len(b) <= most && m.prior.closeTo(b) || w.kind == dayValue && linked && ordinal(v.text)) {
				return true
			}
		}
	}
	return short && !p.own && m.samePhrase(b)
}

var itIsValue = patterns(`it|that is <value>`)

// samePlace: a name stands at the front, behind a "not", or behind a preposition
// that was said before a name, too.
func (m *message) samePlace(p part, v value) bool {
	if v.kind != nameValue && v.kind != kinValue {
		return true
	}
	for i, w := range p.ws {
		if w.start != v.start {
			continue
		}
		before := ""
		for i--; i >= 0 && (p.ws[i].mark || determiner[p.ws[i].low] || leadIn[p.ws[i].low]); i-- {
		}
		if i >= 0 {
			before = p.ws[i].low
		}
		return before == "" || before == "not" || before == "no" || preposition[before] && m.prior.words[before]
	}
	return false
}

// samePhrase: a noun phrase with an article answers one that says what a thing
// is: "a notary", "at the county court".
func (m *message) samePhrase(b []string) bool {
	for len(b) > 0 && (b[0] == "no" || b[0] == "not" || leadIn[b[0]]) {
		b = b[1:]
	}
	w, next := at(b, 0), at(b, 1)
	if preposition[w] {
		return m.prior.words[w] && (determiner[next] || possessive[next]) && len(b) > 2
	}
	if w != "a" && w != "an" && w != "the" && !possessive[w] {
		return false
	}
	return len(bare(b)) > 1 && !mood[next] && (m.prior.copular || m.prior.mentions(b) || m.prior.words[w])
}

// onRecord: the other side claimed something of the one who answers, or of a
// thing by its name. What somebody tells of themselves, how they like a thing,
// and what is so in general are nothing that the other one could set right.
func (pr *prior) onRecord() bool { return pr != nil && !pr.takesUp && len(pr.claimed0()) > 0 }

// claimed are the values in what is on record.
func (pr *prior) claimed() []value {
	var out []value
	for _, p := range pr.claimed0() {
		out = append(out, pr.heard.values(p)...)
	}
	return out
}

// claimed0 are the sentences that are on record.
func (pr *prior) claimed0() []part {
	var out []part
	for _, p := range pr.heard.sentences {
		if pr.heard.records(p) {
			out = append(out, p)
		}
	}
	return out
}

func (h *heard) records(p part) bool {
	b := firstClause(p.body())
	if len(b) == 0 || found(valuing, p.plain.words) || endsAsking(p.ws) && !found(checking, p.plain.words) && ((inverting[b[0]] || question[b[0]]) && !found(offersTo, b) || !found(offersTo, b) && !found(confirming, p.plain.words)) {
		return false
	}
	if endsAsking(p.ws) && (found(offersTo, b) || !p.own && (determiner[b[0]] || numberWord[b[0]])) {
		return true
	}
	if hasWord(b, "us") || request[b[0]] && verbAt(b) != 1 {
		return false
	}
	you := hasWord(b, "you") || hasWord(b, "your")
	switch {
	case found(youIdiom, b):
		return false
	case b[0] == "i" || b[0] == "we" || b[0] == "my" || b[0] == "our":
		return hasWord(b, "your") && !hasWord(b, "my") || found(keepsRecord, b) && (you || h.recordValue(p))
	case you:
		return true
	case b[0] == "it" || b[0] == "that" || b[0] == "this" || b[0] == "they":
		return h.hasValue(p) && !hasWord(b, "like") && !found(oneOf, b)
	case b[0] == "he" || b[0] == "she" || b[0] == "his" || b[0] == "her" || b[0] == "the":
		return p.own || h.recordValue(p)
	}
	if hasWord(b, "i") || hasWord(b, "me") || hasWord(b, "my") {
		return false
	}
	return h.hasValue(p) || p.own && h.named(p)
}

var oneOf = patterns(`one of`)

// named: it speaks of somebody or something by name, and not only to them.
func (h *heard) named(p part) bool {
	for _, v := range h.values(p) {
		if v.kind != nameValue {
			continue
		}
		for i, w := range p.ws {
			if w.start == v.start && (i == 0 || !p.ws[i-1].mark) && (i+1 == len(p.ws) || p.ws[i+1].text != ",") {
				return true
			}
		}
	}
	return false
}

// firstClause are the words up to the first mark that has a verb before it.
func firstClause(b []string) []string {
	for i, w := range b {
		if i > 0 && clauseMark(w) && hasVerb(b[:i]) {
			return b[:i]
		}
	}
	return b
}

// recordValue: a time, a day, a number or a name that could be another.
func (h *heard) recordValue(p part) bool { return len(h.values(p)) > 0 }

var (
	// valuing says how somebody likes a thing.
	valuing = patterns(`is|are|was|were|am|sounds|looks|sound|look|seems|feels so|such|really|pretty|very|a|an|too|definitely|absolutely|quite? <mood>`, `^ i am? glad|happy|sorry|sure|excited|hope`, `^ what a`, `^ <mood>`, `^ sorry|glad|happy|hope|wow`, `looks|sounds|feels like`, `must be|have`, `^ that|it|this makes|made sense`, `^ no worries|problem|need`)
	// youIdiom means nobody by "you".
	youIdiom = patterns(`thank you`, `see|talk|love|miss|let|bless|hear|tell|told|ask|asked|wish|help|give|send|like|from|with|for you`, `^ if|when|because you`, `you know $`, `you can|could|should|might get|find|try|use|see|go|also|just|always|never|even`, `you do not mind`, `you gotta|guys|must|should|might|may`, `cheer you`, `like you`, `^ as you`)
	// keepsRecord: what the other side has on record, or is about to do for the
	// one who answers.
	keepsRecord = patterns(`^ i|we have? put|noted|booked|saved|set|got|addressed|written|wrote|recorded|marked|entered|down|ordered|sent|planned|scheduled`, `^ i|we have your|you|the|a|an`, `^ i|we will <any>`, `^ i|we am|are <ing>`, `^ i|we can <any>`, `^ i|we put|noted|booked|told|sent|ordered`)
	// checking asks whether something is to be done as it is on record.
	checking = patterns(`^ so`, `^ you`)
	offersTo = patterns(`^ shall|should|may i|we`)
)

// retractionProven: the agent says that it was wrong, or takes its words back.
func (m *message) retractionProven(p part) bool {
	b := p.plain.words
	if found(noRetraction, b) {
		return false
	}
	if p.rule == learntRule || p.meta {
		return found(admitting, b)
	}
	return found(admitting, b) || found(takingBackWords, b) || takesOwnBack(b)
}

const learntRule = "learnt"

var (
	// admitting names an error of the speaker's, or withdraws.
	admitting = patterns(`i|we was|were|am|stand wrong|mistaken|incorrect|corrected`, `my mistake|error|bad|fault|slip|apologies|assumption`, `i apologise|apologize`, `i misread|misremembered|misspoke|miscounted|miscalculated|misunderstood|misheard|mistook|misstated|misquoted|overlooked|invented|fabricated|hallucinated|assumed|confused|mixed|swapped`,
		`take|took|taking it|that|this|them|those back`, `take|took|taking back`, `take|took|taking my|what * back`, `that|this|it|what * was|is a|an <any>? mistake|error|assumption|slip|invention`, `the|that <any> i gave|told|sent|quoted|named|mentioned|listed`, `withdraw|withdrew|retract|retracted|disregard`, `ignore what|my|the|that|it|everything`, `scratch|strike my|that|what`, `correction`, `i made|made * up`, `i made a|an * mistake|error`, `i got|had * wrong`, `i gave|told|sent|quoted|showed|listed * wrong`, `what|that i said|told|wrote|gave|claimed`, `contrary to what i`, `i should not|never have`, `i no longer`, `no longer stand by`, `spoke too soon`,
		`my|the earlier|previous|last answer|message|statement|claim|reply|note|point|figure|advice|suggestion`, `i|we said|told|wrote|claimed|listed|quoted * but|wrong`, `i quoted|gave|told|sent|showed you`, `sorry * wrong|incorrect|mistaken`, `forget what|my|it`, `no|nothing * proof|source|basis|evidence|grounds|record`)
	// takingBackWords open a retraction of other kinds.
	takingBackWords = patterns(`no such`, `correct myself`, `admit|confess that`, `backs|back up what i`, `on a? second|closer look|thought|reading`, `cannot|can not confirm`, `was|is wrong|incorrect|false|inaccurate|outdated|invented|invalid`, `not valid|true|right|correct|accurate`, `i looked|used|read|took|opened|checked|picked|searched|copied * wrong`, `i added * wrong`, `nobody`)
	// noRetraction speaks of what others do, of errors in code, or agrees.
	noRetraction = patterns(`you realised|realized|feel|think|thought`, `error|errors message|handling|code|codes|boundary|is|in|handler|response|logs|status|rate`, `an|any|the|this|your|if error|errors`, `i no longer live|work|have|want|need|like|use|eat|drink|go`, `they looked`, `she needs`, `i think if`, `i invented them`, `for the hypothetical`)
)

// decisionProven: it was chosen by the speaker, and is a choice of something.
func (m *message) decisionProven(p part) bool {
	b := p.body()
	switch {
	case found(noChoice, b) || m.speaker == "" && !m.user():
		return false
	case p.rule == learntRule:
		return found(choosing, b) && !found(othersChoice, b) || m.answers() && m.prior.offers && m.picks(p)
	}
	return true
}

var (
	choosing = patterns(`i|we have? decided|chosen|chose|picked|settled|opted|agreed|voted|quit|resolved`, `decided`, `i|we am|are going with|for`, `i|we will take|have|go|use|keep|skip|leave|pass|stick|pick|choose|drop|stay|try|accept`, `going|go with`, `final choice|decision`, `i|we would rather`, `i|we am|are choosing|quitting|dropping|switching|cancelling|selling|keeping|sticking|getting|buying|taking|moving|staying`, `instead of|over the`, `my|our choice|pick|vote`, `it is * then`, `from now on`, `no more`, `not going to|doing|buying|taking`, `let us <verb>`, `i|we will be? calling|naming`)
	// noChoice: a cheer, an idea, or what somebody likes.
	noChoice     = patterns(`let us <verb> it|this|that|them? happen|unforgettable|count|up|together|again`, `let us go to|for|out|over|through|back`, `let us make|keep|continue|work|help|spread|talk|meet|chat|get|see|find|say|hope|break|walk|verify|start|look|consider|dive|explore|review|confirm|assume|calculate|denote|use|create|define|address|tackle`, `not|never give|giving|gave up`, `keep|keeping it|on|going|pushing|up`, `<mood> decision|choice`, `is one of`, `gets it $`, `is the one $`, `i|you made the right`, `would like to|me`, `^ having`, `sometimes`, `right now|lately|currently`, `is|was a|an <any>? <any>? choice|decision`)
	othersChoice = patterns(`^ you|your|it|this|they|these|exploring|choosing|touching`)
)

// promiseProven: somebody undertakes a certain thing. What is only likely,
// wished, meant for the moment or said to be pleasant is none.
func (m *message) promiseProven(p part) bool {
	b := p.body()
	switch {
	case found(givenWord, b):
		return true
	case found(noPromise, b) && !found(keptPromise, b):
		return false
	case !m.user() && m.speaker == "" && found(agentOffers, b):
		return false
	case p.rule == learntRule:
		return found(undertaking, b)
	}
	return !strings.HasSuffix(p.rule, "hear") || m.typed(p)
}

var (
	givenWord   = patterns(`i promise|swear|guarantee|vow i|we|you|the|my|to|that`, `my word`, `, i promise $`, `i promise $`)
	undertaking = patterns(`i|we will|shall <verb>`, `i|we am|are going to <verb>`, `i|we promise|promised|agreed|offered|volunteered|swear|guarantee`, `^ will <verb>`, `leave|count * me|us`, `i|we am|are bringing|driving|hosting|paying|handling|cooking|picking|sending`, `on it $`, `on me`, `i can do`, `^ me $`, `^ i do|can $`, `down for`)
	// noPromise: hopes, doubts, cheers, habits and small talk.
	noPromise = patterns(`maybe|perhaps|probably|hopefully|possibly|might|someday|eventually|sometime|sometimes|usually|unless`, `i think|guess|hope|suppose|believe|bet|doubt i|we|she|he|they`, `^ if`, `if i|we|you|it|she|he|they`, `i|we will|shall <adv>? always? continue|stay|try`, `will <adv>? keep going|pushing|working|trying|doing|at|it|on|up|that|those|this|my|your|them|believing|moving|fighting|dancing|making|in`, `will <adv>? do|try|give my|our|all|everything`, `will make it|memories|some`, `will make sure to`, `going to <adv>? keep|continue|stay|try|do|make|give|have|be`,
		`will <adv>? see|talk|speak|chat|catch|text you|to|with|up|soon|later`, `i|we|she|he will <adv>? be|need|love|miss|never|forgive|disintegrate|die`, `we will make|get|find|see|use`, `would not|never`, `not think`, `going to head|go|lay|lie|rest|sleep|take|eat|wash|hit|start to|out|down|up|a|my|the|it|and`, `when i * hungry|chance`, `volunteered to $`, `so far`, `looking for`, `we are making`, `i am helping`, `once i`, `next time`, `one day`, `at some point`, `i can tell|get|imagine|see|relate`, `keep you|u posted|updated|in`, `^ i|we will <adv>? let you|u know $`, `let us`)
	// agentOffers are what an assistant does within its answer.
	agentOffers = patterns(`i|we would be happy|glad`, `i|we will use|help|assume|provide|show|focus|explain|walk|go|also|include|break|guide|start|need|be|create|suggest|outline|denote|consider|find|look`, `let us`)
)
