package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// voice says how the first and second person of a speaker read in the third.
type voice struct {
	subject, possessive string // "the user", "the user's"
	you, your           string // "the agent", "the agent's"
	// others are who "we" stands for besides the speaker; empty: "others".
	others string
	// plural: the subject takes the verb's plural ("they").
	plural bool
	// direct: it speaks to the one who spoke, "you" for "I" and "I" for "you".
	direct bool
}

func userVoice(name string) voice {
	v := voice{subject: "the user", possessive: "the user's", you: "the agent", your: "the agent's"}
	if name != "" {
		v.subject, v.possessive = name, name+"'s"
	}
	return v
}

func agentVoice(name, userName string) voice {
	v := voice{subject: "the agent", possessive: "the agent's", you: "the user", your: "the user's"}
	if name != "" {
		v.subject, v.possessive = name, name+"'s"
	}
	if userName != "" {
		v.you, v.your = userName, userName+"'s"
	}
	return v
}

// reported is the voice inside "the user asked: …".
func (v voice) reported() voice {
	v.subject, v.possessive, v.plural = "they", "their", true
	return v
}

// turner turns one run of words into the third person.
type turner struct {
	v     voice
	text  string
	ws    []word
	out   []string // one for each word
	named bool     // the subject has been said, "their" is clear
	// present: the subject's verb was put into the third person, so the verbs
	// joined to it by "and" follow.
	present bool
	// single: the last subject was the speaker alone.
	single bool
	fixed  map[int]string
}

// turn gives the words ws of text in the third person, with single spaces.
func (v voice) turn(text string, ws []word) string {
	t := turner{v: v, text: text, ws: ws, fixed: make(map[int]string)}
	for i := range ws {
		t.out = append(t.out, t.word(i))
	}
	var b strings.Builder
	for i, w := range ws {
		if i > 0 && w.start > ws[i-1].end {
			b.WriteByte(' ')
		}
		b.WriteString(t.out[i])
	}
	return b.String()
}

func (t *turner) word(i int) string {
	w := t.ws[i]
	if w.quoted || w.mark {
		if w.mark && (w.text == ";" || w.text == ".") {
			t.present, t.single = false, false
		}
		return w.text
	}
	if s, ok := t.fixed[i]; ok {
		return s
	}
	switch w.low {
	case "i", "i'm", "im", "i'll", "i've", "ive", "i'd":
		return t.first(i)
	case "ill":
		if i+1 < len(t.ws) && baseVerb[t.ws[i+1].low] && (i == 0 || t.ws[i-1].mark || conjunction[t.ws[i-1].low]) {
			return t.first(i)
		}
	case "me":
		return t.object(i)
	case "my", "our":
		if t.named && !t.v.plural {
			return "their"
		}
		return t.v.possessive
	case "mine", "ours":
		if t.v.plural && !t.v.direct {
			return "theirs"
		}
		return t.v.possessive
	case "myself", "ourselves":
		if t.v.direct {
			return "yourself"
		}
		return "themselves"
	case "we", "we're", "we'll", "we've", "we'd", "weve":
		return t.many(i)
	case "us":
		if t.v.direct {
			return "you"
		}
		if t.v.plural {
			return "them"
		}
		if t.named {
			return "the group"
		}
		return t.v.together()
	case "you", "you're", "you'll", "you've", "you'd", "youre":
		return t.second(i)
	case "your", "yours":
		return t.v.your
	case "yourself":
		return "itself"
	}
	if w.low == "and" || w.low == "but" || w.low == "or" {
		t.joined(i + 1)
	}
	return w.text
}

// together is who "we" are.
func (v voice) together() string {
	if v.others != "" {
		return v.subject + " and " + v.others
	}
	return v.subject + " and others"
}

// object gives "me". "me and Tom …" at the start is a subject.
func (t *turner) object(i int) string {
	if t.v.plural && !t.v.direct && i > 0 {
		return "them"
	}
	return t.v.subject
}

// joined puts the verb at i, behind an "and", into the third person where its
// subject is the speaker.
func (t *turner) joined(i int) {
	const adverbs = 2
	j := i
	for k := 0; k < adverbs && j < len(t.ws) && frequency[t.ws[j].low]; k++ {
		j++
	}
	if j >= len(t.ws) || t.ws[j].mark || t.ws[j].quoted {
		return
	}
	low := t.ws[j].low
	switch {
	case t.single && agreed(low, false) != low && low != "do":
		t.fixed[j] = agreed(low, false)
	case t.present && t.joinsVerb(j), t.single && (onlyVerb[low] || j > i && baseVerb[low]) && !t.infinitive(i):
		t.fixed[j] = withS(low)
	}
}

// frequency stands between a subject and its verb.
var frequency = set(`always often never usually sometimes rarely mostly hardly really also then still just generally normally`)

// onlyVerb are verbs that are no nouns, so that they need no object to be told.
var onlyVerb = set(`hate prefer want need live know eat speak wear sing teach believe own enjoy`)

// infinitive: a "to" or an auxiliary before the "and" at i-1 rules what follows,
// too: "I want to sing and always travel".
func (t *turner) infinitive(i int) bool {
	for k := i - 2; k >= 0 && !t.ws[k].mark; k-- {
		low := t.ws[k].low
		if low == "to" && baseVerb[t.ws[k+1].low] || modal[strings.TrimSuffix(low, "n't")] || strings.HasSuffix(low, "'ll") || strings.HasSuffix(low, "'d") {
			return true
		}
	}
	return false
}

var modal = set(`will would can could shall should may might must do did does`)

// joinsVerb: "and cook …" after "I shop".
func (t *turner) joinsVerb(i int) bool {
	if i+1 >= len(t.ws) || !baseVerb[t.ws[i].low] {
		return false
	}
	next := t.ws[i+1]
	return !next.mark && (determiner[next.low] || preposition[next.low] || next.low == "it" || next.low == "them" || next.low == "me")
}

func (t *turner) tail(i int) string {
	low := t.ws[i].low
	if _, rest, ok := strings.Cut(low, "'"); ok {
		return rest
	}
	switch low {
	case "im":
		return "m"
	case "ive", "weve":
		return "ve"
	case "ill":
		return "ll"
	case "youre":
		return "re"
	}
	return ""
}

// first turns "I" and what hangs on it.
func (t *turner) first(i int) string {
	subject := t.v.subject
	joined := t.joinsSubjects(i)
	plural := t.v.plural || joined
	t.single = !plural
	if i == 0 || t.ws[i-1].mark || conjunction[t.ws[i-1].low] {
		t.named = !joined
	}
	switch t.tail(i) {
	case "m":
		return subject + pick(plural, " are", " is")
	case "ll":
		return subject + " will"
	case "ve":
		return subject + pick(plural, " have", " has")
	case "d":
		if i+1 < len(t.ws) && (t.ws[i+1].low == "better" || participle[t.ws[i+1].low] || len(t.ws[i+1].low) > 4 && isPast(t.ws[i+1].low) && !baseVerb[t.ws[i+1].low]) {
			return subject + " had"
		}
		return subject + " would"
	}
	if i > 0 && !joined && inverting[t.ws[i-1].low] && t.inverts(i) {
		t.out[i-1] = matchCase(t.out[i-1], agreed(t.ws[i-1].low, plural))
		return subject
	}
	t.agree(i+1, plural)
	return subject
}

// joinsSubjects: "Ines and I", with no verb before the "and" that would make it
// join sentences.
func (t *turner) joinsSubjects(i int) bool {
	if i < 2 || t.ws[i-1].low != "and" || t.ws[i-2].mark {
		return false
	}
	from := i - 1
	for from > 0 && !t.ws[from-1].mark && !opensClause[t.ws[from-1].low] && (!conjunction[t.ws[from-1].low] || t.ws[from-1].low == "and" || t.ws[from-1].low == "or" || t.ws[from-1].low == "but") {
		from--
	}
	return !hasVerb(plainOf(t.ws[from : i-1]).words)
}

// inverts: "do I need", "am I", where the verb stands before its subject.
func (t *turner) inverts(i int) bool {
	return i == 1 || t.ws[i-2].mark || question[t.ws[i-2].low] || conjunction[t.ws[i-2].low] || !subjectPronoun[t.ws[i-2].low]
}

// agree puts the verb after the subject into the third person.
func (t *turner) agree(j int, plural bool) {
	const adverbs = 3
	for k := 0; k < adverbs && j < len(t.ws) && (adverb[t.ws[j].low] && !baseVerb[t.ws[j].low] || t.ws[j].low == "myself" || t.ws[j].low == "ourselves"); k++ {
		j++
	}
	if j >= len(t.ws) || t.ws[j].mark || t.ws[j].quoted {
		return
	}
	w := t.ws[j]
	if s, ok := spokenForms[w.low]; ok && !plural {
		t.fixed[j] = s
		return
	}
	if w.low == "used" {
		return
	}
	if s := agreed(w.low, plural); s != w.low {
		t.fixed[j] = s
		t.present = !plural && (w.low == "do" || w.low == "have" || baseVerb[w.low])
		return
	}
	if plural || auxiliary[w.low] || isPast(w.low) && !(sameForm[w.low] && t.habitual()) || conjunction[w.low] || preposition[w.low] && w.low != "like" || determiner[w.low] || subjectPronoun[w.low] ||
		strings.Contains(w.low, "n't") || !ascii(w.low) || strings.HasSuffix(w.low, "ing") || contractionNot[w.low] {
		return
	}
	if !baseVerb[w.low] && (strings.HasSuffix(w.low, "s") || adverb[w.low]) {
		return
	}
	t.fixed[j] = withS(w.low)
	t.present = true
}

// sameForm are verbs whose past is no other word: "I read poetry now" tells of
// today, "I read it" of some time ago.
var sameForm = set(`read put cut set let hit cost shut quit`)

func (t *turner) habitual() bool {
	for _, w := range t.ws {
		switch w.low {
		case "now", "usually", "always", "often", "never", "every", "each", "mostly", "nowadays", "sometimes", "rarely":
			return true
		}
	}
	return false
}

// spokenForms are verbs that run together with "to".
var spokenForms = map[string]string{"wanna": "wants to", "gotta": "has to", "gonna": "is going to", "hafta": "has to"}

var contractionNot = set(`didnt wont cant couldnt wouldnt shouldnt wasnt hadnt cannot`)

// agreed is the form of be, have or do for a third person.
func agreed(low string, plural bool) string {
	if plural {
		switch low {
		case "am":
			return "are"
		case "was":
			return "were"
		case "wasn't", "wasnt":
			return "weren't"
		}
		return low
	}
	switch low {
	case "am":
		return "is"
	case "have":
		return "has"
	case "do":
		return "does"
	case "don't", "dont":
		return "doesn't"
	case "haven't", "havent":
		return "hasn't"
	}
	return low
}

// many turns "we": the speaker and whoever else is meant.
func (t *turner) many(i int) string {
	subject := t.v.together()
	if t.v.plural {
		subject = t.v.subject
	}
	switch t.tail(i) {
	case "re":
		return subject + " are"
	case "ll":
		return subject + " will"
	case "ve":
		return subject + " have"
	case "d":
		return subject + " would"
	}
	return subject
}

// secondDirect turns "you" into "I".
func (t *turner) secondDirect(i int) string {
	object := i > 0 && (preposition[t.ws[i-1].low] || baseVerb[t.ws[i-1].low] || isPast(t.ws[i-1].low))
	switch t.tail(i) {
	case "re":
		return "I am"
	case "ll":
		return "I will"
	case "ve":
		return "I have"
	case "d":
		return "I would"
	}
	if object {
		return "me"
	}
	if i+1 < len(t.ws) && t.ws[i+1].low == "are" {
		t.fixed[i+1] = "am"
	}
	if i+1 < len(t.ws) && t.ws[i+1].low == "were" {
		t.fixed[i+1] = "was"
	}
	return "I"
}

// second turns "you".
func (t *turner) second(i int) string {
	if t.v.direct {
		return t.secondDirect(i)
	}
	switch t.tail(i) {
	case "re":
		return t.v.you + " is"
	case "ll":
		return t.v.you + " will"
	case "ve":
		return t.v.you + " has"
	case "d":
		if i+1 < len(t.ws) && (t.ws[i+1].low == "better" || participle[t.ws[i+1].low] || len(t.ws[i+1].low) > 3 && isPast(t.ws[i+1].low) && !baseVerb[t.ws[i+1].low]) {
			return t.v.you + " had"
		}
		return t.v.you + " would"
	}
	if i+1 < len(t.ws) {
		switch next := t.ws[i+1].low; next {
		case "are":
			t.fixed[i+1] = "is"
		case "were":
			t.fixed[i+1] = "was"
		default:
			inverted := i > 0 && inverting[t.ws[i-1].low]
			object := i > 0 && (preposition[t.ws[i-1].low] || baseVerb[t.ws[i-1].low] || isPast(t.ws[i-1].low))
			if (!inverted && !object || i > 0 && opensClause[t.ws[i-1].low]) && baseVerb[next] {
				t.fixed[i+1] = withS(next)
			} else if s := agreed(next, false); !inverted && !object && s != next {
				t.fixed[i+1] = s
			}
		}
	}
	if i > 0 && t.ws[i-1].low == "are" {
		t.out[i-1] = matchCase(t.out[i-1], "is")
	}
	if i > 0 && t.ws[i-1].low == "do" {
		t.out[i-1] = matchCase(t.out[i-1], "does")
	}
	return t.v.you
}

// opensClause are verbs behind which "you" is a subject: "I think you mean …".
var opensClause = set(`think guess believe hope suppose bet know say said thought knew heard hear wish assume`)

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

func matchCase(like, s string) string {
	if r, _ := utf8.DecodeRuneInString(like); unicode.IsUpper(r) {
		return upperFirst(s)
	}
	return s
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
