package grounding

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/turkish"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// stemmers of every language: the language of a short text is often not told.
var stemmers = []func(*snowballstem.Env) bool{
	english.Stem, finnish.Stem, german.Stem, spanish.Stem, french.Stem, italian.Stem, portuguese.Stem, swedish.Stem,
	norwegian.Stem, danish.Stem, dutch.Stem, hungarian.Stem, romanian.Stem, turkish.Stem, russian.Stem,
}

// inRussian is the index of the one for Cyrillic.
var inRussian = len(stemmers) - 1

// maxWords is how many different words of a text are looked at: no sentence
// rests on more.
const maxWords = 4000

// lexicon are the words of some texts, to look others up in.
type lexicon struct {
	forms    *forms
	words    map[string]bool
	list     []form
	stems    map[stem]bool
	families map[int]bool
	initials map[string]bool // of words side by side: "nyc" of New York City
	runs     string          // text of scripts without spaces
	soft     bool            // Finnish is among the languages
	answers  map[string]bool // of has, by word
}

type stem struct {
	language int
	text     string
}

// form is a word in lower case with what it is compared by.
type form struct {
	low, folded string
	runes       []rune // of folded
	soft        []rune // of folded, softened
	stems       []stem
}

// forms are those of the words met so far: to stem a word in every language
// takes longer than all the rest.
type forms struct{ known map[string]form }

func newForms() *forms { return &forms{map[string]form{}} }

func (f *forms) of(word string) form {
	if got, ok := f.known[word]; ok {
		return got
	}
	folded := fold(word)
	made := form{word, folded, []rune(folded), []rune(soften(folded)), stemsOf(word)}
	f.known[word] = made
	return made
}

func newLexicon(f *forms, list []token) *lexicon {
	l := &lexicon{forms: f, words: map[string]bool{}, stems: map[stem]bool{}, families: map[int]bool{}, initials: map[string]bool{}, answers: map[string]bool{}}
	l.soft = languages(list)["fi"]
	var run strings.Builder
	for i, t := range list {
		if t.unspaced {
			run.WriteString(t.low + "\n")
		}
		l.addInitials(list[i:])
		if l.words[t.low] || len(l.list) == maxWords {
			continue
		}
		l.words[t.low] = true
		word := f.of(t.low)
		l.list = append(l.list, word)
		if n, ok := words.families[t.low]; ok {
			l.families[n] = true
		}
		for _, s := range word.stems {
			l.stems[s] = true
		}
	}
	l.runs = run.String()
	return l
}

// addInitials keeps the first letters of two to five words.
func (l *lexicon) addInitials(list []token) {
	const longest = 5
	initials := ""
	for i := 0; i < len(list) && i < longest; i++ {
		r, _ := utf8.DecodeRuneInString(list[i].low)
		initials += string(r)
		if i > 0 {
			l.initials[initials] = true
		}
	}
}

func stemsOf(word string) []stem {
	first, _ := utf8.DecodeRuneInString(word)
	env := snowballstem.NewEnv("")
	var list []stem
	for i, f := range stemmers {
		if unicode.Is(unicode.Cyrillic, first) != (i == inRussian) {
			continue
		}
		env.SetCurrent(word)
		f(env)
		s := fold(env.Current())
		if n := utf8.RuneCountInString(s); n >= 3 || n == 2 && i == inRussian {
			list = append(list, stem{i, s})
		}
	}
	return list
}

var unaccented = transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)

// fold leaves out the accents of Latin letters.
func fold(s string) string {
	ascii := true
	for i := 0; i < len(s); i++ {
		ascii = ascii && s[i] < utf8.RuneSelf
	}
	if ascii {
		return s
	}
	folded, _, err := transform.String(unaccented, strings.ReplaceAll(s, "ß", "ss"))
	if err != nil {
		return s
	}
	return folded
}

// has reports whether a word in lower case occurs in some form: itself, a word
// of its stem or its family, a longer or shorter form, an abbreviation or a
// typing error of it.
func (l *lexicon) has(word string) bool {
	if l.words[word] {
		return true
	}
	answer, known := l.answers[word]
	if !known {
		answer = l.holds(l.forms.of(word))
		l.answers[word] = answer
	}
	return answer
}

func (l *lexicon) holds(f form) bool {
	if n, ok := words.families[f.low]; ok && l.families[n] {
		return true
	}
	for _, s := range f.stems {
		if l.stems[s] {
			return true
		}
	}
	if l.isInitials(f) {
		return true
	}
	for _, w := range l.list {
		if looksLike(f, w, l.soft) {
			return true
		}
	}
	return l.joins(f)
}

// joins reports whether a word is two others written as one, in some form:
// "pähkinäallergia".
func (l *lexicon) joins(f form) bool {
	const shortest, ending = 4, 2
	if len(f.runes) < 2*shortest+1 {
		return false
	}
	for _, first := range l.list {
		common := commonStart(f.runes, first.runes)
		if common < shortest || 2*common < len(first.runes) {
			continue
		}
		for k := common; k <= common+ending && len(f.runes)-k >= shortest; k++ {
			for _, second := range l.list {
				if sharesBeginning(f.runes[k:], second.runes) {
					return true
				}
			}
		}
	}
	return false
}

func commonStart(x, y []rune) int {
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n
}

// isInitials reports whether a word is the first letters of words side by side.
func (l *lexicon) isInitials(f form) bool {
	n := len(f.runes)
	return n >= 2 && n <= 5 && l.initials[f.folded]
}

// looksLike reports whether two words are forms of one by how they are spelled,
// in Finnish also where consonants change.
func looksLike(a, b form, finnish bool) bool {
	if a.folded == b.folded || sharesBeginning(a.runes, b.runes) || isCompound(a.folded, b.folded) ||
		abbreviates(b.folded, a.folded) || abbreviates(a.folded, b.folded) || isSlip(a.runes, b.runes) {
		return true
	}
	const prefix = "ge" // gefeiert, feiern
	if strings.HasPrefix(a.low, prefix) && len(a.low) > len(prefix)+4 && sharesBeginning(a.runes[len(prefix):], b.runes) {
		return true
	}
	return finnish && sharesBeginning(a.soft, b.soft)
}

// spelled reports whether words side by side are what an abbreviation among the
// texts stands for.
func (l *lexicon) spelled(list []token) (n int) {
	initials := ""
	for i := 0; i < len(list) && i < 5; i++ {
		r, _ := utf8.DecodeRuneInString(list[i].low)
		if initials += string(r); i > 0 && l.words[initials] && !is("stop", initials) {
			n = i + 1
		}
	}
	return n
}

// sharesBeginning reports whether two words have most of the shorter one in
// common, from its first letter on.
func sharesBeginning(x, y []rune) bool {
	shorter, common := min(len(x), len(y)), 0
	for common < shorter && x[common] == y[common] {
		common++
	}
	if shorter < 4 {
		return shorter == 3 && common == 3 && max(len(x), len(y)) <= 5 && isCyrillic(x[0])
	}
	return common >= 4 && 10*common >= 7*shorter
}

func isCyrillic(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }

// isCompound reports whether one word ends with the other.
func isCompound(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	return utf8.RuneCountInString(b) >= 5 && len(a) >= len(b)+3 && strings.HasSuffix(a, b)
}

// abbreviates reports whether a short word is another one with letters left
// out: "dr" and "doctor", "appt" and "appointment", "k8s" and "kubernetes".
func abbreviates(short, long string) bool {
	if len(short) < 2 || len(short)+3 > len(long) || short[0] != long[0] || len(short) > 5 {
		return false
	}
	last := short[len(short)-1]
	if n, ok := numeronym(short); ok {
		return len(long) == n+2 && last == long[len(long)-1]
	}
	if strings.ContainsAny(short[1:], "aeiou") || last != long[len(long)-1] {
		return false
	}
	i := 0
	for j := 0; j < len(long) && i < len(short); j++ {
		if short[i] == long[j] {
			i++
		}
	}
	return i == len(short)
}

func numeronym(s string) (int, bool) {
	n := 0
	for _, r := range s[1 : len(s)-1] {
		if r < '0' || r > '9' {
			return 0, false
		}
		n = 10*n + int(r-'0')
	}
	return n, n > 0
}

// isSlip reports whether two words differ by one letter, or by two that changed
// places, as a typing error does.
func isSlip(x, y []rune) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) < 5 || len(y)-len(x) > 1 || x[0] != y[0] || unicode.IsDigit(x[len(x)-1]) {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	if len(x) < len(y) {
		return len(x) >= 6 && slices.Equal(x[i:], y[i+1:])
	}
	if i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] {
		return slices.Equal(x[i+2:], y[i+2:])
	}
	return len(x) >= 7 && i < len(x)-1 && slices.Equal(x[i+1:], y[i+1:])
}

// softer turns the strong grade of Finnish consonants into the weak one.
var softer = strings.NewReplacer("kk", "k", "pp", "p", "tt", "t", "nk", "n", "ng", "n", "nt", "n", "nn", "n", "lt", "l", "ll", "l",
	"rt", "r", "rr", "r", "mp", "m", "mm", "m", "rk", "r", "lk", "l", "d", "t")

func soften(s string) string { return softer.Replace(s) }
