package neocortex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// SameAbout reports whether two topics ("the launch: date") are the same
// subject and the same attribute. Articles, case, possessives and plurals do
// not matter, nor what is added to a subject that is known by name ("Tideline
// review", "the Tideline review with Oskar"). Two sisters differ by their
// names, and two projects.
func SameAbout(a, b string) bool {
	subjectA, attributeA := splitAbout(a)
	subjectB, attributeB := splitAbout(b)
	if len(subjectA) == 0 || len(subjectB) == 0 {
		return false
	}
	return sameSubject(subjectA, subjectB) && sameAttribute(attributeA, attributeB)
}

// topicKey is the form under which two topics count as one name; empty where a
// topic says too little to tie anything: no attribute, or no subject.
func topicKey(about string) string {
	subject, attribute := splitAbout(about)
	if len(subject) == 0 || len(attribute) == 0 {
		return ""
	}
	key := ""
	for _, w := range subject {
		key += w.base + " "
	}
	key = strings.TrimSpace(key) + ":"
	for _, w := range attribute {
		key += " " + attributeOf(w.base)
	}
	return key
}

// Slot is the form under which topics of one subject and one attribute are equal;
// empty where a topic names none, or an attribute that may have several values at
// a time.
func Slot(about string) string {
	if attributeIn(about, collections) {
		return ""
	}
	return topicKey(about)
}

// aboutWord is one word of a topic.
type aboutWord struct {
	base  string
	named bool // it is written as a name or has a digit
}

// splitAbout cuts a topic into the words of its subject and of its attribute.
func splitAbout(about string) (subject, attribute []aboutWord) {
	left, right, _ := strings.Cut(about, ":")
	return aboutWords(left), aboutWords(right)
}

// loose are words that say nothing of which thing is meant.
var loose = wordSet(`a an the my your his her its our their of for in on at to with by is are s`)

// owners are loose beside other words ("the user's sister Ilona"), and a
// subject by themselves.
var owners = wordSet(`user agent`)

func aboutWords(s string) []aboutWord {
	var words, owning []aboutWord
	for _, word := range splitWords(s) {
		r, _ := utf8.DecodeRuneInString(word)
		w := aboutWord{base: base(word), named: unicode.IsUpper(r) || unicode.IsDigit(r)}
		switch {
		case owners[w.base]:
			owning = append(owning, w)
		case !loose[strings.ToLower(word)]:
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return owning
	}
	return withoutCalendar(words)
}

// withoutCalendar leaves out the days beside other words: "the Wednesday
// review" is the review.
func withoutCalendar(words []aboutWord) []aboutWord {
	var rest []aboutWord
	for _, w := range words {
		if !calendarWords[w.base] {
			rest = append(rest, w)
		}
	}
	if len(rest) == 0 {
		return words
	}
	return rest
}

// sameSubject holds where the words are the same, or where one subject has all
// the words of the other and a name is among those.
func sameSubject(a, b []aboutWord) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	named := false
	for _, w := range a {
		if !hasWord(b, w.base) {
			return false
		}
		named = named || w.named && isNamed(b, w.base)
	}
	if allIn(b, a) {
		return true
	}
	return named && !addsName(a, b) || len(a) > 1 && opensWith(b, a)
}

// opensWith reports whether a subject is another with something added behind:
// "the pottery class at Lindqvist's".
func opensWith(b, a []aboutWord) bool {
	if hasWord(b, "and") && !hasWord(a, "and") {
		return false
	}
	for i, w := range a {
		if b[i].base != w.base {
			return false
		}
	}
	return true
}

// addsName reports whether b begins with a name that a lacks, or adds one with
// "and": "Ilona" is not "Ilona and Petra", but the Tideline review with Oskar
// is the Tideline review.
func addsName(a, b []aboutWord) bool {
	if hasWord(b, "and") && !hasWord(a, "and") {
		return true
	}
	for _, w := range b {
		if hasWord(a, w.base) {
			return false
		}
		if w.named {
			return true
		}
	}
	return false
}

func allIn(a, b []aboutWord) bool {
	for _, w := range a {
		if !hasWord(b, w.base) {
			return false
		}
	}
	return true
}

func hasWord(words []aboutWord, base string) bool {
	for _, w := range words {
		if w.base == base {
			return true
		}
	}
	return false
}

func isNamed(words []aboutWord, base string) bool {
	for _, w := range words {
		if w.base == base {
			return w.named
		}
	}
	return false
}

// attributes lists words for one and the same attribute, the first standing
// for all of them.
var attributes = synonyms(
	`date day weekday when schedule`,
	`time hour start clock`,
	`place town city home location where residence address lives living`,
	`number count amount`,
	`status state condition`,
	`preference taste favourite favorite liking`,
	`job work employer occupation profession`,
)

func synonyms(lines ...string) map[string]string {
	first := make(map[string]string)
	for _, line := range lines {
		words := strings.Fields(line)
		for _, w := range words {
			first[base(w)] = words[0]
		}
	}
	return first
}

// sameAttribute holds where one attribute has all the words of the other, or
// a synonym for each; an attribute that was left out is like none that was not.
func sameAttribute(a, b []aboutWord) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, w := range a {
		found := false
		for _, v := range b {
			found = found || attributeOf(w.base) == attributeOf(v.base)
		}
		if !found {
			return false
		}
	}
	return true
}

func attributeOf(word string) string {
	if first, known := attributes[word]; known {
		return first
	}
	return word
}
