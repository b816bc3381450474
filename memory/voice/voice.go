// Package voice says which parts of a message are its writer's own words, and
// which only stand in it: forwarded mail, chats, quotations, text to be worked
// on, markup, code, logs and tables. Only what somebody says in their own voice
// has their authority.
//
// It looks at how the text is built, in any language, and knows nothing of who
// wrote it, of models or of the database. When in doubt, a part is not the
// writer's own.
package voice

import "strings"

// Kind is whose words a part of a message is.
type Kind uint8

// The kinds of parts.
const (
	// Own are words that the writer says themselves.
	Own Kind = iota
	// Quoted are somebody's words: a quotation, a mail, a line of a chat.
	Quoted
	// Material is no speech or speaks to nobody: code, markup, a table, a log, a
	// text that is to be translated or corrected.
	Material
)

// Span is a part of a text, from the byte Start up to the byte End.
type Span struct {
	Start, End int
	Kind       Kind
}

// maxText is how many bytes of a message are looked at; nobody types more.
const maxText = 64 << 10

// Spans returns the parts of a text in order, from its first byte to its last;
// neighbours differ in kind.
func Spans(text string) []Span {
	r := read(text)
	var out []Span
	for start := 0; start < len(text); {
		kind, end := r.kindAt(start), start+1
		for end < len(text) && r.kindAt(end) == kind {
			end++
		}
		out = append(out, Span{start, end, kind})
		start = end
	}
	return out
}

// Says returns what the writer says themselves; each other part is replaced by
// a line break.
func Says(text string) string {
	var b strings.Builder
	for _, s := range Spans(text) {
		if s.Kind == Own {
			b.WriteString(text[s.Start:s.End])
			continue
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// reader is a text while it is read.
type reader struct {
	text  string
	lines []line
	kinds []Kind // of each byte that is looked at
	next  []int  // of each line, the first one from it on that is not blank
	// labelled is how many lines begin with a label; 0 if not counted yet.
	labelled int
	// cut is where the part starts that is marked up to the end.
	cut int
	// pairs are the ends of quotations by where they start, by their mark.
	pairs map[rune]map[int]int
}

func read(text string) *reader {
	r := &reader{text: text[:min(len(text), maxText)]}
	r.kinds = make([]Kind, len(r.text))
	r.lines = linesOf(r.text)
	r.next = nextLines(r.lines)
	r.cut = len(r.text)
	r.pairs = make(map[rune]map[int]int)
	for _, pass := range []func(){
		r.fences, r.quotedLines, r.markup, r.indented, r.mail, r.structured, r.shell, r.rules, r.chat, r.letter, r.quotations, r.requests, r.leads,
	} {
		pass()
	}
	return r
}

func (r *reader) kindAt(i int) Kind {
	if i >= len(r.kinds) {
		return Material
	}
	return r.kinds[i]
}

// mark says that a range is not the writer's own; what is marked stays so.
func (r *reader) mark(start, end int, kind Kind) {
	for i := start; i < min(end, r.cut); i++ {
		if r.kinds[i] == Own {
			r.kinds[i] = kind
		}
	}
}

// markLine marks a line, its line break included.
func (r *reader) markLine(i int, kind Kind) {
	r.mark(r.lines[i].start, min(r.lines[i].end+1, len(r.text)), kind)
}

// rest marks all from a byte on.
func (r *reader) rest(start int, kind Kind) {
	r.mark(start, len(r.text), kind)
	r.cut = min(r.cut, start)
}

// own reports whether a line says something that has not been marked.
func (r *reader) own(i int) bool {
	l := r.lines[i]
	return l.bare != "" && r.kinds[l.at] == Own
}

// nextOf is the index of the next line that is not blank, len(r.lines) if none.
func (r *reader) nextOf(i int) int { return r.next[i+1] }

// nextLines holds for each line the first one from it on that is not blank.
func nextLines(lines []line) []int {
	next := make([]int, len(lines)+1)
	next[len(lines)] = len(lines)
	for i := len(lines) - 1; i >= 0; i-- {
		next[i] = i
		if lines[i].bare == "" {
			next[i] = next[i+1]
		}
	}
	return next
}
