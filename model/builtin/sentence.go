package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// span is a run of bytes [start, end) of a message's text.
type span struct{ start, end int }

func (s span) of(text string) string { return text[s.start:s.end] }

// heading: a line that stands above others and says nothing itself: "# Notes",
// "Meeting notes" over a list or an empty line.
func heading(line, next string, below bool) bool {
	const longest = 6 // words
	line, next = strings.TrimSpace(line), strings.TrimSpace(next)
	if !below {
		return false
	}
	if strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "## ") || strings.HasPrefix(line, "### ") {
		return true
	}
	b := plainOf(words(line)).words
	if len(b) == 0 || len(b) > longest || next != "" && !bullet(next) && strings.Trim(next, "=-") != "" || clauseMark(b[len(b)-1]) && !strings.HasSuffix(line, ":") {
		return false
	}
	return nounsOnly(b)
}

// nounsOnly: no word of it does anything, or says whose or how something is.
func nounsOnly(b []string) bool {
	for i, w := range b {
		if subjectPronoun[w] && !determiner[w] || possessive[w] || auxiliary[w] || adverb[w] || feeling[w] || adjective[w] || question[w] || isPast(w) || dayWord(w) || request[w] && i == 0 || w == "not" || w == "me" {
			return false
		}
	}
	return (verbAt(b) < 0 || paper[b[len(b)-1]]) && !onlySmallTalk(b)
}

// sentences cuts the part of text that s covers into sentences. A line break
// ends one, unless the line was only wrapped.
func sentences(text string, s span) []span {
	var out []span
	add := func(from, to int) {
		if t := trimmed(text, span{from, to}); t.start < t.end {
			out = append(out, t)
		}
	}
	start, inQuotes, depth := s.start, false, 0
	for i := s.start; i < s.end; {
		r, n := utf8.DecodeRuneInString(text[i:s.end])
		switch r {
		case '"':
			inQuotes = !inQuotes && strings.ContainsRune(lineRest(text[i+n:s.end]), '"')
		case '“', '„':
			inQuotes = strings.ContainsAny(lineRest(text[i+n:s.end]), "”“")
		case '”':
			inQuotes = false
		case '(':
			depth = 1
		case ')':
			depth = 0
		case '\n':
			inQuotes, depth = false, 0
			if !wrapped(text[start:i], text[i+n:s.end]) {
				add(start, i)
				start = i + n
			}
		case '.', '!', '?', '…', '。', '！', '？':
			end := marksEnd(text, i, s.end)
			if !inQuotes && depth == 0 && endsSentence(text[start:i], text[i:end], text[end:s.end]) {
				add(start, end)
				start = end
			}
			i = end
			continue
		}
		i += n
	}
	add(start, s.end)
	return out
}

func lineRest(s string) string {
	if k := strings.IndexByte(s, '\n'); k >= 0 {
		return s[:k]
	}
	return s
}

// wrapped tells a line that was only wrapped from one that ends a sentence.
func wrapped(before, after string) bool {
	const wide = 60 // columns; people who break lines on purpose break earlier
	if k := strings.LastIndexByte(before, '\n'); k >= 0 {
		before = before[k+1:]
	}
	r, _ := utf8.DecodeRuneInString(after)
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, " \r"))
	return utf8.RuneCountInString(before) >= wide && unicode.IsLower(r) && (unicode.IsLetter(last) || last == ',')
}

// marksEnd is the end of the run of closing marks at i.
func marksEnd(text string, i, end int) int {
	for i < end {
		r, n := utf8.DecodeRuneInString(text[i:end])
		if !strings.ContainsRune(".!?…。！？", r) {
			break
		}
		i += n
	}
	return i
}

// endsSentence tells a mark that ends a sentence from one inside it.
func endsSentence(before, marks, after string) bool {
	next, n := utf8.DecodeRuneInString(after)
	switch {
	case after == "":
		return true
	case strings.ContainsAny(marks, "。！？"):
		return true
	case next == '"' || next == '”' || next == ')' || next == '\'':
		return n < len(after) && after[n] == ' ' && upperNext(after[n:])
	case !unicode.IsSpace(next) && unicode.IsOneOf([]*unicode.RangeTable{unicode.Letter, unicode.Digit}, next):
		return false // 3.4, example.org, 14.6.
	case !unicode.IsSpace(next) && strings.ContainsRune(",;:-", next):
		return false
	case strings.ContainsAny(marks, "!?"):
		return true
	case marks != ".": // an ellipsis
		return upperNext(after)
	}
	last := before[strings.LastIndexAny(before, " \n(\"“")+1:]
	if abbreviation[strings.ToLower(last)] {
		return false
	}
	if isInitial(last) {
		return false
	}
	if number := last != "" && last[len(last)-1] >= '0' && last[len(last)-1] <= '9'; number && len(last) <= 5 {
		// "14.6. we leave", "14. May" against "the total of 480. i".
		return upperNext(after) && !monthNext(after) || len(last) > 2 && !strings.Contains(last, ".")
	}
	return true
}

var abbreviation = set(`dr mr mrs ms prof st e.g i.e etc vs approx jr sr no nr tel ca cf fig min max a.m p.m`)

func isInitial(w string) bool {
	r, n := utf8.DecodeRuneInString(w)
	return n == len(w) && unicode.IsUpper(r) && r != 'I'
}

func upperNext(s string) bool {
	s = strings.TrimLeft(s, " \t\"“('-")
	r, _ := utf8.DecodeRuneInString(s)
	return !unicode.IsLower(r)
}

func monthNext(s string) bool {
	f := strings.Fields(s)
	return len(f) > 0 && monthName[strings.ToLower(strings.Trim(f[0], ".,"))]
}

// trimmed narrows a span to what is not white space, nor the mark of a list.
func trimmed(text string, s span) span {
	for s.start < s.end {
		r, n := utf8.DecodeRuneInString(text[s.start:s.end])
		if !unicode.IsSpace(r) && !bullet(text[s.start:s.end]) {
			break
		}
		s.start += n
	}
	for s.start < s.end {
		r, n := utf8.DecodeLastRuneInString(text[s.start:s.end])
		if !unicode.IsSpace(r) {
			break
		}
		s.end -= n
	}
	return s
}

func bullet(s string) bool {
	return strings.HasPrefix(s, "- ") || strings.HasPrefix(s, "* ") || strings.HasPrefix(s, "• ")
}

// clauses cuts a sentence where a new statement of its own begins: behind a
// semicolon, and behind a comma or an "and" that is followed by a subject with
// its verb, or by a promise or a plan. What is quoted or reported stays whole.
func clauses(text string, s span) []span {
	ws := words(s.of(text))
	var out []span
	start := 0
	for i := 1; i < len(ws); i++ {
		if ws[i].quoted || i-start < 2 {
			continue
		}
		if at, ok := cutBefore(ws, start, i); ok {
			out = append(out, trimmed(text, span{s.start + ws[start].start, s.start + ws[i-1].end}))
			start = at
			i = at
		}
	}
	return append(out, span{s.start + ws[start].start, s.end})
}

// cutBefore reports whether a new statement begins at word i, and gives its
// first word behind the joint.
func cutBefore(ws []word, start, i int) (int, bool) {
	w := ws[i]
	if w.mark && (w.text == ";" || w.text == "–" || w.text == "—" || w.text == "-" && i > 0 && ws[i].start > ws[i-1].end) {
		return i + 1, i+2 < len(ws) && (w.text == ";" || opensStatement(ws[i+1:]))
	}
	comma := w.mark && w.text == ","
	j := i
	if comma {
		j++
	}
	joined := false
	for j < len(ws) && joint[ws[j].low] {
		joined = true
		j++
	}
	if j == i || j >= len(ws) || !comma && (!joined || w.low == "but" || w.low == "then" || w.low == "plus") {
		return 0, false
	}
	if joined && !soYouKnow(ws[j-1:]) {
		return j, (opensStatement(ws[j:]) && !sharesVerb(ws, start, i)) || comma && isPast(ws[j].low)
	}
	return j, !joined && opensPlan(ws[j:])
}

// soYouKnow opens what is said to the one spoken to and says nothing.
func soYouKnow(ws []word) bool {
	return len(ws) > 2 && ws[0].low == "so" && ws[1].low == "you" && ws[2].low == "know"
}

// sharesVerb: "Deepa and I will fly": what stands before the "and" at i, back to
// the last mark, is a subject whose verb is behind it.
func sharesVerb(ws []word, start, i int) bool {
	from := i
	for from > start && !ws[from-1].mark {
		from--
	}
	return ws[i].low == "and" && from < i && !hasVerb(plainOf(ws[from:i]).words)
}

var joint = set(`and so but also then plus`)

// opensStatement: a subject and its verb.
func opensStatement(ws []word) bool {
	p := plainOf(ws).words
	if len(p) < 2 {
		return false
	}
	if subjectPronoun[p[0]] || p[0] == "let" && p[1] == "us" {
		return true
	}
	return verbAt(p) > 0
}

// opensPlan: "i'll …", "we're going with …", "let's …", which start afresh
// even behind a comma alone.
func opensPlan(ws []word) bool {
	return found(planOpeners, plainOf(ws).words)
}

var planOpeners = patterns(`^ i|we will`, `^ i|we shall`, `^ let us`, `^ i|we am|are going`, `^ i promise`, `^ i|we am|are <choice>`, `^ i|we have? decided`)
