package hippocampus

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"muisto/memory"
	"muisto/memory/grounding"
)

// What a sentence must reach to be kept.
const (
	// leastShare is the part of what it tells that must occur.
	leastShare = 0.6
	// leastForeign is that part for a sentence in another language than its
	// messages: names and words that are alike.
	leastForeign = 0.4
)

// grounded reports why a sentence cannot rest on what was said: it has no words,
// is text of a prompt or a template, or says what nobody did.
func (c checker) grounded(what string, p Proposal, s saying) error {
	if !hasWord(what) {
		return errWordless
	}
	if echo := c.echoes(what); echo != "" {
		return fmt.Errorf("it repeats the instructions (%q)", echo)
	}
	if blank := c.blank(what); blank != "" {
		return fmt.Errorf("%q is a blank to be filled in", blank)
	}
	v := c.reader.Judge(what, s.evidence, s.at)
	if s.act == memory.Retraction { // it denies what is said to be taken back
		v.Reversed = false
	}
	if err := refusal(v); err != nil {
		return err
	}
	return c.made(v, s)
}

// made reports whether a correction, decision or promise is made by the messages
// that it is said to be made by: they state something, and carry some of what it
// says, unless they answer a question.
func (c checker) made(v grounding.Verdict, s saying) error {
	switch s.act {
	case memory.Correction, memory.Decision, memory.Commitment:
	default:
		return nil
	}
	if slices.ContainsFunc(s.deciding, c.questioned) {
		return nil
	}
	if s.act != memory.Commitment && c.onlyAsk(s.deciding) {
		return errors.New("the messages only ask; nobody decides or corrects anything in them")
	}
	if v.Telling > 0 && v.Cited+v.Values == 0 && !v.Foreign && !slices.ContainsFunc(s.deciding, c.picks) {
		return errors.New("the messages of the one who does it do not say it")
	}
	return nil
}

// picks reports whether a message follows a question, so that it need not repeat
// what it chooses: "the first one".
func (c checker) picks(i int) bool {
	before, ok := c.before(i)
	return ok && before.Role != c.batch.Messages[i].Role && asksAtEnd(before.Text)
}

// refusal says what speaks against a sentence, nil if nothing does.
func refusal(v grounding.Verdict) error {
	switch {
	case len(v.Missing) > 0:
		return fmt.Errorf("%q is not said in the messages that it cites", v.Missing[0])
	case v.Reversed:
		return errors.New("it says the opposite of the messages that it cites")
	case v.Astray:
		return errors.New("the messages say that of somebody else")
	case v.Foreign && (v.Found == 0 || v.Share() < leastForeign):
		return errors.New("write it in the language of the message")
	case v.Foreign:
		return nil
	case v.Telling > 0 && v.Found == 0:
		return errors.New("nothing of it occurs in the messages")
	case len(v.Bare) > 0:
		return fmt.Errorf("%q does not occur in the messages", shorten(v.Bare[0], maxName))
	case v.Share() < leastShare:
		return errors.New("most of it does not occur in the messages")
	}
	return nil
}

// blanks match what a template leaves to be filled in.
var blanks = regexp.MustCompile(`(?i)\{\{?[^{}]*\}?\}|<[^<>]{1,40}>|\[(?:name|date|place|time|topic|insert|your|the)[^\]]*\]|\bn/a\b|\b(?:tbd|todo|lorem ipsum|xxx+)\b|_{3,}|\S (?:…|\.\.\.) \S`)

// blank is what a sentence leaves to be filled in and no message has; "" for
// none.
func (c checker) blank(what string) string {
	for _, found := range blanks.FindAllString(what, -1) {
		if !strings.Contains(c.text, lowered(found)) {
			return found
		}
	}
	return ""
}

// clean is a sentence on one line without characters that change how others are
// shown.
func clean(what string) string {
	return memory.OneLine(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c' || unicode.In(r, unicode.Co, unicode.Cs) {
			return -1
		}
		return r
	}, what))
}
