package builtin

import (
	"regexp"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/secret"
	"muisto/memory/when"
	"muisto/model/builtin/english"
	"muisto/model/builtin/linear"
)

// maxMessage is how many bytes of a message are read; beyond it stands a paste.
const maxMessage = 32 << 10

// heard is a message taken apart, before anything is made of it.
type heard struct {
	said   time.Time
	turn   int
	text   string // without secrets
	clean  bool   // nothing had to be left out
	layout parts
	reg    *register
	// sentences are what its writer typed.
	sentences []part
	valued    map[span][]value // as far as they were asked for
}

func hear(msg memory.Message, reg *register, turn int) *heard {
	text := strings.ToValidUTF8(msg.Text, "�")
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "")
	}
	h := &heard{said: msg.At, turn: turn, text: secret.Redact(text), reg: reg, valued: make(map[span][]value)}
	h.clean = h.text == msg.Text
	if at := memoLabel.FindStringIndex(h.text); at != nil {
		h.text = h.text[:at[1]-1] + "," + h.text[at[1]:] // no label of a paste
		h.clean = false
	}
	if at := memoWithin.FindStringSubmatchIndex(h.text); at != nil {
		h.text = h.text[:at[2]] + "." + h.text[at[3]:at[4]] + "." + h.text[at[5]:]
		h.clean = false
	}
	if cut := slangTail.ReplaceAllString(h.text, "$1"); cut != h.text {
		h.text, h.clean = cut, false
	}
	if at := toldAsQuestion.FindStringIndex(h.text); at != nil {
		h.text = h.text[:at[1]-1] + "." + h.text[at[1]:]
		h.clean = false
	}
	h.layout = partsOf(h.text)
	for _, block := range h.layout.typed {
		for _, s := range sentences(h.text, block) {
			if p := newPart(h.text, s); len(p.plain.words) > 0 {
				h.sentences = append(h.sentences, p)
			}
		}
	}
	return h
}

// toldAsQuestion asks for something to be kept, and tells it.
var toldAsQuestion = regexp.MustCompile(`(?i)^\s*(?:hey,? )?(?:muisto,? )?(?:can|could|will|would) you (?:please )?(?:remember|note|keep in mind) that [^?\n]*\?`)

// memoWithin asks, behind a statement, for something more to be kept, and tells
// it: "Mia is coming, can you remember that she's vegan?" makes two statements.
var memoWithin = regexp.MustCompile(`(?i)[\pL\d](,) (?:and )?(?:can|could|will|would) (?:you|u) (?:please )?(?:remember|note|keep in mind) that [^?,\n]*(\?)`)

// slangTail closes a line and says nothing.
var slangTail = regexp.MustCompile(`(?m)[ ,]+(?:lol|lmao|btw|tbh|ngl|haha+|hehe+|fyi|imo|imho)([.!?]*)[ \t]*$`)

// memoLabel opens what is to be kept: "don't forget: …".
var memoLabel = regexp.MustCompile(`(?i)^\s*(hey,? )?(muisto,? )?(please )?(don['’]?t forget|do not forget|remember|note|memo|note to self):`)

// values are the times, days, numbers and names in a part.
func (h *heard) values(p part) []value {
	vs, ok := h.valued[p.span]
	if !ok {
		vs = valuesOf(p.of(h.text), p.ws, h.reg.names(p.ws, false), h.said, h.turn)
		h.valued[p.span] = vs
	}
	return vs
}

// message is one message while it is read.
type message struct {
	*heard
	index   int // in the batch
	role    memory.Role
	speaker string
	voice   voice
	prior   *prior
	// ownBefore are the last messages of the same speaker, the newest first.
	ownBefore []*heard
	// sentence counts the sentences read so far: what contradicts the other
	// side does so at the start.
	sentence int
	learnt   linear.Weights
	parser   *english.Parser
}

// companions are who the speaker says "we" of: "Vikram and I …", "my wife and I
// …". Nobody, if it is not said, or said of several.
func (m *message) companions() string {
	who := ""
	for _, p := range m.sentences {
		for i := 1; i+1 < len(p.ws); i++ {
			if p.ws[i].low != "and" || p.ws[i+1].low != "i" && p.ws[i+1].low != "me" || p.ws[i-1].mark {
				continue
			}
			from := i - 1
			if kinship[p.ws[i-1].low] && i > 1 && possessive[p.ws[i-2].low] {
				from = i - 2
			} else if !capital(p.ws[i-1].text) {
				continue
			}
			said := m.voice.turn(m.text, p.ws[from:i])
			if who != "" && who != said || i > 2 && (p.ws[from-min(from, 1)].text == "," || p.ws[from-min(from, 1)].low == "and") {
				return ""
			}
			who = said
		}
	}
	return who
}

func (m *message) user() bool { return m.role == memory.RoleUser }

func (m *message) isName(w string) bool {
	if _, ok := m.reg.known[w]; ok {
		return true
	}
	return m.reg.inside[w] > 0 || givenName[w] && !ambiguousName[w] || place[w]
}

func hasTime(m *message, p part) bool {
	return len(when.Find(p.of(m.text), m.said, m.turn)) > 0
}

// hasValue: a part gives a time, a day or a number.
func (h *heard) hasValue(p part) bool {
	for _, v := range h.values(p) {
		if v.kind != nameValue {
			return true
		}
	}
	return false
}

// readPrior reads what was said just before, by the other side.
func readPrior(h *heard, role memory.Role, v voice) *prior {
	pr := &prior{heard: h, role: role, voice: v, content: make(map[string]bool), verbs: make(map[string]bool), doings: make(map[string]bool), words: make(map[string]bool), asksOpenly: true}
	for _, p := range h.sentences {
		if !onlySmallTalk(p.plain.words) {
			pr.take(p)
		}
	}
	pr.plain = pr.sentences > 0 && pr.sentences <= 2 && pr.length <= plainWords
	pr.offers = pr.offers || offering(strings.ToLower(h.text))
	return pr
}

// thisOrThat: "the blue one …, the green one …".
var thisOrThat = patterns(`the first|second * , the second|first`, `option|number|plan one|a|1|two * , option|number|plan two|b|2`, `<any> : <any> , <any> and|or`, `<any> : <any> and|or <any> $`, `<num> finalists|candidates|options|choices|left`, `, the <any> one`, `a|an <any> one * and|or a|an <any> one`, `and the <any> one`, `and one`)

var copula = patterns(`is|are|was|were a|an|the`)

// takingUp are ways of saying that one has heard: "Noted, Wednesdays at ten.",
// "Thursday it is."
var takingUp = patterns(`^ noted ,|:|.`, `^ understood|gotcha ,|:|.`, `^ until <any>`, `^ <any> <any>? <any>? it is $`, `thank you $`)

// wishing claims nothing either.
var wishing = patterns(`^ enjoy|welcome|congratulations|congrats`, `^ have a|fun|an`, `^ good luck|night|morning|evening`, `^ best of|wishes`, `^ safe <any>`, `^ get well`, `^ sleep well`, `^ i? hope`, `^ see you`, `^ take care`, `^ keep <ing>|it|up|me`)

// plainWords is how long a claim may be and still be answered as a whole.
const plainWords = 24

func (pr *prior) take(p part) {
	pr.values = append(pr.values, pr.heard.values(p)...)
	b := p.body()
	for _, w := range b {
		pr.words[w] = true
		if c := contentWord(w); c != "" {
			pr.content[c] = true
		}
	}
	if d := doingOf(b); d != "" {
		pr.doings[d] = true
	}
	pr.claims = pr.claims || hasWord(b, "you") || hasWord(b, "your")
	pr.offers = pr.offers || found(thisOrThat, b)
	pr.copular = pr.copular || found(copula, b)
	pr.open = pr.open || hasWord(b, "still") || hasWord(b, "yet")
	if pr.sentences == 0 {
		pr.wished = found(wishing, p.plain.words)
		pr.takesUp = pr.wished || found(takingUp, p.plain.words)
	}
	pr.sentences++
	pr.length += len(bare(p.plain.words))
	for i, w := range b {
		if w == "you" && i+1 < len(b) && (baseVerb[b[i+1]] || isPast(b[i+1])) && !stative[b[i+1]] {
			pr.verbs[lemma(b[i+1])] = true
		}
	}
	pr.last = p
	question := endsAsking(p.ws)
	pr.asksLast = question && !found(confirming, b)
	if !question || found(confirming, b) {
		pr.asksOpenly = false
	}
	if (question || hasWord(b, "could") || hasWord(b, "can")) && (hasWord(b, "or") || len(b) > 0 && b[0] == "which") {
		pr.offers = true
	}
	if pr.topic == "" {
		pr.topic, pr.person = topicOf(pr.voice.turn(pr.text, p.ws[firstWord(p):]), pr.reg.names(p.ws, false))
	}
}

func firstWord(p part) int {
	if p.lead >= len(p.plain.from) {
		return 0
	}
	return p.plain.from[p.lead]
}

// confirming are questions that claim what they ask.
var confirming = patterns(`is|are|does|do|was|were|has|have|did|can|will not he|she|it|they|you|we $`, `right $`, `correct $`, `yes $`, `still`, `again $`, `as usual`, `^ so`, `, no $`, `as well $`, `is not it $`, `^ shall i`, `^ should i`, `^ do you want me to`, `^ i <verb>`, `^ <det>`)

func offering(low string) bool {
	for _, s := range []string{"option", "which of", "which one", "would you rather", "cheaper", " or the ", " or a ", "there is one in", " are free", "the large one", "the small one"} {
		if strings.Contains(low, s) {
			return true
		}
	}
	return strings.Contains(low, "there is a") && strings.Contains(low, " and one ")
}
