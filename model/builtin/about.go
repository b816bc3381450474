package builtin

import (
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
	return strings.Join(out, " ")
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

func (s *parsed) namedSoon(i int) bool {
	for j := i; j < len(s.ws) && j < i+3; j++ {
		if s.named[j] {
			return true
		}
	}
	return false
}

// mainVerb is the verb that carries the meaning: behind auxiliaries, adverbs
// and "not".
func (s *parsed) mainVerb() int {
	low := expandNot(s.low)
	if s.verb >= 0 && finiteAux[low[s.verb]] {
		j := s.verb + 1
		for j < len(low) && (adverb[low[j]] || low[j] == "not") {
			j++
		}
		if j < len(low) && !isPast(low[j]) && !participle[low[j]] && !baseVerb[low[j]] && !strings.HasSuffix(low[j], "ing") && low[j] != "be" && low[j] != "been" {
			return s.verb // "is now on Friday"
		}
	}
	i := s.verb
	for i >= 0 && i < len(low) && (finiteAux[low[i]] || low[i] == "not" || low[i] == "be" || low[i] == "been" || adverb[low[i]]) {
		next := at(low, i+1)
		if finiteAux[low[i]] && (next == "" || !isPast(next) && !participle[next] && next != "not" && next != "been" && next != "be" && !adverb[next] && !baseVerb[next] && !strings.HasSuffix(next, "ing")) {
			return i
		}
		if low[i] == "be" || low[i] == "been" {
			if !isPast(next) && !participle[next] && !strings.HasSuffix(next, "ing") {
				return i
			}
		}
		i++
	}
	if i >= len(low) {
		return s.verb
	}
	return i
}

func (s *parsed) lemma(i int) string { return lemma(s.low[i]) }

func lemma(w string) string {
	if b, ok := pastOf[w]; ok {
		return b
	}
	if b, ok := thirdPerson(w); ok {
		return b
	}
	switch w {
	case "am", "are", "be", "been", "being":
		return "be"
	}
	for _, end := range []string{"ing", "ed"} {
		if st, ok := strings.CutSuffix(w, end); ok {
			switch n := len(st); {
			case baseVerb[st]:
				return st
			case baseVerb[st+"e"]:
				return st + "e"
			case n > 2 && st[n-1] == st[n-2] && baseVerb[st[:n-1]]:
				return st[:n-1]
			}
		}
	}
	return w
}

// attribute tells what of its subject a statement gives.
func (s *parsed) attribute(said time.Time, turn int) string {
	main := s.mainVerb()
	if main < 0 {
		return ""
	}
	b := s.lemma(main)
	rest := s.text[s.ws[main].start:s.clauseEnd(main)]
	times := notEnds(when.Find(rest, said, turn))
	subject := s.subject()
	aboutPerson := strings.HasPrefix(subject, "the user") && !strings.Contains(subject, "'s ") || s.named[s.first] && false
	switch {
	case b == "spell" || b == "pronounce" || b == "name" || s.low[main] == "called" && main > s.verb || s.low[main] == "calling" || strings.HasSuffix(subject, "name"):
		return "name"
	case strings.Contains(rest, "allergic"):
		return "allergy"
	case b == "live" || b == "move" && !timed(times) && s.animate() || b == "relocate":
		return "home"
	case b == "work" && main+1 < len(s.low) && (s.low[main+1] == "at" || s.low[main+1] == "for" || s.low[main+1] == "as" || s.low[main+1] == "in"):
		return "work"
	case preference[b]:
		if o := s.object(main+1, true); o != "" {
			return o
		}
		return b
	case b == "cost" || strings.HasSuffix(subject, "rent") || strings.HasSuffix(subject, "price") || strings.HasSuffix(subject, "budget") && s.hasNumber(main):
		return "amount"
	case b == "go" && s.recipient(main), b == "be" && s.recipient(main), b == "send" && s.recipient(main):
		return "recipient"
	}
	passive := s.low[s.verb] != s.low[main] && (b != s.low[main] || participle[s.low[main]])
	if !aboutPerson && timed(times) && (scheduled[b] || moveVerb[s.low[main]] || passive || anyRecurs(times)) {
		return valueAttribute(times, "day")
	}
	if b == "be" {
		return s.predicate(main + 1)
	}
	if passive && finiteAux[s.low[s.verb]] && s.low[s.verb] != "will" && !strings.HasSuffix(s.low[main], "ing") {
		if n, ok := nounOf[s.low[main]]; ok {
			return n
		}
		return s.low[main]
	}
	if o := s.object(main+1, false); o != "" {
		return o
	}
	return b
}

// clauseEnd is the byte at which the clause of word i ends.
func (s *parsed) clauseEnd(i int) int {
	for j := i + 1; j < len(s.ws); j++ {
		if s.ws[j].mark && (s.low[j] == "," || s.low[j] == ";") {
			return s.ws[j].start
		}
	}
	return len(s.text)
}

// animate: the subject is somebody.
func (s *parsed) animate() bool {
	for i := s.first; i < s.verb; i++ {
		low := strings.TrimSuffix(s.low[i], "'s")
		if kinship[low] || givenName[low] || low == "user" || s.low[i] == "she" || s.low[i] == "he" || s.low[i] == "they" {
			return true
		}
	}
	return false
}

var preference = set(`prefer like love hate enjoy take drink eat dislike favour favor stand want avoid`)
var scheduled = set(`be start begin end finish open close land leave depart arrive happen take run go meet move fall`)
var nounOf = pairs(`approved=approval cancelled=cancellation canceled=cancellation delivered=delivery paid=payment signed=signature closed=closing opened=opening booked=booking
	confirmed=confirmation finished=state broken=state done=state ordered=order`)

func notEnds(spans []when.Span) []when.Span {
	var out []when.Span
	for _, s := range spans {
		if !s.Until {
			out = append(out, s)
		}
	}
	return out
}

func timed(spans []when.Span) bool { return len(spans) > 0 }

func anyRecurs(spans []when.Span) bool {
	for _, s := range spans {
		if s.Recurs {
			return true
		}
	}
	return false
}

// valueAttribute is "day" or "time", by what is said first; other if neither.
func valueAttribute(spans []when.Span, other string) string {
	for _, s := range spans {
		switch {
		case s.Clock && s.HasDay() && !s.HasWkday && relativeDay(s.Text):
			return "time" // "at 10:00 today" says when on the day
		case s.HasDay() || s.Recurs:
			return "day"
		case s.Clock:
			return "time"
		}
	}
	if len(spans) == 0 {
		return other
	}
	return "day"
}

func relativeDay(text string) bool {
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if w == "today" || w == "tomorrow" || w == "tonight" {
			return true
		}
	}
	return false
}

// predicate tells what "is …" gives.
func (s *parsed) predicate(i int) string {
	for i < len(s.low) && (adverb[s.low[i]] || s.low[i] == "not") {
		i++
	}
	if i >= len(s.low) {
		return "state"
	}
	switch w := s.low[i]; {
	case colour[w]:
		return "colour"
	case number(w), w == "number":
		return "number"
	case w == "in" || w == "at" || w == "near" || w == "on" || w == "behind" || w == "under":
		if s.subject() == "the user" {
			if o := s.object(i+1, false); o != "" {
				return o
			}
		}
		return "place"
	case strings.HasSuffix(w, "ing") && baseVerbOfIng(w):
		if o := s.object(i+1, false); o != "" {
			return o
		}
		return lemma(w)
	}
	return "state"
}

func (s *parsed) hasNumber(i int) bool {
	for ; i < len(s.low); i++ {
		if number(s.low[i]) {
			return true
		}
	}
	return false
}

// recipient: "goes to Hanna", "is for Olli".
func (s *parsed) recipient(i int) bool {
	for j := i + 1; j+1 < len(s.low) && j < i+6; j++ {
		if (s.low[j] == "to" || s.low[j] == "for") && s.named[j+1] && !place[s.low[j+1]] {
			return true
		}
	}
	return false
}

// object is the head of the noun phrase from i on; with its place ("seat on
// train") if that is wanted.
func (s *parsed) object(i int, withPlace bool) string {
	for i < len(s.low) && (determiner[s.low[i]] || adverb[s.low[i]] || s.low[i] == "the" || s.low[i] == "user's" || s.low[i] == "not" || preposition[s.low[i]] && s.low[i] != "than") {
		i++
	}
	end := s.phraseEnd(i)
	head := end - 1
	for head > i && (adjective[s.low[head]] || colour[s.low[head]] || adverb[s.low[head]]) {
		head--
	}
	if head < i || i >= len(s.low) || s.ws[i].mark || conjunction[s.low[i]] || finiteAux[s.low[i]] || number(s.low[head]) {
		return ""
	}
	out := singular(s.written(head))
	for k := i; k < head; k++ { // a name before the head tells which one
		if s.named[k] {
			out = s.written(k) + " " + out
		}
	}
	if withPlace && end+1 < len(s.low) && (s.low[end] == "on" || s.low[end] == "in" || s.low[end] == "for" || s.low[end] == "at") {
		j := end + 1
		for j < len(s.low) && determiner[s.low[j]] {
			j++
		}
		if j < len(s.low) && !s.ws[j].mark && !dayWord(s.low[j]) {
			out += " " + s.low[end] + " " + singular(s.written(j))
		}
	}
	return out
}

// phraseEnd is the end of the noun phrase that begins at i.
func (s *parsed) phraseEnd(i int) int {
	j := i
	for j < len(s.low) && !s.ws[j].mark {
		low := s.low[j]
		if j > i && (preposition[low] || conjunction[low] || finiteAux[low] || subjectPronoun[low] || determiner[low] || adverb[low] || dayWord(low) && !s.nounAt(j+1) || isPast(low) && !s.named[j]) {
			break
		}
		j++
	}
	return j
}

// nounAt: "the Wednesday slot".
func (s *parsed) nounAt(i int) bool {
	if i >= len(s.low) || s.ws[i].mark {
		return false
	}
	low := s.low[i]
	return !preposition[low] && !conjunction[low] && !adverb[low] && !finiteAux[low] && !number(low) && !dayWord(low) && !isPast(low)
}

func singular(w string) string {
	low := strings.ToLower(w)
	if len(low) > 3 && strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss") && !strings.HasSuffix(low, "us") && !strings.HasSuffix(low, "is") && !strings.Contains(low, "'") && !capital(w) {
		for end, one := range map[string]string{"ies": "y", "oes": "o", "sses": "ss", "ches": "ch", "shes": "sh", "xes": "x"} {
			if st, ok := strings.CutSuffix(w, end); ok {
				return st + one
			}
		}
		return w[:len(w)-1]
	}
	return w
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
	if len(strings.Fields(out)) > 6 || out == "there" || out == "it" {
		return "", false
	}
	return out, s.personPhrase(out, names)
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
