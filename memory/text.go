package memory

import (
	"strings"
	"unicode"
)

// OneLine joins a text into one line without control characters.
func OneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
	return strings.Join(strings.Fields(s), " ")
}

// Folded is a text as lower-case words and numbers with single spaces: two
// wordings that differ in case and marks alone are equal.
func Folded(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), notWord), " ")
}
