package grounding

import (
	"strings"
)

// astray reports whether a sentence says of the user what the cited texts say of
// somebody of theirs: "my brother is a carpenter" makes nobody else one.
func (j *judge) astray(sentence string, list []token) bool {
	if SubjectOf(sentence) != User || hasKin(list) {
		return false
	}
	best, astray := 0, false
	for _, t := range j.evidence.Cited {
		for _, said := range sentences(t.Text) {
			theirs := tokens(said)
			n, _ := shared(j.forms, list, theirs)
			switch {
			case n == 0 || n < best:
			case n > best:
				best, astray = n, ofKin(said, theirs)
			default:
				astray = astray && ofKin(said, theirs)
			}
		}
	}
	return astray
}

func sentences(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".!?\n。！？", r) })
}

func hasKin(list []token) bool {
	for _, t := range list {
		if isKin(t) {
			return true
		}
	}
	return false
}

func isKin(t token) bool { return is("kin", t.low) || t.unspaced && containsAny(t.low, "kin") }

// ofKin reports whether a sentence begins with somebody of the user's, and says
// nothing of the user.
func ofKin(sentence string, list []token) bool {
	const opening = 4 // words: "Hugo, le fils", "die Schwester"
	found := false
	for i, t := range list {
		if is("self", t.low) {
			return false
		}
		found = found || i < opening && isKin(t)
	}
	return found && SubjectOf(sentence) != User
}
