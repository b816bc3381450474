package when

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word or a number with what hangs on it ("9:30", "12th", "14.6.").
type token struct {
	start, end int
	text, low  string
	// next is the rune right after the token, 0 at the end of the text.
	next rune
}

// tokenise cuts text into words and numbers. A number keeps inner and, before
// a space, trailing full stops; a word keeps inner apostrophes.
func tokenise(text string) []token {
	var toks []token
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r < utf8.RuneSelf && isDigit(byte(r)):
			j := numberEnd(text, i)
			toks = append(toks, newToken(text, i, j))
			i = j
		case unicode.IsLetter(r):
			j := wordEnd(text, i)
			toks = append(toks, newToken(text, i, j))
			i = j
		default:
			i += n
		}
	}
	return toks
}

func newToken(text string, i, j int) token {
	t := token{start: i, end: j, text: text[i:j], low: strings.ToLower(text[i:j])}
	t.low = strings.ReplaceAll(t.low, "’", "'")
	if j < len(text) {
		t.next, _ = utf8.DecodeRuneInString(text[j:])
	}
	return t
}

func numberEnd(text string, i int) int {
	j := i
	for j < len(text) {
		c := text[j]
		switch {
		case c >= '0' && c <= '9':
			j++
		case (c == '.' || c == ':' || c == '/' || c == '-') && j+1 < len(text) && isDigit(text[j+1]):
			j++
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			j++ // 12th, 9am
		default:
			return j
		}
	}
	return j
}

func wordEnd(text string, i int) int {
	j := i
	for j < len(text) {
		r, n := utf8.DecodeRuneInString(text[j:])
		if unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) {
			j += n
			continue
		}
		if (r == '\'' || r == '’') && j+n < len(text) {
			if after, _ := utf8.DecodeRuneInString(text[j+n:]); unicode.IsLetter(after) {
				j += n
				continue
			}
		}
		break
	}
	return j
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// low is the lower-case word at i, or "" past either end.
func (r *reader) low(i int) string {
	if i < 0 || i >= len(r.toks) {
		return ""
	}
	return r.toks[i].low
}

// adjacent reports whether only spaces, a comma or a hyphen stand between the
// tokens i and i+1.
func (r *reader) adjacent(i int) bool {
	if i < 0 || i+1 >= len(r.toks) {
		return false
	}
	gap := r.text[r.toks[i].end:r.toks[i+1].start]
	return gap == " " || gap == ", " || gap == "-" || gap == "  " || gap == ". "
}

// words reports whether the tokens from i on read as the given words.
func (r *reader) words(i int, want ...string) bool {
	for k, w := range want {
		if r.low(i+k) != w || (k > 0 && !r.adjacent(i+k-1)) {
			return false
		}
	}
	return true
}

// ends reports whether nothing but punctuation follows token i, or no word at all.
func (r *reader) ends(i int) bool {
	if i+1 >= len(r.toks) {
		return true
	}
	return strings.Trim(r.text[r.toks[i].end:r.toks[i+1].start], " ") != ""
}
