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
const notice = "No language model is set up: I remember, but I only answer from memory."

// noticeMark is the part of the notice that shows that it was said.
const noticeMark = "only answer from memory"

// The openings of what Reply says: nothing in it is news, so capture passes
// over it (see retold).
const (
	opensNoted     = "Noted"
	opensMemory    = "From memory:"
	opensNothing   = "I remember nothing about that."
	opensHeard     = "I have heard you, and will remember it once we have been quiet for a while."
	opensReminded  = "I will remember that. It brings to mind:"
	opensOffRecord = "Heard. This is off the record: I will not keep it."
	keptForLater   = "I will keep that once we have been quiet for a while."
	opensJustSaid  = "You said a moment ago: “"
	opensEarlier   = "You said earlier: “"
	opensCannot    = "I can't do that; I only remember."
	opensWelcome   = "You're welcome."
	opensAllRight  = "All right."
	opensHello     = "Hello!"
	opensUntilNext = "Until next time."
)

// retold reports whether a message of the agent's is an answer from memory.
func retold(text string) bool {
	if strings.Contains(text, noticeMark) || strings.HasPrefix(text, opensNoted) && strings.Contains(text, keptForLater) {
		return true
	}
	for _, opening := range []string{opensMemory, opensNothing, opensHeard, opensReminded, opensOffRecord, opensJustSaid, opensEarlier, opensCannot} {
		if strings.HasPrefix(text, opening) {
			return true
		}
	}
	return false
}

// onlyHears reports whether an answer of this model's claims nothing that could
// be set right.
func onlyHears(text string) bool {
	for _, opening := range []string{opensHeard, opensNothing, opensOffRecord, opensCannot, opensAllRight, opensHello, opensWelcome} {
		if strings.HasPrefix(text, opening) {
			return true
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
	groups, msg := m.understand(p.Window, said)
	kind, taken, toDo := memory.Act(""), "", false
	for _, g := range groups {
		if weight[g.act] > weight[kind] {
			kind = g.act
			taken = msg.noted(g)
			toDo = g.form == requested && !found(asksToTell, g.parts[0].body())
		}
	}
	memories := tell(p.Recalled, memory.DayOf(p.Now, m.Turn))
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
		return m.recount(p, said, memories, toDo)
	case memory.Observation:
		if memories == "" {
			return opensHeard
		}
		return opensReminded + "\n\n" + memories
	}
	return small(said.Text)
}

// asksToTell are requests that telling what is remembered fulfils.
var asksToTell = patterns(`^ please|can|could|would|will? you? please? tell|show|list|name|explain|describe|recall|repeat|say|summarise|summarize`, `^ please? give me`, `^ please|can|could|would|will? you? please? remind me what|where|when|who|which|how|why|of|about`, `^ let me know`, `i need|want to know`, `^ what|how about`)

// recount answers a question, or a request that only a doer could fulfil, with
// what was said just now and is not remembered yet, and what is.
func (m Model) recount(p model.Prompt, said memory.Message, memories string, toDo bool) string {
	var out []string
	if toDo {
		out = append(out, opensCannot)
	} else if quote := m.saidBefore(p, said); quote != "" {
		out = append(out, quote)
	}
	if memories != "" {
		out = append(out, opensMemory, memories)
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
	asked := contentOf(said.Text)
	for _, w := range []string{"called", "name", "again"} { // what they ask for may go unsaid
		delete(asked, contentWord(w))
	}
	best := len(asked) / 2 // it must hold more than half of what is asked for
	for _, h := range p.Recalled {
		best = max(best, shared(asked, contentOf(h.Text())))
	}
	_, before := lastSaid(p.Window)
	quote := ""
	r := m.reading(hippocampus.Batch{Messages: before})
	for i, b := range slices.Backward(before) {
		if b.Role != memory.RoleUser {
			continue
		}
		for _, s := range r.hear(i).sentences {
			if n := shared(asked, contentOf(s.of(r.hear(i).text))); n > best && !isQuestion(s) && !isRequest(s) {
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
	var day memory.Day
	switch {
	case h.Kind == recall.KindFact && len(h.Fact.From) > 0:
		day = h.Fact.From[len(h.Fact.From)-1]
	case h.Kind == recall.KindEpisode:
		day = h.Episode.Day
	}
	if day == 0 {
		return ""
	}
	y, mo, d := day.Date()
	return fmt.Sprintf(" (%d %s %d)", d, mo, y)
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
		if ws[i].low == "their" && isTheUsers(ws, i) {
			b.WriteString(text[last:ws[i].start])
			b.WriteString(matchCase(ws[i].text, "your"))
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

// isTheUsers reports whether "their", the word i, can only mean the user's: the
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
