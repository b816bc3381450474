package builtin

// A correction is told by what is said about it, by a change that is said to
// have happened, by a contrast ("X, not Y"), or by what the other side had
// just said.

// correctionMeta say that something was wrong; what is right may stand beside.
var correctionMeta = patterns(
	`i|we * gave|told|sent|wrote|said|quoted|typed * the? wrong`, `fix|correct|amend * i|we * said|wrote|told|gave|mentioned`,
	`^ please? forget|ignore|scratch|disregard|strike|cancel what|that|the|everything i|we? said|told|wrote|asked|mentioned|about?`, `^ scratch|strike that`, `ignore|disregard|forget my|the|that|last|earlier|previous * message|note|line|mail`, `contrary to what`, `got|have * muddled|mixed|backwards|confused|wrong`, `i have|need|want|must to correct`, `^ you left|missed|skipped|dropped|misspelled|misspelt|swapped|omitted|forgot`,
	`^ earlier|yesterday|before today|that|this? i|we wrote|said|told|claimed|mentioned`, `is|are outdated|obsolete`, `out of date`,
	`small|quick|one|slight|minor|little|tiny? correction`, `^ correction`, `i|we meant to? say|write|type`, `^ i meant <value>`, `i misspoke|mistyped|miscounted|misremembered|misread`, `i mixed|messed up`,
	`i was wrong|mistaken`, `i made a mistake`, `my mistake|bad|error`, `^ typo`, `that was a typo`, `^ wrong <any>`, `you are wrong|mistaken`, `you * got|have that|it|this|these|those|them wrong|backwards|mixed|confused|the`,
	`you * got|have * wrong`, `you * mixed|mix|confused|confuse|misunderstood|misheard|misread|forgot`, `that is|was not|never right|true|correct|what i|the`, `that is|was wrong|incorrect|false|outdated|old`,
	`not true|correct|right $`, `update|change|fix|correct|amend your notes|records|memory|entry|file|calendar`, `please? change|correct|fix|update that|it to|in`, `the wrong way round`, `other way round|around`,
	`i think|guess|believe? you mean|meant <value>`, `you * keep|kept getting * wrong`, `you keep|kept leaving|forgetting|missing|skipping|saying|writing|calling|spelling`, `you always|never|keep|kept get|getting|forget|forgetting|mix|mixing|confuse|confusing`, `taste|tastes have|has? changed`, `what i|we said|told|wrote * was|is wrong|incorrect|out|outdated|false|off`, `wrote|typed|said|put * should|ought have|to`, `i lied about`, `was a joke`, `i was kidding|joking about`, `forget it , it was`, `^ small|quick|little|tiny|one|another fix`, `meant to write|say|type|put`, `i|we had the wrong`, `nobody|noone asked|wrote|mentioned`,
	`change|correct|fix|update <det> * in your`, `that|it was wrong of me`, `i never said|told|mentioned|wrote`, `i did not say|mean|tell`, `nobody|noone * said`, `i take back|that back`, `let me correct|rephrase`, `the <any> is|are|was|were wrong|mistaken|incorrect then`, `that is out of date`, `not any longer true`,
)

// changePhrases say that something is now otherwise.
var changePhrases = patterns(
	`had|have|need|going to push|move|shift|postpone|reschedule|delay|bump * to|until|by`, `they|he|she|we|i have? <move> it`, `change|changes of plan|plans`, `plan|plans * changed`, `^ new plan`, `<move> * to|until|till|from <any>`, `<move> * forward|back|up * to|from|until|by`, `<move> back|forward`, `got|been|was|is <move>`,
	`no longer`, `not * anymore`, `not * any more|longer`, `now|these instead of`, `used to * but|now`, `^ since|from last|this|next * it is`, `^ as of * it is`, `these days`, `called off`, `has|have been cancelled|canceled`, `is|are cancelled|canceled|off`,
	`is|are now`, `now is|are`, `not * after all`, `has|have changed`, `<person> changed last|this|to|from`, `went|goes|gone up|down`, `replaced|took over * as|from|by|for`, `is|are * instead`, `instead of <day>|<num>`,
	`i|we have? gone off <any>`, `i|we am|are off <any> now|these`, `^ it|that is not * , it|that is`, `^ no <any> today|tomorrow|tonight|this after all`, `, sorry ,`, `, wait no ,?`, `^ i thought we|you said|agreed`, `is|are|be spelled|spelt|written|pronounced`, `spelled|spelt with`, `with|without a|an|one|two <any> $`, `with|without a|an|one|two <any> at the end|start|beginning`, `changed my|our mind`, `changed to`, `new number|address|name|date|time|email is`, `<det> name is not`,
)

// weakChange count only where something was said before that they could
// change.
var weakChange = patterns(`now $`, `now`, `since <any>`, `turned|became|is`, `all along`, `in fact`, `in the end`, `though $`, `only`, `turns out`, `as of`, `from now`)

// correctionOf tells whether a statement of the user's sets something right.
func (m *message) correctionOf(p part) (string, bool) {
	b := p.body()
	if pt, ok := firstOf(changePhrases, b, func(pt pattern) bool { return m.changes(pt, p) }); ok {
		return "change: " + pt.source, true
	}
	if m.actually(p) {
		return "says how it actually is", true
	}
	if fromNowOn(b) && m.hasValue(p) {
		return "change: since … it is", true
	}
	if found(changedThing, b) {
		return "change: it changed", true
	}
	if m.prior.states() && m.prior.plain && found(afterAll, b) {
		return "change: after all", true
	}
	if m.prior.states() && found(lastActually, b) {
		return "contrast: … actually", true
	}
	if found(wasSaid, b) && (hasWord(b, "but") || hasWord(b, "actually") || found(havingToBe, b)) {
		return "contrast: I said …, but", true
	}
	if found(saidAtFirst, b) && m.givesTwo(p) {
		return "contrast: I said …, it is …", true
	}
	if contrast, ok := m.contrast(p); ok {
		return contrast, true
	}
	if p.no && m.answersStatement(p) {
		return "says no to what was said", true
	}
	if rule, ok := m.againstPrior(p); ok {
		return rule, true
	}
	return "", false
}

// actually: "Actually the interview is at two."
func (m *message) actually(p part) bool {
	return hasWord(p.plain.words[:p.lead], "actually") && p.own && (m.prior == nil || m.prior.states()) && !ownClaim(orDot(p.body())) && m.hasValue(p) && finiteAux[at(p.body(), max(verbAt(p.body()), 0))]
}

// saidAtFirst: "I told you it seats 200, I checked and it is 120".
var saidAtFirst = patterns(`^ i|we said|told|wrote|mentioned|claimed`, `^ yesterday|earlier|before i|we said|told|wrote`)

// givesTwo: a sentence gives two values of one kind.
func (m *message) givesTwo(p part) bool {
	seen := make(map[valueKind]string)
	for _, v := range m.values(p) {
		if other, ok := seen[v.kind]; ok && other != v.text && v.kind != nameValue {
			return true
		}
		seen[v.kind] = v.text
	}
	return false
}

var afterAll = patterns(`after all $`)

// fromNowOn: "since last week the standup is at 8:45".
func fromNowOn(b []string) bool {
	if b[0] != "since" && b[0] != "from" && b[0] != "starting" && !(b[0] == "as" && at(b, 1) == "of") {
		return false
	}
	return (hasWord(b, "is") || hasWord(b, "are")) && !hasWord(b, "i") && !hasWord(b, "been")
}

// changes holds a phrase of change to its sentence: a person who moves house,
// and a thing that was moved, override nothing.
func (m *message) changes(pt pattern, p part) bool {
	b := p.body()
	if (pt.source == `these days` || pt.source == `from now on`) && m.prior.states() && m.prior.plain && !m.prior.asksLast && elliptic(b) {
		return true
	}
	switch pt.source {
	case `<move> * to|until|till|from <any>`, `<move> * forward|back|up * to|from|until|by`, `<move> back|forward`, `got|been|was|is <move>`:
		if m.prior.near(p) {
			return true
		}
		return hasTime(m, p) && movedThing(b)
	case `they|he|she|we|i have? <move> it`:
		return m.prior.near(p)
	case `had|have|need|going to push|move|shift|postpone|reschedule|delay|bump * to|until|by`:
		return hasTime(m, p)
	case `is|are cancelled|canceled|off`, `called off`, `has|have been cancelled|canceled`:
		if k := indexOf(b, "off"); k > 0 && k+1 < len(b) && !clauseMark(b[k+1]) && !dayWord(b[k+1]) && pt.source == `is|are cancelled|canceled|off` {
			return false // "the gate is off its hinges"
		}
		return m.prior.near(p) || at(b, 0) == "the" && at(b, 1) != "" || rescheduled(b)
	case `is|are now`, `now is|are`, `went|goes|gone up|down`, `has|have changed`, `these days`, `is|are * instead`, `replaced|took over * as|from|by|for`:
		return m.prior.near(p) || m.hasValue(p) && (pt.source == `is|are now` || pt.source == `is|are * instead`)
	case `with|without a|an|one|two <any> at the end|start|beginning`:
		return m.prior.states()
	case `with|without a|an|one|two <any> $`:
		return len(at(b, len(bare(b))-1)) == 1
	case `<person> changed last|this|to|from`:
		return m.prior.states()
	case `^ it|that is not * , it|that is`:
		return !hasWord(b, "just") && !hasWord(b, "only") && !hasWord(b, "really") && !hasWord(b, "about")
	case `, sorry ,`:
		return m.valueLike(b[indexOf(b, "sorry")+2:])
	case `^ i thought we|you said|agreed`:
		return m.prior.states()
	case `not * after all`:
		return b[0] != "i" && b[0] != "we" || m.hasValue(p) || hasWord(b, "but")
	}
	return true
}

func rescheduled(b []string) bool {
	for _, w := range b {
		if moveVerb[w] {
			return true
		}
	}
	return false
}

// movedThing: the subject is not the speaker or somebody who moves house.
func movedThing(b []string) bool {
	if b[0] == "i" || b[0] == "we" || b[0] == "he" || b[0] == "she" {
		for i, w := range b {
			if moveVerb[w] && w != "moved" {
				return true
			}
			if w == "moved" && (determiner[at(b, i+1)] || at(b, i+1) == "it") {
				return true
			}
		}
		return false
	}
	return true
}

// contrast tells "X, not Y", "not X but Y", "X instead of Y".
func (m *message) contrast(p part) (string, bool) {
	b := p.body()
	for i, w := range b {
		if w != "not" {
			if w == "instead" && at(b, i+1) == "of" || w == "rather" && at(b, i+1) == "than" {
				if m.valueLike(b[i+2:]) {
					return "contrast: instead of", true
				}
			}
			continue
		}
		prev := at(b, i-1)
		switch {
		case i == 0 && m.prior.mentions(b[1:min(len(b), 4)]) && len(b) > 2:
			return "contrast: not …", true
		case i == 0 && m.prior == nil && len(m.reg.names(p.ws, false)) > 1 && indexOf(b, ",") > 0 && !p.own:
			return "contrast: not …, …", true
		case i == 0 && hasWord(b, "but") && m.valueLike(b[1:]):
			return "contrast: not … but", true
		case (prev == "," || prev == "and" || prev == "so" || prev == ";") && i > 0 && !auxiliary[at(b, i-1)]:
			rest := b[i+1:]
			if m.valueLike(rest) || m.prior.mentions(rest[:min(len(rest), 3)]) {
				return "contrast: …, not …", true
			}
		case auxiliary[prev] && hasWord(b[i:], "but") && m.valueLike(b[i+1:]) && !subjectPronoun[at(b, 0)]:
			return "contrast: not … but", true
		}
	}
	return "", false
}

func hasWord(ws []string, w string) bool {
	for _, x := range ws {
		if x == w {
			return true
		}
	}
	return false
}

// valueLike: a value that can be wrong: a number, a day, a name, a thing with
// its article.
func (m *message) valueLike(rest []string) bool {
	for i, w := range rest {
		if i > 3 {
			return false
		}
		switch {
		case w == "on" || w == "at" || w == "in" || w == "for" || w == "with" || w == "to" || w == "of" || w == "from" || w == "by":
			continue
		case number(w), dayWord(w):
			return true
		case determiner[w] && at(rest, i+1) != "":
			return at(rest, i+1) != "fan" && at(rest, i+1) != "big" && at(rest, i+1) != "morning" && at(rest, i+1) != "good"
		case m.isName(w):
			return true
		case kinship[w]:
			return true
		}
		return false
	}
	return false
}

// answersStatement: "no, …" sets something right only if the other side had
// said or asked something that it answers.
func (m *message) answersStatement(p part) bool {
	if !p.own && len(bare(p.body())) == 0 {
		return false
	}
	if m.prior == nil {
		return p.own
	}
	if m.prior.states() && !m.prior.asksLast {
		return true
	}
	return m.prior.aboutSame(p) || m.prior.mentions(p.body())
}
