package builtin

import (
	"regexp"
	"strings"
)

// moves are the verbs of a change of plan.
const moves = `(?:moved|shifted|rescheduled|postponed|pushed(?: back)?|brought forward|changed|switched|slipped|put off)(?: (?:back|forward|up))?`

var (
	// moved is a change of plan; what is left of it is where things stand now.
	moved = regexp.MustCompile(`(?i)^(.{2,120}?) (?:(?:has|have|had|is|are|was|were|got|gets)(?: now| already)? ?(?:been )?)?` + moves + `(?: from [^,;]{1,40}?)? to (?:the )?(.+)$`)
	// movedBy is one that says who made it.
	movedBy = regexp.MustCompile(`(?i)^(?:they|we|he|she|the user|[^ ]+)(?: and others)?(?: have| has| had)? ` + moves + ` ((?:the|our|my|their|his|her|the user's) [^,;]{2,80}?)(?: from [^,;]{1,40}?)? to (?:the )?(.+)$`)
	// noLonger tells first what is not so any more.
	noLonger = regexp.MustCompile(`(?i)^(.{2,80}?) (?:isn't|is not|is no longer|aren't|are not|are no longer) [^,;]{1,60}[,;] (?:but )?(?:it's|it is|they're|they are|rather|but) (.+)$`)
	// wentTo tells how an amount became what it is.
	wentTo = regexp.MustCompile(`(?i)^(.{2,80}?) (?:has |have )?(?:went|gone|go|goes) (?:up|down)(?: again)?(?: by [^,;]{1,20})?(?: to|[,;](?: so)? (?:it's|it is|they're|they are)) (.+)$`)
	willBe = regexp.MustCompile(`(?i)^(.{2,80}?) will be ((?:on|at|in|every) .+)$`)
)

// notedAs is how the agent tells what it has noted: "the agent has the review in
// for Friday".
var notedAs = regexp.MustCompile(`(?i)^the agent (?:has|have|had|noted|got) ((?:the |an? )?[^,;:]{2,80}?) (?:in |down |noted |marked |written |booked ){0,2}((?:for|on|at) .+)$`)

// standing turns a change into how things are after it.
func standing(text string) string {
	if m := notedAs.FindStringSubmatch(text); m != nil {
		rest := strings.TrimPrefix(m[2], "for ")
		if rest != m[2] {
			rest = placed(rest) + rest
		}
		return m[1] + isFor(m[1]) + rest
	}
	if m := noLonger.FindStringSubmatch(text); m != nil {
		return m[1] + isFor(m[1]) + m[2]
	}
	if m := wentTo.FindStringSubmatch(text); m != nil {
		return m[1] + isFor(m[1]) + m[2]
	}
	if m := willBe.FindStringSubmatch(text); m != nil {
		return m[1] + isFor(m[1]) + m[2]
	}
	m := movedBy.FindStringSubmatch(text)
	if m == nil {
		m = moved.FindStringSubmatch(text)
	}
	if m == nil {
		return text
	}
	subject, value := m[1], m[2]
	switch at := placed(value); {
	case at != "":
		return subject + isFor(subject) + at + value
	case movable(subject):
		return subject + isFor(subject) + "in " + value
	}
	return text
}

// isFor is "is" or "are", as a subject asks for by its head: "the garage keys
// of Tomas" are, "the review with Tomas" is.
func isFor(subject string) string {
	var head []word
	for i, w := range words(subject) {
		if i > 0 && (preposition[w.low] || w.mark) {
			break
		}
		head = append(head, w)
		if w.low == "and" {
			return " are "
		}
	}
	if len(head) == 0 {
		return " is "
	}
	last := head[len(head)-1]
	named := len(head) == 1 || !determiner[head[0].low] && capital(head[0].text)
	switch {
	case len(head) == 1 && last.low == "they":
		return " are "
	case capital(last.text) && named, givenName[last.low], singularInS.MatchString(last.low), !strings.HasSuffix(last.low, "s"):
		return " is "
	}
	return " are "
}

// singularInS are endings of words that are no plurals.
var singularInS = regexp.MustCompile(`(ss|us|is|'s|news|physics|maths)$`)

// placed is the preposition that a time takes, or a place that is somebody's;
// "" for anything else.
func placed(value string) string {
	first, _, _ := strings.Cut(value, " ")
	first = strings.ToLower(strings.Trim(first, ".,;"))
	switch {
	case strings.Contains(first, ":") || first == "half" || first == "quarter" || first == "noon" || first == "midnight" || number(first) && hourWord[secondWord(value)]:
		return "at "
	case dayWord(first) || ordinal(first) || number(first) && monthName[secondWord(value)]:
		return "on "
	case strings.HasSuffix(first, "'s"):
		return "at "
	}
	return ""
}

// hourWord can follow the number of an hour, as nothing can.
var hourWord = map[string]bool{"": true, "am": true, "pm": true, "o'clock": true, "sharp": true, "in": true, "on": true, "from": true}

// movable: a thing that somebody moves, and nobody who moves by themselves.
func movable(subject string) bool {
	low := strings.ToLower(subject)
	for _, w := range words(low) {
		if kinship[w.low] || givenName[w.low] || subjectPronoun[w.low] || w.low == "user" || w.low == "agent" {
			return false
		}
	}
	return strings.HasPrefix(low, "the ") || strings.HasPrefix(low, "our ") || strings.HasPrefix(low, "their ")
}

func secondWord(s string) string {
	fields := strings.Fields(strings.ToLower(s))
	if len(fields) < 2 {
		return ""
	}
	if fields[1] == "of" && len(fields) > 2 {
		return strings.Trim(fields[2], ".,;")
	}
	return strings.Trim(fields[1], ".,;")
}

func ordinal(w string) bool {
	for _, end := range []string{"st", "nd", "rd", "th"} {
		if s, ok := strings.CutSuffix(w, end); ok && number(s) {
			return true
		}
	}
	return false
}

var (
	// asides follow a comma and say nothing of how things are.
	asides = regexp.MustCompile(`(?i)(, (not|nor|nobody|no one|no-one|never|and not|and never|rather than|instead of|so|because|since|but|though|although|which|by the way|as i said|as they said|as always|as usual|thanks|please|sorry|nice|badly|remember)\b.*| (rather than|instead of) .*|; .*| – .*)$`)
	// tails at the end of a sentence tell how it came up.
	tails = regexp.MustCompile(`(?i)[, ]+(now|again|too|as well|after all|instead|actually|though|from now on|these days|today|as usual|as always|in the end|once more|already|the agent (?:believes|thinks))$`)
	heads = regexp.MustCompile(`(?i)^(once more|once again|again|actually|also|and|but|so|well|now|from now on|heads up|reminder|a reminder|btw|by the way|since (?:last |this )?\w+)[,:]? |^(the user|i) meant [^,]{1,40}, `)
)

// bareStatement leaves out what tells only how a statement came up.
func bareStatement(text string) string {
	text = strings.TrimRight(strings.TrimSpace(text), ".!?… ")
	text = lastClause(text)
	text = asides.ReplaceAllString(text, "")
	for range 3 {
		shorter := tails.ReplaceAllString(text, "")
		if shorter == text {
			break
		}
		text = shorter
	}
	return strings.TrimRight(strings.ReplaceAll(text, " now ", " "), " ,;:")
}

func withoutHead(text string) string { return heads.ReplaceAllString(text, "") }

// lastClause leaves out what happened before a clause that tells how things are
// ("the user changed jobs, the user works at Valmet").
func lastClause(text string) string {
	first, rest, both := strings.Cut(text, ", ")
	if both && !tellsHowItIs(first) && tellsHowItIs(rest) && sameStart(first, rest) {
		return rest
	}
	return text
}

// sameStart: both clauses begin with the same subject.
func sameStart(a, b string) bool {
	x, y := strings.Fields(strings.ToLower(a)), strings.Fields(strings.ToLower(b))
	return len(x) > 1 && len(y) > 1 && x[0] == y[0] && x[1] == y[1]
}

// withSubject makes a sentence of a mere value ("Friday"), of which the moment
// knows the subject, if the value does not say it ("room 22 for the workshop").
func (c claim) withSubject(text string) string {
	subject, _, found := strings.Cut(c.about, ":")
	subject = onlyPreposition.ReplaceAllString(subject, "")
	if !found || !c.corrects() || subjectPronoun[strings.ToLower(subject)] || subject == "" {
		return text
	}
	it := saysItIs.FindString(text)
	switch {
	case it != "" && !strings.Contains(strings.ToLower(text), strings.ToLower(subject)):
		return upperFirst(subject) + isFor(subject) + text[len(it):]
	case hasVerb(plainOf(words(text)).words):
		return text
	}
	if m := valueFor.FindStringSubmatch(text); m != nil {
		return upperFirst(m[2]) + isFor(m[2]) + placed(m[1]) + lowerFirst(m[1])
	}
	if strings.Contains(strings.ToLower(text), strings.ToLower(subject)) {
		return text
	}
	return upperFirst(subject) + isFor(subject) + placed(text) + text
}

var (
	// valueFor is a value with what it is of.
	valueFor = regexp.MustCompile(`(?i)^([^,;:]{2,40}) for ((?:the|our|their|his|her|the user's) [^,;:]{2,60})$`)
	// onlyPreposition opens a topic that was read from the middle of a sentence.
	onlyPreposition = regexp.MustCompile(`(?i)^(for|in|at|on|of|with|about) `)
	// saysItIs opens a statement on what was spoken of just before.
	saysItIs = regexp.MustCompile(`(?i)^(it's|it is|they're|they are|that's|that is) `)
	// unclear opens a statement that nobody understands without what was said
	// before it.
	unclear = regexp.MustCompile(`(?i)^(it|they|he|she|(this|that|these|those)( is| are| was|'s|'re)|remember|glad|wow|thanks|thank|hey|oh|yeah|haha?|congrats)\b|\b(is|was) (wrong|mistaken) about (this|that|it)\.?$`)
)
