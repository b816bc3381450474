package grounding

import (
	_ "embed"
	"strings"
)

//go:embed words.txt
var wordsFile string

// vocabulary is words.txt: the words of each kind, and which of them mean the
// same. It never changes once read.
type vocabulary struct {
	kinds    map[string]map[string]bool
	tongues  map[string][]string // the languages a stop word is one of
	families map[string]int
	only     map[string]string // the one language in which a word denies
	alias    *strings.Replacer
}

var words = readVocabulary(wordsFile)

func readVocabulary(text string) vocabulary {
	var aliases []string
	v := vocabulary{kinds: map[string]map[string]bool{}, tongues: map[string][]string{}, families: map[string]int{}, only: map[string]string{}}
	for n, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if fields[0] == "alias" {
			aliases = append(aliases, fields[1:]...)
			continue
		}
		kind, tongue, _ := strings.Cut(fields[0], "-")
		if v.kinds[kind] == nil {
			v.kinds[kind] = map[string]bool{}
		}
		for _, w := range fields[1:] {
			switch {
			case kind == "family":
				v.families[w] = n
				continue
			case kind == "only":
				v.only[w] = tongue
			case kind == "stop":
				v.tongues[w] = append(v.tongues[w], tongue)
			}
			v.kinds[kind][w] = true
		}
	}
	v.alias = strings.NewReplacer(aliases...)
	return v
}

// is reports whether a word in lower case is of a kind.
func is(kind, word string) bool { return words.kinds[kind][word] }

// tells reports whether a word says something: it is neither a word that
// sentences are built with nor one that moments are worded with.
func tells(word string) bool {
	return !is("stop", word) && !is("light", word) && !is("user", word) && !is("agent", word) && !is("not", word)
}

// languages are those that most of a text's commonest words belong to.
func languages(tokens []token) map[string]bool {
	count, best := map[string]int{}, 0
	for _, t := range tokens {
		for _, l := range words.tongues[t.low] {
			count[l]++
			best = max(best, count[l])
		}
	}
	found := map[string]bool{}
	for l, n := range count {
		if n == best {
			found[l] = true
		}
	}
	return found
}
