package recall

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed fields.txt
var fieldLines string

// selfField is the name of the words by which people speak of themselves.
const selfField = "self"

// FitScore is the score of what fits by FitsBySelf: that of a hit that just fits.
const FitScore = standFloor

// fieldWord is a word of a field, or the beginning of words.
type fieldWord struct {
	field, word string
	begins      bool
}

var fieldWords = readFields(fieldLines)

func readFields(lines string) []fieldWord {
	var list []fieldWord
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] == "#" {
			continue
		}
		for _, w := range words[1:] {
			word, begins := strings.CutSuffix(w, "*")
			list = append(list, fieldWord{words[0], word, begins})
		}
	}
	return list
}

// fieldsOf are the fields of life that a text has a word of.
func fieldsOf(text string) map[string]bool {
	fields := map[string]bool{}
	lower := strings.ToLower(strings.ReplaceAll(clip(text, maxCueBytes), "’", "'"))
	words := strings.FieldsFunc(lower, func(r rune) bool { return !wordRune(r) && r != '\'' })
	for _, f := range fieldWords {
		if !fields[f.field] && (strings.ContainsFunc(f.word, unspaced) && strings.Contains(lower, f.word) ||
			slices.ContainsFunc(words, func(w string) bool { return w == f.word || f.begins && strings.HasPrefix(w, f.word) })) {
			fields[f.field] = true
		}
	}
	return fields
}

// FitsBySelf reports whether a cue asks of the user themselves what a fact or a
// moment about them may answer though they share no word: what they cannot eat,
// and an allergy.
func FitsBySelf(cue, about, text string) bool {
	asked := fieldsOf(cue)
	if !asked[selfField] {
		return false
	}
	delete(asked, selfField)
	if len(asked) == 0 {
		return false
	}
	for f := range fieldsOf(about + "\n" + text) {
		if asked[f] {
			return true
		}
	}
	return false
}
