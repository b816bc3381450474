package voice

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// line is one line of a text.
type line struct {
	start, end int // without its line break
	// bare is the line without indentation and the marks of quotes, lists and
	// emphasis before it; at is where it starts in the text.
	bare   string
	at     int
	indent int  // columns
	quoted bool // it is marked as a quotation
	item   bool // of a list
	head   bool // a heading
}

func linesOf(text string) []line {
	var out []line
	for start := 0; start <= len(text); {
		end := len(text)
		if k := strings.IndexByte(text[start:], '\n'); k >= 0 {
			end = start + k
		}
		out = append(out, newLine(text, start, end))
		start = end + 1
	}
	return out
}

const tabWidth = 4 // columns

func newLine(text string, start, end int) line {
	l := line{start: start, end: end, at: start}
	s := text[start:end]
	for _, r := range s {
		if r == '\t' {
			l.indent += tabWidth
		} else if unicode.IsSpace(r) {
			l.indent++
		} else {
			break
		}
	}
	s = l.strip(s)
	l.bare = strings.TrimRightFunc(s, unicode.IsSpace)
	if l.bare == "" {
		l.at = start
	}
	return l
}

// strip takes the marks before a line off, nested up to a depth that nobody
// reaches by hand.
func (l *line) strip(s string) string {
	const deepest = 64
	for range deepest {
		before := len(s)
		s = strings.TrimLeftFunc(s, unseen)
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case s == "" || fenceRun(s) > 0 || isRule(s):
		case strings.ContainsRune(">＞❯▌▎┃│", r):
			l.quoted, s = true, s[n:]
		case strings.ContainsRune("-*+•‣◦▪●·⁃", r) && spaceFollows(s[n:]):
			l.item, s = true, s[n:]
		case strings.ContainsRune("*_~", r) && !spaceFollows(s[n:]):
			s = s[n:] // emphasis
		case r == '#' && headingMark(s) > 0:
			l.head, s = true, s[headingMark(s):]
		case numberMark(s) > 0:
			l.item, s = true, s[numberMark(s):]
		case l.item && boxMark(s) > 0:
			s = s[boxMark(s):]
		}
		l.at += before - len(s)
		if len(s) == before {
			break
		}
	}
	return s
}

// unseen are spaces and marks without a shape of their own.
func unseen(r rune) bool {
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Cc)
}

func spaceFollows(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s == "" || unicode.IsSpace(r)
}

// numberMark is the length of "1. " or "a) ", 0 where there is none.
func numberMark(s string) int {
	const most = 3 // digits
	n := 0
	for _, r := range s {
		if !unicode.IsDigit(r) || n >= most*utf8.UTFMax {
			break
		}
		n += utf8.RuneLen(r)
	}
	if n == 0 && len(s) > 1 && s[1] == ')' && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z') {
		n = 1
	}
	if n == 0 || n >= len(s) || s[n] != '.' && s[n] != ')' || !spaceFollows(s[n+1:]) {
		return 0
	}
	return n + 1
}

func headingMark(s string) int {
	const deepest = 6
	n := len(s) - len(strings.TrimLeft(s, "#"))
	if n > deepest || !spaceFollows(s[n:]) {
		return 0
	}
	return n
}

func boxMark(s string) int {
	for _, box := range []string{"[ ] ", "[x] ", "[X] "} {
		if strings.HasPrefix(s, box) {
			return len(box)
		}
	}
	return 0
}

// fenceRun is how many marks of a code fence a line begins with, 0 for fewer
// than three.
func fenceRun(s string) int {
	const least = 3
	for _, mark := range []string{"`", "~", ":"} {
		if n := len(s) - len(strings.TrimLeft(s, mark)); n >= least {
			return n
		}
	}
	return 0
}

// isRule reports whether a line is nothing but a run of the same mark.
func isRule(s string) bool {
	const least = 3
	first, n := rune(0), 0
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			continue
		case first == 0 && strings.ContainsRune(ruleMarks+"*_", r):
			first = r
		case r != first:
			return false
		}
		n++
	}
	return n >= least
}

const ruleMarks = "-=~#─━═—–•·"
