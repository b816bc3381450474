// Package asked tells which sentences ask for something to be remembered, and
// which tell the agent how to be from now on, in the languages that dates are read
// in and some more.
//
// It knows words, and neither moments nor who wrote them.
package asked

import (
	_ "embed"
	"regexp"
	"strings"
)

//go:embed phrases.txt
var phraseLines string

// phrases are the expressions of phrases.txt by kind.
var phrases = readPhrases(phraseLines)

func readPhrases(lines string) map[string]*regexp.Regexp {
	of := map[string][]string{}
	for line := range strings.Lines(lines) {
		kind, expression, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok && kind != "#" {
			of[kind] = append(of[kind], expression)
		}
	}
	read := map[string]*regexp.Regexp{}
	for kind, list := range of {
		begins := "^"
		if strings.HasPrefix(kind, "any-") {
			begins = ""
		}
		read[kind] = regexp.MustCompile(begins + "(?:" + strings.Join(list, "|") + ")")
	}
	return read
}

// maxText bounds what is looked at of a text, in bytes: what is longer is no
// request of this kind.
const maxText = 2000

// ToRemember returns the sentences of a text that ask for something to be
// remembered.
func ToRemember(text string) []string { return asking(text, "remember") }

// Wishes returns the sentences of a text that tell the agent how to be from now on.
func Wishes(text string) []string { return asking(text, "wish") }

func asking(text, kind string) []string {
	if len(text) > maxText {
		return nil
	}
	var found []string
	for _, s := range sentences(text) {
		said := plain(s)
		if begins, anywhere := phrases[kind], phrases["any-"+kind]; begins.MatchString(said) || anywhere.MatchString(said) {
			found = append(found, s)
		}
	}
	return found
}

// plain is a sentence in lower case without the courtesies that it begins with.
func plain(sentence string) string {
	s := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(sentence)), "’", "'")
	const most = 4 // courtesies
	for range most {
		rest := strings.TrimSpace(phrases["courtesy"].ReplaceAllString(s, ""))
		if rest == s || rest == "" {
			break
		}
		s = rest
	}
	return s
}

func sentences(text string) []string {
	var list []string
	start := 0
	flush := func(end int) {
		if s := strings.TrimSpace(text[start:end]); s != "" {
			list = append(list, s)
		}
		start = end
	}
	for i, r := range text {
		if strings.ContainsRune("!?。！？\n", r) || r == '.' && (i+1 == len(text) || text[i+1] == ' ') {
			flush(i)
			start = i + len(string(r))
		}
	}
	flush(len(text))
	return list
}
