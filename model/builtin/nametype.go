package builtin

import (
	"strings"

	"muisto/memory"
)

// typeOf tells what a name names, from its own words and those beside it.
func (r *register) typeOf(ws []word, from, to int) memory.NameType {
	first, last := memory.FoldName(ws[from].text), memory.FoldName(ws[to-1].text)
	prev, next := lowAt(ws, from-1), lowAt(ws, to)
	if prev == "" && from > 1 && ws[from-1].text == "." && title[ws[from-2].low] {
		prev = ws[from-2].low // Dr. Salo
	}
	if after := lowAt(ws, to+1); next != "" && !stop[next] && !isPast(next) && !preposition[next] && (projectNoun[after] || eventNoun[after]) && !givenName[first] && !place[first] {
		next = after // the Kestrel travel budget
	}
	switch {
	case first == "project" || last == "project":
		return memory.Project
	case placeNoun[last] && to-from > 1, first == "st", first == "café" || first == "cafe" || first == "hotel" || first == "lake" || first == "mount":
		return memory.Place
	case organisationNoun[last] && to-from > 1:
		return memory.Organisation
	case eventNoun[last] && to-from > 1:
		return memory.Event
	case title[prev] || kinship[prev]:
		return memory.Person
	case pet[prev]:
		return memory.Thing
	case place[first] && to-from == 1 && !(givenName[first] && personPlace(prev, next)):
		return memory.Place
	case placeNoun[next]:
		return memory.Place
	case organisationNoun[next] && !possessed(ws[to-1].text):
		return memory.Organisation
	case givenName[first]:
		return memory.Person
	case projectNoun[next] && !possessed(ws[to-1].text):
		return memory.Project
	case next == "workshop" && (lowAt(ws, from-1) == "the" && placePreposition[lowAt(ws, from-2)] || placePreposition[prev]):
		return memory.Place
	case eventNoun[next] && !possessed(ws[to-1].text):
		return memory.Event
	case possessed(ws[to-1].text):
		return memory.Person
	case (prev == "at" || prev == "for") && (lowAt(ws, from-2) == "work" || lowAt(ws, from-2) == "works" || lowAt(ws, from-2) == "worked" || lowAt(ws, from-2) == "working"):
		return memory.Organisation
	case placePreposition[prev], prev == "st":
		return memory.Place
	case personBefore[prev] || sayVerb[next] || personAfter(next) || prev == "and" && lowAt(ws, from-2) == "i" || next == "and" && lowAt(ws, to+1) == "i":
		return memory.Person
	}
	return memory.Thing
}

// personPlace: a word that is a town and a person ("Sofia") is a person beside
// a word of saying or meeting.
func personPlace(prev, next string) bool {
	return personBefore[prev] || sayVerb[next] || personAfter(next)
}

func lowAt(ws []word, i int) string {
	if i < 0 || i >= len(ws) || ws[i].mark {
		return ""
	}
	return strings.TrimSuffix(ws[i].low, "'s")
}

var placePreposition = set(`in at to from near towards toward around via through`)
var personBefore = set(`with met saw called told asked and lent thanked invited visited by hugged phoned texted emailed called named from for than`)

// personAfter are verbs that people are the subject of.
func personAfter(v string) bool {
	switch v {
	case "is", "was", "has", "had":
		return false
	}
	if _, ok := thirdPerson(v); ok {
		return v != "starts" && v != "costs" && v != "opens" && v != "closes"
	}
	return isPast(v) && v != "was" || v == "won't" || v == "doesn't" || v == "didn't"
}
