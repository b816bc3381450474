package builtin

import (
	"strings"

	"muisto/memory"
)

// part is a sentence or clause of a message and what was made of it.
type part struct {
	span
	ws    []word // offsets count from span.start
	plain plain
	// lead is how many plain words are interjections before the sentence.
	lead int
	// no: one of them said no.
	no   bool
	act  memory.Act // empty: nothing worth keeping
	rule string     // the rule that fired
	form form
	// meta: it only says what its neighbour is ("that's final", "I gave you
	// the wrong dates").
	meta bool
	// own: it has a subject and a verb, or a verb in the first person.
	own bool
	// phrase is where the rule matched, in plain words.
}

// form is how a part is put into a sentence.
type form uint8

const (
	statement form = iota
	fragment       // no verb: it is quoted as said
	asked          // a question
	requested      // "set a timer …"
	wondered       // a hypothesis
	joked
	verbatim // another language
)

// body are the plain words behind the lead-in.
func (p part) body() []string { return p.plain.words[p.lead:] }

// bodyWords are the words of the sentence behind the lead-in.
func (p part) bodyWords() []word {
	if p.lead >= len(p.plain.from) {
		return nil
	}
	return p.ws[p.plain.from[p.lead]:]
}

func newPart(text string, s span) part {
	p := part{span: s, ws: words(s.of(text))}
	p.plain = plainOf(p.ws)
	p.lead, p.no = afterLeadIn(p.plain.words)
	p.own = hasVerb(p.body())
	return p
}

// hasVerb reports whether the plain words hold a subject with its verb, or
// begin with a verb whose subject is left out.
func hasVerb(b []string) bool {
	if len(b) == 0 {
		return false
	}
	if leftOutSubject(b) {
		return true
	}
	for i, w := range b {
		if subjectPronoun[w] && i+1 < len(b) && !clauseMark(b[i+1]) && !preposition[b[i+1]] {
			return true
		}
		if i > 0 && (auxiliary[w] && w != "have" && w != "being") {
			return true
		}
	}
	return verbAt(b) > 0
}

// leftOutSubject: "had soup with Kaisa", "will water the plants", "going with
// option 2", "back from the gym".
func leftOutSubject(b []string) bool {
	w, next := b[0], at(b, 1)
	switch {
	case w == "not" && (determiner[next] || feeling[next] || next == "feeling"):
		return true
	case isPast(w) && w != "was" && w != "were" && next != "":
		return !participleFirst(b)
	case w == "was" || w == "were" || w == "had" || w == "have" || w == "has":
		return next != "" && !subjectPronoun[next] || next == "some" || next == "this" && w == "had"
	case (w == "will" || w == "can" || w == "might" || w == "could" || w == "would" || w == "should" || w == "did" || w == "do" || w == "must") && (next == "not" || baseVerb[next]):
		return w != "do"
	case len(w) > 4 && w[len(w)-3:] == "ing" && baseVerbOfIng(w):
		return !doingIs(b) && !(w == "meeting" && paper[next])
	case feeling[w] && (preposition[next] || feeling[next] && w != next || next == "today" || next == "again"):
		return true
	case w == "need" || w == "love" || w == "hate" || w == "want" || w == "miss" || w == "prefer" || w == "like" || w == "hope" || w == "think" || w == "feel":
		return next != ""
	case adverb[w] && next != "":
		return isPast(next) && at(b, 2) != "" || w == "still" && (feeling[next] || preposition[next])
	}
	return false
}

// doingIs: "winning first place is amazing" has the doing for its subject.
func doingIs(b []string) bool {
	for i := 1; i < len(b) && !clauseMark(b[i]); i++ {
		if subjectPronoun[b[i]] && !determiner[b[i]] || conjunction[b[i]] && b[i] != "and" && b[i] != "or" {
			return false
		}
		if b[i] == "is" || b[i] == "was" || b[i] == "are" || b[i] == "means" || b[i] == "makes" || b[i] == "takes" || b[i] == "helps" || b[i] == "feels" {
			return true
		}
	}
	return false
}

// participleFirst: "Deployed version is broken" has its subject behind the
// participle; "booked the hall" has not.
func participleFirst(b []string) bool {
	if len(b) < 3 || determiner[b[1]] || preposition[b[1]] || subjectPronoun[b[1]] || adverb[b[1]] || number(b[1]) || b[1] == "my" || b[1] == "me" {
		return false
	}
	return auxiliary[b[2]] && b[2] != "have" && b[0] != "got" && b[0] != "had" && b[0] != "told" && b[0] != "said" && b[0] != "heard" && b[0] != "saw"
}

// opensWithFragment: "Thursday choir again, my voice is gone": a thing is only
// named before the first comma.
func opensWithFragment(b []string) bool {
	const few = 8 // words; a longer one has a verb that was not seen
	for i, w := range b {
		switch {
		case i > few:
			return false
		case w == ",":
			return i > 1 && !hasVerb(b[:i]) && !conjunction[b[0]] && !preposition[b[0]] && !dayOnly(b[:i]) && !adverb[b[0]] && !apposition(b, i)
		case clauseMark(w):
			return false
		}
	}
	return false
}

func dayOnly(b []string) bool {
	for _, w := range b {
		if !dayWord(w) && !number(w) && w != "last" && w != "next" && w != "this" && w != "morning" && w != "night" && w != "evening" && w != "week" {
			return false
		}
	}
	return true
}

// paper is what a meeting leaves: "Meeting notes" is nothing that anybody does.
var paper = set(`notes minutes agenda summary protocol`)

func baseVerbOfIng(w string) bool {
	stem := w[:len(w)-3]
	if baseVerb[stem] || baseVerb[stem+"e"] {
		return true
	}
	n := len(stem)
	return n > 2 && stem[n-1] == stem[n-2] && baseVerb[stem[:n-1]]
}

func at(ws []string, i int) string {
	if i < 0 || i >= len(ws) {
		return ""
	}
	return ws[i]
}

// verbAt gives the place of the finite verb of a statement whose subject is
// said, -1 if there is none. It is 1 or more.
func verbAt(b []string) int {
	for i := 1; i < len(b); i++ {
		w, prev := b[i], b[i-1]
		if clauseMark(w) {
			if w == "," && i+1 < len(b) && apposition(b, i) {
				continue
			}
			if w == "," || w == ":" {
				return -1
			}
			return -1
		}
		switch {
		case w == "may" && number(prev):
			continue // 12 May
		case finiteAux[w] && !(prev == "to"):
			return i
		case determiner[prev] && !subjectPronoun[prev], preposition[prev] && prev != "out" && prev != "up" && prev != "down" && prev != "off" && prev != "in", prev == "to":
			continue
		case isPast(w) && !determiner[prev] && !possessive[prev]:
			return i
		}
		if _, ok := thirdPerson(w); ok && !possessive[prev] && !number(prev) && !(commonNoun[w] && i+1 < len(b) && verbAt(b[i:]) > 0) {
			return i
		}
		if baseVerb[w] && (prev == "user" || prev == "others") && hasWord(b[:i], "and") {
			return i // "Vikram and the user play"
		}
		if baseVerb[w] && (subjectPronoun[prev] || b[0] != prev && pluralNoun(prev) && !commonNoun[w]) {
			return i
		}
		if baseVerb[w] && pluralNoun(prev) && (determiner[at(b, i+1)] || preposition[at(b, i+1)]) {
			return i
		}
	}
	return unknownVerb(b)
}

// unknownVerb finds a verb that is in no list by where it stands: "the kettle
// whistles in tune".
func unknownVerb(b []string) int {
	for i := 1; i+1 < len(b); i++ {
		w, prev, next := b[i], b[i-1], b[i+1]
		if clauseMark(w) {
			return -1
		}
		if i < 2 && determiner[prev] || preposition[prev] || determiner[prev] || pluralNoun(prev) || number(prev) || commonNoun[w] || dayWord(w) || stop[w] {
			continue
		}
		if pluralNoun(w) && !strings.Contains(w, "'") && (determiner[next] || adverb[next] || preposition[next] && next != "of" && next != "for" && next != "with" && next != "on" && next != "at" && next != "to") {
			return i
		}
	}
	return -1
}

func pluralNoun(w string) bool {
	return len(w) > 3 && w[len(w)-1] == 's' && w[len(w)-2] != 's' && !auxiliary[w] && !preposition[w] && !adverb[w]
}

var finiteAux = set(`is are was were am has have had does do did will would can could shall should may might must`)

// apposition: "the new intern, Selma, started": the comma stands inside the
// subject.
func apposition(b []string, i int) bool {
	for j := i + 1; j < len(b) && j <= i+4; j++ {
		if b[j] == "," {
			return j > i+1 && j+1 < len(b) && (finiteAux[b[j+1]] || isPast(b[j+1]))
		}
	}
	return false
}
