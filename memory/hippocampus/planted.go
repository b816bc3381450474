package hippocampus

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"muisto/memory"
	"muisto/memory/guard"
)

// pose reports whether one of the messages does.
func (c checker) pose(messages []int) bool {
	return slices.ContainsFunc(messages, func(i int) bool { return guard.Poses(c.batch.Messages[i].Text) })
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
	start, _ := findLoose(guard.Plain(c.batch.Messages[message].Text), quote)
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
	if !slices.ContainsFunc(deciding, func(i int) bool { return !onlyAgrees(c.batch.Messages[i].Text) }) {
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

// about is the topic of an episode; empty where it poses.
func about(said string) string {
	if guard.Poses(said) {
		return ""
	}
	return shorten(guard.Redact(memory.OneLine(said)), maxAbout)
}

// agreement are words that agree to something, or take note of it, and put
// nothing right.
var agreement = wordSet(`ok okay k yes yeah yep yup sure fine great good nice cool thanks thank you thx got it i see understood right
	exactly alright perfect joo kyllä kiitos selvä hyvä okei ja danke gut oui merci d'accord sí gracias vale`)

// onlyAgrees reports whether a message says nothing but that.
func onlyAgrees(text string) bool {
	words := strings.FieldsFunc(lowered(text), notInWord)
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !agreement[w] })
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }

// calendar are the generic words that yet say something.
var calendar = wordSet(`january february march april may june july august september october november december
	monday tuesday wednesday thursday friday saturday sunday`)
