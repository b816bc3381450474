package ground

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"muisto/memory"
)

// negations turn what follows them into its opposite, in any of the languages
// of the tables.
var negations = wordSet(`not no never none nobody nothing neither nor without cannot cant wont dont doesnt didnt isnt arent wasnt werent
	hasnt havent hadnt wouldnt shouldnt couldnt aint stopped stop stops quit quits longer instead cancelled canceled off
	nicht kein keine keinen keinem keiner nie niemals ohne nichts
	ei en et emme ette eivät älä enää ilman
	inte ej aldrig ingen inget inga utan
	pas jamais aucun aucune rien sans ni
	nunca jamás nada ningún ninguna sin tampoco
	non mai nessuno nessuna niente senza
	não nem nenhum nenhuma sem
	niet geen nooit zonder
	aufgehört lopetti lopettaa lopettanut slutade slutat arrêté arrête dejó dejado smesso smette parou gestopt`)

// noMore is the French negation that only its two halves tell.
var noMore = regexp.MustCompile(`(?i)(?:^|[^\p{L}])n(?:e\s|['’])\s*(?:\p{L}+\s+){1,2}plus(?:[^\p{L}]|$)`)

// opening is a no to what was said before, which negates nothing of what follows.
var opening = regexp.MustCompile(`(?i)^\s*(?:no|nein|nej|non|não|nee|ei)\s*[,.!:;–—-]+\s*`)

// reach is how many words a negation is before what it turns round.
const reach = 4

// clauses cuts a text at its marks.
func clauses(text string) []string {
	text = opening.ReplaceAllString(text, "")
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".;,:!?()–—\n", r) })
}

// tokens are the words of a clause in lower case, without marks.
func tokens(clause string) []string {
	words := strings.FieldsFunc(strings.ToLower(clause), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	})
	for i, w := range words {
		words[i] = strings.NewReplacer("'", "", "’", "").Replace(w)
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// Negated reports whether a text holds a negation.
func Negated(text string) bool {
	if noMore.MatchString(text) {
		return true
	}
	for _, c := range clauses(text) {
		if slices.ContainsFunc(tokens(c), func(w string) bool { return negations[w] }) {
			return true
		}
	}
	return false
}

// Denies reports whether the evidence says a sentence only with a negation
// before it, which the sentence has not, or has all of its words without the
// negation that the sentence has.
func (e *Evidence) Denies(text string, names []memory.Name) bool {
	keys := keysOf(text, names)
	if len(keys) == 0 {
		return false
	}
	if Negated(text) {
		share, _ := e.Cover(text, names)
		return share == 1 && !slices.ContainsFunc(e.texts, func(s said) bool { return Negated(s.text) })
	}
	plain, denied := 0, 0
	for _, s := range e.texts {
		for _, c := range clauses(s.text) {
			words := tokens(c)
			for i, w := range words {
				if !slices.ContainsFunc(keys, func(k string) bool { return SameWord(k, w) }) {
					continue
				}
				if slices.ContainsFunc(words[max(0, i-reach):i], func(v string) bool { return negations[v] }) {
					denied++
				} else {
					plain++
				}
			}
		}
	}
	return denied > 0 && plain == 0
}

// keysOf are the words that a sentence hangs on: its values, else its telling
// words.
func keysOf(text string, names []memory.Name) []string {
	var values, words []string
	for _, w := range tokens(withoutNames(text, names)) {
		switch {
		case unicode.IsDigit([]rune(w)[0]), isWeekday(w):
			values = append(values, w)
		case !glue[w] && !negations[w]:
			words = append(words, w)
		}
	}
	if len(values) > 0 {
		return values
	}
	return words
}

// epoch is any time: a weekday is one at all of them.
var epoch = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

func isWeekday(word string) bool {
	return len(Read(word, epoch, 0).weekdays) > 0
}
