package voice

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fences marks blocks of code. One that is not closed goes on to the end.
func (r *reader) fences() {
	for i := 0; i < len(r.lines); i++ {
		open := r.lines[i].bare
		run := fenceRun(open)
		if run == 0 {
			continue
		}
		if open[0] == '`' && strings.Contains(open[run:], "`") { // closed on its line
			r.markLine(i, Material)
			continue
		}
		r.markLine(i, Material)
		for i++; i < len(r.lines); i++ {
			r.markLine(i, Material)
			if l := r.lines[i].bare; fenceRun(l) >= run && l[0] == open[0] && strings.Trim(l, open[:1]) == "" {
				break
			}
		}
	}
}

// quotedLines marks quoted lines, and those that go on with a sentence of
// theirs without the mark, as broken lines of a mail do. Markdown counts every
// line up to a blank one to the quotation, but people answer right below what
// they quote, and chats show it so: a sentence that begins there is the writer's.
func (r *reader) quotedLines() {
	goesOn := false
	for i, l := range r.lines {
		quoted := l.quoted || goesOn && l.bare != ""
		if quoted {
			r.markLine(i, Quoted)
		}
		goesOn = quoted && i+1 < len(r.lines) && !(endsSentence(l.bare) && startsWide(r.lines[i+1].bare))
	}
}

// endsSentence reports whether a line ends with the end of a sentence.
func endsSentence(l string) bool {
	l = strings.TrimRightFunc(l, func(r rune) bool { return unicode.In(r, unicode.Pe, unicode.Pf) || strings.ContainsRune("\"'*_~", r) })
	end, _ := utf8.DecodeLastRuneInString(l)
	return strings.ContainsRune(".!?…。！？", end)
}

// indented marks what is set apart by its indentation, and headings. What goes
// on with an item of a list is part of it.
func (r *reader) indented() {
	const block = 4 // columns
	inList := false
	for i, l := range r.lines {
		switch {
		case l.head, l.indent >= block && !inList && l.bare != "":
			r.markLine(i, Material)
		default:
			inList = l.item || inList && l.bare != "" && l.indent > 0
		}
	}
}

// structured marks lines that are written for programs: tables, records, logs,
// changes to files, subtitles, comments.
func (r *reader) structured() {
	for i := 0; i < len(r.lines); i++ {
		l := r.lines[i].bare
		switch {
		case l == "":
		case strings.HasPrefix(l, "{"), strings.HasPrefix(l, "[{"), strings.HasPrefix(l, "[["):
			for end := r.closing(i); ; i++ {
				r.markLine(i, Material)
				if i == end {
					break
				}
			}
		case subtitleTime.MatchString(l):
			r.rest(r.lines[max(i-1, 0)].start, Quoted)
			return
		case changeMark.MatchString(l):
			r.rest(r.lines[i].start, Material)
			return
		case isRow(l), r.isRecord(i), record.MatchString(l):
			r.markLine(i, Material)
		}
	}
}

// closing is the index of the line that closes what the one at i opens, the
// last one if none does.
func (r *reader) closing(i int) int {
	depth := 0
	for ; i < len(r.lines); i++ {
		depth += strings.Count(r.lines[i].bare, "{") + strings.Count(r.lines[i].bare, "[") -
			strings.Count(r.lines[i].bare, "}") - strings.Count(r.lines[i].bare, "]")
		if depth <= 0 {
			return i
		}
	}
	return len(r.lines) - 1
}

var (
	subtitleTime = regexp.MustCompile(`\d\d[:.]\d\d[.,:]\d.*--+>|^WEBVTT\b|^\{\d+\}\{\d+\}`)
	changeMark   = regexp.MustCompile(`^(diff --git |@@ .*@@|\+\+\+ \S|--- [ab]/)`)
	// record is a line of a program's log, of its code or of its settings.
	record = regexp.MustCompile(`^(\[?(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b[\]:]?\s|//|/\*|#!|\$ |[\w.-]+@[\w.-]+[:~][^ ]*[$#] |\[\^?[^\]\s]{1,20}\]:|"[^"\n]{1,60}"\s*:|\w+\s*=\s*["'\[{])|[)}\]'"]\s*;$`)
)

// isRow reports whether a line is a row of a table.
func isRow(l string) bool {
	bars := strings.Count(l, "|") - 2*strings.Count(l, "||") - strings.Count(l, "<|") - strings.Count(l, "|>")
	return bars > 1 || strings.HasPrefix(l, "|") || strings.HasPrefix(l, "+--") || strings.ContainsAny(l, "│┃") || strings.Count(l, "\t") > 1
}

// isRecord reports whether a line has as many fields as one beside it, with
// nothing but a separator between them.
func (r *reader) isRecord(i int) bool {
	for _, sep := range []struct {
		mark  string
		least int
	}{{"\t", 1}, {";", 2}, {",", 2}, {":", 1}, {"=>", 1}, {"->", 1}} {
		n := r.fields(i, sep.mark)
		if n < sep.least {
			continue
		}
		for _, k := range []int{i - 1, i + 1} {
			if k >= 0 && k < len(r.lines) && r.fields(k, sep.mark) == n {
				return true
			}
		}
	}
	return false
}

// fields counts the separators of a line, 0 for one that stands as in prose. A
// colon counts once, after a key in capitals and right before its value.
func (r *reader) fields(i int, sep string) int {
	l := r.lines[i].bare
	switch {
	case sep == ":" && keyed.MatchString(l):
		return 1
	case sep == ":", sep == "," && strings.Contains(l, ", "):
		return 0
	}
	return strings.Count(l, sep)
}

var keyed = regexp.MustCompile(`^[A-Z][A-Z0-9-]+(;[^:\n]{0,80})?:\S`)

// rules marks what is set apart by a line across the page: what comes after it
// is somebody else's, or was put there.
func (r *reader) rules() {
	for _, l := range r.lines {
		if l.bare == "" || r.kinds[l.at] != Own {
			continue
		}
		if isRule(l.bare) || l.bare == "--" || ruled.MatchString(l.bare) {
			r.rest(l.start, Quoted)
			return
		}
	}
}

// ruled are words between two such lines: "-----Original Message-----".
var ruled = regexp.MustCompile(`^([-=─━═—–_]{2,}|[*#~]{3,}\s).*\S.*([-=─━═—–_]{2,}|\s[*#~]{3,})$|^[-=─━═—–_]{4,}\s*\S`)

// markup marks what stands between tags, in comments and in pictures. A tag at
// the start of a line that is never closed goes on to the end.
func (r *reader) markup() {
	for _, re := range []*regexp.Regexp{comment, picture, macro, inlineCode} {
		for _, at := range re.FindAllStringIndex(r.text, -1) {
			if re != inlineCode || len(strings.Fields(r.text[at[0]:at[1]])) > shortQuote {
				r.mark(at[0], at[1], Material)
			}
		}
	}
	r.tags(angled, "</", true)
	r.tags(squared, "[/", false)
}

var (
	comment    = regexp.MustCompile(`(?s)<!--.*?(-->|\z)|/\*.*?(\*/|\z)`)
	picture    = regexp.MustCompile(`!\[[^\]\n]*\]\([^)\n]*\)`)
	macro      = regexp.MustCompile(`(?si)#\+begin_.*?(#\+end_\S*|\z)|\{\{.*?(\}\}|\z)|\\begin\{.*?(\\end\{[^}\n]*\}|\z)`)
	inlineCode = regexp.MustCompile("`[^`\n]+`")
	angled     = regexp.MustCompile(`<(/?[\pL_][\pL\pN_.:-]*)(\s[^<>\n]*)?/?>`)
	squared    = regexp.MustCompile(`\[(/?[\pL_][\pL\pN_-]*)([=\s][^\[\]\n]*)?\]`)
)

func (r *reader) tags(re *regexp.Regexp, closer string, openEnded bool) {
	found := re.FindAllStringSubmatchIndex(r.text, -1)
	last := make(map[string]int) // where the last of a closing tag ends
	for _, at := range found {
		if name := strings.ToLower(r.text[at[2]:at[3]]); strings.HasPrefix(r.text[at[0]:], closer) {
			last[name[1:]] = at[1]
		}
	}
	starts := make(map[int]bool)
	for _, l := range r.lines {
		starts[l.at] = true
	}
	marked := 0
	for _, at := range found {
		end := last[strings.ToLower(r.text[at[2]:at[3]])]
		switch {
		case end > at[1]:
			r.mark(max(at[0], marked), end, Material)
			marked = max(marked, end)
		case openEnded && starts[at[0]] && !strings.HasPrefix(r.text[at[0]:], closer):
			r.rest(at[0], Material)
		case openEnded:
			r.mark(at[0], at[1], Material)
		}
	}
}

func hasLetter(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) >= 0 }
