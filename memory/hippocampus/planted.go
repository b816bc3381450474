package hippocampus

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"muisto/memory"
	"muisto/memory/grounding"
	"muisto/memory/guard"
	"muisto/memory/secret"
)

// pose reports whether one of the messages does.
func (c checker) pose(messages []int) bool {
	return slices.ContainsFunc(messages, func(i int) bool { return c.poses(c.batch.Messages[i].Text) })
}

// plainly reports whether a proposal rests on what the writers of messages say
// themselves: its quote stands in that, and it says nothing that only stands in
// what they pasted.
func (c checker) plainly(p Proposal, deciding []int, quoted int) bool {
	return (quoted < 0 || c.saysItself(p.Quote, quoted)) && !c.leans(p.What, c.own)
}

// saysItself reports whether a quote stands in what the writer of a message says
// themselves.
func (c checker) saysItself(quote string, message int) bool {
	start, _ := findLoose(c.plain(c.batch.Messages[message].Text), quote)
	return start >= 0
}

// chooses reports whether somebody decides or promises in their own words, be it
// about what they pasted: "let's take this one".
func (c checker) chooses(act memory.Act, quote string, quoted int) bool {
	return (act == memory.Decision || act == memory.Commitment) && quoted >= 0 && c.saysItself(quote, quoted)
}

// borrowed says why a proposal cannot rest on its sources: it says what another
// message orders, or they say nothing but that they agree.
func (c checker) borrowed(p Proposal, deciding []int, planted bool) error {
	if !planted && c.leans(p.What, c.unposed) {
		return errors.New("it says what only stands in a text that reads like instructions")
	}
	if act := memory.Act(strings.ToLower(strings.TrimSpace(p.Act))); act == memory.Decision || act == memory.Commitment {
		return nil
	}
	if !slices.ContainsFunc(deciding, func(i int) bool { return !onlyAgrees(c.batch.Messages[i].Text) || c.questioned(i) }) {
		return errors.New("its sources only agree; cite the message that says it")
	}
	return nil
}

// leans reports whether a sentence has a word that occurs in the messages, but
// not in a part of them.
func (c checker) leans(what, part string) bool {
	if c.text == part {
		return false
	}
	for _, w := range strings.FieldsFunc(lowered(what), notInWord) {
		if utf8.RuneCountInString(w) > 1 && (!generic[w] || calendar[w]) && c.occurs(w) && !occursIn(part, w) {
			return true
		}
	}
	return false
}

// withoutPlanted is what is remembered where a proposal says what somebody's
// instructions to a model say: that they were shared, and no more.
func withoutPlanted(p Proposal, by memory.Role) Proposal {
	who := "The user"
	if by == memory.RoleAssistant {
		who = "The agent"
	}
	return Proposal{What: who + " " + sharedPosing, Who: []string{strings.ToLower(who[:1]) + who[1:]}, Act: p.Act, Sources: p.Sources}
}

// sharedPosing is what is said of such a text, as the built-in model says it.
const sharedPosing = "shared a message that reads like instructions."

// about is the topic of an episode; empty where it poses or its subject is
// nothing that was spoken of.
func (c checker) about(said string) string {
	if guard.Poses(said) {
		return ""
	}
	subject, _, _ := strings.Cut(said, ":")
	if !c.words.HoldsSome(subject) && !grounding.WordsOf(c.batch.Topics...).Holds(subject) {
		return ""
	}
	return shorten(secret.Redact(clean(said)), maxAbout)
}

// answer is what a message answers a question with.
type answer int

const (
	answersNothing answer = iota
	answersYes
	answersNo
)

func answerOf(text string) answer {
	yes, no, _ := grounding.Answer(text)
	switch {
	case no:
		return answersNo
	case yes:
		return answersYes
	}
	return answersNothing
}

// onlyAgrees reports whether a message says nothing but yes or no, or that it
// was heard.
func onlyAgrees(text string) bool {
	_, _, only := grounding.Answer(text)
	return only
}

// consents reports whether a message agrees, and does not only take note.
func consents(text string) bool {
	return answerOf(text) == answersYes && grounding.Speaks(text, grounding.Consents) && !grounding.Speaks(text, grounding.Notes)
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }

// calendar are the generic words that yet say something.
var calendar = wordSet(`january february march april may june july august september october november december
	monday tuesday wednesday thursday friday saturday sunday`)
