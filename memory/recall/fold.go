package recall

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold takes the diacritics off Latin, Greek and Cyrillic letters of a word in
// lower case, and writes joined letters apart, so that "Gijón" and "gijon"
// are one word. Marks of other scripts are letters of their own, and stay.
func fold(lower string) string {
	if ascii(lower) {
		return lower
	}
	var b strings.Builder
	b.Grow(len(lower))
	strip := false
	for _, r := range norm.NFKD.String(lower) {
		switch {
		case unicode.Is(unicode.Mn, r):
			if !strip {
				b.WriteRune(r)
			}
			continue
		case apart[r] != "":
			b.WriteString(apart[r])
		default:
			b.WriteRune(r)
		}
		strip = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
	}
	return norm.NFC.String(b.String())
}

// apart are letters that no decomposition takes apart.
var apart = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ħ': "h",
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
