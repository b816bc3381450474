package hippocampus

import (
	"errors"
	"strings"
	"unicode"
)

var errWordless = errors.New("there is no word in it")

// hasWord reports whether a sentence says anything: it has a letter, a number or
// a sign such as an emoji.
func hasWord(what string) bool {
	return strings.ContainsFunc(what, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.In(r, unicode.So)
	})
}
