package voice

import (
	"regexp"
	"strings"
	"unicode"
)

// chat marks the lines of a chat or a log from its first one on: those that
// begin with a time stamp or a speaker's mark, and what follows a line that
// holds a name and a time.
func (r *reader) chat() {
	if first := r.timed(); first >= 0 {
		r.rest(r.lines[first].start, Quoted)
	}
	for i, l := range r.lines {
		if !r.own(i) {
			continue
		}
		switch {
		case stamped.MatchString(l.bare), speakerMark(l.bare):
			r.rest(l.start, Quoted)
			return
		case r.nextOf(i) == i+1 && i+1 < len(r.lines) && (post.MatchString(l.bare) && !post.MatchString(r.lines[i+1].bare) || nameAndTime(l.bare) && !clock.MatchString(lastField(r.lines[i+1].bare))):
			r.rest(l.start, Quoted)
			return
		}
	}
}

// stamped is a line that begins with a time stamp: in brackets, of a day and a
// time, to the second, or before a name and a colon.
var stamped = regexp.MustCompile(`^[\[(<{][^\])>}\n]{0,40}\p{Nd}{1,2}[:.]\p{Nd}{2}[^\])>}\n]{0,20}[\])>}]\s*\S` +
	`|^\p{Nd}{4}[-/.年]\s?\p{Nd}{1,2}[-/.月]\s?\p{Nd}{1,2}日?\.?[T, ]+\p{Nd}{1,2}[:.]\p{Nd}{2}` +
	`|^\p{Nd}{1,2}[-/.]\p{Nd}{1,2}[-/.]\p{Nd}{2,4}[,. ]+\p{Nd}{1,2}[:.]\p{Nd}{2}` +
	`|^\p{Nd}{1,2}:\p{Nd}{2}:\p{Nd}{2}` +
	`|^\p{Nd}{1,2}[:.]\p{Nd}{2}\s?([AaPp]\.?[Mm]\.?)?\s*[-–—|]?\s*([\p{Lu}\p{Lo}][^:：\n]{0,30}[:：>]|[<@]\S)`)

// speakerMark reports whether a line begins with "[Bob] ", "(Bob) ", "bob> " or
// "Bob — ", which say who speaks.
func speakerMark(l string) bool {
	m := speaker.FindStringSubmatch(l)
	if m == nil {
		return dialogue.MatchString(l) && len(strings.Fields(l)) > shortQuote
	}
	name := m[1] + m[2] + m[3]
	if m[3] != "" && !startsWide(strings.TrimLeft(l[len(m[0])-len(lastRune(m[0])):], " ")) {
		return false
	}
	return !ownLabels[fold(name)] && !unicode.IsDigit([]rune(name)[0])
}

func lastRune(s string) string { r := []rune(s); return string(r[len(r)-1:]) }

var (
	speaker  = regexp.MustCompile(`^(?:[\[(]([\pL][\pL\pN_. -]{1,30})[\])]\s+\S|@?([\pL][\pL\pN_.-]{0,30})>\s*\S|([\p{Lu}\p{Lo}][\pL\pN_.]{0,20}(?:\s[\p{Lu}\p{Lo}][\pL\pN_.]{0,20})?)\s+[—–-]{1,2}\s+\S)`)
	dialogue = regexp.MustCompile(`^[—–―]\s*[\p{Lu}\p{Lo}]`)
)

// timed is the first line of the paragraph in which the first of several lines
// stands that are nothing but a time of the clock and its day; -1 if there are none.
func (r *reader) timed() int {
	first, n, paragraph := -1, 0, 0
	for i, l := range r.lines {
		if l.bare == "" {
			paragraph = i + 1
		}
		if !r.own(i) || !timeAlone.MatchString(l.bare) {
			continue
		}
		if n++; n == 1 {
			first = paragraph
		}
	}
	if n < 2 {
		return -1
	}
	return first
}

var timeAlone = regexp.MustCompile(`^(\pL{1,10}[.,]?\s+)?\p{Nd}{1,2}[:.]\p{Nd}{2}(\s?[AaPp]\.?[Mm]\.?)?$`)

// post is the line above a post: a name, and after a dot in the middle when it
// was written.
var post = regexp.MustCompile(`^@?\pL[^·•\n]{0,60}\s[·•]\s[^·•\n]{0,20}\p{Nd}[^·•\n]{0,12}$`)

// nameAndTime reports whether a line is a name and the time at which somebody
// spoke: "Bob Miller  10:32 AM", "4 May 10:32 · Bob".
func nameAndTime(l string) bool {
	const most, short = 8, 3 // words; letters of one that is no name
	words := strings.Fields(l)
	if len(words) < 2 {
		return false
	}
	named := startsWide(words[0]) || strings.Contains(l, " · ") || len(words) > 2 && strings.ContainsAny(words[1], "—–|·•") // a nickname, set apart
	if len(words) > most || !named || strings.HasSuffix(l, ".") && !strings.HasSuffix(l, "m.") {
		return false
	}
	timed := false
	for i, w := range words {
		timed = timed || clock.MatchString(w)
		if i > 0 && hasLetter(w) && !startsWide(w) && len([]rune(strings.Trim(w, ".,"))) > short && !dayWords[fold(w)] {
			return false
		}
	}
	tail := strings.Trim(fold(lastField(l)), "()[].")
	return timed && (strings.Contains(l, " · ") || clock.MatchString(tail) || strings.Trim(tail, "apm.") == "")
}

func lastField(l string) string {
	f := strings.Fields(l)
	if len(f) == 0 {
		return ""
	}
	return f[len(f)-1]
}
