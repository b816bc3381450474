package builtin

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"muisto/memory"
	"muisto/model"
)

// What the built-in model says of itself and of the conversation. None of it is
// news, so capture skips it (see retold).
const (
	saysWho        = "I'm muisto, a chat that remembers. There is no language model behind me here: I keep what you tell me and answer from it."
	saysWhat       = "I remember what you tell me and answer from it. Ask who, when, where or how much, or what I know about somebody; say “remember that …”, and correct me when I'm wrong. /help shows the rest."
	saysCount      = "I can't count them from here. The panel beside the chat lists the moments, and /facts the facts."
	saysFine       = "All right, thanks."
	saysErase      = "I don't delete anything on being told. /erase does it for good: pick what you said, then type /erase."
	saysWhich      = "What should I take back? Tell me how it is now, or open the fact and retire it."
	opensDropped   = "All right, I leave out “"
	saysNoReason   = "I know only what was said, not why."
	saysNoDay      = "I don't know when that was."
	opensThatWas   = "That was on "
	opensToday     = "It's "
	willRemember   = "I will."
	saysSorry      = "I'm sorry to hear that."
	saysGlad       = "That's good news."
	saysNothingYet = "You haven't said anything yet."
)

// plainSaid are the plain words of a message, with the spellings of a chat.
func plainSaid(text string) []string {
	ws := plainOf(words(text)).words
	out := make([]string, 0, len(ws))
	for _, w := range ws {
		if long, ok := chatWord[w]; ok {
			w = long
		}
		out = append(out, w)
	}
	lead, _ := afterLeadIn(out)
	for lead < len(out) && (out[lead] == "muisto" || clauseMark(out[lead])) {
		lead++
	}
	if lead >= len(out) {
		return out
	}
	return out[lead:]
}

var chatWord = map[string]string{"u": "you", "r": "are", "ur": "your", "pls": "please", "plz": "please", "wat": "what", "wuts": "what"}

// basics are questions and requests that need no memory.
var basics = []struct {
	asked []pattern
	says  string
}{
	{patterns(`^ who|what are you really|actually? $`, `^ what is your name`, `^ are you a|an|the? ai|bot|robot|human|person|real|machine|computer|llm|model|chatgpt|program`, `^ who am i talking to|with`), saysWho},
	{patterns(`^ what can|do you actually|really? do`, `^ what can i ask|say|do`, `^ how do|does you|this|it work $`, `^ help me? $`, `^ what are you for`, `^ what is this`, `^ what do i do`), saysWhat},
	{patterns(`how many|much moments|facts|memories|things do|have you`, `how many moments|facts|memories`, `how much do you remember|know`), saysCount},
	{patterns(`^ how are you doing|today|feeling? $`, `^ how is it going $`, `^ what is up $`, `^ how do you do $`), saysFine},
}

// today are questions for the day or the time.
var today = patterns(`^ what|which day|date|time is it|today`, `^ what is the? date|time|day|today`, `^ what is today`)

// basic answers what needs nothing but the conversation and the clock.
func (m Model) basic(p model.Prompt, said memory.Message) (string, bool) {
	b := plainSaid(said.Text)
	if len(b) == 0 {
		return "", false
	}
	for _, q := range basics {
		if found(q.asked, b) {
			return q.says, true
		}
	}
	_, before := lastSaid(p.Window)
	switch {
	case found(today, b):
		return opensToday + dayOf(p.Now, said.At), true
	case found(memos, b), memoWithin.MatchString(said.Text):
		return willRemember, true
	case asksToErase(b):
		return saysErase, true
	case found(takesBackJust, b):
		if last, ok := lastOf(before, memory.RoleUser); ok && said.At.Sub(last.At) <= takeBackWithin {
			return opensDropped + quoted(last.Text) + "”.", true
		}
		return saysWhich, true
	case found(deniesAll, b):
		return saysWhich, true
	case found(asksWhatSaid, b):
		if last, ok := lastOf(before, memory.RoleUser); ok {
			return opensJustSaid + quoted(last.Text) + "”", true
		}
		return saysNothingYet, true
	case found(asksWhen, b):
		return followed(before, opensThatWas, saysNoDay)
	case found(asksWhy, b):
		return followed(before, "", saysNoReason)
	}
	return "", false
}

var (
	// memos ask to keep something, whatever it is.
	memos = patterns(`^ please? remember|note|memorise|memorize that|: <any>`, `^ please? remember my|i|the|we|our|this|it`, `^ can|could|will|would you please? remember|note`, `^ please? do not forget that|:|my|i|the|we|our`, `^ note|reminder|memo :`, `^ note to self`, `^ make a note`, `^ keep in mind`, `^ i want you to remember`, `^ do not forget :`)
	// takesBackJust takes back what the user said last.
	takesBackJust = patterns(`^ scratch|strike|ignore|forget|undo that $`, `^ forget i said that|it|anything $`, `^ ignore|forget what i just said $`, `^ i take that back $`)
	// deniesAll denies without saying what.
	deniesAll    = patterns(`^ that|this is wrong|incorrect|false|untrue $`, `^ that|this is not true|right|correct|so $`, `^ you are wrong $`, `^ you are wrong , i never said that`, `^ i never said that $`, `^ wrong $`)
	asksWhatSaid = patterns(`^ what did i just|last? say|tell you? just|now|today|last? $`, `^ what have i said|told you? today|so|just`)
	asksWhen     = patterns(`^ and? when was|is|did that|it|this happen? $`, `^ and? when $`, `^ since when $`)
	asksWhy      = patterns(`^ and? why is|was|so|that|not? $`, `^ how come $`)
	erasing      = patterns(`^ please? forget|delete|erase|remove|wipe * i|we have? said|told|wrote|mentioned|asked`, `^ please? delete|erase|wipe everything|all|that|this|it $`, `^ can|could|will you please? forget|delete|erase that|it|this|what|everything|my`, `^ please? forget that|about <any>`, `^ please? forget everything|all`)
	// nothingInstead denies all, and says nothing that is so instead.
	nothingInstead = patterns(`^ you are wrong $`, `^ you are wrong , i never said that`, `^ i never said that $`)
)

// asksToForget is the rule for what is to be forgotten, or taken back.
const asksToForget = "asks to forget"

// asksToErase: a request to forget, with nothing said that is so instead.
func asksToErase(b []string) bool {
	if !found(erasing, b) {
		return false
	}
	for i, w := range b {
		if clauseMark(w) && i+2 < len(b) && hasVerb(b[i+1:]) {
			return false
		}
	}
	return true
}

// takeBackWithin is how long after a message its writer can take it back before
// it has become a moment.
const takeBackWithin = 2 * time.Minute

func dayOf(now, said time.Time) string {
	if now.IsZero() {
		now = said
	}
	return now.Format("Monday, 2 January 2006, 15:04") + "."
}

func lastOf(before []memory.Message, role memory.Role) (memory.Message, bool) {
	for i := len(before) - 1; i >= 0; i-- {
		if before[i].Role == role {
			return before[i], true
		}
	}
	return memory.Message{}, false
}

// quoted is a text on one line, shortened.
func quoted(text string) string {
	const longest = 200 // runes
	return clip(strings.Join(strings.Fields(text), " "), longest)
}

// dayTold is the day that an answer from memory gives.
var dayTold = regexp.MustCompile(`\((\d{1,2} \p{L}+ \d{4})\)`)

// followed takes up the last answer: with the day that it gave, or with what is
// to be said where there is none. Without an answer from memory before it, the
// question is one like any other.
func followed(before []memory.Message, opens, otherwise string) (string, bool) {
	last, ok := lastOf(before, memory.RoleAssistant)
	if !ok || !strings.HasPrefix(last.Text, opensMemory) && !strings.HasPrefix(last.Text, opensNearest) {
		return "", false
	}
	if day := dayTold.FindStringSubmatch(last.Text); opens != "" && day != nil {
		return fmt.Sprintf("%s%s.", opens, day[1]), true
	}
	return otherwise, true
}

var (
	sadNews  = patterns(`i am|feel|felt so|very|really|feeling? lonely|sad|terrible|awful|depressed|scared|anxious|heartbroken|miserable|devastated|hopeless`, `died`, `passed away`, `lost my job|mother|father|mum|mom|dad|dog|cat|wife|husband|home`, `broke up`, `was|got fired|dumped|laid|robbed`, `has cancer`, `i cried`, `funeral`, `do not know what to do`, `do not know a single`)
	goodNews = patterns(`is|am|are pregnant|engaged`, `got the|a job|promotion|place`, `got promoted|married|engaged|in $`, `passed my|the exam|test|driving|finals`, `getting married`, `i|we won`)
)

// felt is a short human line, "" where none is called for.
func felt(text string) string {
	b := plainSaid(text)
	switch {
	case found(sadNews, b):
		return saysSorry
	case found(goodNews, b):
		return saysGlad
	}
	return ""
}
