package voice

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mail marks forwarded and answered mail from its headers on.
func (r *reader) mail() {
	for i := 0; i < len(r.lines); i++ {
		if !r.own(i) {
			continue
		}
		end, ok := r.head(i)
		if ok {
			r.rest(r.lines[i].start, Quoted)
			return
		}
		i = max(i, end-1) // what holds of no whole run holds of no part of it
	}
}

// head reports whether the headers of a mail begin at a line: fields with a
// name and a value, of which some hold an address or a time of the clock, or
// several above a text. The fields end before the line end.
func (r *reader) head(i int) (end int, ok bool) {
	const many = 3
	n, known, telling := 0, 0, false
	k := i
	for ; k < len(r.lines); k++ {
		key, value, ok := header(r.lines[k].bare)
		if !ok {
			break
		}
		n++
		if mailHeaders[fold(key)] {
			known++
		}
		telling = telling || address.MatchString(value) || clock.MatchString(value) && date.MatchString(value)
	}
	if n == 0 {
		return k, false
	}
	next := r.nextOf(k - 1)
	above := next > k && next < len(r.lines) && len(strings.Fields(r.lines[next].bare)) > shortQuote
	return k, n > 1 && (telling || known > 1) || n >= many && above || known > 0 && next < len(r.lines)
}

var (
	address = regexp.MustCompile(`[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+`)
	clock   = regexp.MustCompile(`(?:^|[^\pN])\p{Nd}{1,2}[:.]\p{Nd}{2}(?:[^\pN]|$)`)
	date    = regexp.MustCompile(`\p{Nd}{1,4}[-./年]\s?\p{Nd}{1,2}|\p{Nd}{4}|\p{Nd}{1,2}\.?\s\pL`)
)

// header cuts "Key: value". The key is a word or a few.
func header(l string) (key, value string, ok bool) {
	const longest, words = 30, 3
	i, n := colon(l)
	if i < 0 {
		return "", "", false
	}
	key, value = strings.Trim(l[:i], "*_ "), strings.Trim(l[i+n:], "*_ ")
	ok = hasLetter(key) && utf8.RuneCountInString(key) <= longest && len(strings.Fields(key)) <= words && !strings.ContainsAny(key, ".,;!?\"“”")
	return key, value, ok
}

// colon is where a colon that ends a clause stands in a line, with its length;
// -1 if nowhere. The ones of times and addresses do not.
func colon(l string) (at, length int) {
	for i, r := range l {
		switch r {
		case ':', '：', '︰', '﹕', '꞉', '∶', 'ː':
			n := utf8.RuneLen(r)
			rest := strings.TrimLeft(l[i+n:], "*_~")
			next, _ := utf8.DecodeRuneInString(rest)
			if rest == "" || unicode.IsSpace(next) || r == '：' || unicode.In(next, unicode.Lo) || isOpening(next) {
				return i, n
			}
		}
	}
	return -1, 0
}

// letter marks a letter: a short line that greets, ended by a comma or a mark,
// and at the end a name, or a short line and a name.
func (r *reader) letter() {
	first := r.nextOf(-1)
	for first < len(r.lines) && !r.greets(first) {
		first = r.nextOf(first)
	}
	last := len(r.lines) - 1
	for last > first && r.lines[last].bare == "" {
		last--
	}
	if first >= last || !r.own(first) {
		return
	}
	const name = 3 // words
	signed := len(strings.Fields(r.lines[last].bare)) <= name && startsWide(r.lines[last].bare) && !strings.HasSuffix(r.lines[last].bare, "?")
	if signed && r.nextOf(first) != last {
		r.rest(r.lines[first].start, Quoted)
	}
}

// greets reports whether a line greets, with more of the text set apart below.
func (r *reader) greets(i int) bool {
	const longest = 4 // words
	l := r.lines[i].bare
	n := len(strings.Fields(l))
	if n == 0 || n > longest || r.lines[i].item || strings.Contains(fold(l), "muisto") {
		return false
	}
	end, _ := utf8.DecodeLastRuneInString(l)
	next := r.nextOf(i)
	return strings.ContainsRune(",，、", end) && next < len(r.lines) && next > i+1 || n > 1 && end == '!' && next > i+1 && next < len(r.lines)
}

// startsWide reports whether a text begins as a sentence or a name does: with a
// capital, or with a letter of a script that has none.
func startsWide(s string) bool {
	s = strings.TrimLeftFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r) || unicode.IsTitle(r) || unicode.In(r, unicode.Lo)
}
