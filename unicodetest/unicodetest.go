// Package unicodetest has texts with characters of every Unicode category, for
// the tests of whatever reads text. It knows nothing of the program.
package unicodetest

import (
	"slices"
	"strings"
	"unicode"
)

// Texts returns one text for each category and script: some of its characters by
// themselves, beside letters and digits, in quotes and before a colon.
func Texts() []string {
	var texts []string
	for _, tables := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts} {
		for _, name := range sorted(tables) {
			texts = append(texts, textOf(tables[name]))
		}
	}
	return texts
}

func sorted(tables map[string]*unicode.RangeTable) []string {
	var names []string
	for name := range tables {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// few is how many ranges of a table are taken.
const few = 4

func textOf(table *unicode.RangeTable) string {
	var b strings.Builder
	add := func(first, last rune) {
		a, z := string(first), string(last)
		b.WriteString(a + z + ": No, at " + a + " on \"" + z + "1" + a + "\" it is x" + a + "y " + z + ".\n")
	}
	for _, r := range table.R16[:min(few, len(table.R16))] {
		add(rune(r.Lo), rune(r.Hi))
	}
	for _, r := range table.R32[:min(few, len(table.R32))] {
		add(rune(r.Lo), rune(r.Hi))
	}
	return b.String()
}
