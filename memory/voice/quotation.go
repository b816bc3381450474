package voice

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// shortQuote is how many words between quotation marks name a thing rather than
// say what somebody said: the "Blue Door" café.
const shortQuote = 3

// shortRunes is the same where words are not spaced.
const shortRunes = 8

// closers are the marks that may close a quotation, by the one that opens it.
var closers = map[rune]string{
	'"': "\"", '“': "”“\"", '„': "“”\"", '”': "”", '’': "’", '‟': "”\"", '«': "»", '»': "«»", '‹': "›", '›': "‹›", '‘': "’", '‚': "‘’", '\'': "'",
	'「': "」", '『': "』", '《': "》", '〈': "〉", '【': "】", '〝': "〞〟", '＂': "＂", '❝': "❞", '❛': "❜", '｢': "｣", '`': "`´'", '´': "´'",
}

func isOpening(r rune) bool { _, ok := closers[r]; return ok }

// quotations marks what stands between quotation marks of any style, where it
// is more than a name. One that is not closed goes on to the end.
func (r *reader) quotations() {
	before := ' '
	for i := 0; i < len(r.text); {
		mark, n := utf8.DecodeRuneInString(r.text[i:])
		if r.kinds[i] != Own || !r.opens(i, n, mark, before) {
			before = mark
			i += n
			continue
		}
		end, found := r.closes(i+n, mark)
		switch {
		case !found && single(mark):
			end = i + n // an apostrophe
		case !found, saysMuch(r.text[i+n : end]):
			r.mark(i, end, Quoted)
		}
		before, i = mark, max(end, i+n)
	}
}

func single(r rune) bool { return strings.ContainsRune("'‘’‚`´›‹", r) }

// opens reports whether a mark opens a quotation: after a space or another
// mark, and before something.
func (r *reader) opens(i, n int, mark, before rune) bool {
	if !isOpening(mark) || unicode.IsLetter(before) && !unicode.In(before, unicode.Lo) || unicode.IsDigit(before) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(r.text[i+n:])
	return i+n < len(r.text) && (!unicode.IsSpace(next) || mark == '«' || mark == '“' || mark == '„')
}

// closes is where the quotation ends whose mark ends at a byte, its own mark
// included.
func (r *reader) closes(from int, open rune) (int, bool) {
	ends, ok := r.pairs[open]
	if !ok {
		ends = r.pair(open)
		r.pairs[open] = ends
	}
	if end, ok := ends[from]; ok {
		return end, true
	}
	return len(r.text), false
}

// pair finds where each quotation with an opening mark ends, by where its mark
// ends. A mark that closes itself closes all before it, another the last one.
func (r *reader) pair(open rune) map[int]int {
	closing := closers[open]
	itself := strings.ContainsRune(closing, open)
	ends := make(map[int]int)
	var waiting []int
	for i := 0; i < len(r.text); {
		mark, n := utf8.DecodeRuneInString(r.text[i:])
		closed := strings.ContainsRune(closing, mark) && !(single(open) && r.inWord(i, n))
		for closed && len(waiting) > 0 {
			last := len(waiting) - 1
			ends[waiting[last]] = i + n
			waiting = waiting[:last]
			closed = itself
		}
		switch {
		case mark == open:
			waiting = append(waiting, i+n)
		case single(open) && mark == '\n' && strings.HasPrefix(r.text[i:], "\n\n"):
			waiting = waiting[:0]
		}
		i += n
	}
	return ends
}

// inWord reports whether a mark stands between two letters.
func (r *reader) inWord(i, n int) bool {
	next, _ := utf8.DecodeRuneInString(r.text[i+n:])
	return unicode.IsLetter(next)
}

// saysMuch reports whether a quotation is more than a name or a word.
func saysMuch(s string) bool {
	if len(strings.Fields(s)) > shortQuote {
		return true
	}
	unspaced := 0
	for _, r := range s {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) {
			unspaced++
		}
	}
	return unspaced > shortRunes || strings.ContainsAny(s, "!?.。！？\n,") && len(strings.Fields(s)) > 1
}
