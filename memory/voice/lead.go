package voice

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A colon leads to what somebody else says, or to a text to be worked on,
// unless the words before it show that the writer goes on.

// reach is how far what follows a colon is not the writer's own.
type reach uint8

const (
	goesOn      reach = iota // it is the writer's own
	toParagraph              // up to the next blank line
	toEnd                    // to the end
	withLabel                // to the end, and what leads to it names the speaker
)

// leads marks what follows a colon or a short line that asks for work.
func (r *reader) leads() {
	for i, l := range r.lines {
		if !r.own(i) {
			continue
		}
		for at := l.at; at < l.end; {
			k, n := colon(r.text[at:l.end])
			if k < 0 {
				break
			}
			if r.kinds[at+k] == Own {
				r.follow(i, r.clause(l.at, at+k), at+k, n)
			}
			at += k + n
		}
	}
}

// clause is where the clause that ends at a byte starts, as far as it is the
// writer's own.
func (r *reader) clause(from, end int) int {
	start := end
	for start > from && r.kinds[start-1] == Own {
		mark, n := utf8.DecodeLastRuneInString(r.text[from:start])
		if start < end && (strings.ContainsRune("。！？…;；:：", mark) || strings.ContainsRune(".!?", mark) && r.text[start] == ' ') {
			break
		}
		start -= n
	}
	return start
}

// follow marks what follows the colon of line i, of so many bytes, after the
// clause that leads to it.
func (r *reader) follow(i, clause, colon, length int) {
	after, next := colon+length, r.nextOf(i)
	said := strings.TrimLeft(r.text[after:r.lines[i].end], " \t*_~")
	bounded := strings.TrimSpace(said) == "" && (next == len(r.lines) || !r.own(next))
	far := judge(r.text[clause:colon], said)
	if far == goesOn || bounded || far == withLabel && r.topic(r.text[clause:colon], said) {
		return
	}
	if far == withLabel {
		r.mark(clause, after, Quoted)
	}
	switch {
	case strings.TrimSpace(said) != "":
		r.markFrom(after, i, far)
	case r.lines[next].item:
		r.markList(next)
	default:
		r.rest(r.lines[next].start, Quoted)
	}
}

func (r *reader) markFrom(start, i int, far reach) {
	if far != toParagraph {
		r.rest(start, Quoted)
		return
	}
	end := r.lines[i].end
	for i++; i < len(r.lines) && r.lines[i].bare != ""; i++ {
		end = r.lines[i].end
	}
	r.mark(start, end, Quoted)
}

// markList marks the items of a list that say something by themselves: those
// that begin like sentences.
func (r *reader) markList(i int) {
	for ; i < len(r.lines); i++ {
		l := r.lines[i]
		if l.bare != "" && !l.item && l.indent == 0 {
			return
		}
		if startsWide(l.bare) && len(strings.Fields(l.bare)) > shortQuote || unspaced(l.bare) {
			r.markLine(i, Quoted)
		}
	}
}

// unspaced reports whether a text is more than a name in a script that does not
// space its words.
func unspaced(s string) bool {
	n := 0
	for _, r := range s {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) {
			n++
		}
		if n > shortRunes {
			return true
		}
	}
	return false
}

// judge says whose words follow a clause and a colon.
func judge(clause, said string) reach {
	const label = 3 // words at most of a speaker's name
	words := wordsOf(clause)
	switch {
	case len(words) == 0:
		return goesOn
	case asks(words), speaks(words) && !first[words[0].folded]:
		return toEnd
	case ownLead(words):
		return goesOn
	case len(words) <= label && !first[words[0].folded]:
		if isValue(said) {
			return goesOn
		}
		return withLabel
	case said != "" && !startsWide(said):
		return goesOn
	case first[words[0].folded] && (isValue(said) || beginsWith(said, first)):
		return goesOn
	}
	return toParagraph
}

// topic reports whether a label says what its writer goes on about rather than
// who speaks: it ends in a common noun, is the only label of the text, and what
// follows goes on in lower case with no subject but a pronoun for it.
func (r *reader) topic(label, said string) bool {
	words := wordsOf(label)
	last := len(words) - 1
	if last < 1 || words[last].capital || mine[words[0].folded] || startsWide(said) || r.labels() > 1 {
		return false
	}
	for _, w := range words {
		if w.possessive || others[w.folded] {
			return false
		}
	}
	after := wordsOf(start(said))
	for len(after) > 0 && replies[after[0].folded] {
		after = after[1:]
	}
	return len(after) > 0 && anaphors[after[0].folded]
}

// labels counts the lines that begin with a label and go on after it.
func (r *reader) labels() int {
	const longest = 3 // words
	if r.labelled > 0 {
		return r.labelled
	}
	for _, l := range r.lines {
		if i, _ := colon(l.bare); i > 0 && len(strings.Fields(l.bare[:i])) <= longest && leadsOn(l.bare) {
			r.labelled++
		}
	}
	return r.labelled
}

// isValue reports whether what follows a label is a word or two, and answers
// nothing: "Venue: Oslo".
func isValue(said string) bool {
	const most = 2
	words := wordsOf(start(said))
	return len(words) > 0 && len(words) <= most && !replies[words[0].folded] && !unspaced(said)
}

// ownLead reports whether a clause is a label that the writer puts before their
// own words ("Note", "One more thing", "Re the launch") and names nobody else.
func ownLead(words []word) bool {
	const longest = 6 // words
	labels := 0
	for i, w := range words {
		switch {
		case w.possessive || others[w.folded] || from[w.folded] && i > 0:
			return false
		case ownLabels[w.folded]:
			labels++
		case i > 0 && w.capital && !about[words[0].folded]:
			return false
		}
	}
	return len(words) <= longest && (labels > 0 || len(words) > 1 && about[words[0].folded])
}

// asks reports whether a clause asks for work on a text.
func asks(words []word) bool {
	if len(words) == 1 && ownLabels[words[0].folded] {
		return false
	}
	for i, w := range words {
		if works[w.folded] || i == 0 && orders[w.folded] || i > 0 && orders[w.folded] && polite[words[i-1].folded] {
			return true
		}
	}
	return false
}

func speaks(words []word) bool {
	for _, w := range words {
		if speech[w.folded] {
			return true
		}
	}
	return false
}

// requests marks the text that a request is about: below it, where it is a line
// or a paragraph by itself, or above it.
func (r *reader) requests() {
	for i, l := range r.lines {
		next := r.nextOf(i)
		if !r.own(i) {
			continue
		}
		words := wordsOf(l.bare)
		end, _ := utf8.DecodeLastRuneInString(l.bare)
		closed := strings.ContainsRune(".!?。！？…:：", end)
		switch {
		case next < len(r.lines) && r.own(next) && (asksBelow(words, closed) || end == '?' && (next > i+1 && pointsBelow(words) || ofText(words))):
			r.rest(r.lines[next].start, Material)
			return
		case end == '?' && next < len(r.lines) && r.lines[next].item && len(words) > 0 && !polite[words[0].folded]:
			r.markList(next)
		case next == len(r.lines) && i > 0 && !l.item && (asksAbove(words) || end == '?' && putsAbove(words)) && !leadsOn(l.bare):
			r.mark(0, l.start, Material)
			return
		}
	}
}

// asksBelow reports whether a line leads to a text below it: it asks for work
// on one, or says that somebody speaks and is not closed.
func asksBelow(words []word, closed bool) bool {
	const short = 8 // words
	if len(words) == 0 || len(words) > 2*short {
		return false
	}
	if closed {
		return asks(words) && (works[words[0].folded] || pointsBelow(words) || hasWork(words))
	}
	return asks(words) || len(words) <= short && speaks(words) && !first[words[0].folded]
}

func hasWork(words []word) bool {
	for _, w := range words {
		if works[w.folded] {
			return true
		}
	}
	return false
}

func asksAbove(words []word) bool {
	const short = 12 // words
	return len(words) <= short && hasWork(words)
}

// ofText reports whether words are about a text that is pointed at.
func ofText(words []word) bool {
	points, names := false, false
	for _, w := range words {
		points, names = points || pointers[w.folded], names || texts[w.folded]
	}
	return points && names
}

// putsAbove reports whether a question is how something that is pointed at is
// said: "How do you say that in Swedish?".
func putsAbove(words []word) bool {
	const near = 2 // words after the verb
	for i, w := range words {
		for k := i + 1; speech[w.folded] && k <= i+near && k < len(words)-1; k++ {
			if pointers[words[k].folded] {
				return true
			}
		}
	}
	return false
}

// pointsBelow reports whether a question ends in a word that points at
// something: "What do you make of this?".
func pointsBelow(words []word) bool {
	const near = 2 // words from the end
	for i := max(0, len(words)-near); i < len(words); i++ {
		if pointers[words[i].folded] {
			return true
		}
	}
	return false
}

// word is a word of a clause.
type word struct {
	folded     string
	capital    bool
	possessive bool
}

func wordsOf(s string) []word {
	var out []word
	for _, f := range strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.In(r, unicode.Mn, unicode.Mc) && r != '\'' && r != '’'
	}) {
		f = strings.Trim(f, "'’")
		if f == "" {
			continue
		}
		low := fold(f)
		w := word{folded: low, capital: startsWide(f)}
		if base, ok := strings.CutSuffix(low, "'s"); ok {
			w.folded, w.possessive = base, !contracted[base]
		}
		if base, _, ok := strings.Cut(w.folded, "'"); ok && first[base] { // I'm, we've, j'ai
			w.folded = base
		}
		out = append(out, w)
	}
	return out
}

func fold(s string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(s)), "’", "'")
}

// leadsOn reports whether a line goes on after a colon.
func leadsOn(l string) bool {
	i, n := colon(l)
	return i >= 0 && strings.TrimSpace(l[i+n:]) != ""
}

func beginsWith(s string, list map[string]bool) bool {
	words := wordsOf(start(s))
	return len(words) > 0 && list[words[0].folded]
}

// start is the start of a text, which holds its first words.
func start(s string) string {
	const enough = 200 // bytes
	return s[:min(len(s), enough)]
}
