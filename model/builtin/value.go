package builtin

import (
	"strconv"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/when"
)

// valueKind says what kind of thing a statement gives: statements about the
// same matter with different values of one kind contradict each other.
type valueKind uint8

const (
	timeValue valueKind = iota + 1
	dayValue
	numberValue
	nameValue
	kinValue
	colourValue
)

func (k valueKind) String() string {
	return [...]string{"", "time", "day", "number", "name", "relation", "colour"}[k]
}

type value struct {
	kind       valueKind
	text       string
	start, end int // bytes of the sentence that say it
}

func (v value) same(w value) bool { return v.kind == w.kind && v.text == w.text }

// valuesOf finds the times, days, numbers and names in a sentence.
func valuesOf(text string, ws []word, names []foundName, said time.Time, turn int) []value {
	var out []value
	spans := when.Find(text, said, turn)
	for _, s := range spans {
		if s.Clock {
			out = append(out, value{timeValue, strconv.Itoa(s.Minute % (12 * 60)), s.Start, s.End})
		}
		switch {
		case s.Recurs && s.HasWkday, s.HasWkday:
			out = append(out, value{dayValue, s.Weekday.String(), s.Start, s.End})
		case s.HasDay():
			out = append(out, value{dayValue, s.To.String(), s.Start, s.End})
		}
	}
	for _, w := range ws {
		if !w.mark && (number(w.low) || code(w.low)) && !insideSpans(w, spans) {
			out = append(out, value{numberValue, plainNumber(w.low), w.start, w.end})
		}
	}
	for _, w := range ws {
		switch {
		case kinship[w.low]:
			out = append(out, value{kinValue, w.low, w.start, w.end})
		case colour[w.low]:
			out = append(out, value{colourValue, w.low, w.start, w.end})
		}
	}
	for _, n := range names {
		out = append(out, value{nameValue, n.Key(), ws[n.from].start, ws[n.to-1].end})
	}
	return out
}

func insideSpans(w word, spans []when.Span) bool {
	for _, s := range spans {
		if w.start < s.End && s.Start < w.end {
			return true
		}
	}
	return false
}

var numberFigures = pairs(`one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15
	sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100`)

func plainNumber(w string) string {
	if n, ok := numberFigures[w]; ok {
		return n
	}
	return strings.ReplaceAll(w, ",", "")
}

// prior is what the other side said just before.
type prior struct {
	*heard
	role    memory.Role
	voice   voice
	content map[string]bool // its words that say something, stemmed
	values  []value
	// offers: it lays choices before the one who answers.
	offers bool
	// asksOpenly: it is nothing but a question that holds no claim.
	asksOpenly bool
	// topic is what it is about, in the third person; person tells whether it
	// is one.
	topic  string
	person bool
	// claims: it says something about the one who answers ("you", "your").
	claims bool
	// plain: it makes one claim or two in a few words, so that what follows can
	// be held against it.
	plain             bool
	sentences, length int
	// asksLast: it ends with a question, which a "no" answers.
	asksLast bool
	// verbs are the lemmas of what it says the other one does.
	verbs map[string]bool
	// doings are the lemmas of its finite verbs, whoever does it.
	doings map[string]bool
	// words are all of its words.
	words map[string]bool
	// copular: it says that something is a thing of a kind.
	copular bool
	// open: it says that something is still to be done.
	open bool
	// wished: it wishes something to the one who answers.
	wished bool
	// takesUp: it only takes up what was said to it, and claims nothing.
	takesUp bool
	// last is its last sentence.
	last part
}

// states reports whether it claims something.
func (pr *prior) states() bool {
	return pr != nil && !pr.takesUp && !pr.asksOpenly && len(pr.content) > 0
}

// mentions reports whether any of the words says something that it said.
func (pr *prior) mentions(ws []string) bool {
	if pr == nil {
		return false
	}
	for _, w := range ws {
		if c := contentWord(w); c != "" && pr.content[c] {
			return true
		}
	}
	return false
}

// aboutSame reports whether a statement is about what it was about: they share
// a word that says something, other than a value.
func (pr *prior) aboutSame(p part) bool {
	if pr == nil {
		return false
	}
	for _, w := range p.body() {
		if c := contentWord(w); c != "" && pr.content[c] && !number(w) && !dayWord(w) {
			return true
		}
	}
	return false
}

// shares counts the words that say something and stand in both.
func (pr *prior) shares(b []string) (shared, all int) {
	seen := make(map[string]bool)
	for _, w := range b {
		c := contentWord(w)
		if c == "" || number(w) || dayWord(w) || seen[c] {
			continue
		}
		seen[c] = true
		all++
		if pr.content[c] {
			shared++
		}
	}
	return shared, all
}

// closeTo: most of a short statement, or two words at least, stand in what was
// said.
func (pr *prior) closeTo(b []string) bool {
	shared, all := pr.shares(b)
	return shared >= 2 || shared == 1 && all <= 2
}

// near: a plain claim that a statement goes on from.
func (pr *prior) near(p part) bool {
	return pr != nil && pr.plain && (pr.aboutSame(p) || pr.pronounFits(p))
}

// pronounFits: "it moved", "she doesn't live there any more".
func (pr *prior) pronounFits(p part) bool {
	if pr == nil || !pr.states() {
		return false
	}
	switch at(p.body(), 0) {
	case "it", "they", "that", "this", "these", "those":
		return true
	case "he", "she", "his", "her":
		return pr.person || strings.Contains(pr.topic, "'s ") // "Raghav's train": he
	}
	return false
}

func (pr *prior) hasValue(v value) bool {
	for _, w := range pr.values {
		if w.same(v) {
			return true
		}
	}
	return false
}

// hourOff reports whether a bare number stands against a time that was said.
func (pr *prior) hourOff(v value) bool {
	n, err := strconv.Atoi(v.text)
	if v.kind != numberValue || err != nil || n < 1 || n > 24 {
		return false
	}
	off := false
	for _, w := range pr.values {
		if w.kind == timeValue {
			if w.text == strconv.Itoa(n*60%(12*60)) {
				return false
			}
			off = true
		}
	}
	return off
}

// denies: it shares a word with what was said and says not or never.
func (pr *prior) denies(b []string) bool {
	if pr == nil || !hasWord(b, "never") && !hasWord(b, "not") && !hasWord(b, "nobody") && !hasWord(b[:min(len(b), 1)], "nothing") && !hasWord(b[:min(len(b), 1)], "none") {
		return false
	}
	return pr.closeTo(b)
}

// again reports whether a statement takes up a value that was said.
func (pr *prior) again(values []value) bool {
	if pr == nil {
		return false
	}
	for _, v := range values {
		if pr.hasValue(v) {
			return true
		}
	}
	return false
}

// completes: a few words that say again a part of what was said, with
// something changed beside it: "Dr. Virtala" for "Mr. Virtala".
func (pr *prior) completes(b []string) bool {
	const few = 6 // words
	return pr.states() && !pr.asksLast && !pr.offers && len(bare(b)) <= few && pr.mentions(b)
}

var greetingWord = set(`hi hello hey thanks thank bye morning evening night good great nice fine cool sure`)

// contentWord is the stem of a word that says something, "" for others.
func contentWord(w string) string {
	if stop[w] || preposition[w] || len(w) < 3 && !number(w) || clauseMark(w) || subjectPronoun[w] || determiner[w] || adverb[w] || conjunction[w] || greetingWord[w] {
		return ""
	}
	return stem(w)
}

// stem cuts the commonest endings, so that "runs" meets "run".
func stem(w string) string {
	w = strings.TrimSuffix(w, "'s")
	if b, ok := pastOf[w]; ok {
		return b
	}
	for _, end := range []string{"ies", "ing", "ed", "es", "s", "e"} {
		if s, ok := strings.CutSuffix(w, end); ok && len(s) >= 3 && !(end == "s" && strings.HasSuffix(s, "s")) {
			if end == "ies" {
				return s + "y"
			}
			if n := len(s); (end == "ing" || end == "ed") && n > 3 && s[n-1] == s[n-2] {
				s = s[:n-1]
			}
			return strings.TrimSuffix(s, "e")
		}
	}
	return w
}
