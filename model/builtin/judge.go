package builtin

import (
	"strings"

	"muisto/memory"
)

// judge says what kind of thing one sentence of the user's is.
func (m *message) judge(p part) part {
	p = m.withoutVocative(p)
	b := p.body()
	switch {
	case len(b) == 0, m.onlyGreets(p), onlySmallTalk(p.plain.words) && !onlyNo(p):
		p.rule = "small talk"
		return p
	case foreign(p.ws):
		return p.is(memory.Observation, verbatim, "another language")
	case found(jokes, p.plain.words):
		return p.is(memory.Observation, joked, "a joke")
	case asksToErase(b), found(nothingInstead, b), found(takesBackJust, b):
		p.rule = asksToForget
		return p
	}
	end, telling := carriesStatement(b)
	telling = telling && end < len(bare(b))
	if isQuestion(p) && (!telling && m.rhetorical(p) || found(remindsOf, b)) {
		p.rule = "rhetorical"
		return p
	}
	if telling {
		p.lead += end
		for p.lead < len(p.plain.words) && clauseMark(p.plain.words[p.lead]) {
			p.lead++
		}
		b = p.body()
		p.own = hasVerb(b)
		if len(b) == 0 {
			p.rule = "small talk"
			return p
		}
	}
	if m.prior.states() && !m.prior.asksLast && !m.prior.past() && found(onlyThen, b) {
		return p.corrected("was so once")
	}
	if m.prior.states() && !m.prior.asksLast && m.prior.claims && found(anotherDoes, b) {
		return p.corrected("somebody else does")
	}
	if m.prior.states() && !m.prior.asksLast && found(agreement, b) && !(ownClaim(b) && hasWord(b, "will")) || found(reactions, b) && len(bare(b)) <= 6 && !endsAsking(p.ws) {
		p.rule = "small talk"
		return p
	}
	if found(rebukes, b) && len(bare(b)) <= 3 || m.prior.states() && found(scoldings, b) {
		p.rule = "a rebuke"
		return p
	}
	if m.toBeCalled(p) {
		p = p.is(memory.Observation, statement, nameWanted)
		p.form = statement
		return p
	}
	if !m.prior.states() && found(onlyBlames, b) {
		p.rule = "a rebuke"
		return p
	}
	if m.tellsOfPast(p) {
		return p.is(memory.Observation, statement, toldOfPast)
	}
	if found(promiseRecalled, b) && !endsAsking(p.ws) {
		return p.is(memory.Observation, statement, promiseHeld)
	}
	imagined := hypothesis(b)
	switch {
	case isQuestion(p) && found(askingToDo, b):
		return p.is(memory.Routine, requested, "a request")
	case isQuestion(p):
		return p.is(memory.Routine, asked, "a question")
	case imagined:
		return p.is(memory.Observation, wondered, "only imagined")
	}
	if rule, ok := m.corrects(p); ok {
		return p.corrected(rule)
	}
	if rule, ok := m.againstPrior(p); ok && rule == valueAsked {
		return p.is(memory.Correction, statement, rule)
	}
	if isRequest(p) && !p.no {
		return p.is(memory.Routine, requested, "a request")
	}
	return m.judgeStatement(p)
}

// Rules that go by the very words, whatever they resemble.
const (
	nameWanted  = "how to be called"
	promiseHeld = "holds the other side to a promise"
	toldOfPast  = "tells of their own past"
)

// onlyBlames says that something is wrong where nothing was said.
var onlyBlames = patterns(`^ i? think|guess|believe? you are|were wrong|mistaken about? that|this|it? $`)

// tellsOfPast: "I used to smoke but I quit last year" overrides nothing, where
// nothing of it was said.
func (m *message) tellsOfPast(p part) bool {
	b := p.body()
	if hasWord(b, "now") || hasWord(b, "instead") || endsAsking(p.ws) || m.prior.near(p) {
		return false
	}
	return found(stoppedDoing, b) || found(switchedTo, b) && !(m.prior.states() && m.prior.claims)
}

var (
	stoppedDoing = patterns(`^ i|we used to * but i|we? <past>`)
	switchedTo   = patterns(`^ i|we have? switched from|to`)
)

// toBeCalled: "Please call me Annu, my friends do."
func (m *message) toBeCalled(p part) bool {
	_, _, end, ok := anyOf(callMe, p.body())
	if !ok {
		return false
	}
	ws := p.ws[p.plain.from[p.lead+end]:]
	return capital(ws[0].text) && !dayWord(ws[0].low) && (len(ws) == 1 || ws[1].mark || conjunction[ws[1].low])
}

var callMe = patterns(`^ please|just? call me`, `^ you can|could|may just? call me`)

// promiseRecalled: "You said you'd remind me." promises nothing.
var promiseRecalled = patterns(`^ but? you said|promised|told * you would|will`, `^ but? you promised|agreed to`)

// notKept goes on from a promise recalled: "You didn't."
var notKept = patterns(`^ and|but? you did|have not|never <any>? <any>? $`, `^ and|but? you never did $`)

// reactions only say how something struck the speaker.
var reactions = patterns(`^ i will? need it|that|this|them <any>? $`, `^ that|it|this means a lot|much|everything|the`, `^ you are so|very|too? <mood>`, `^ that|this|it is|was|sounds|looks so|very|really|pretty|quite|too? <mood>`, `^ that|this is|was a|an? <mood> <any>? $`, `^ see|talk|speak|catch you|to`, `^ how <mood> $`, `^ you are a|an|the|my <any> <any>? $`, `^ you are a|an|the|my <any> , thanks|thank`, `^ you are so|very|too|really? <mood>`, `^ so|very|too <mood> $`, `^ i am? so|very|really? <mood> to|for`)

// onlyThen: "They were." of what was said to be so now.
var onlyThen = patterns(`^ it|that|they|he|she|i|we was|were|did|had $`, `^ used to $`, `^ i|we|he|she|it|they used to $`, `^ not any more|longer $`, `^ not anymore|now $`, `^ no longer $`, `^ once $`, `^ not since <any> <any>? $`)

// anotherDoes: "My husband did." of what was said of the one who answers.
var anotherDoes = patterns(`^ no? my|our|the|his|her <any> <any>? did|does|do|is|was|has|have|will|can $`, `^ only my|our|the * did|does|do|is|was|has|have $`)

// past: it speaks of what was.
func (pr *prior) past() bool {
	return pr.words["was"] || pr.words["were"] || pr.words["did"] || pr.words["had"] || len(pr.last.body()) > 0 && isPast(at(pr.last.body(), max(verbAt(pr.last.body()), 0)))
}

// agreement only says again that what was said is so: "It sure is!"
var agreement = patterns(`^ it|that|this|they|those|these|he|she|you|we|i sure|really|definitely|certainly|totally|absolutely|truly|indeed|so? is|are|was|were|am|do|does|did|can|could|should|would|have|has|will|must|sure|really|definitely|certainly|totally|absolutely|truly|indeed? $`, `^ so it|they|he|she|that|you|we|i is|are|was|were|am|do|does|did|can|has|have $`)

// askingToDo are requests in the form of a question.
var askingToDo = patterns(`^ can|could|would|will you please? <verb>`)

// rebukes ask for nothing but quiet.
var rebukes = patterns(`^ stop <ing>`, `^ stop it|that|this`, `^ enough`, `^ leave it|me|that`, `^ come on`, `^ shut up`, `^ drop it`)

// scoldings ask nothing and say nothing, however long they are.
var scoldings = patterns(`^ how many times|often do|must|shall|should i|we have? to?`, `^ how often do|must|have`, `^ how many times`, `^ are you kidding|joking|serious|deaf|blind`, `^ what is wrong with you`, `^ why do you always|keep|never`, `^ do i have to`, `^ can you not read|listen`, `^ who told you that`, `^ seriously $`, `^ for the last|hundredth|umpteenth time`, `^ not again`)

// corrects: what is said in so many words to set something right, which goes
// before a request or a choice ("please update your notes …").
func (m *message) corrects(p part) (string, bool) {
	b := p.body()
	pt, _, _, ok := anyOf(correctionMeta, b)
	if !ok {
		b = p.plain.words // the lead-in itself may say so: "wrong, …"
		pt, _, _, ok = anyOf(correctionMeta, b)
	}
	if !ok || reported(p) && !firstPerson(b) {
		return "", false
	}
	switch pt.source {
	case `that is|was not|never right|true|correct|what i|the`, `that is|was wrong|incorrect|false|outdated|old`, `not true|correct|right $`:
		if m.prior == nil {
			return "", false
		}
	case `i was wrong|mistaken`, `i made a mistake`, `my mistake|bad|error`:
		if len(bare(b)) < 4 && m.prior == nil {
			return "", false
		}
	case `you * got|have that|it|this|these|those|them wrong|backwards|mixed|confused|the`, `you * mixed|mix|confused|confuse|misunderstood|misheard|misread|forgot`:
		if endsAsking(p.ws) {
			return "", false
		}
	case `^ wrong <any>`:
		if m.prior == nil && len(bare(b)) < 3 && p.lead == 0 {
			return "", false
		}
	}
	return "says so: " + pt.source, true
}

func firstPerson(b []string) bool { return hasWord(b, "i") || hasWord(b, "we") }

func (p part) corrected(rule string) part {
	p = p.is(memory.Correction, statement, rule)
	p.meta = true
	return p
}

// withoutVocative passes over the name of the one spoken to: "Gina, …".
func (m *message) withoutVocative(p part) part {
	b := p.body()
	if len(b) > 2 && b[0] == "muisto" && !clauseMark(b[1]) && verbAt(b) != 1 {
		return m.withoutVocative(p.from(p.lead + 1))
	}
	if len(b) > 2 && clauseMark(b[1]) && m.calls(b[0]) {
		lead := p.lead
		p = p.from(p.lead + 2)
		if more, no := afterLeadIn(p.body()); more > 0 {
			p.no = p.no || no
			p = p.from(p.lead + more)
		}
		if p.lead > lead {
			p.own = hasVerb(p.body())
		}
	}
	return p
}

// calls reports whether a word is the name of the one spoken to, or a given
// name.
func (m *message) calls(w string) bool {
	you := strings.ToLower(m.voice.you)
	return givenName[w] && !ambiguousName[w] || m.speaker != "" && len(w) > 2 && strings.HasPrefix(you, w) || w == "muisto"
}

// onlyGreets: small talk with a name in it, "hey Gina!".
func (m *message) onlyGreets(p part) bool {
	named := false
	var rest []string
	for _, w := range p.plain.words {
		if m.calls(w) {
			named = true
			continue
		}
		rest = append(rest, w)
	}
	if !named {
		rest, named = m.withoutLastName(p)
	}
	return named && len(bare(rest)) > 0 && onlySmallTalk(rest) && !onlyNoWords(rest)
}

// withoutLastName leaves out a name at the end by which somebody is spoken to,
// whatever name it is: "Got it, Nate."
func (m *message) withoutLastName(p part) ([]string, bool) {
	for _, v := range m.values(p) {
		if v.kind == nameValue && m.spokenTo(p, v) {
			k := 0
			for k < len(p.ws) && p.ws[k].start < v.start {
				k++
			}
			return plainOf(p.ws[:k]).words, true
		}
	}
	return nil, false
}

func onlyNoWords(ws []string) bool {
	for _, w := range bare(ws) {
		if w != "no" && w != "nope" && w != "nah" && w != "wrong" {
			return false
		}
	}
	return true
}

func (p part) is(act memory.Act, f form, rule string) part {
	p.act, p.form, p.rule = act, f, rule
	if f == statement && (!p.own || act == memory.Observation && opensWithFragment(p.body())) {
		p.form = fragment
	}
	return p
}

// judgeStatement weighs a plain statement: a choice, a promise, something set
// right, or just said.
func (m *message) judgeStatement(p part) part {
	b := p.body()
	if onlyNo(p) {
		p.rule = "small talk"
		return p
	}
	other := reported(p) && !found(deniesFirst, b)
	override := !other && found(planChange, b)
	if !other && !override {
		if found(decisionMeta, b) && !found(notDecided, b) {
			pt, _, _, _ := anyOf(decisionMeta, b)
			p = p.is(memory.Decision, statement, "a choice made: "+pt.source)
			p.meta = len(bare(b)) <= 4 || !choosesHere(b)
			return p
		}
		if rule, ok := m.decides(p); ok && !m.insteadOfWhatWasSaid(p) {
			return p.is(memory.Decision, statement, rule)
		}
	}
	if found(promiseMeta, b) && !otherPromises(b) {
		p = p.is(memory.Commitment, statement, "a promise")
		p.meta = len(bare(b)) <= 5
		return p
	}
	if !override && (!other || toldByUser(b)) {
		if rule, ok := m.undertakes(p); ok && !(p.no && m.prior.states() && m.hasValue(p) && m.prior.aboutSame(p)) {
			return p.is(memory.Commitment, statement, rule)
		}
	}
	if rule, ok := m.correctionOf(p); ok && (!other || m.prior.states() && !quotesPerson(p)) {
		return p.is(memory.Correction, statement, rule)
	}
	return p.is(memory.Observation, statement, "something said")
}

// deniesFirst: "It doesn't, I asked them": what somebody said only bears out the
// speaker's own word.
var deniesFirst = patterns(`^ i|you|he|she|it|they|we|that|there is|are|was|were|am|do|does|did|has|have|had|can|will|would not ,|:|-|;`)

var planChange = patterns(`change|changes of plan|plans`, `plans * changed`, `^ new plan`, `instead of <day>|<num>`)

// insteadOfWhatWasSaid: "no, we're going on Friday" answers a claim with
// another value; that is no fresh choice.
func (m *message) insteadOfWhatWasSaid(p part) bool {
	if !p.no || !m.prior.states() {
		return false
	}
	_, ok := m.againstPrior(p)
	return ok
}

// quotesPerson: somebody is quoted, or asked, so the words are theirs.
func quotesPerson(p part) bool {
	for _, w := range p.plain.words {
		if w == "“”" {
			return true
		}
	}
	return found(personReport, p.body()) && !found(askedFor, p.body())
}

// askedFor: what the speaker wanted is no report.
var askedFor = patterns(`i|we asked for`)

var personReport = patterns(`i|we asked|heard`, `i|we told <other>`, `^ asked|heard`, `^ told <other>`, `i|he|she|they|you|everyone|someone|somebody|nobody said|told|says|thinks|claims`, `according to`)

// toldByUser: "told Sofia I'll proofread it": a promise retold.
func toldByUser(b []string) bool {
	return found(toldPromise, b)
}

var toldPromise = patterns(`^ told|promised|assured`, `i|we have? told|promised|assured`, `and|, told|promised|assured`)

func otherPromises(b []string) bool {
	return !firstPerson(b) && !hasWord(b, "me") && !hasWord(b, "my") && at(b, 0) != "promise" && at(b, 0) != "told" && at(b, 0) != "gave"
}

// choosesHere: the sentence says itself what was chosen.
func choosesHere(b []string) bool { return found(choiceSaid, b) }

var choiceSaid = patterns(`decided to|on|against|that|:`, `: <any>`, `my * is`, `decided <any> <any>`, `, i|we`, `, <any> <any>`)

// onlyNo: "NO!!" alone says nothing itself but reaches into what follows.
func onlyNo(p part) bool {
	ws := bare(p.plain.words)
	if len(ws) == 0 || len(ws) > 3 {
		return false
	}
	for _, w := range ws {
		if w != "no" && w != "nope" && w != "nah" && w != "wait" && w != "wrong" {
			return false
		}
	}
	return true
}

// rhetorical questions ask nothing of anybody.
func (m *message) rhetorical(p part) bool {
	return found(rhetorical, p.body())
}

// remindsOf: "Remember I said …?" leads up to what is so instead.
var remindsOf = patterns(`^ remember|recall when|what|how|that? i|we said|told|mentioned|wrote`)

var rhetorical = patterns(`^ would|can|could you believe`, `^ can you believe`, `^ guess what`, `^ you know what`, `^ how are you`, `^ how is it going`, `^ how cool|nice|great|awesome is`, `^ who would have`, `^ what do you think of that`, `^ is not that|it great|nice|lovely|wonderful|cool`, `^ what is up`, `^ how was your`, `^ how have you been`, `^ and you $`, `^ what about you $`, `^ how about you $`)

// judgeAgent says what kind of thing one sentence of the agent's is. What the
// agent asks, wishes, offers or confirms is not kept.
func (m *message) judgeAgent(p part) part {
	p = m.withoutVocative(p)
	b := p.body()
	switch {
	case len(b) == 0, m.onlyGreets(p), onlySmallTalk(p.plain.words):
		p.rule = "small talk"
		return p
	case (found(retractions, p.plain.words) || takesOwnBack(p.plain.words)) && !endsAsking(p.ws):
		return p.is(memory.Retraction, statement, "takes back")
	case foreign(p.ws):
		if len(bare(p.plain.words)) <= 2 || endsAsking(p.ws) {
			p.rule = "small talk"
			return p
		}
		return p.is(memory.Observation, verbatim, "another language")
	case endsAsking(p.ws) || isQuestion(p):
		p.rule = "a question back"
		return p
	case found(politeness, b):
		p.rule = "politeness"
		return p
	case found(takesNote, b):
		if rule, ok := m.undertakes(p); ok {
			return p.is(memory.Commitment, statement, rule)
		}
		p.rule = "politeness"
		return p
	}
	if end, ok := carriesStatement(b); ok && end < len(b) {
		p.lead += end
		for p.lead < len(p.plain.words) && clauseMark(p.plain.words[p.lead]) {
			p.lead++
		}
		b = p.body()
		p.own = hasVerb(b)
	}
	if rule, ok := m.undertakes(p); ok {
		return p.is(memory.Commitment, statement, rule)
	}
	switch {
	case !p.own:
		p.rule = "a short answer"
		p.form = fragment
		return p
	case len(b) > 0 && request[b[0]] && verbAt(b) != 1, len(b) > 1 && baseVerb[b[0]] && !pluralNoun(b[0]) && verbAt(b) < 0:
		p.rule = "advice"
		return p
	}
	return p.is(memory.Observation, statement, "told by the agent")
}

// retractions are ways in which the agent takes back what it said.
var retractions = patterns(
	`take|took <any> back`, `was|is a|an|my mistake|error|slip`, `no such`, `admit|confess that`, `correct myself`, `mistake|error|slip in|on|with my|the`, `gave|told|sent|quoted|showed you * wrong`, `back|backs up what i`, `my information|data|figures|source * wrong|outdated|out|old`, `i claimed|asserted`, `^ sorry|apologies|oops|unfortunately * i gave|told|said|wrote|claimed|sent|listed|quoted|named|suggested`, `, the|that <any> i gave|told|sent|quoted|named`,
	`take|taking|took back`, `i|we was|were wrong|mistaken|incorrect|too`, `i stand corrected`, `my mistake|error|bad`, `my * mistake|error`, `i apologise|apologize * for * wrong|mistake|error|confusion|that|assumption`, `i apologise|apologize`, `i misread|misremembered|misspoke|miscounted|miscalculated|mixed|confused|misunderstood|misheard|mistook|misstated|misquoted|overlooked`,
	`disregard`, `ignore what|my|the|that|them|it|everything`, `forget what|my * i|we? said|suggestion|wrote|told|answer|claim|<any>`, `scratch|strike my|that|what|the`, `withdraw|withdrew|retract|retracted`, `correction`, `i made * up`, `i made a|an * mistake|error`, `i got * wrong`,
	`was|is wrong|incorrect|false|inaccurate|outdated|invented|invalid`, `told|said|wrote|gave|claimed * not valid|true|right|correct|accurate`, `i looked|used|read|took|opened|checked|picked|searched|copied * wrong`, `i * had|have no * proof|source|basis|evidence|grounds|record`, `i should not|never have`, `should not have`, `on a? second|closer look|thought|reading`, `i spoke too soon`, `an|my assumption of?`, `i assumed`, `i * invented|fabricated|hallucinated`, `contrary to what i`, `you are|were right * doubt|question|i`,
	`i no longer`, `no longer stand by`, `i cannot|can not confirm`, `i added * wrong`, `what i|we said|told|wrote|gave * wrong|not|incorrect|false`, `that i gave|told|mentioned|said * is|was not|wrong`, `i said * but|and * not`, `i never should`, `i told you * but|and`, `not what i|we said`, `my|the previous|earlier|last answer|message|statement|claim|reply|note`,
)

// takesOwnBack: "I said the shop was closed, but …".
func takesOwnBack(b []string) bool {
	return found(ownWords, b) && (hasWord(b, "but") || hasWord(b, "however") || hasWord(b, "wrong") || hasWord(b, "mistake"))
}

var ownWords = patterns(`i said|told|wrote|claimed|mentioned|suggested|recommended|promised|listed`)

// takesNote: "Noted", with a promise behind it or nothing.
var takesNote = patterns(`^ noted|understood|got`)

// politeness are what an agent says to be pleasant: wishes, offers, praise and
// notes that it has taken note.
var politeness = patterns(`it is $`, `i will|have? keep|kept|note|noted|remember|make|bear * that|it|this|mind|note`, `i have noted $`, `let me know`, `feel free`, `^ i hope`, `^ hope`, `^ have a`, `^ enjoy`, `^ good|great|excellent|nice|lovely|wise <any> $`, `^ get well`, `^ glad|happy|great|good|nice|lovely|sorry to`, `^ i am glad|happy|sorry|here|delighted|afraid`, `^ congratulations|congrats`, `^ sounds`, `^ that|this sounds|looks like`, `^ i will leave that|it|this to you`, `^ that sounds|is|was great|good|wonderful|lovely|nice|kind|sad|fantastic|exciting|amazing|a|such|so|tough|awesome`, `i can * if`, `^ i can|could help|look|check|do|also`, `^ would you`, `^ thank|thanks`, `^ you are welcome`, `put|set right`, `^ i have? added|saved|updated|put|changed|noted|set|removed|corrected it|that|this|them`, `^ done`, `^ it is? done`, `^ you can|could|may|might|should`, `^ try`, `^ see you`, `^ welcome`, `^ that makes sense`, `i had it|that down`, `^ what a`, `^ i see`, `^ i understand`, `^ i am? just a`)
