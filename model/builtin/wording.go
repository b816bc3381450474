package builtin

import (
	"regexp"
	"strings"

	"muisto/memory"
)

// maxWhat bounds the sentence of an episode, in runes.
const maxWhat = 300

// group is one episode in the making: the parts of a message that say one
// thing.
type group struct {
	parts []part
	act   memory.Act
	rule  string
	form  form
	note  string // "what" of a paste, ready made
}

// what puts a group into one sentence in the third person.
func (m *message) what(g group) (sentence, said string) {
	if g.note != "" {
		return g.note, g.note
	}
	who := upperFirst(m.voice.subject)
	switch {
	case g.form == asked && m.tangles(g):
		return who + ` asked: "` + strings.Join(strings.Fields(m.spanOf(g).of(m.text)), " ") + `"`, ""
	}
	switch g.form {
	case asked:
		if s, ok := m.askedOf(g); ok {
			return who + " asked " + s, ""
		}
		return who + " asked: " + lowerFirst(m.joined(g, m.voice.reported())), ""
	case requested:
		return m.request(g), ""
	case wondered:
		return who + " wondered: " + lowerFirst(m.joined(g, m.voice.reported())), ""
	case joked:
		return who + " joked: " + lowerFirst(m.joined(g, m.voice.reported())), ""
	case verbatim:
		return who + ` said: "` + strings.Join(strings.Fields(m.spanOf(g).of(m.text)), " ") + `"`, ""
	}
	if m.tangles(g) {
		return who + ` said: "` + strings.Join(strings.Fields(m.spanOf(g).of(m.text)), " ") + `"`, ""
	}
	said = m.statement(g)
	switch {
	case g.act == memory.Correction && m.prior != nil && m.prior.role == memory.RoleAssistant && !m.slipped(g):
		about := ""
		if ps := m.pieces(g); len(ps) > 0 && ps[0].told().form == fragment && m.prior.topic != "" && !strings.Contains(strings.ToLower(said), strings.ToLower(m.prior.topic)) {
			about = " about " + m.prior.topic
		}
		return who + " corrected " + m.voice.you + about + ": " + m.lowered(said), said
	case g.act == memory.Correction:
		return who + " set this right: " + m.lowered(said), said
	case g.act == memory.Retraction:
		if claim := m.unproven(g); claim != "" {
			return who + " took back that " + m.lowered(claim), claim
		}
		if whole := m.withTakenBack(g, said); whole != said {
			return who + " took back that " + m.lowered(whole), whole
		}
		return who + " took back: " + m.lowered(said), said
	case !m.user() && g.act == memory.Observation && strings.HasPrefix(said, m.voice.subject+" "):
		return upperFirst(said), said
	case !m.user() && g.act == memory.Observation && g.form == fragment:
		return who + " said: " + m.lowered(said), said
	case !m.user() && g.act == memory.Observation:
		return who + " said that " + m.lowered(said), said
	case g.act == memory.Decision && g.form == fragment:
		return who + " decided: " + m.lowered(said), said
	case g.act == memory.Commitment && g.form == fragment:
		return who + " promised: " + m.lowered(said), said
	case g.form == fragment:
		return who + " said: " + m.lowered(said), said
	}
	return upperFirst(said), said
}

// unproven is the claim that a retraction has no proof of: "I have no proof that
// the hall is booked".
func (m *message) unproven(g group) string {
	ps := m.pieces(g)
	if len(ps) != 1 {
		return ""
	}
	p := ps[0].told()
	_, _, end, ok := anyOf(noProof, p.body())
	if !ok || p.lead+end >= len(p.plain.from) {
		return ""
	}
	ws := withoutEnd(p.ws[p.plain.from[p.lead+end]:])
	for i, w := range ws {
		if clauseMark(w.text) {
			ws = ws[:i] // "…, I take that back"
			break
		}
	}
	if !hasVerb(plainOf(ws).words) {
		return ""
	}
	return m.voice.turn(m.text, m.calm(ws)) + "."
}

var noProof = patterns(`^ i * had|have no <any>? proof|evidence|source|basis|grounds|record that`, `^ i * can|could not confirm|verify|prove that`)

// withTakenBack puts what the speaker had claimed before what a retraction says,
// where that does not say it itself: "You are right, I made that up."
func (m *message) withTakenBack(g group, said string) string {
	var rest []string
	for _, p := range m.pieces(g) {
		if !m.hollow(p.part) {
			rest = append(rest, p.text)
		}
	}
	if len(rest) == len(m.pieces(g)) {
		return said
	}
	claim := m.claimBefore()
	if claim == "" {
		return said
	}
	return strings.Join(append([]string{claim}, rest...), "; ") + "."
}

// claimBefore is the last claim of the speaker's, or what the other side says
// that they claimed.
func (m *message) claimBefore() string {
	for _, h := range m.ownBefore {
		for _, p := range h.sentences {
			b := p.body()
			if p.own && !endsAsking(p.ws) && !onlySmallTalk(p.plain.words) && !found(politeness, b) && !found(takesNote, b) && !h.hollow(p) {
				return m.voice.turn(h.text, m.calm(withoutEnd(p.bodyWords())))
			}
		}
	}
	if m.prior == nil {
		return ""
	}
	for _, p := range m.prior.heard.sentences {
		text := p.of(m.prior.text)
		if at := youSaid.FindStringIndex(text); at != nil {
			inner := newPart(m.prior.text, span{p.start + at[1], p.end})
			if inner.own {
				return m.prior.voice.turn(m.prior.text, withoutEnd(inner.ws))
			}
		}
	}
	return ""
}

var youSaid = regexp.MustCompile(`(?i)\byou (said|told me|claimed|wrote|mentioned)( that)? `)

// joined is the text of the parts in the given voice.
func (m *message) joined(g group, v voice) string {
	var out []string
	for _, p := range g.parts {
		ws := p.bodyWords()
		if short := withoutTail(withoutEnd(ws)); len(short) > 0 && len(short) < len(withoutEnd(ws)) {
			ws = append(short[:len(short):len(short)], ws[len(withoutEnd(ws)):]...)
		}
		out = append(out, upperFirst(v.turn(m.text, m.calm(ws))))
	}
	return strings.Join(out, " ")
}

// askedOf is what a short question asks for: "where do I live?" asks "where they
// live.".
func (m *message) askedOf(g group) (string, bool) {
	if len(g.parts) != 1 {
		return "", false
	}
	const shortest, longest = 4, 10 // words
	ws := withoutEnd(g.parts[0].bodyWords())
	if len(ws) < shortest || len(ws) > longest || !question[ws[0].low] || ws[2].low != "i" {
		return "", false
	}
	for _, w := range ws {
		if w.mark || w.quoted {
			return "", false
		}
	}
	ask, verb, v := m.calm(ws[:1])[0].text, ws[1].low, m.voice.reported()
	rest := v.turn(m.text, m.calm(ws[3:]))
	switch {
	case verb == "do":
		return lowerFirst(ask) + " " + v.subject + " " + rest + ".", true
	case verb == "am", verb == "was", verb == "have", modal[verb] && verb != "did" && verb != "does":
		return lowerFirst(ask) + " " + v.subject + " " + agreed(verb, true) + " " + rest + ".", true
	}
	return "", false
}

// request words a request: "asked the agent to set a timer".
func (m *message) request(g group) string {
	who := upperFirst(m.voice.subject)
	p := g.parts[0]
	b, from := p.body(), p.lead
	for len(b) > 0 && (b[0] == "please" || b[0] == "can" || b[0] == "could" || b[0] == "would" || b[0] == "will" || b[0] == "you" || b[0] == "kindly" || b[0] == "just") {
		b, from = b[1:], from+1
	}
	if len(b) == 0 || !baseVerb[b[0]] || len(g.parts) > 1 {
		return who + " asked: " + lowerFirst(m.joined(g, m.voice.reported()))
	}
	ws := m.calm(p.ws[p.plain.from[from]:])
	for len(ws) > 1 && (ws[len(ws)-1].mark && !ws[len(ws)-1].quoted && ws[len(ws)-1].text != `"` && ws[len(ws)-1].text != "”" && ws[len(ws)-1].text != ")" || ws[len(ws)-1].low == "please") {
		ws = ws[:len(ws)-1]
	}
	return who + " asked " + m.voice.you + " to " + lowerFirst(m.voice.reported().turn(m.text, ws)) + "."
}

// statement is what the parts say, in the third person, with its subject said
// and one full stop.
func (m *message) statement(g group) string {
	var out []string
	for _, piece := range m.pieces(g) {
		out = append(out, piece.text)
	}
	s := strings.Join(out, "; ")
	if s == "" {
		return ""
	}
	return s + "."
}

// tangles: a part speaks of the speaker and the one spoken to so often, in one
// sentence, that in the third person nobody could tell who is who.
func (m *message) tangles(g group) bool {
	const (
		mine   = 6 // times "I" or "we" with what belongs to them
		both   = 3 // times each, where the other one is in it, too
		long   = 45
		inLong = 3
	)
	if m.voice.direct {
		return false
	}
	for _, p := range g.parts {
		first, second, n := 0, 0, 0
		for _, w := range p.ws {
			switch {
			case w.mark || w.quoted:
				continue
			case firstForm[strings.SplitN(w.low, "'", 2)[0]]:
				first++
			case secondForm[strings.SplitN(w.low, "'", 2)[0]]:
				second++
			}
			n++
		}
		if first >= mine || first >= both && second >= both-1 || second >= both && first >= 1 || n > long && first+second > inLong {
			return true
		}
	}
	return false
}

var (
	firstForm  = set(`i me my mine myself we us our ours im ive weve`)
	secondForm = set(`you your yours yourself youre`)
)

// piece is what one part of a group says.
type piece struct {
	part
	text string
}

// pieces are what the parts of a group say, without those that only say that
// something is not so, where another one says what is: "Not there any more. We
// meet at the mill."
func (m *message) pieces(g group) []piece {
	parts := g.parts
	if full := m.withoutHollow(g); len(full) > 0 {
		parts = full
	}
	var out []piece
	for i, p := range parts {
		if s := m.sayPart(g, p, i); s != "" {
			out = append(out, piece{p, s})
		}
	}
	return out
}

func (m *message) withoutHollow(g group) []part {
	if g.act != memory.Correction {
		return nil
	}
	var full []part
	for _, p := range g.parts {
		if !m.hollow(p) {
			full = append(full, p)
		}
	}
	return full
}

// hollow: a part says that something was wrong or is no longer so, and nothing
// of what it was or is.
func (h *heard) hollow(p part) bool {
	const few = 8 // words
	b := p.body()
	if len(b) > 0 && found(onlyThen, b) {
		return true
	}
	if len(b) == 0 || len(bare(b)) > few || h.hasValue(p) || len(h.reg.names(p.ws, false)) > 0 {
		return false
	}
	return found(notSoNow, b) && len(bare(b)) <= 4 || found(hollowPhrases, b)
}

// hollowPhrases fill a whole sentence.
var hollowPhrases = patterns(`^ that|this|it is|was|were not? quite|really|completely|all? wrong|right|true|correct|so|my|a|an mistake|error|fault|slip? $`, `^ you are|were right $`, `^ you are|were right , i was wrong|mistaken $`, `^ you did not $`, `^ i was wrong|mistaken about? that|it|this? $`, `^ my mistake|error|bad|fault|apologies $`,
	`^ i got that|it|this wrong $`, `^ i made|have made a|an mistake|error|slip $`, `^ i stand corrected $`, `^ i take|took it|that|this back $`, `^ i apologise|apologize $`, `^ you keep|kept|always <any> <any>? <any>? wrong $`, `^ you keep|always|never <any> <any>? <any>? $`, `^ scratch|strike|forget|ignore|disregard that|it $`, `^ i misspoke|mistyped|misread|misremembered|miscounted|misheard <any>? $`,
	`^ small|quick|little|slight|one? correction $`, `^ i gave|told|sent you the wrong <any> <any>? $`, `^ i have to|must correct myself|that|this $`, `^ i need to correct myself|that $`, `^ you <adv>? have|has it|this|that wrong|backwards $`, `^ you have? muddled|mixed|confused that|it|them|something|things up? $`, `^ i made that|it up $`, `^ i should not have said so|that $`)

// sayPart is what one part says, with its subject and without its end mark.
func (m *message) sayPart(g group, p part, i int) string {
	p = p.told()
	ws := m.calm(withoutTail(withoutEnd(p.bodyWords())))
	if len(ws) == 0 {
		return ""
	}
	b := p.body()
	v := m.voice
	if at(b, 0) == "let" && at(b, 1) == "us" && len(ws) > 1 {
		rest := ws[1:]
		if ws[0].low == "let" {
			rest = ws[2:]
		}
		return v.subject + " decided to " + v.turn(m.text, rest)
	}
	if p.rule == nameWanted {
		if _, _, end, ok := anyOf(callMe, b); ok {
			return v.subject + pick(v.plural, " want", " wants") + " to be called " + v.turn(m.text, ws[p.plain.from[p.lead+end]-p.plain.from[p.lead]:])
		}
	}
	if g.act == memory.Correction {
		if s, ok := m.ownSlip(p); ok {
			return s
		}
		if s, ok := m.resolved(ws, b); ok {
			return s
		}
		if s, ok := m.movedBy(ws); ok {
			return s
		}
		if s, ok := m.restated(p); ok && i == 0 {
			return s
		}
	}
	if s, ok := m.inFull(ws); ok && g.act == memory.Correction {
		return s
	}
	if i == 0 || p.own {
		if s, ok := m.withSubject(ws, b); ok {
			return s
		}
	}
	s := v.turn(m.text, ws)
	if i > 0 {
		return m.lowered(s)
	}
	return s
}

// inFull says a thing by the whole name that the other side gave it: "the
// workshop meets at the mill" of the Marten workshop.
func (m *message) inFull(ws []word) (string, bool) {
	if m.prior == nil || len(ws) < 3 || ws[0].low != "the" || ws[1].mark {
		return "", false
	}
	topic := m.prior.topic
	named, ok := strings.CutSuffix(strings.ToLower(topic), " "+ws[1].low)
	if !ok || !strings.HasPrefix(named, "the ") || verbAt(plainOf(ws).words) != 2 {
		return "", false
	}
	return topic + " " + m.voice.turn(m.text, ws[2:]), true
}

// told is the part behind words that only say what kind of thing it is: "I've
// changed my mind: …", "change of plan, …", "I take back what I said: …".
func (p part) told() part {
	b := p.body()
	_, _, end, ok := anyOf(headings, b)
	if ok && clauseMark(at(b, end)) {
		return p.from(p.lead + end + 1)
	}
	if _, _, end, ok := anyOf(notSoNow, b); ok && clauseMark(at(b, end)) && hasVerb(b[min(end+1, len(b)):]) {
		return p.from(p.lead + end + 1)
	}
	for k := 1; k+1 < len(b); k++ {
		if b[k] == ":" {
			if head := b[:k]; found(correctionMeta, head) || found(decisionMeta, head) || found(retractions, head) || p.act == memory.Retraction {
				return p.from(p.lead + k + 1)
			}
			break
		}
	}
	if _, _, end, ok := anyOf(saidAgain, b); ok && clauseMark(at(b, end)) && hasVerb(b[min(end+1, len(b)):]) {
		return p.from(p.lead + end + 1)
	}
	if p.act == memory.Retraction {
		if _, _, end, ok := anyOf(retractionHeads, b); ok && end < len(b) {
			return p.from(p.lead + end)
		}
	}
	if p.act == memory.Correction && found(forgetting, b) {
		for k, w := range b {
			if clauseMark(w) && hasVerb(b[k+1:]) {
				return p.from(p.lead + k + 1)
			}
		}
	}
	return p
}

// from is the part without the plain words before i, if anything is left.
func (p part) from(i int) part {
	for i < len(p.plain.words) && (clauseMark(p.plain.words[i]) || p.plain.words[i] == "-") {
		i++
	}
	if i >= len(p.plain.words) {
		return p
	}
	p.lead = i
	p.own = hasVerb(p.body())
	if p.form == fragment && p.own {
		p.form = statement
	}
	return p
}

// headings open a statement and say what kind it is.
var headings = patterns(`^ change|changes of plan|plans`, `^ plans? have? changed`, `^ new plan`, `^ i have? changed my mind`, `^ we have? changed our minds`, `^ wrong <any>`, `^ typo`, `^ small|quick|little|slight|one? correction`,
	`^ final? decision`, `^ decided`, `^ it|that is? settled`, `^ my mistake|bad|error`, `^ sorry`, `^ i apologise|apologize`, `^ i misspoke|misremembered|miscounted`, `^ i promise|swear`, `^ you * the wrong way round`, `^ i stand corrected`, `^ i was wrong|mistaken`, `^ hear me out`, `^ scratch|strike|forget|ignore|disregard that|it`, `^ you are|were right`)

// saidAgain opens what was said before.
var saidAgain = patterns(`^ i|we have? already? told you already|before|twice|that?`, `^ i|we have? already? told you so|that? many|several times?`, `^ i|we have? already? said|mentioned it|that|this? already|before|twice?`, `^ as i|we have? already? said|told|mentioned you? already|before?`)

// notSoNow open a statement and say only that things have changed.
var notSoNow = patterns(`^ not there? any more|longer`, `^ not there? anymore`, `^ they have? moved|changed|shifted me|us`)

// retractionHeads are ways of taking back that lead straight to what is taken
// back.
var retractionHeads = patterns(`^ i also|have|must|need|to|will|would|like|hereby? * take back what i said about`, `^ i also|have|must|need|to|will|would|like|hereby? * take back my claim that`, `^ i also? take back that`, `^ i * withdraw what i said|wrote about`,
	`^ i * withdraw my * about`, `^ please? disregard|ignore|forget what i said|wrote|told about`, `^ scratch|strike what i said about`)

// movedBy says what was moved, not who moved it: "they moved the review to
// Friday" as "the review was moved to Friday".
func (m *message) movedBy(ws []word) (string, bool) {
	v := 1
	if len(ws) < 5 || !subjectPronoun[spelt(ws[0].low, true, "")[0]] {
		return "", false
	}
	if ws[v].low == "have" || ws[v].low == "had" {
		v++
	}
	if !moveVerb[ws[v].low] || !determiner[ws[v+1].low] && !capital(ws[v+1].text) {
		return "", false
	}
	for i := v + 2; i < len(ws); i++ {
		switch {
		case ws[i].mark:
			return "", false
		case ws[i].low == "to" || ws[i].low == "from" || ws[i].low == "back" || ws[i].low == "forward" || ws[i].low == "until" || ws[i].low == "by":
			return m.voice.turn(m.text, ws[v+1:i]) + " was " + ws[v].low + " " + m.voice.turn(m.text, ws[i:]), true
		}
	}
	return "", false
}

// forgetting: "forget what I said about the blue paint, …".
var forgetting = patterns(`^ please? forget|ignore|scratch|disregard|strike what|that|the|my|everything`)

func withoutEnd(ws []word) []word {
	for len(ws) > 0 {
		last := ws[len(ws)-1]
		if !last.mark || last.quoted || strings.ContainsAny(last.text, `"”)»%€$£`) {
			break
		}
		ws = ws[:len(ws)-1]
	}
	return ws
}

// withoutTail leaves out what is said at the end of a sentence to the one spoken
// to: ", just so you know", ", you know", ", how often do I have to tell you".
func withoutTail(ws []word) []word {
	for i := len(ws) - 1; i > 0; i-- {
		if !ws[i].mark || ws[i].text != "," {
			continue
		}
		if tail := plainOf(ws[i+1:]).words; len(tail) > 0 && (found(tailPhrases, tail) || found(scoldings, tail)) {
			return withoutEnd(ws[:i])
		}
	}
	return ws
}

var tailPhrases = patterns(`^ just? so you know $`, `^ you know $`, `^ fyi $`, `^ by the way $`, `^ haha $`, `^ lol $`, `^ i must|have to say $`, `^ believe it or not $`, `^ god help us $`, `^ thanks $`, `^ thank you $`, `^ please $`, `^ sorry $`, `^ mind you $`, `^ to be honest $`, `^ i tell you $`, `^ remember $`, `^ is not it|he|she $`, `^ right $`, `^ thank you very much $`, `^ bless him|her|them $`, `^ ugh|phew|yay|hooray|alas $`)

// withSubject says the subject that the speaker left out.
func (m *message) withSubject(ws []word, b []string) (string, bool) {
	if len(b) == 0 || !leftOutSubject(b) {
		return "", false
	}
	subject := m.voice.subject
	rest := func(n int) string {
		t := turner{v: m.voice, text: m.text, ws: ws[n:], fixed: make(map[int]string), named: true}
		return t.text0()
	}
	first, head := b[0], ws[0].low
	switch {
	case first == "back" && at(b, 1) == "from":
		return subject + " came " + lowerFirst(rest(0)), true // a thing done, not how things are
	case m.voice.direct && (strings.HasSuffix(first, "ing") || first == "not" || feeling[first]):
		return subject + " are " + lowerFirst(rest(0)), true
	case m.voice.direct:
		return subject + " " + lowerFirst(rest(0)), true
	case head == "don't" || head == "dont":
		return subject + " doesn't " + rest(1), true
	case head == "haven't" || head == "havent":
		return subject + " hasn't " + rest(1), true
	case head == "gotta" || head == "wanna" || head == "gonna":
		return subject + " " + spokenForms[head] + " " + rest(1), true
	case first == "have":
		return subject + " has " + rest(1), true
	case strings.HasSuffix(first, "ing") || first == "not" || feeling[first] || first == "still" && (feeling[at(b, 1)] || preposition[at(b, 1)]):
		return subject + " is " + lowerFirst(rest(0)), true
	case isPast(first) || auxiliary[first] || adverb[first]:
		return subject + " " + lowerFirst(rest(0)), true
	case baseVerb[first]:
		return strings.TrimSpace(subject + " " + withS(first) + " " + rest(1)), true
	}
	return "", false
}

func (t *turner) text0() string {
	for i := range t.ws {
		t.out = append(t.out, t.word(i))
	}
	var b strings.Builder
	for i, w := range t.ws {
		if i > 0 && w.start > t.ws[i-1].end {
			b.WriteByte(' ')
		}
		b.WriteString(t.out[i])
	}
	return b.String()
}

// resolved puts what was spoken of in the place of the pronoun that opens a
// correction: "it moved to Thursday".
func (m *message) resolved(ws []word, b []string) (string, bool) {
	pr := m.prior
	if pr == nil || pr.topic == "" || len(ws) < 2 || pr.topic == pr.voice.subject || pr.topic == pr.voice.you {
		return "", false
	}
	topic := pr.topic
	person := pr.person
	turned := func(n int) string { return m.voice.turn(m.text, ws[n:]) }
	switch ws[0].low {
	case "it's", "its", "that's", "thats":
		if b[1] != "is" {
			return "", false
		}
		said := turned(1)
		if onDay := placed(strings.TrimPrefix(said, "the ")); onDay == "on " {
			said = onDay + said
		}
		return topic + " is " + said, true
	case "it", "that":
		if determiner[ws[1].low] || capital(ws[1].text) {
			return "", false
		}
		return topic + " " + turned(1), true
	case "he's", "she's", "hes", "shes":
		if !person {
			return "", false
		}
		if participle[ws[1].low] {
			return topic + " has " + turned(1), true
		}
		return topic + " is " + turned(1), true
	case "he", "she":
		if !person {
			return "", false
		}
		return topic + " " + turned(1), true
	case "his", "her", "its'":
		if !person {
			return "", false
		}
		return topic + "'s " + turned(1), true
	case "they":
		for i := 1; i < len(ws); i++ {
			if ws[i].low == "it" {
				return "they " + m.voice.turn(m.text, ws[1:i]) + " " + topic + " " + m.voice.turn(m.text, ws[i+1:]), true
			}
		}
	}
	return "", false
}

// lowered begins a statement in lower case, unless a name stands there.
func (m *message) lowered(s string) string {
	ws := words(s)
	if len(ws) == 0 {
		return s
	}
	first := ws[0]
	if first.mark || first.text == "I" || strings.HasPrefix(first.text, "I'") || dayWord(first.low) || capital(first.text) && notName[first.low] && len(first.low) > 3 || strings.ToUpper(first.text) == first.text && len(first.text) > 1 {
		return s
	}
	for _, n := range m.reg.names(ws, false) {
		if n.from == 0 {
			return s
		}
	}
	if m.speaker != "" && strings.HasPrefix(s, m.speaker) {
		return s
	}
	return lowerFirst(s)
}

// calm takes shouting down to ordinary letters.
func (m *message) calm(ws []word) []word {
	if !shouting(ws) {
		return m.capitalised(ws)
	}
	out := make([]word, len(ws))
	copy(out, ws)
	for i, w := range out {
		if w.mark || w.quoted {
			if w.mark {
				out[i].text = string([]rune(w.text)[0])
			}
			continue
		}
		out[i].text = strings.ToLower(w.text)
		if dayWord(w.low) && w.low != "may" && w.low != "march" && w.low != "today" && w.low != "tomorrow" && w.low != "yesterday" && w.low != "tonight" {
			out[i].text = upperFirst(out[i].text)
		}
	}
	for _, n := range m.reg.names(ws, false) {
		for k := n.from; k < n.to; k++ {
			out[k].text = upperFirst(out[k].text)
		}
	}
	return out
}

// capitalised writes names that were said in lower case as names.
func (m *message) capitalised(ws []word) []word {
	out := ws
	for k, w := range ws {
		if (weekdayName[w.low] || monthName[w.low] && w.low != "may" && w.low != "march") && !capital(w.text) && !w.quoted {
			if &out[0] == &ws[0] {
				out = append([]word(nil), ws...)
			}
			out[k].text = upperFirst(w.text)
		}
	}
	for _, n := range m.reg.names(ws, false) {
		for k := n.from; k < n.to; k++ {
			if capital(ws[k].text) || !ascii(ws[k].text[:1]) || n.to-n.from > 1 {
				continue
			}
			if &out[0] == &ws[0] {
				out = append([]word(nil), ws...)
			}
			out[k].text = upperFirst(ws[k].text)
		}
	}
	return out
}

// spanOf is the run of the message that a group covers.
func (m *message) spanOf(g group) span {
	return span{g.parts[0].start, g.parts[len(g.parts)-1].end}
}
