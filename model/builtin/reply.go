package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/recall"
	"muisto/model"
)

// notice says what answers here. It is said once in a stretch of talk.
const notice = "No language model is set up, so I only answer from memory, and I read English."

// noticeMark is the part of the notice that shows that it was said.
const noticeMark = "only answer from memory"

// The openings of what Reply says: nothing in it is news, so capture passes
// over it (see retold).
const (
	opensNoted     = "Noted"
	opensMemory    = "From memory:"
	opensNearest   = "The nearest I remember:"
	opensNothing   = "I don't remember anything about that."
	opensHeard     = "Got it."
	opensReminded  = "I'll remember that. It reminds me of:"
	opensOffRecord = "Heard. This is off the record: I will not keep it."
	keptForLater   = "I'll store it once the conversation pauses."
	opensJustSaid  = "You said a moment ago: “"
	opensEarlier   = "You said earlier: “"
	opensCannot    = "I can't do that: there is no language model here, only the memory."
	opensWelcome   = "You're welcome."
	opensAllRight  = "All right."
	opensHello     = "Hello!"
	opensUntilNext = "Until next time."
)

// formerly are openings that earlier versions used; such messages are on record.
var formerly = []string{"I remember nothing about that.", "I have heard you, and will remember it", "I will remember that. It brings to mind:", "I can't do that; I only remember."}

// fixed are what Reply says that tells nothing of the memory.
var fixed = []string{opensNothing, opensHeard, opensOffRecord, opensCannot, saysWho, saysWhat, saysCount, saysErase, saysWhich, saysNoReason, saysNoDay, saysNothingYet, saysSorry, saysGlad}

// retold reports whether a message of the agent's is an answer from memory.
func retold(text string) bool {
	if strings.Contains(text, noticeMark) || strings.HasPrefix(text, opensNoted) && (strings.Contains(text, keptForLater) || strings.Contains(text, "once we have been quiet")) {
		return true
	}
	if strings.TrimSpace(text) == willRemember {
		return true
	}
	for _, openings := range [][]string{fixed, formerly, {opensMemory, opensNearest, opensReminded, opensJustSaid, opensEarlier, opensDropped}} {
		for _, opening := range openings {
			if strings.HasPrefix(text, opening) {
				return true
			}
		}
	}
	return false
}

// onlyHears reports whether an answer of this model's claims nothing that could
// be set right.
func onlyHears(text string) bool {
	for _, openings := range [][]string{fixed, formerly, {opensAllRight, opensHello, opensWelcome, willRemember, opensToday}} {
		for _, opening := range openings {
			if strings.HasPrefix(text, opening) {
				return true
			}
		}
	}
	return false
}

// maxRecalled is how many remembered things one reply tells.
const maxRecalled = 3

// bytesAToken is how many bytes a token stands for, roughly.
const bytesAToken = 4

// Reply answers from what was recalled, and says plainly that no language
// model is set up. It emits the reply word by word.
func (m Model) Reply(ctx context.Context, p model.Prompt, emit func(piece string)) (model.Usage, error) {
	if err := ctx.Err(); err != nil {
		return model.Usage{}, fmt.Errorf("answer from memory: %w", err)
	}
	text := m.answer(p)
	if limit := p.MaxTokens * bytesAToken; limit > 0 && len(text) > limit {
		text = clip(strings.ToValidUTF8(text[:limit], ""), limit)
	}
	for len(text) > 0 {
		if err := ctx.Err(); err != nil {
			return model.Usage{}, fmt.Errorf("answer from memory: %w", err)
		}
		n := pieceEnd(text)
		emit(text[:n])
		text = text[n:]
	}
	return model.Usage{}, nil
}

// pieceEnd is the end of the first word and the white space after it.
func pieceEnd(text string) int {
	k := strings.IndexFunc(text, unicode.IsSpace)
	if k < 0 {
		return len(text)
	}
	return len(text) - len(strings.TrimLeftFunc(text[k:], unicode.IsSpace))
}

func (m Model) answer(p model.Prompt) string {
	said, before := lastSaid(p.Window)
	reply := m.respond(p, said)
	if noticed(before) {
		return reply
	}
	return reply + "\n\n" + notice
}

// lastSaid is the user's last message, and what stands before it.
func lastSaid(window []memory.Message) (memory.Message, []memory.Message) {
	for i := len(window) - 1; i >= 0; i-- {
		if window[i].Role == memory.RoleUser {
			return window[i], window[:i]
		}
	}
	return memory.Message{}, nil
}

func noticed(before []memory.Message) bool {
	for _, b := range before {
		if b.Role == memory.RoleAssistant && strings.Contains(b.Text, noticeMark) {
			return true
		}
	}
	return false
}

// respond answers what was said, by its kind.
func (m Model) respond(p model.Prompt, said memory.Message) string {
	if answer, ok := m.basic(p, said); ok && !(p.Private && answer == willRemember) {
		return answer
	}
	groups, msg := m.understand(p.Window, said)
	kind, taken, toDo := memory.Act(""), "", false
	for _, g := range groups {
		if weight[g.act] > weight[kind] {
			kind = g.act
			taken = msg.noted(g)
			toDo = g.form == requested && !found(asksToTell, g.parts[0].body())
		}
	}
	today := memory.DayOf(p.Now, m.Turn)
	memories := tell(withoutAsked(p.Recalled), today)
	if p.Private && kind != "" && kind != memory.Routine {
		return strings.TrimSpace(opensOffRecord + "\n\n" + memories)
	}
	switch kind {
	case memory.Correction, memory.Decision, memory.Commitment:
		if taken == "" {
			return opensNoted + ". " + keptForLater
		}
		return opensNoted + ": " + taken + " " + keptForLater
	case memory.Routine:
		return m.recount(p, said, fit(p.Recalled, said.Text, today), toDo)
	case memory.Observation:
		return takenIn(p.Recalled, said.Text, today)
	}
	if human := felt(said.Text); human != "" {
		return human
	}
	return small(said.Text)
}

// takenIn answers what was only said: with a human word where one is called for,
// with what it brings to mind where that is close, else that it was heard.
func takenIn(hits []recall.Hit, said string, today memory.Day) string {
	const near = 2 // words that say something
	if human := felt(said); human != "" {
		return human
	}
	mine := contentOf(said)
	for _, h := range withoutAsked(hits) {
		if shared(mine, contentOf(h.Text())) >= near {
			return opensReminded + "\n\n" + tell([]recall.Hit{h}, today)
		}
	}
	return opensHeard
}

// withoutAsked leaves out what the user only asked: a question is no answer.
func withoutAsked(hits []recall.Hit) []recall.Hit {
	var out []recall.Hit
	for _, h := range hits {
		if h.Kind != recall.KindEpisode || h.Episode.Act != memory.Routine {
			out = append(out, h)
		}
	}
	return out
}

// wantedBy are the words of a question that an answer should hold.
func wantedBy(text string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range plainSaid(text) {
		c := contentWord(w)
		if c == "" || question[w] || w == "called" || w == "name" || w == "again" || w == "many" || w == "much" || w == "often" || w == "tell" || w == "remind" {
			continue
		}
		if same, ok := sameThing[c]; ok {
			c = same
		}
		set[c] = true
	}
	return set
}

// contentWith are the words of a text that say something, with those of one
// meaning alike.
func contentWith(text string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range plainSaid(text) {
		c := contentWord(strings.TrimSuffix(w, "'s"))
		if c == "" {
			continue
		}
		if same, ok := sameThing[c]; ok {
			c = same
		}
		set[c] = true
	}
	return set
}

// sameThing are words of one meaning, by their stems.
var sameThing = meanings(`boss=manager supervisor=manager mum=mother mom=mother mam=mother mummy=mother dad=father daddy=father papa=father kid=child children=child son=child daughter=child
	job=work employer=work profession=work spouse=partner wife=partner husband=partner boyfriend=partner girlfriend=partner flat=live apartment=live home=live house=live reside=live salary=pay wage=pay earn=pay gp=doctor puppy=dog kitten=cat phone=number
	bicycle=bike vehicle=car grandma=grandmother granny=grandmother grandpa=grandfather brother=sibling sister=sibling`)

func meanings(list string) map[string]string {
	m := make(map[string]string)
	for a, b := range pairs(list) {
		m[stem(a)] = stem(b)
	}
	return m
}

// asksToTell are requests that telling what is remembered fulfils.
var asksToTell = patterns(`^ please|can|could|would|will? you? please? tell|show|list|name|explain|describe|recall|repeat|say|summarise|summarize`, `^ please? give me`, `^ please|can|could|would|will? you? please? remind me what|where|when|who|which|how|why|of|about`, `^ let me know`, `i need|want to know`, `^ what|how about`)

// recount answers a question, or a request that only a doer could fulfil, with
// what was said just now and is not remembered yet, and what is.
func (m Model) recount(p model.Prompt, said memory.Message, memories fitting, toDo bool) string {
	var out []string
	quote := ""
	if toDo {
		out = append(out, opensCannot)
	} else if quote = m.saidBefore(p, said); quote != "" {
		out = append(out, quote)
	}
	switch {
	case memories.text == "", quote != "" && !memories.close:
	case memories.close || toDo:
		out = append(out, opensMemory, memories.text)
	default:
		out = append(out, opensNearest, memories.text)
	}
	if len(out) == 0 {
		return opensNothing
	}
	return strings.Join(out, "\n\n")
}

// saidBefore quotes what the user said in this conversation that a question asks
// for, "" if nothing comes nearer to it than what was recalled.
func (m Model) saidBefore(p model.Prompt, said memory.Message) string {
	const (
		moment  = 15 * time.Minute
		longest = 200 // runes
	)
	asked := wantedBy(said.Text)
	if len(asked) == 0 {
		return ""
	}
	best := (len(asked) - 1) / 2 // it must hold half of what is asked for at least
	for _, h := range withoutAsked(p.Recalled) {
		best = max(best, shared(asked, contentWith(h.Text())))
	}
	_, before := lastSaid(p.Window)
	quote := ""
	r := m.reading(hippocampus.Batch{Messages: before})
	for i, b := range slices.Backward(before) {
		if b.Role != memory.RoleUser {
			continue
		}
		for _, s := range r.hear(i).sentences {
			if n := shared(asked, contentWith(s.of(r.hear(i).text))); n > best && !isQuestion(s) && !isRequest(s) {
				best = n
				quote = pick(said.At.Sub(b.At) <= moment, opensJustSaid, opensEarlier) + clip(strings.Join(strings.Fields(s.of(r.hear(i).text)), " "), longest) + "”"
			}
		}
	}
	return quote
}

func shared(a, b map[string]bool) int {
	n := 0
	for w := range a {
		if b[w] {
			n++
		}
	}
	return n
}

// weight orders what a reply takes up first.
var weight = map[memory.Act]int{memory.Correction: 5, memory.Decision: 4, memory.Commitment: 3, memory.Routine: 2, memory.Observation: 1}

// understand reads the user's last message as capture would.
func (m Model) understand(window []memory.Message, said memory.Message) ([]group, *message) {
	said.Speaker = "" // it is spoken to, not about
	_, before := lastSaid(window)
	msg := m.reading(hippocampus.Batch{Context: before, Messages: []memory.Message{said}}).open(0)
	msg.voice = voice{subject: "you", possessive: "your", you: "I", your: "my", plural: true, direct: true}
	groups, _ := msg.groups()
	return groups, msg
}

// noted repeats a group to the one who said it, with a full stop.
func (m *message) noted(g group) string {
	if len(g.parts) == 0 || g.form == verbatim {
		return ""
	}
	return m.lowered(m.statement(g))
}

// tell writes what was recalled as a list, with the days it rests on.
func tell(hits []recall.Hit, today memory.Day) string {
	var b strings.Builder
	for i, h := range hits {
		if i == maxRecalled {
			break
		}
		fmt.Fprintf(&b, "- %s%s\n", addressed(seenFrom(h, today)), fromDay(h))
	}
	return strings.TrimRight(b.String(), "\n")
}

// seenFrom is the text of a memory, with the days that it names as seen from its
// own day told as such, where that is not today.
func seenFrom(h recall.Hit, today memory.Day) string {
	if h.Kind != recall.KindEpisode || h.Episode.Day == today {
		return h.Text()
	}
	text := h.Text()
	ws := words(text)
	for i := len(ws) - 1; i >= 0; i-- {
		w := ws[i]
		if w.quoted {
			continue
		}
		if w.low == "this" && i+1 < len(ws) && partOfDay[ws[i+1].low] {
			text = text[:w.start] + matchCase(w.text, "that") + text[w.end:]
		} else if then, ok := thatDay[w.low]; ok {
			text = text[:w.start] + matchCase(w.text, then) + text[w.end:]
		}
	}
	return text
}

var (
	thatDay   = map[string]string{"today": "that day", "tonight": "that night", "yesterday": "the day before", "tomorrow": "the next day"}
	partOfDay = set(`morning afternoon evening night week month year`)
)

// fromDay says from which day a memory is.
func fromDay(h recall.Hit) string {
	day := dayFrom(h)
	if day == 0 {
		return ""
	}
	y, mo, d := day.Date()
	return fmt.Sprintf(" (%d %s %d)", d, mo, y)
}

// dayFrom is the day that a memory is from, the last of a fact's; 0 where it has
// none.
func dayFrom(h recall.Hit) memory.Day {
	switch {
	case h.Kind == recall.KindFact && len(h.Fact.From) > 0:
		return h.Fact.From[len(h.Fact.From)-1]
	case h.Kind == recall.KindEpisode:
		return h.Episode.Day
	}
	return 0
}

// small answers what needs no memory.
func small(text string) string {
	p := plainOf(words(text)).words
	switch {
	case hasWord(p, "thanks") || hasWord(p, "thank"):
		return opensWelcome
	case hasWord(p, "bye") || hasWord(p, "goodbye") || hasWord(p, "night"):
		return opensUntilNext
	case hasWord(p, "hi") || hasWord(p, "hello") || hasWord(p, "hey") || hasWord(p, "morning") || hasWord(p, "evening") || hasWord(p, "afternoon"):
		return opensHello
	}
	return opensAllRight
}

// addressed turns a sentence about the user into one spoken to them: "The
// user's sister" to "Your sister", "the user prefers" to "you prefer".
func addressed(text string) string {
	ws := words(text)
	var b strings.Builder
	last := 0
	for i := 0; i < len(ws); i++ {
		if you, ok := theirsToYours[ws[i].low]; ok && isTheUsers(ws, i) {
			b.WriteString(text[last:ws[i].start])
			b.WriteString(matchCase(ws[i].text, you))
			last = ws[i].end
			continue
		}
		if !ws[i].quoted && i > 2 && ws[0].low == "the" && ws[1].low == "user" && joinedVerb(ws, i) && goesOn(ws, i) {
			if verb, ok := spokenVerb(ws[i].low, "you"); ok {
				b.WriteString(text[last:ws[i].start])
				b.WriteString(verb)
				last = ws[i].end
			}
			continue
		}
		if ws[i].quoted || ws[i].low != "the" || i+1 >= len(ws) {
			continue
		}
		you := ""
		switch ws[i+1].low {
		case "user's":
			you = "your"
		case "user":
			you = "you"
		case "agent":
			you = "I"
			if i > 0 && (isPast(ws[i-1].low) || preposition[ws[i-1].low]) {
				you = "me"
			}
		case "agent's":
			you = "my"
		default:
			continue
		}
		b.WriteString(text[last:ws[i].start])
		b.WriteString(matchCase(ws[i].text, you))
		if you == "you" && i+3 < len(ws) && ws[i+2].low == "and" && ws[i+3].low == "others" { // "you" may be several
			i += 2
		}
		last = ws[i+1].end
		if i+2 < len(ws) && (you == "you" || you == "I") && !ws[i+2].quoted {
			if verb, ok := spokenVerb(ws[i+2].low, you); ok {
				b.WriteString(text[last:ws[i+2].start])
				b.WriteString(verb)
				last = ws[i+2].end
			}
		}
		i++
	}
	b.WriteString(text[last:])
	return b.String()
}

// theirsToYours are words that speak of the user where nobody else is meant.
var theirsToYours = map[string]string{"their": "your", "they": "you"}

// isTheUsers reports whether "their" or "they", the word i, can only mean the user: the
// sentence is about the user, and nobody before it could be several.
func isTheUsers(ws []word, i int) bool {
	if ws[i].quoted || len(ws) < 2 || ws[0].low != "the" || ws[1].low != "user" {
		return false
	}
	for k := 2; k < i; k++ {
		low := ws[k].low
		if whereAt(ws, k) {
			continue
		}
		several := low == "they" || low == "them" || low == "people" || low == "children" || low == "family" || low == "team" ||
			pluralNoun(low) && k > 2 && !joinedVerb(ws, k) && !strings.HasSuffix(low, "'s") && !capital(ws[k].text)
		both := low == "and" && k > 2 && capital(ws[k-1].text) && capital(ws[k+1].text)
		if several || both {
			return false
		}
	}
	return true
}

// whereAt: the word i tells where: "at the baths".
func whereAt(ws []word, i int) bool {
	if determiner[ws[i-1].low] {
		i--
	}
	before := ws[i-1].low
	return before == "at" || before == "on" || before == "in"
}

// joinedVerb: "lives in Turku and works as a nurse".
func joinedVerb(ws []word, i int) bool {
	_, third := thirdPerson(ws[i].low)
	before := ws[i-1].low
	return third && (before == "and" || before == "but" || before == "," || frequency[before])
}

// goesOn: behind the verb i stands what it is done to or with.
func goesOn(ws []word, i int) bool {
	if ws[i-1].low == "," || i+1 >= len(ws) || ws[i+1].mark {
		return false
	}
	next := ws[i+1].low
	return frequency[ws[i-1].low] || onlyVerb[lemma(ws[i].low)] || ws[i].low == "has" || determiner[next] || preposition[next] || next == "it" || next == "them"
}

// spokenVerb is the form of a verb that goes with "you" or "I".
func spokenVerb(low, who string) (string, bool) {
	switch low {
	case "is":
		return pick(who == "I", "am", "are"), true
	case "was":
		return pick(who == "I", "was", "were"), true
	case "doesn't":
		return "don't", true
	case "hasn't":
		return "haven't", true
	case "isn't":
		return pick(who == "I", "am not", "aren't"), true
	}
	return thirdPerson(low)
}
