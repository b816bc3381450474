package recall

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWord bounds a word in bytes: longer runs are hashes, links or base64, and
// their beginning is enough to find them by.
const maxWord = 48

// token is one word of a text.
type token struct {
	// lower is the word as written, in lower case: what stemmers want.
	lower string
	// key is lower without diacritics: what the index looks words up by.
	key string
	// gram marks a piece of a text whose words are not spaced; it has no stem
	// and no beginning.
	gram bool
	// capital is set where the word was written with a capital first letter.
	capital bool
}

// tokens cuts a text into words, in order. Where words are not spaced
// (Chinese, Japanese, Thai, Lao, Khmer, Burmese) it gives every pair of
// neighbouring characters, and every Chinese character by itself too.
func tokens(text string, yield func(token)) {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case unspaced(r):
			end := runEnd(text, i, unspaced)
			grams(text[i:end], yield)
			i = end
		case wordRune(r):
			end := runEnd(text, i, func(r rune) bool { return wordRune(r) && !unspaced(r) || apostrophe(r) })
			spaced(text[i:end], yield)
			i = end
		default:
			i += n
		}
	}
}

func runEnd(text string, i int, in func(rune) bool) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !in(r) {
			break
		}
		i += n
	}
	return i
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' }

func unspaced(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r == 'ー'
}

// spaced yields a run of letters, cut at apostrophes; what is left of an
// English contraction after one ("'s", "'t") is no word.
func spaced(run string, yield func(token)) {
	first := true
	for run != "" {
		i := strings.IndexFunc(run, apostrophe)
		part := run
		if i < 0 {
			run = ""
		} else {
			_, n := utf8.DecodeRuneInString(run[i:])
			part, run = run[:i], run[i+n:]
		}
		if part != "" && (first || !contracted(part)) {
			yield(word(part))
			first = false
		}
	}
}

func contracted(part string) bool {
	switch strings.ToLower(part) {
	case "s", "t", "d", "m", "ll", "re", "ve":
		return true
	}
	return false
}

func word(part string) token {
	if len(part) > maxWord {
		cut := maxWord
		for !utf8.RuneStart(part[cut]) {
			cut--
		}
		part = part[:cut]
	}
	r, _ := utf8.DecodeRuneInString(part)
	lower := strings.ToLower(part)
	return token{lower: lower, key: fold(lower), capital: unicode.IsUpper(r)}
}

func grams(run string, yield func(token)) {
	last, lastSize := rune(0), 0
	for i, r := range run {
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			lastSize = 0
			continue
		}
		if lastSize > 0 {
			yield(gram(run[i-lastSize : i+n]))
		}
		if unicode.Is(unicode.Han, r) || last == 0 && i+n == len(run) {
			yield(gram(run[i : i+n]))
		}
		last, lastSize = r, n
	}
}

func gram(s string) token { return token{lower: s, key: s, gram: true} }
