package english

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokenize cuts a sentence into words and marks as the treebank does: "don't"
// is "do" and "n't", "Anna's" is "Anna" and "'s". Chat spellings without the
// apostrophe are cut the same way.
func Tokenize(text string) []Token {
	out := make([]Token, 0, len(text)/4+1)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			i += n
			continue
		}
		j := i + n
		switch {
		case strings.HasPrefix(text[i:], "http://"), strings.HasPrefix(text[i:], "https://"), strings.HasPrefix(text[i:], "www."):
			j = spaceAfter(text, i)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			j = wordEnd(text, i)
		default:
			j = sameEnd(text, j, r)
		}
		out = split(out, text, i, j)
		i = j
	}
	return out
}

func spaceAfter(text string, i int) int {
	if k := strings.IndexFunc(text[i:], unicode.IsSpace); k >= 0 {
		return i + k
	}
	return len(text)
}

// sameEnd is the end of a run of one mark.
func sameEnd(text string, j int, r rune) int {
	for j < len(text) {
		next, m := utf8.DecodeRuneInString(text[j:])
		if next != r && next != 0xFE0F && next != 0x200D {
			break
		}
		j += m
	}
	return j
}

// wordEnd keeps inner apostrophes, hyphens and the inner marks of numbers,
// addresses and initials.
func wordEnd(text string, i int) int {
	j := i
	for j < len(text) {
		r, n := utf8.DecodeRuneInString(text[j:])
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r) || r == '_' {
			j += n
			continue
		}
		next, _ := utf8.DecodeRuneInString(text[j+n:])
		inner := strings.ContainsRune("'’-@./:,&", r) && j+n < len(text) && (unicode.IsLetter(next) || unicode.IsDigit(next))
		prev, _ := utf8.DecodeLastRuneInString(text[:j])
		switch {
		case !inner:
			return j
		case (r == ',' || r == ':' || r == '/') && !(unicode.IsDigit(prev) && unicode.IsDigit(next)):
			return j
		}
		j += n
	}
	return j
}

// split adds the word at [i, j), cut where a contraction is.
func split(out []Token, text string, i, j int) []Token {
	w := text[i:j]
	low := strings.ReplaceAll(strings.ToLower(w), "’", "'")
	cut := 0
	if len(low) == len(w) || strings.Contains(w, "’") {
		cut = contraction(low)
	}
	if cut > 0 && strings.Contains(w, "’") { // the mark takes three bytes as written
		k := 0
		for n := 0; n < cut && k < len(w); n++ {
			_, size := utf8.DecodeRuneInString(w[k:])
			k += size
		}
		cut = k
	}
	if cut > 0 && cut < len(w) {
		return append(out, newToken(text, i, i+cut), newToken(text, i+cut, j))
	}
	return append(out, newToken(text, i, j))
}

func newToken(text string, i, j int) Token {
	w := text[i:j]
	return Token{Start: i, End: j, Text: w, Low: strings.ReplaceAll(strings.ToLower(w), "’", "'"), Head: -1}
}

// contraction gives where a word is cut, 0 if it is one token.
func contraction(low string) int {
	if n, ok := joined[low]; ok {
		return n
	}
	for _, end := range [...]string{"n't", "'s", "'re", "'ve", "'ll", "'m", "'d"} {
		if strings.HasSuffix(low, end) && len(low) > len(end) {
			return len(low) - len(end)
		}
	}
	return 0
}

// joined are two words written as one, with the length of the first. Words
// that are also others ("its", "well", "were", "ill", "id") are left alone.
var joined = map[string]int{
	"im": 1, "ive": 1, "youre": 3, "youve": 3, "theyre": 4, "theyve": 4, "weve": 2, "thats": 4, "whats": 4, "hes": 2, "shes": 3, "theres": 5, "wheres": 5, "hows": 3, "whos": 3,
	"dont": 2, "doesnt": 4, "didnt": 3, "isnt": 2, "arent": 3, "wasnt": 3, "werent": 4, "cant": 2, "couldnt": 5, "wouldnt": 5, "shouldnt": 6, "wont": 2, "hasnt": 3, "havent": 4, "hadnt": 3, "aint": 2,
	"cannot": 3, "gonna": 3, "wanna": 3, "gotta": 3, "youll": 3, "theyll": 4, "itll": 2,
}
