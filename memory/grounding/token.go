package grounding

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word of a text, or a run of characters of a script that puts no
// spaces between words.
type token struct {
	start, end int // bytes
	text, low  string
	unspaced   bool
}

// tokens takes a text apart. What stands before or after an apostrophe is a word
// of its own, but for the English n't.
func tokens(text string) []token {
	var list []token
	start, kind := -1, 0
	flush := func(end int) {
		if start >= 0 {
			list = append(list, tokenOf(text, start, end, kind == unspacedRune))
		}
		start = -1
	}
	for i, r := range text {
		k := kindOf(r)
		switch {
		case k == markRune && kind == wordRune && strings.HasPrefix(strings.ToLower(text[i+utf8.RuneLen(r):]), "t") && strings.HasSuffix(strings.ToLower(text[max(start, 0):i]), "n"):
			continue // don't
		case k == 0 || k == markRune:
			flush(i)
		case start >= 0 && k != kind:
			flush(i)
			start = i
		case start < 0:
			start = i
		}
		kind = k
	}
	flush(len(text))
	return list
}

const (
	wordRune = iota + 1
	unspacedRune
	markRune
)

func kindOf(r rune) int {
	switch {
	case r == '\'' || r == '’':
		return markRune
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー':
		return unspacedRune
	case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
		return wordRune
	}
	return 0
}

func tokenOf(text string, start, end int, unspaced bool) token {
	s := text[start:end]
	if unspaced {
		return token{start, end, s, words.alias.Replace(s), unspaced}
	}
	return token{start, end, s, strings.ReplaceAll(strings.ToLower(s), "’", "'"), unspaced}
}
