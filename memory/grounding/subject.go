package grounding

import "strings"

// Side is who a sentence is about.
type Side int

// The sides.
const (
	Nobody Side = iota
	User
	Agent
)

// SubjectOf says whether the user or the agent does what a sentence says, in any
// language: who is named first, at its beginning, and not as a possessor.
func SubjectOf(sentence string) Side {
	list := tokens(sentence)
	for i := 0; i < len(list) && i < 3; i++ {
		t := list[i]
		owns := strings.HasPrefix(strings.ReplaceAll(sentence[t.end:], "’", "'"), "'s") || strings.HasSuffix(t.low, "'s") || t.low == "käyttäjän"
		switch {
		case owns:
			return Nobody
		case is("user", t.low) || t.unspaced && beginsWith(t.low, "user"):
			return User
		case is("agent", t.low) || t.unspaced && beginsWith(t.low, "agent"):
			return Agent
		case !is("det", t.low) && !is("stop", t.low):
			return Nobody
		}
	}
	return Nobody
}

// beginsWith reports whether a run begins with a word of a kind that does not own
// what follows.
func beginsWith(run, kind string) bool {
	for w := range words.kinds[kind] {
		if w[0] > 127 && strings.HasPrefix(run, w) {
			rest := run[len(w):]
			return !strings.HasPrefix(rest, "的") && !strings.HasPrefix(rest, "の")
		}
	}
	return false
}

// Manner is a way in which a sentence speaks of the two sides.
type Manner int

// The manners.
const (
	// ToAgent: it says what the agent should do, or speaks of the user as well.
	ToAgent Manner = iota
	// OfAgent: it names the agent.
	OfAgent
	// Chooses: it says that somebody made a choice or a promise.
	Chooses
	// Asks: it says that somebody asked.
	Asks
	// Shares: it says that somebody showed a text.
	Shares
	// Consents: it agrees.
	Consents
	// Notes: it only says that something was heard.
	Notes
)

var manners = map[Manner][]string{ToAgent: {"modal", "user"}, OfAgent: {"agent"}, Chooses: {"chose"}, Asks: {"ask"}, Shares: {"share"}, Consents: {"consent"}, Notes: {"ack"}}

// Speaks reports whether a sentence has a manner.
func Speaks(sentence string, m Manner) bool {
	for _, t := range tokens(sentence) {
		for _, kind := range manners[m] {
			if is(kind, t.low) || t.unspaced && containsAny(t.low, kind) {
				return true
			}
		}
	}
	return false
}

// Answer says how a text begins: with a yes, a no, or neither; and whether it
// says nothing else.
func Answer(text string) (yes, no, only bool) {
	const maxBytes, maxWords = 1000, 40 // what is longer answers more than a question
	if len(text) > maxBytes {
		return false, false, false
	}
	list := tokens(text)
	if len(list) == 0 || len(list) > maxWords {
		return false, false, false
	}
	first := list[0]
	yes = is("yes", first.low) || first.unspaced && isOneOf(first.low, "yes")
	no = is("no", first.low) || first.unspaced && isOneOf(first.low, "no")
	only = true
	for _, t := range list {
		if !is("yes", t.low) && !is("no", t.low) && !is("ack", t.low) && !(t.unspaced && (isOneOf(t.low, "yes") || isOneOf(t.low, "no") || isOneOf(t.low, "ack"))) {
			only = false
		}
	}
	return yes, no, only
}

// isOneOf reports whether a run is a word of a kind, or begins with one and ends
// soon after it.
func isOneOf(run, kind string) bool {
	if words.kinds[kind][run] {
		return true
	}
	for w := range words.kinds[kind] {
		if w[0] > 127 && strings.HasPrefix(run, w) && len(run) <= len(w)+6 {
			return true
		}
	}
	return false
}

// NamesSide reports whether a phrase names the user or the agent, in any
// language, and nobody else.
func NamesSide(phrase string) bool {
	sides := 0
	for _, t := range tokens(phrase) {
		switch {
		case is("user", t.low), is("agent", t.low), t.unspaced && (isOneOf(t.low, "user") || isOneOf(t.low, "agent")):
			sides++
		case !is("det", t.low) && !is("stop", t.low):
			return false
		}
	}
	return sides > 0
}
