package ground

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"muisto/memory"
)

//go:embed kin.txt
var kinLines string

//go:embed glue.txt
var glueLines string

// glue are words that a sentence needs and that say nothing of their own; kin
// are words that say the same as others, by the first of them.
var (
	glue = wordSet(glueLines)
	kin  = readKin(kinLines)
)

func wordSet(lines string) map[string]bool {
	set := make(map[string]bool)
	for line := range strings.Lines(lines) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, w := range strings.Fields(line) {
			set[w] = true
		}
	}
	return set
}

func readKin(lines string) map[string][]string {
	groups := make(map[string][]string)
	for line := range strings.Lines(lines) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		for _, w := range fields {
			groups[w] = append(groups[w], "="+fields[0])
		}
	}
	return groups
}

// wordsOf are the words of a text in lower case; a run of a script without
// spaces is taken in pairs of characters.
func wordsOf(text string) []string {
	var list []string
	low := strings.ReplaceAll(strings.ToLower(text), "’", "'")
	for _, field := range strings.FieldsFunc(low, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '\''
	}) {
		field = strings.TrimSuffix(strings.Trim(field, "'"), "'s")
		if strings.ContainsFunc(field, Unspaced) {
			list = append(list, pairs(field)...)
			continue
		}
		if _, tail, cut := strings.Cut(field, "'"); cut && utf8.RuneCountInString(tail) > 2 { // l'appartement
			field = tail
		}
		field = strings.ReplaceAll(field, "'", "")
		if field != "" {
			list = append(list, field)
		}
	}
	return list
}

// Unspaced reports whether a rune is of a script that sets no spaces between
// words.
func Unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Khmer, unicode.Lao, unicode.Myanmar)
}

// unspacedGlue are the words for the user and the agent where words are not
// spaced.
var unspacedGlue = strings.NewReplacer("用户", "", "使用者", "", "ユーザー", "", "エージェント", "", "代理", "", "助手", "")

func pairs(run string) []string {
	runes := []rune(unspacedGlue.Replace(run))
	if len(runes) == 1 {
		return []string{string(runes)}
	}
	var list []string
	for i := 1; i < len(runes); i++ {
		list = append(list, string(runes[i-1:i+1]))
	}
	return list
}

// stemsOf are the words of a text that say something, by their stems.
func stemsOf(text string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range wordsOf(text) {
		if !glue[w] && !unicode.IsDigit([]rune(w)[0]) && numberWords[w] == "" {
			set[w] = true
		}
	}
	return set
}

// SameWord reports whether two lower-case words share a stem: their beginnings
// are the same, and what follows is no longer than an ending.
func SameWord(a, b string) bool {
	if a == b {
		return true
	}
	const maxEnding = 5
	common := memory.CommonStart(a, b)
	la, lb := utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	if common < 3 || la-common > maxEnding || lb-common > maxEnding {
		return false
	}
	return 4*common >= 3*min(la, lb) || common >= 5 && 3*common >= 2*min(la, lb)
}

// inside is the shortest word that may be part of a compound.
const inside = 4

// compound reports whether a word is the beginning or the end of a compound
// ("Erdnussallergie", "Wohnung" in "Mietwohnung").
func compound(word, in string) bool {
	short, long := word, in
	if utf8.RuneCountInString(short) > utf8.RuneCountInString(long) {
		short, long = long, short
	}
	n := utf8.RuneCountInString(short)
	if n < inside || utf8.RuneCountInString(long)-n < 3 {
		return false
	}
	const least, maxCut = 5, 3 // an ending of its own
	if n > least {
		short = string([]rune(short)[:max(least, n-maxCut)])
	}
	return strings.Contains(long, short)
}

// occurs reports whether a word was said, in another form, as part of a
// compound, spelled out or shortened, or by one that says the same.
func (e *Evidence) occurs(word string) bool {
	if e.words[word] {
		return true
	}
	for w := range e.words {
		if SameWord(word, w) || compound(word, w) || typo(word, w) || sameKin(word, w) {
			return true
		}
	}
	return false
}

func sameKin(a, b string) bool {
	for _, k := range kinOf(a) {
		for _, l := range kinOf(b) {
			if k == l {
				return true
			}
		}
	}
	return false
}

// kinOf are the groups of a word, by itself or by a word with the same stem.
func kinOf(word string) []string {
	if groups := kin[word]; groups != nil {
		return groups
	}
	runes := []rune(word)
	for cut := 1; cut <= 3 && len(runes)-cut >= 3; cut++ {
		if groups := kin[string(runes[:len(runes)-cut])]; groups != nil {
			return groups
		}
	}
	return nil
}

// typo reports whether two longer words differ by two letters that changed
// places, or by one letter.
func typo(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) < 5 || len(y) < 5 || len(x)-len(y) > 1 || len(y)-len(x) > 1 {
		return false
	}
	start := memory.CommonStart(a, b)
	end := 0
	for end < min(len(x), len(y))-start && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	dx, dy := x[start:len(x)-end], y[start:len(y)-end]
	switch {
	case len(dx)+len(dy) <= 1:
		return true
	case len(dx) == 2 && len(dy) == 2:
		return dx[0] == dy[1] && dx[1] == dy[0]
	}
	return len(dx) == 1 && len(dy) == 1 && start > 0
}

// Cover is the share of the telling words of a sentence that were said, names
// left out; n is how many telling words it has.
func (e *Evidence) Cover(text string, names []memory.Name) (share float64, n int) {
	said := 0
	for w := range stemsOf(withoutNames(text, names)) {
		n++
		if e.occurs(w) || unicode.IsLetter([]rune(w)[0]) && e.isDated(w) {
			said++
		}
	}
	if n == 0 {
		return 1, 0
	}
	return float64(said) / float64(n), n
}

// isDated reports whether a word is part of a date: those are compared as days.
func (e *Evidence) isDated(word string) bool {
	v := Read(word, e.texts[0].at, e.Turn)
	return !v.Empty() || len(spansOf(word, e.texts[0].at, e.Turn)) > 0
}

func withoutNames(text string, names []memory.Name) string {
	var kept []string
	for _, field := range strings.Fields(text) {
		isName := false
		for _, name := range names {
			for _, part := range strings.Fields(name.Key()) {
				isName = isName || memory.ShareMost(part, strings.Trim(memory.FoldName(field), ".,:;!?()\"'“”"))
			}
		}
		if !isName {
			kept = append(kept, field)
		}
	}
	return strings.Join(kept, " ")
}

// Telling are the telling words of a text, names left out.
func Telling(text string, names []memory.Name) []string {
	var list []string
	for w := range stemsOf(withoutNames(text, names)) {
		list = append(list, w)
	}
	return list
}

// ShareWord reports whether two texts have a telling word in common, names left
// out.
func ShareWord(a, b string, names []memory.Name) bool {
	e := Evidence{words: stemsOf(withoutNames(b, names))}
	for _, w := range Telling(a, names) {
		if e.occurs(w) {
			return true
		}
	}
	return false
}
