package builtin

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"muisto/memory"
	"muisto/memory/neocortex"
	"muisto/memory/when"
)

// claim is a moment as a statement on how things are.
type claim struct {
	episode memory.Episode
	// turn is the hour at which its days end.
	turn int
	// text is a whole sentence in the third person, with no word of who said it.
	text string
	// whole is the text with all that was said beside it.
	whole string
	about string
	// standing: it tells how things are, and not what happened once.
	standing bool
	// clear: it says of what it is.
	clear bool
	// complete: it is a sentence with a subject and a verb.
	complete bool
	times    []when.Span
}

// claimOf reads a moment as a statement. A question, a thought, a joke, and
// what somebody else is quoted with, are none.
func claimOf(e memory.Episode, turn int) (claim, bool) {
	if e.Act == memory.Routine || e.Act == memory.Retraction || notSaid.MatchString(e.What) {
		return claim{}, false
	}
	c := claim{episode: e, turn: turn, about: e.About}
	text := statementOf(e.What)
	if strings.ContainsAny(text, "\"“”") {
		return claim{}, false
	}
	if e.Actor == memory.RoleAssistant {
		if inner := reportedBy(text); inner != text {
			text = inner
			c.about = aboutOf(strings.TrimRight(text, "."), foundIn(e.Names), e.LastAt, turn).String()
		}
	}
	text = strings.TrimRight(strings.TrimSpace(text), ".!?… ")
	c.whole = sentence(bareStatement(standing(withoutHead(text))))
	c.whole = dated(c.whole, e, timesIn(c.whole, e, turn))
	now := standingClause(withoutHead(text), c.corrects())
	if noLonger.MatchString(text) {
		now = text
	}
	if now = c.timeBehind(standing(withoutHead(now))); now != text {
		text = now
		c.about = keptAbout(c.about, aboutOf(text, foundIn(e.Names), e.LastAt, turn).String())
	}
	c.text = sentence(c.withSubject(bareStatement(text)))
	c.clear = !unclear.MatchString(c.text) && !strings.Contains(c.text, " - ")
	c.times = timesIn(c.text, e, turn)
	c.standing = tellsHowItIs(c.text) && !c.ofThatDay() && canBeReadAlone(c.text) && complete(c.text)
	c.text = dated(c.text, e, c.times)
	c.complete = complete(c.text) && isClause(c.text)
	return c, c.text != "."
}

// keptAbout is the topic of a clause: that of the whole statement, where that
// tells what it is of and the clause gives only its value ("the user doesn't
// work at Nokia any more, the user is at Valmet now").
func keptAbout(whole, clause string) string {
	subject, attribute, _ := strings.Cut(whole, ": ")
	of, _, _ := strings.Cut(clause, ": ")
	if subject == of && (attribute == "work" || attribute == "home" || attribute == "name") {
		return whole
	}
	return clause
}

// timeBehind puts a time that opens a statement behind it: "until 9 October
// choir is in the hall" as "choir is in the hall until 9 October".
func (c claim) timeBehind(text string) string {
	end := 0
	if at := openingTime.FindStringIndex(text); at != nil {
		end = at[1]
	} else if times := timesIn(text, c.episode, c.turn); len(times) > 0 && times[0].Start == 0 && (times[0].Until || forNow.MatchString(times[0].Text)) {
		end = times[0].End
	}
	rest := strings.TrimLeft(text[end:], " ,")
	if end == 0 || !complete(rest) {
		return text
	}
	return lastComma.ReplaceAllString(rest, "") + " " + lowerFirst(strings.TrimRight(text[:end], " ,"))
}

var (
	// openingTime is an open end said first.
	openingTime = regexp.MustCompile(`(?i)^(until further notice|for now|for the time being|for the moment|at the moment)\b`)
	// lastComma is what is not so, said last.
	lastComma = regexp.MustCompile(`(?i), not .*$`)
)

var (
	notSaid = regexp.MustCompile(`^\S+( \S+)? (asked|wondered|joked|shared|pasted)\b`)
	// opening is what an episode says of who did what, before the statement.
	opening = regexp.MustCompile(`^\S+( \S+)? (corrected [^:]{1,80}|set this right|took back|said|decided|promised): `)
	saidIt  = regexp.MustCompile(`^\S+( \S+)? (said|took back) that `)
)

// statementOf is what an episode says, without who said it.
func statementOf(what string) string {
	if at := opening.FindStringIndex(what); at != nil {
		return what[at[1]:]
	}
	if at := saidIt.FindStringIndex(what); at != nil {
		return what[at[1]:]
	}
	return what
}

// reports is how the agent tells where it has something from: "the finance
// page shows that …", "The agent checked the page: …".
var reports = regexp.MustCompile(`(?i)^[^.;:"]{1,80}? (says|say|said|shows|show|showed|states|confirms|confirmed|found|checked|reports)( that |[^.;"]{0,60}: )`)

func reportedBy(text string) string {
	for range 3 {
		at := reports.FindStringIndex(text)
		if at == nil {
			return text
		}
		text = text[at[1]:]
	}
	return text
}

func foundIn(names []memory.Name) []foundName {
	found := make([]foundName, len(names))
	for i, n := range names {
		found[i].Name = n
	}
	return found
}

// timesIn finds the times in a statement. An end that seems to lie behind ("is
// closed through 20 May" looks back, for its verb) is read by itself.
func timesIn(text string, e memory.Episode, turn int) []when.Span {
	times := when.Find(text, e.LastAt, turn)
	for i, s := range times {
		if !s.Until || s.To >= e.Day {
			continue
		}
		if alone := when.Find(s.Text, e.LastAt, turn); len(alone) == 1 && alone[0].To >= e.Day {
			times[i].From, times[i].To = alone[0].From, alone[0].To
		}
	}
	return times
}

// sentence gives a text a capital and a full stop.
func sentence(text string) string { return upperFirst(text) + "." }

// dated writes a day that was said as seen from then ("tomorrow", "next
// Friday") as its date.
func dated(text string, e memory.Episode, times []when.Span) string {
	for _, s := range slices.Backward(times) {
		if !s.HasDay() || s.Recurs || s.Clock || s.From != s.To || !asSeenFromThen(s) {
			continue
		}
		_, month, day := s.To.Date()
		date := strconv.Itoa(day) + " " + month.String()
		lead := "on "
		if s.Until {
			lead = strings.ToLower(strings.Fields(s.Text)[0]) + " "
		}
		if strings.HasSuffix(strings.TrimRight(text[:s.Start], " "), " on") {
			lead = ""
		}
		text = text[:s.Start] + lead + date + text[s.End:]
	}
	return text
}

// asSeenFromThen: the words mean another day when they are read later. A mere
// weekday is kept, unless it is an end: it may be meant every week.
func asSeenFromThen(s when.Span) bool {
	low := strings.ToLower(s.Text)
	for _, m := range strings.Fields(low) {
		if monthName[m] {
			return false
		}
	}
	return s.Until && s.HasWkday || strings.HasPrefix(low, "this ") && s.HasWkday || strings.Contains(low, "tomorrow") || strings.Contains(low, "next ") || strings.HasPrefix(low, "in ") && s.HasDay()
}

// tellsHowItIs: its verb is in the present, or tells what has been done and
// holds.
func tellsHowItIs(text string) bool {
	s := parse(strings.TrimRight(text, "."), nil)
	if s.verb < 0 {
		return false
	}
	v := expandNot(s.low)[s.verb]
	switch v {
	case "was", "were", "had", "did", "would", "could", "should", "might", "shall":
		return false
	}
	if finiteAux[v] {
		return true
	}
	_, third := thirdPerson(v)
	return third || baseVerb[v] && !isPast(v)
}

// maxAlone is how many words a statement may have to be a fact by itself: what
// is longer tells a story.
const maxAlone = 24

var (
	// pointing words mean something that was said before.
	pointing = regexp.MustCompile(`(?i)(^| )(it|this|that|these|those|they|them|there|he|she|him|her|his|their)([ .,]|'s|'ve|'re|$)`)
	// chatter opens what is said to somebody and says nothing of how things are.
	chatter = regexp.MustCompile(`(?i)^(remember|glad|wow|thanks|thank|hey|hi|oh|yeah|yes|no|ha|haha|sure|great|good|nice|let|please|congrats|sounds|looks|hope|guess|believe|imagine|keep|never|always|so|well|just)\b`)
	// vocative is a name that somebody is spoken to by.
	vocative = regexp.MustCompile(`, \p{Lu}[\p{L}]+\.$`)
)

// canBeReadAlone: a statement that is understood without the conversation.
func canBeReadAlone(text string) bool {
	ws := strings.Fields(text)
	return len(ws) > 2 && len(ws) <= maxAlone && !strings.Contains(text, " - ") && !pointing.MatchString(withoutOwner.Replace(text)) &&
		!chatter.MatchString(text) && !vocative.MatchString(text)
}

// withoutOwner takes out words that point back within the statement itself.
var withoutOwner = strings.NewReplacer(" their ", " ", " that the ", " the ", " her ", " ", " his ", " ")

// ofThatDay: it tells of the day on which it was said ("tonight", "today").
func (c claim) ofThatDay() bool {
	return slices.ContainsFunc(c.times, func(s when.Span) bool {
		return s.From == c.episode.Day && s.To == s.From && !s.Until && !s.HasWkday
	})
}

func (c claim) corrects() bool {
	return c.episode.Act == memory.Correction && c.episode.Actor == memory.RoleUser
}

func (c claim) is(d claim) bool { return c.episode.ID == d.episode.ID }

// agrees reports whether two claims about the same thing say the same.
func (c claim) agrees(d claim) bool { return c.agreesWith(d.text) }

func (c claim) agreesWith(text string) bool {
	if neocortex.SaysSame(c.text, text) {
		return true
	}
	if negates(c.text) == negates(text) && (within(c.text, text) || within(text, c.text)) {
		return true
	}
	return neocortex.HasValue(c.text) && neocortex.HasValue(text) && neocortex.SameValues(c.text, text) && negates(c.text) == negates(text)
}

// within: all that a statement says stands in another, which says more: "Sanna
// lives in Espoo" in "Sanna lives in Espoo, near the sea".
func within(less, more string) bool {
	const least = 2 // words
	all := contentOf(more)
	stands := make(map[string]bool)
	for _, w := range words(less) {
		c := contentWord(w.low)
		switch {
		case w.mark || c == "" || c == "user" || c == "agent" || kinship[w.low] || w.low == "others":
		case !all[c]:
			return false
		default:
			stands[c] = true
		}
	}
	return len(stands) >= least
}

var negation = regexp.MustCompile(`(?i)\b(not|no longer|never|no)\b|n't\b`)

func negates(text string) bool { return negation.MatchString(text) }

// mentions reports whether a claim has a name in it that another one is about,
// and agrees with its values.
func (c claim) mentions(d claim) bool {
	return d.aboutNameIn(c.text) && neocortex.HasValue(c.text) && neocortex.SameValues(c.text, d.text) && !negates(c.text)
}

// kind tells a habit and a passing state from what just is so; until is the
// last day of a state, 0 if none was said.
func (c claim) kind() (kind memory.FactKind, until memory.Day) {
	for _, s := range c.times {
		if s.Recurs {
			return memory.Habit, 0
		}
	}
	for _, s := range c.times {
		if s.HasDay() && (s.Until || forNow.MatchString(s.Text)) {
			return memory.State, max(lastDay(s, c.episode.Day), c.episode.Day)
		}
	}
	if m := lasting.FindStringSubmatch(c.text); m != nil {
		return memory.State, c.episode.Day + memory.Day(count(m[1])*daysIn[strings.ToLower(m[2])])
	}
	if passing.MatchString(c.text) {
		return memory.State, 0
	}
	return memory.World, 0
}

// passes reports whether a claim is of a passing state.
func (c claim) passes() bool {
	kind, _ := c.kind()
	return kind == memory.State
}

// lastDay is the last day of a time that things hold for: "until August" ends
// where August begins, "until the end of the week" with the week.
func lastDay(s when.Span, said memory.Day) memory.Day {
	if s.Until && s.From > said {
		return s.From
	}
	return s.To
}

var (
	// forNow begins a time that things hold for.
	forNow = regexp.MustCompile(`(?i)^(this|today|tonight|tomorrow|during|for|all|over)\b`)
	// lasting is a time from now on.
	lasting = regexp.MustCompile(`(?i)\bfor (?:another |the next |about )?(\w+) (?:more )?(day|week|month)s?\b`)
	daysIn  = map[string]int{"day": 1, "week": 7, "month": 30}
)

// count reads a small number, 1 where it is none ("a week").
func count(word string) int {
	n, err := strconv.Atoi(plainNumber(strings.ToLower(word)))
	if err != nil || n < 1 || n > 100 {
		return 1
	}
	return n
}

// passing are ways to say what holds for a while only.
var passing = regexp.MustCompile(`(?i)\b(is|are) (currently |still )?(staying|visiting|travelling|traveling|waiting|recovering|looking for|on leave|on holiday|on vacation|out of order|out of office|broken|ill|sick|away|closed|abroad)\b|\bfor now\b|\bat the moment\b|\bfor the time being\b|\btemporarily\b|\buntil further notice\b|\b(while|as long as) \p{L}+( \S+){1,6}`)
