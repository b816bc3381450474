package builtin

import (
	"regexp"
	"strings"

	"muisto/memory/neocortex"
	"muisto/model/builtin/english"
)

// standingClause is the part of a statement that tells how things are by
// itself: of clauses put side by side ("they have moved us, the workshop is in
// room 22 now") the one with a value, and of two such the last if a correction
// is read, else the first. A statement of which no clause can stand alone
// stays whole.
func standingClause(text string, corrects bool) string {
	clauses := sideBySide(text)
	if len(clauses) < 2 {
		return text
	}
	best, worth := "", 0
	for _, c := range clauses {
		now := standing(withoutHead(strings.TrimSpace(c)))
		if !complete(now) || !tellsHowItIs(now) || !canBeReadAlone(sentence(now)) {
			continue
		}
		w := 1
		if neocortex.HasValue(now) {
			w = 2
		}
		if w > worth || w == worth && corrects {
			best, worth = c, w
		}
	}
	if best == "" {
		return text
	}
	return strings.TrimSpace(best)
}

// joints are the marks between clauses.
var joints = regexp.MustCompile(`[;:,.!?] | [-–—] `)

// sideBySide cuts a statement where a new clause begins. What has no verb goes
// with the clause before it, and a time, a place or a condition said first with
// the one behind it.
func sideBySide(text string) []string {
	var clauses []string
	start, from := 0, 0
	for _, at := range joints.FindAllStringIndex(text, -1) {
		rest := text[at[1]:]
		if at[0] < from || !beginsClause(rest) {
			continue
		}
		if head := text[start:at[0]]; leadsIn.MatchString(head) && text[at[0]] == ',' {
			continue
		}
		clauses = append(clauses, text[start:at[0]])
		start, from = at[1], at[1]
	}
	return append(clauses, text[start:])
}

// beginsClause reports whether the words up to the next mark have a verb.
func beginsClause(rest string) bool {
	if at := joints.FindStringIndex(rest); at != nil {
		rest = rest[:at[0]]
	}
	return hasVerb(plainOf(words(rest)).words)
}

// leadsIn opens what is said of a clause before it.
var leadsIn = regexp.MustCompile(`(?i)^(on|in|at|for|from|until|till|through|during|after|before|since|while|when|whenever|if|as long as|every|this|next|every other|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b`)

var (
	// incomplete opens or ends what is no sentence of its own.
	incomplete = regexp.MustCompile(`(?i)^(not|no|nope|nor|back|still|to|once|again|any|just|out of|as|like|than|with|by|about|because|although|though|so|but|and|or|which|who|whom|if|yes|too|here|there)\b|\b(is|are|has|have|does|do)(n't| not)? ?(any ?more|yet|no longer)\.?$`)
	// spokenTo: somebody is spoken to within it, or a pronoun was turned that
	// was no subject.
	spokenTo = regexp.MustCompile(`(?i), the (user|agent)( and others)?([,.]|$)`)
)

// isClause reports whether a text can be a sentence by its grammar: it is prose,
// gives no order, and no word at its end asks for more. The parser is no judge of
// subjects here: short sentences full of names are what it reads worst.
func isClause(text string) bool {
	if notProse.MatchString(text) || openEnd.MatchString(text) || twoVerbs.MatchString(text) || asksHow.MatchString(text) {
		return false
	}
	t := new(english.Parser).Parse(text)
	root := t.Root()
	return root > 0 || root == 0 && t.Tokens[root].Tag != "VB"
}

var (
	notProse = regexp.MustCompile("[{}\\\\`<>]|//|==|[*]{2}")
	// twoVerbs: an activity that was the subject was given to somebody ("managing time is
	// crucial").
	twoVerbs = regexp.MustCompile(`^The (?:user|agent) is \w+ing\b[^,;]* (?:is|are|can|will|helps?) \w+`)
	asksHow  = regexp.MustCompile(`(?i)^(?:how|why|what|when|where|who|which) (?:can|could|do|does|did|is|are|should|would|will)\b`)
	openEnd  = regexp.MustCompile(`(?i)\b(if|is|are|was|were|the|an|of|to|and|or|but|with|for|that|because|than|as|my|its|their|your|from|by|has|have|will)[ .!?…]*$`)
)

// complete reports whether a text is a sentence with a subject and a verb.
func complete(text string) bool {
	text = strings.TrimRight(strings.TrimSpace(text), ".!?… ")
	if incomplete.MatchString(text) || unclear.MatchString(text) || spokenTo.MatchString(text) {
		return false
	}
	s := parse(text, nil)
	if s.verb <= s.first {
		return false
	}
	low := s.low[s.first]
	if preposition[low] || conjunction[low] && low != "while" && low != "when" {
		return false
	}
	return s.subject() != ""
}
