package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"muisto/memory/secret"
)

// word is one word, number, address, mark or emoji of a text.
type word struct {
	start, end int    // byte offsets in the text
	text       string // as written
	low        string // lower case, straight apostrophes, common slips put right
	mark       bool   // punctuation, a symbol or an emoji
	quoted     bool   // inside quotation marks
}

// words cuts a text into words and marks. An address, a number with its inner
// marks and a word with its inner apostrophes and hyphens are one each; a run
// of the same mark is one.
func words(text string) []word {
	const perWord = 4 // bytes, its space included; there are hardly ever more words
	out := make([]word, 0, len(text)/perWord+1)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			i += n
			continue
		}
		j, mark := i+n, true
		switch {
		case r == '[' && strings.HasPrefix(text[i:], secret.Redacted):
			j, mark = i+len(secret.Redacted), false
		case addressAt(text[i:]):
			j, mark = spaceAfter(text, i), false
		case unicode.IsDigit(r):
			j, mark = numberEnd(text, i), false
		case unicode.IsLetter(r):
			j, mark = letterEnd(text, i), false
		default:
			for j < len(text) {
				next, m := utf8.DecodeRuneInString(text[j:])
				if next != r && next != 0xFE0F && next != 0x200D {
					break
				}
				j += m
			}
		}
		w := word{start: i, end: j, text: text[i:j], mark: mark}
		w.low = lower(w.text)
		out = append(out, w)
		i = j
	}
	markQuoted(out)
	return out
}

func lower(s string) string {
	s = strings.ToLower(s)
	if strings.Contains(s, "’") {
		s = strings.ReplaceAll(s, "’", "'")
	}
	if right, ok := slips[s]; ok {
		return right
	}
	return s
}

func addressAt(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "www.")
}

func spaceAfter(text string, i int) int {
	if k := strings.IndexFunc(text[i:], unicode.IsSpace); k >= 0 {
		return i + k
	}
	return len(text)
}

func numberEnd(text string, i int) int {
	j := i
	for j < len(text) {
		r, n := utf8.DecodeRuneInString(text[j:])
		inner := strings.ContainsRune(".,:/-", r) && j+n < len(text) && text[j+n] >= '0' && text[j+n] <= '9'
		if !unicode.IsDigit(r) && !unicode.IsLetter(r) && !inner {
			break
		}
		j += n
	}
	return j
}

func letterEnd(text string, i int) int {
	j := i
	for j < len(text) {
		r, n := utf8.DecodeRuneInString(text[j:])
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) {
			j += n
			continue
		}
		if (r == '\'' || r == '’' || r == '-' || r == '@' || r == '.' && strings.ContainsRune(text[i:j], '@')) && j+n < len(text) {
			if next, _ := utf8.DecodeRuneInString(text[j+n:]); unicode.IsLetter(next) {
				j += n
				continue
			}
		}
		break
	}
	return j
}

// markQuoted marks what stands between a pair of quotation marks.
func markQuoted(ws []word) {
	open := -1
	for i, w := range ws {
		if !w.mark {
			continue
		}
		switch w.text {
		case `"`:
			if open >= 0 {
				quote(ws[open+1 : i])
				open = -1
			} else {
				open = i
			}
		case "“", "„", "«":
			open = i
		case "”", "»":
			if open >= 0 {
				quote(ws[open+1 : i])
				open = -1
			}
		}
	}
}

func quote(ws []word) {
	for i := range ws {
		ws[i].quoted = true
	}
}

// plain is the sentence as the rules read it: lower case, contractions spelt
// out, marks as words of their own, what is quoted replaced by one "“”".
type plain struct {
	words []string
	from  []int // index of the word in the sentence it came from
}

func plainOf(ws []word) plain {
	p := plain{words: make([]string, 0, len(ws)+2), from: make([]int, 0, len(ws)+2)}
	add := func(i int, parts ...string) {
		for _, s := range parts {
			p.words = append(p.words, s)
			p.from = append(p.from, i)
		}
	}
	for i, w := range ws {
		switch {
		case w.quoted:
			if i == 0 || !ws[i-1].quoted {
				add(i, "“”")
			}
		case w.mark:
			add(i, string([]rune(w.text)[0]))
		default:
			add(i, spelt(w.low, startsClause(ws, i), nextLow(ws, i))...)
		}
	}
	return p
}

// afterIs are words that follow "my sister's" only where it stands for "is" or
// "has".
var afterIs = set(`the a an not been got gone coming going just already still never always getting being here there`)

func startsClause(ws []word, i int) bool {
	return i == 0 || ws[i-1].mark || opener[ws[i-1].low]
}

func nextLow(ws []word, i int) string {
	if i+1 < len(ws) {
		return ws[i+1].low
	}
	return ""
}

// spelt spells a contraction out.
func spelt(low string, startsClause bool, next string) []string {
	if parts, ok := contractions[low]; ok {
		return parts
	}
	switch {
	case low == "its" && startsClause && !nounAfterIts(next):
		return []string{"it", "is"}
	case low == "ill" && startsClause && baseVerb[next]:
		return []string{"i", "will"}
	case strings.HasSuffix(low, "n't"):
		return []string{strings.TrimSuffix(low, "n't"), "not"}
	case strings.HasSuffix(low, "'ll"):
		return []string{strings.TrimSuffix(low, "'ll"), "will"}
	case strings.HasSuffix(low, "'s") && afterIs[next]:
		return []string{strings.TrimSuffix(low, "'s"), "is"}
	}
	return []string{low}
}

// nounAfterIts tells "its tail" from "its closer to 11k" by what cannot follow
// a possessive.
func nounAfterIts(next string) bool {
	return !determiner[next] && !preposition[next] && !number(next) && next != "not" && next != "so" && next != "too" &&
		!strings.HasSuffix(next, "er") && !strings.HasSuffix(next, "ing") && !dayWord(next) && !adjective[next]
}

// code reports whether w is letters with figures: a room, a flight.
func code(w string) bool {
	const longest = 8 // bytes
	return len(w) <= longest && strings.ContainsAny(w, "0123456789") && !strings.Contains(w, "@")
}

// number reports whether w starts with a digit or is a small number in words.
func number(w string) bool {
	return w != "" && (w[0] >= '0' && w[0] <= '9' || numberWord[w])
}
