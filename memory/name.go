package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// NameType says what a proper name names.
type NameType string

// The types of names.
const (
	Person       NameType = "person"
	Place        NameType = "place"
	Organisation NameType = "organisation"
	Project      NameType = "project"
	Event        NameType = "event"
	Thing        NameType = "thing"
)

// Valid reports whether t is a known type.
func (t NameType) Valid() bool {
	switch t {
	case Person, Place, Organisation, Project, Event, Thing:
		return true
	}
	return false
}

// Name is a proper name in its base form.
type Name struct {
	Text string
	Type NameType
}

// Key is the form under which two spellings count as one name: lower case,
// single spaces, no possessive ending.
func (n Name) Key() string { return FoldName(n.Text) }

// FoldName lowers case, collapses white space and drops a possessive "'s".
func FoldName(s string) string {
	s = strings.ToLower(strings.Join(strings.Fields(s), " "))
	s = strings.ReplaceAll(s, "’", "'")
	return strings.TrimSuffix(s, "'s")
}

// OccursIn reports whether the name stands in text: as such, or with every one
// of its words sharing most of some word there (Helsinki, Helsingissä).
func (n Name) OccursIn(text string) bool {
	key, low := n.Key(), strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	if key == "" {
		return false
	}
	if strings.Contains(low, key) {
		return true
	}
	words := strings.FieldsFunc(low, notWord)
	parts := strings.FieldsFunc(key, notWord)
	if len(parts) == 0 {
		return false
	}
	for _, part := range parts {
		found := false
		for _, w := range words {
			if ShareMost(part, w) {
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// ShareMost reports whether two lower-case words share most of the shorter
// one: a common beginning of three runes or more that covers at least two
// thirds of it. Equal words always do.
func ShareMost(a, b string) bool {
	if a == b {
		return true
	}
	shorter := min(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	common := CommonStart(a, b)
	return common >= 3 && 3*common >= 2*shorter
}

// CommonStart is how many runes two words have in common from their beginning.
func CommonStart(a, b string) int {
	n := 0
	for a != "" && b != "" {
		ra, na := utf8.DecodeRuneInString(a)
		rb, nb := utf8.DecodeRuneInString(b)
		if ra != rb {
			break
		}
		n++
		a, b = a[na:], b[nb:]
	}
	return n
}
