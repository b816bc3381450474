package voice

import (
	_ "embed"
	"strings"
)

// The structure of a text decides; these few words settle what it leaves open.

//go:embed words.txt
var wordLists string

var (
	lists = readLists(wordLists)
	// ownLabels are labels before one's own words.
	ownLabels = lists["own"]
	// about are words that name a topic at the start of a label.
	about = lists["about"]
	// from are words before the one whom something comes from.
	from = lists["from"]
	// others are possessives of the second and third person.
	others = lists["others"]
	// first are pronouns of the first person.
	first = lists["first"]
	// mine are possessives of the first person.
	mine = lists["mine"]
	// anaphors are pronouns for a thing, and verbs that need none, at the start of
	// a clause.
	anaphors = lists["anaphors"]
	// contracted are words to which "'s" adds a verb.
	contracted = lists["contracted"]
	// works are verbs that ask for work on a text; orders ask for it at the start
	// of a clause or after a polite word.
	works, orders, polite = lists["works"], lists["orders"], lists["polite"]
	// speech are verbs that say that somebody says something.
	speech = lists["speech"]
	// pointers are words that point at what follows.
	pointers = lists["pointers"]
	// texts are words for a text and its parts.
	texts = lists["texts"]
	// replies are answers of one word.
	replies = lists["replies"]
	// mailHeaders are names of the fields of a mail.
	mailHeaders = lists["headers"]
	// dayWords say when beside a time of the clock.
	dayWords = lists["days"]
)

// readLists reads lists of words: "[name]" on a line, then the words.
func readLists(text string) map[string]map[string]bool {
	all := make(map[string]map[string]bool)
	var list map[string]bool
	for l := range strings.Lines(text) {
		l = strings.TrimSpace(l)
		if name, ok := strings.CutPrefix(l, "["); ok {
			list = make(map[string]bool)
			all[strings.TrimSuffix(name, "]")] = list
			continue
		}
		for _, w := range strings.Fields(l) {
			list[w] = true
		}
	}
	return all
}
