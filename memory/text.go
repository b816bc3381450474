package memory

import (
	"strings"
	"unicode"
)

// OneLine joins a text into one line without control characters, and without
// marks that turn text around or hide in it.
func OneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		if isHidden(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
	return strings.Join(strings.Fields(s), " ")
}

// isHidden reports whether a character is a format character that scripts and
// emoji do not need: marks of direction, tags and the like. Joiners are needed.
func isHidden(r rune) bool {
	return unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// Folded is a text as lower-case words and numbers with single spaces: two
// wordings that differ in case and marks alone are equal.
func Folded(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), notWord), " ")
}
