package builtin

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	"muisto/memory/when"
)

// maxAbout bounds a topic, in runes.
const maxAbout = 80

// topic is what a statement is about: whose or which thing, and what of it.
type topic struct{ subject, attribute string }

func (t topic) String() string {
	switch {
	case t.subject == "":
		return ""
	case t.attribute == "":
		return clip(t.subject, maxAbout)
	}
	return clip(t.subject+": "+t.attribute, maxAbout)
}

// aboutOf finds the topic of a statement in the third person. Two wordings of
// the same matter give the same one: the subject without what stands beside
// it, and the kind of value that is given.
func aboutOf(text string, names []foundName, said time.Time, turn int) topic {
	s := parse(text, names)
	if s.verb < 0 {
		return topic{s.phrase(0, len(s.ws)), valueAttribute(when.Find(text, said, turn), "mention")}
	}
	if inner, ok := s.evidence(); ok {
		return aboutOf(inner, names, said, turn)
	}
	if s.there() {
		i := s.verb + 1
		return topic{s.phrase(i, s.phraseEnd2(i)), valueAttribute(when.Find(text, said, turn), "mention")}
	}
	if lead, ok := s.leads(); ok {
		return lead
	}
	if sent, ok := s.sends(); ok {
		return sent
	}
	if thing, ok := s.moves(said, turn); ok {
		return thing
	}
	return topic{subject: strings.TrimSuffix(s.subject(), " and others"), attribute: s.attribute(said, turn)}
}

// evidence finds the claim inside "the page shows that …", "it says that …".
func (s *parsed) evidence() (string, bool) {
	for i := s.verb; i >= 0 && i+2 < len(s.low) && i < s.verb+3; i++ {
		switch lemma(s.low[i]) {
		case "show", "say", "state", "confirm", "report", "find", "see", "read", "note", "mention":
			if s.low[i+1] == "that" && s.subject() != "the user" {
				return s.text[s.ws[i+2].start:], true
			}
		}
	}
	return "", false
}

// there: "there is a job offer for Marek".
func (s *parsed) there() bool {
	return s.low[s.first] == "there" && s.verb == s.first+1 || s.subject() == "there"
}

// parsed is a statement in the third person, with its finite verb.
type parsed struct {
	text  string
	ws    []word
	low   []string // of ws
	verb  int      // finite verb, -1 if there is none
	first int      // first word of the subject
	named map[int]bool
}

func parse(text string, names []foundName) parsed {
	s := parsed{text: text, ws: words(text), named: make(map[int]bool), verb: -1}
	for _, w := range s.ws {
		low := w.low
		if w.quoted {
			low = "“”"
		}
		s.low = append(s.low, low)
	}
	for _, n := range names {
		s.markName(n)
	}
	s.first = s.skipOpening()
	low := expandNot(s.low[s.first:])
	if v := verbAt(low); v > 0 && !(s.first == 0 && opensWithFragment(low)) {
		s.verb = s.first + v
	}
	return s
}

// expandNot lets "doesn't" count as a verb without moving any index.
func expandNot(low []string) []string {
	out := make([]string, len(low))
	for i, w := range low {
		switch {
		case w == "being":
			out[i] = "is" // "the demo being on June 9"
		case strings.HasSuffix(w, "n't"):
			out[i] = map[string]string{"won't": "will", "can't": "can", "shan't": "shall"}[w]
			if out[i] == "" {
				out[i] = strings.TrimSuffix(w, "n't")
			}
		case w == "isnt" || w == "wasnt" || w == "doesnt" || w == "didnt":
			out[i] = strings.TrimSuffix(w, "nt")
		default:
			out[i] = w
		}
	}
	return out
}

func (s *parsed) markName(n foundName) {
	parts := strings.Fields(strings.ToLower(n.Text))
	for i := range s.ws {
		if len(parts) == 0 || i+len(parts) > len(s.ws) {
			return
		}
		same := true
		for k, p := range parts {
			same = same && strings.TrimSuffix(strings.ToLower(s.ws[i+k].text), "'s") == p
		}
		if same {
			for k := range parts {
				s.named[i+k] = true
			}
		}
	}
}

// skipOpening passes over a time or a place said before the subject ("since
// last week the standup is …").
func (s *parsed) skipOpening() int {
	if len(s.low) > 2 && s.low[1] == "," && (strings.HasSuffix(s.low[0], "ly") || adverb[s.low[0]] || leadIn[s.low[0]]) {
		return 2 // "Unfortunately, …"
	}
	if len(s.low) > 4 && s.low[0] == "from" && s.low[1] == "now" && s.low[2] == "on" {
		return 3
	}
	if len(s.low) == 0 || !preposition[s.low[0]] && !dayWord(s.low[0]) && s.low[0] != "last" && s.low[0] != "next" && s.low[0] != "this" {
		return 0
	}
	const reach = 6
	for i := 1; i < len(s.low) && i <= reach; i++ {
		if s.low[i] == "," && i+1 < len(s.low) {
			if !preposition[s.low[0]] && !dayOnly(s.low[:i]) {
				return 0 // "Thursday choir at St Olaf's, …"
			}
			return i + 1
		}
		if (determiner[s.low[i]] && s.low[i] != "this" && !preposition[s.low[i-1]] || subjectPronoun[s.low[i]] && !determiner[s.low[i]]) && !preposition[s.low[i-1]] {
			return i
		}
	}
	return 0
}

// subject is the noun phrase before the verb, without what stands beside it.
func (s *parsed) subject() string { return s.phrase(s.first, s.verb) }

// phrase writes the words from to end as a topic: no article but "the", no
// companions ("with Oskar"), no times, in lower case but for names.
func (s *parsed) phrase(from, end int) string {
	var out []string
	for i := from; i < end; i++ {
		low := s.low[i]
		if s.ws[i].mark {
			if len(out) > 0 && (low == "," || low == ":" || low == ";" || low == "(" || low == "!") {
				break
			}
			continue
		}
		if i > from && preposition[low] && s.endsPhrase(i, end) {
			break
		}
		if i > from && (conjunction[low] && low != "and") {
			break
		}
		if len(out) == 0 && dayWord(low) && i+1 < end && !s.ws[i+1].mark {
			continue // "Thursday choir"
		}
		if len(out) == 0 && (low == "a" || low == "an" || low == "this" || low == "that" || low == "these" || low == "some" || adverb[low] || low == "back") {
			continue
		}
		if adverb[low] || low == "again" {
			continue
		}
		out = append(out, s.written(i))
	}
	return strings.Join(byName(out), " ")
}

// byName leaves out whose a thing is where its name is said: "the user's dog
// Nalle" is Nalle.
func byName(phrase []string) []string {
	for i := 0; i+2 < len(phrase); i++ {
		if strings.HasSuffix(phrase[i], "'s") && (kinship[phrase[i+1]] || pet[phrase[i+1]]) && capital(phrase[i+2]) {
			from := i
			if i > 0 && phrase[i-1] == "the" {
				from--
			}
			return append(append([]string(nil), phrase[:from]...), phrase[i+2:]...)
		}
	}
	return phrase
}

func (s *parsed) written(i int) string {
	w := s.ws[i]
	if s.named[i] || i > 0 && capital(w.text) || dayWord(w.low) {
		return base0(w.text)
	}
	return strings.ToLower(w.text)
}

func base0(t string) string { return strings.ReplaceAll(t, "’", "'") }

// endsPhrase tells "the review with Oskar" and "the cake for Saturday" from
// "the unit at the Kivikko storage" and "the end of the road".
func (s *parsed) endsPhrase(i, end int) bool {
	switch s.low[i] {
	case "of":
		return false
	case "with", "by", "from", "until", "till", "since", "before", "after", "about", "than", "as", "like", "without":
		return true
	}
	for j := i + 1; j < end && j <= i+4; j++ {
		if s.ws[j].mark {
			break
		}
		if dayWord(s.low[j]) || number(s.low[j]) {
			return true
		}
		if s.named[j] || capital(s.ws[j].text) {
			return false
		}
	}
	return true
}

// leads: "Hugo runs Finch", "Finch is run by Amina": both about who runs it.
func (s *parsed) leads() (topic, bool) {
	main := s.mainVerb()
	if main < 0 {
		return topic{}, false
	}
	switch b := s.lemma(main); b {
	case "run", "lead", "manage", "head", "own":
		if main+1 < len(s.low) && s.low[main+1] == "by" {
			return topic{s.subject(), "lead"}, true
		}
		if main+1 < len(s.low) && b != "run" || main+1 < len(s.low) && (determiner[s.low[main+1]] && s.namedSoon(main+1) || s.named[main+1]) {
			if np := s.phrase(main+1, s.phraseEnd(main+1)); np != "" && !number(s.low[main+1]) {
				if name, ok := strings.CutSuffix(np, " project"); ok {
					np = strings.TrimPrefix(name, "the ")
				}
				return topic{np, "lead"}, true
			}
		}
	}
	return topic{}, false
}

// sends: "the agent will send the invoice to Olli" is about who gets it.
func (s *parsed) sends() (topic, bool) {
	main := s.mainVerb()
	if main < 0 || !s.recipient(main) {
		return topic{}, false
	}
	switch s.lemma(main) {
	case "send", "give", "address", "forward", "mail", "deliver", "pass", "email", "hand":
		if np := s.phrase(main+1, s.phraseEnd2(main+1)); np != "" {
			return topic{np, "recipient"}, true
		}
	}
	return topic{}, false
}

// moves: "they moved the review to Friday" is about the review.
func (s *parsed) moves(said time.Time, turn int) (topic, bool) {
	main := s.mainVerb()
	if main < 0 || !moveVerb[s.low[main]] || s.passive(main) {
		return topic{}, false
	}
	end := s.phraseEnd2(main + 1)
	if end <= main+1 || end >= len(s.low) || !preposition[s.low[end]] && s.low[end] != "," {
		return topic{}, false
	}
	times := when.Find(s.text[s.ws[end].start:], said, turn)
	np := s.phrase(main+1, end)
	if len(times) == 0 || np == "" || np == "it" {
		return topic{}, false
	}
	return topic{np, valueAttribute(times, "day")}, true
}

func (s *parsed) namedSoon(i int) bool {
	for j := i; j < len(s.ws) && j < i+3; j++ {
		if s.named[j] {
			return true
		}
	}
	return false
}

// topicOf is what a sentence of the other side is about, in the third person,
// and whether that is a person.
func topicOf(text string, names []foundName) (string, bool) {
	text = strings.TrimRight(text, ".!?… ")
	text = strings.TrimPrefix(text, "Is ")
	text = strings.TrimPrefix(text, "Are ")
	for _, lead := range []string{"So ", "And ", "Then "} {
		text = strings.TrimPrefix(text, lead)
	}
	for _, lead := range []string{"the user mentioned that ", "the user said that ", "the user said ", "the agent said that ", "the agent noted that ", "the agent has noted that ", "the user told the agent that "} {
		if strings.HasPrefix(strings.ToLower(text), lead) {
			text = text[len(lead):]
		}
	}
	if inner, ok := saidInside(text); ok {
		return topicOf(inner, names)
	}
	s := parse(text, names)
	var out string
	switch {
	case at(s.low, 0) == "shall" || at(s.low, 0) == "should":
		if i := indexOf(s.low, "agent") + 1; i > 0 && i+1 < len(s.ws) {
			out = s.phrase(i+1, s.phraseEnd2(i+1))
		}
	case s.verb < 0:
		out = s.phrase(0, len(s.ws))
	case s.subject() == "the agent", s.low[0] == "there":
		if i := s.mainVerb(); i+1 < len(s.ws) {
			out = s.phrase(i+1, s.phraseEnd2(i+1))
		}
	default:
		out = s.subject()
	}
	if len(strings.Fields(out)) > 6 || !canBeTopic(out) {
		return "", false
	}
	return out, s.personPhrase(out, names)
}

// saidInside finds the claim in "I'll tell the florist that the wedding is on 4
// July".
func saidInside(text string) (string, bool) {
	head, inner, ok := strings.Cut(text, " that ")
	if !ok || !tellsOf.MatchString(head) || !complete(inner) {
		return "", false
	}
	return inner, true
}

var tellsOf = regexp.MustCompile(`(?i)\b(tell|told|say|said|note|noted|remember|remembered|know|knew|think|thought|believe|believed|put down|write|wrote|mentioned)\b`)

// canBeTopic: it names a thing, and is not a piece of a sentence.
func canBeTopic(phrase string) bool {
	first, _, _ := strings.Cut(strings.ToLower(phrase), " ")
	if first == "" || first == "not" || mood[first] || question[first] || conjunction[first] || feeling[first] && len(strings.Fields(phrase)) > 1 || smallWord[first] && !determiner[first] && !commonNoun[first] {
		return false
	}
	if subjectPronoun[first] && !determiner[first] {
		return false
	}
	return !(strings.HasSuffix(first, "ing") && baseVerbOfIng(first) && len(strings.Fields(phrase)) == 1 && !commonNoun[first] && !capital(phrase))
}

func indexOf(ws []string, w string) int {
	for i, x := range ws {
		if x == w {
			return i
		}
	}
	return -1
}

// phraseEnd2 is the end of a noun phrase that may begin with an article.
func (s *parsed) phraseEnd2(i int) int {
	j := i
	for j < len(s.low) && determiner[s.low[j]] || j < len(s.low) && s.low[j] == "user's" {
		j++
	}
	return s.phraseEnd(j)
}

func (s *parsed) personPhrase(phrase string, names []foundName) bool {
	for _, w := range strings.Fields(phrase) {
		low := strings.ToLower(strings.TrimSuffix(w, "'s"))
		if kinship[low] || pet[low] || givenName[low] {
			return true
		}
	}
	for _, n := range names {
		if n.Text == phrase {
			return true
		}
	}
	return false
}

// clip shortens to at most n runes, at the end of a word.
func clip(s string, n int) string {
	count := 0
	cut := 0
	for i, r := range s {
		if unicode.IsSpace(r) {
			cut = i
		}
		if count++; count > n-1 && len(s) > i {
			if len([]rune(s[i:])) <= 1 {
				return s
			}
			if cut == 0 {
				cut = i
			}
			return strings.TrimRight(s[:cut], " ,;:") + "…"
		}
	}
	return s
}
