package builtin

import (
	_ "embed"
	"fmt"
	"strings"

	"muisto/memory"
	"muisto/model/builtin/linear"
)

// actsTable is what the classifier learnt; model/builtin/train writes it.
//
//go:embed acts.weights
var actsTable []byte

var learntActs = readActs(actsTable)

func readActs(table []byte) linear.Weights {
	w, err := linear.Read(table)
	if err != nil || w.Classes() != len(actClasses) {
		panic(fmt.Sprintf("acts.weights: %d classes, want %d: %v", w.Classes(), len(actClasses), err))
	}
	return w
}

// actClasses are the acts in the order of the classifier's classes; the first
// is nothing worth keeping.
var actClasses = [...]memory.Act{"", memory.Correction, memory.Decision, memory.Commitment, memory.Retraction, memory.Observation, memory.Routine}

// How sure the classifier has to be before it overrules the rules.
const (
	sureAtAll = 0.5
	// A correction goes over everything, so it is not taken for one lightly.
	sureToCorrect = 0.6
	// Where the order of the words asks.
	sureOfQuestion = 0.8
	// Where a rule says what was done, and not only that something was said.
	sureAgainst = 0.9
	// Where somebody else is the subject of what seems chosen or promised.
	sureOfOthers = 0.97
	// People who chat by name tell each other news, and hardly ever set each
	// other right.
	sureAmongFriends = 0.9
)

// weigh lets what was learnt judge over the rules.
func (m *message) weigh(parts []part, learnt linear.Weights) {
	if learnt.Classes() == 0 {
		return
	}
	judged := append([]part(nil), parts...)
	for i := range parts {
		if !weighable(parts[i]) {
			continue
		}
		before := memory.Act("")
		if i > 0 {
			before = parts[i-1].act
		}
		p := learnt.Probabilities(m.features(judged, i, before))
		best := 0
		for c := range p {
			if p[c] > p[best] {
				best = c
			}
		}
		if act := actClasses[best]; act != parts[i].act && p[best] >= m.sure(act, parts[i]) && m.allowed(act) && (act != memory.Retraction || found(takingBack, parts[i].plain.words)) && (act != memory.Commitment || parts[i].rule != "politeness") && (act != memory.Correction || m.mayCorrect(parts, i)) {
			parts[i] = parts[i].overruled(act, i > 0 && parts[i-1].act == act)
		}
	}
}

// takingBack are words of which one at least is in any retraction.
var takingBack = patterns(`wrong|mistake|mistaken|error|slip|sorry|apologies|apologise|apologize|oops|incorrect|incorrectly|inaccurate|not|never|invented|misread|misremembered|back|disregard|ignore|forget|scratch|strike|confused|mixed|correct|correction|corrected|false|untrue|withdraw|retract|should|contrary|nobody|nowhere|made|outdated|too|no|nothing|assumed|fault|bad|unfounded|wrongly`)

// weighable leaves alone what is told by its form or by its own words.
func weighable(p part) bool {
	switch p.form {
	case joked, wondered, verbatim:
		return false
	}
	if p.act == memory.Correction && (p.no || p.meta || found(planChange, p.body())) {
		return false // it says so itself
	}
	return p.rule != "small talk" && p.rule != "told from memory" && p.rule != "a rebuke" && p.rule != asksToForget && p.rule != nameWanted && p.rule != promiseHeld && p.rule != toldOfPast
}

func (m *message) sure(act memory.Act, p part) float64 {
	switch {
	case p.act == memory.Correction || p.act == memory.Decision || p.act == memory.Commitment || p.act == memory.Retraction:
		return sureAgainst
	case p.form == asked && isQuestion(p):
		return sureOfQuestion
	case (act == memory.Decision || act == memory.Commitment) && !ofSpeaker(p.body()) && !leftOutSubject(p.body()) && !m.answers():
		return sureOfOthers
	case act == memory.Correction && p.act == memory.Observation && m.speaker == "":
		return sureToCorrect
	case m.speaker != "" && act != memory.Observation:
		return sureAmongFriends
	}
	return sureAtAll
}

// mayCorrect: without words that say so, only a plain claim can be set right,
// in a few words, and at once.
func (m *message) mayCorrect(parts []part, i int) bool {
	const (
		few  = 3  // sentences
		much = 30 // words
	)
	pr, n := m.prior, 0
	for _, p := range parts {
		n += len(bare(p.plain.words))
	}
	if reported(parts[i]) && !sheetIn(parts[i].body()) {
		return false // somebody else's words
	}
	return !fresh(parts[i]) && len(parts) <= few && n <= much && (pr == nil || pr.states() && pr.plain || parts[i].rule == valueAsked) && m.otherwise(parts[i])
}

// otherwise: a sentence has something in it that can be against what was said:
// a value, a denial or a word of change.
func (m *message) otherwise(p part) bool {
	b := p.plain.words
	if p.form == asked && endsAsking(p.ws) {
		return false
	}
	if p.no || p.meta || p.act == memory.Correction || p.rule == valueAsked {
		return true
	}
	for _, w := range b {
		if turning[w] {
			return true
		}
	}
	if m.prior == nil || m.prior.otherThing(p, m.values(p)) {
		return false
	}
	for _, v := range m.values(p) {
		if !m.prior.hasValue(v) && !(v.kind == nameValue && m.spokenTo(p, v)) {
			return true
		}
	}
	return !exclaimed(p.ws) && (m.prior.aboutSame(p) || m.prior.pronounFits(p) || m.prior.claims && ownClaim(orDot(p.body())) || elliptic(p.body()) && !noise(p))
}

// noise: "asdf" is no word that anything could be set right with.
func noise(p part) bool {
	ws := bare(p.plain.words)
	return len(ws) == 1 && !englishWord(ws[0]) && !number(ws[0]) && !colour[ws[0]] && !pet[ws[0]] && !code(ws[0]) && !capital(p.ws[0].text)
}

// turning words set one thing against another.
var turning = set(`not no nor never none nobody nothing neither without instead actually now nowadays anymore longer since used until only already rather meant mean wrong
	mistake mistaken swapped mixed changed moved shifted switched left retired died passed sold quit stopped gone over off back after all but though turned turns either`)

func exclaimed(ws []word) bool {
	return len(ws) > 0 && ws[len(ws)-1].mark && strings.Contains(ws[len(ws)-1].text, "!")
}

// allowed: only the user corrects, only the agent takes back.
func (m *message) allowed(act memory.Act) bool {
	switch act {
	case memory.Correction, memory.Decision, memory.Routine:
		return m.user()
	case memory.Retraction:
		return !m.user()
	}
	return true
}

// overruled gives a part the act that was learnt. It goes on with the part
// before it where that has the same one.
func (p part) overruled(act memory.Act, goesOn bool) part {
	switch {
	case act == "":
		p.act, p.rule, p.meta = "", "learnt: nothing", false
		return p
	case act == memory.Routine && isQuestion(p):
		return p.is(act, asked, "learnt")
	case act == memory.Routine:
		return p.is(act, requested, "learnt")
	}
	p = p.is(act, statement, "learnt")
	p.meta = goesOn && act != memory.Correction
	return p
}

// answers: the other side asked, or laid a choice before the speaker.
func (m *message) answers() bool {
	return m.prior != nil && (m.prior.asksLast || m.prior.offers)
}

// ofSpeaker: the speaker is in it ("leave the cake to me").
func ofSpeaker(b []string) bool {
	for _, w := range b {
		switch w {
		case "i", "we", "me", "us", "my", "our":
			return true
		}
	}
	return false
}
