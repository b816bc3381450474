package encoder

import (
	"strings"
	"unicode"
	"unicode/utf8"

	unicodenorm "golang.org/x/text/unicode/norm"
)

// vocabulary is the pieces that texts are made of, in byte order; the number
// of a piece is its place.
type vocabulary struct {
	text  string // each piece and a line feed
	start []uint32
	// begin and end mark the ends of a text, unknown takes the place of a word
	// that cannot be pieced together.
	begin, end, unknown int
}

// maxWord is the longest word that is pieced together, in characters; the
// model's own.
const maxWord = 100

// maxText bounds how much of a text is looked at, in bytes: more than
// MaxTokens pieces take in any script.
const maxText = 64 * MaxTokens

// find returns the number of a piece.
func (v *vocabulary) find(piece string) (int, bool) {
	lo, hi := 0, len(v.start)-1
	for lo < hi {
		mid := (lo + hi) / 2
		if v.text[v.start[mid]:v.start[mid+1]-1] < piece {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(v.start)-1 && v.text[v.start[lo]:v.start[lo+1]-1] == piece {
		return lo, true
	}
	return 0, false
}

// encode returns the numbers of the pieces of a text between the two marks, at
// most MaxTokens: words and marks in lower case without accents, each by the
// longest pieces from its start (WordPiece: Schuster and Nakajima 2012).
func (v *vocabulary) encode(text string) []int {
	if len(text) > maxText {
		text = text[:maxText]
	}
	pieces := make([]int, 1, MaxTokens)
	pieces[0] = v.begin
	for _, word := range basicWords(text) {
		pieces = v.piece(pieces, word)
		if len(pieces) >= MaxTokens-1 {
			pieces = pieces[:MaxTokens-1]
			break
		}
	}
	return append(pieces, v.end)
}

func (v *vocabulary) piece(pieces []int, word string) []int {
	if utf8.RuneCountInString(word) > maxWord {
		return append(pieces, v.unknown)
	}
	from, prefix := len(pieces), ""
	for word != "" {
		end, number := len(word), 0
		for ; end > 0; end-- {
			if end < len(word) && !utf8.RuneStart(word[end]) {
				continue
			}
			if n, ok := v.find(prefix + word[:end]); ok {
				number = n
				break
			}
		}
		if end == 0 {
			return append(pieces[:from], v.unknown)
		}
		pieces = append(pieces, number)
		word, prefix = word[end:], "##"
	}
	return pieces
}

// basicWords cuts a text at spaces, and makes each mark and each character of
// a script without spaces a word of its own.
func basicWords(text string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for _, r := range unicodenorm.NFD.String(strings.ToLower(strings.ToValidUTF8(text, ""))) {
		switch {
		case unicode.Is(unicode.Mn, r), r == 0, r == utf8.RuneError:
		case unicode.IsSpace(r):
			flush()
		case unicode.Is(unicode.C, r):
		case isMark(r), unicode.Is(unicode.Han, r):
			flush()
			words = append(words, string(r))
		default:
			word.WriteRune(r)
		}
	}
	flush()
	return words
}

// isMark reports whether r is punctuation or one of the ASCII symbols.
func isMark(r rune) bool {
	return unicode.IsPunct(r) || r < utf8.RuneSelf && unicode.IsSymbol(r)
}
