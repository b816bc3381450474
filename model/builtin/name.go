package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"muisto/memory"
	"muisto/memory/hippocampus"
)

// maxNames is how many names one episode has at most; a longer list is a
// directory, not something that happened.
const maxNames = 12

// register knows which words of a batch are names.
type register struct {
	known map[string]memory.Name // by folded text
	// longest is the length of the longest known name, in words.
	longest int
	// inside counts the capitalised words seen elsewhere than at the start of
	// a sentence, common the words seen in lower case.
	inside, common map[string]int
}

func newRegister(b hippocampus.Batch) *register {
	r := &register{known: make(map[string]memory.Name), longest: 1, inside: make(map[string]int), common: make(map[string]int)}
	for _, n := range b.Known {
		if key := n.Key(); utf8.RuneCountInString(key) > 1 {
			r.known[key] = n
			r.longest = max(r.longest, min(4, strings.Count(key, " ")+1))
		}
	}
	for _, m := range b.Messages {
		if m.Speaker != "" {
			r.known[memory.FoldName(m.Speaker)] = memory.Name{Text: m.Speaker, Type: memory.Person}
		}
		for _, s := range partsOf(m.Text).typed {
			r.count(words(s.of(m.Text)))
		}
	}
	return r
}

func (r *register) count(ws []word) {
	if shouting(ws) {
		return
	}
	for i, w := range ws {
		if w.mark {
			continue
		}
		if !capital(w.text) {
			r.common[w.low]++
			continue
		}
		if i > 0 && !sentenceMark(ws[i-1]) && !capitalMark(ws[i-1]) {
			r.inside[memory.FoldName(w.text)]++
		}
	}
}

func sentenceMark(w word) bool { return w.mark && strings.ContainsAny(w.text, ".!?…:\"“") }

func capitalMark(w word) bool { return w.mark && !strings.ContainsAny(w.text, ",;&()") }

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// shouting reports whether nearly all letters are capitals.
func shouting(ws []word) bool {
	up, all := 0, 0
	for _, w := range ws {
		if w.mark || w.quoted {
			continue
		}
		for _, r := range w.text {
			if unicode.IsLetter(r) {
				all++
				if unicode.IsUpper(r) {
					up++
				}
			}
		}
	}
	return all >= 6 && up*10 >= all*8
}

// found is a name where it stands in a sentence.
type foundName struct {
	memory.Name
	from, to int // words [from, to)
}

// names finds the names in a sentence.
func (r *register) names(ws []word, isForeign bool) []foundName {
	var out []foundName
	loud := shouting(ws)
	for i := 0; i < len(ws); {
		if ws[i].mark || addressAt(ws[i].low) {
			i++
			continue
		}
		n, ok := r.knownAt(ws, i)
		if !ok {
			n, ok = r.newAt(ws, i, loud, isForeign)
		}
		if !ok {
			i++
			continue
		}
		out = append(out, n)
		i = n.to
	}
	return out
}

// knownAt finds a name met before, in any case.
func (r *register) knownAt(ws []word, i int) (foundName, bool) {
	for n := min(r.longest, len(ws)-i); n >= 1; n-- {
		key := foldRun(ws[i : i+n])
		known, ok := r.known[key]
		if !ok || n == 1 && (stop[key] || ambiguousName[key] || commonNoun[key] || baseVerb[key] || dayWord(key)) && !capital(ws[i].text) {
			continue
		}
		if n == 1 && i+1 < len(ws) && capital(ws[i].text) && capital(ws[i+1].text) && !ws[i+1].mark && !shouting(ws) {
			continue // part of a longer name
		}
		return foundName{known, i, i + n}, true
	}
	return foundName{}, false
}

func foldRun(ws []word) string {
	parts := make([]string, len(ws))
	for i, w := range ws {
		parts[i] = w.text
	}
	return memory.FoldName(strings.Join(parts, " "))
}

// newAt finds a name not met before.
func (r *register) newAt(ws []word, i int, loud, isForeign bool) (foundName, bool) {
	if kin := r.afterKin(ws, i); kin {
		return foundName{memory.Name{Text: titled(base(ws[i].text)), Type: r.kinType(ws, i)}, i, i + 1}, true
	}
	low := memory.FoldName(ws[i].text)
	if loud || !capital(ws[i].text) {
		switch {
		case givenName[low] && !ambiguousName[low] && (loud || len(low) > 3):
			return foundName{memory.Name{Text: titled(base(ws[i].text)), Type: memory.Person}, i, i + 1}, true
		case place[low] && len(low) > 4 && !commonNoun[low]:
			return foundName{memory.Name{Text: titled(base(ws[i].text)), Type: memory.Place}, i, i + 1}, true
		case otherScript(ws[i].text):
			return r.scriptName(ws, i)
		}
		return foundName{}, false
	}
	if isForeign && i == 0 {
		if b, ok := r.baseOf(ws[i].text); ok {
			return foundName{b, i, i + 1}, true
		}
	}
	to := nameEnd(ws, i)
	from := i
	for from < to && !r.opensName(ws, from, to, isForeign) {
		from++
	}
	if from == to {
		return foundName{}, false
	}
	if from > i {
		// The words before are ordinary: try again from the first that is not.
		return r.newAt(ws, from, loud, isForeign)
	}
	text := runText(ws[from:to])
	if ws[from].low == "st" && possessed(ws[to-1].text) {
		text += "'s" // St Olaf's is the name
	}
	if isForeign && to-from == 1 {
		if b, ok := r.baseOf(text); ok {
			return foundName{b, from, to}, true
		}
	}
	if utf8.RuneCountInString(text) < 2 {
		return foundName{}, false
	}
	return foundName{memory.Name{Text: text, Type: r.typeOf(ws, from, to)}, from, to}, true
}

// nameEnd is the end of the run of capitalised words that begins at i, with
// the little words inside it and a number behind it.
func nameEnd(ws []word, i int) int {
	j := i + 1
	for j < len(ws) {
		w := ws[j]
		switch {
		case possessed(ws[j-1].text) && ws[i].low != "st":
			return j
		case !w.mark && capital(w.text) && !notName[w.low] && !firstPersonForm(w.low) && ws[j-1].end+1 >= w.start:
			j++
		case !w.mark && nameLink[w.low] && j+1 < len(ws) && capital(ws[j+1].text) && !notName[ws[j+1].low]:
			j += 2
		case !w.mark && j > i && w.text[0] >= '0' && w.text[0] <= '9' && len(w.text) <= 3 && !strings.ContainsAny(w.text, ":.,") && productNumber(ws, i, j):
			return j + 1
		default:
			return j
		}
	}
	return j
}

// firstPersonForm: "I'd", "I'm", which are always capitals.
func firstPersonForm(low string) bool { return low == "i" || strings.HasPrefix(low, "i'") }

var nameLink = set(`of de la van von der del di da du`)

var unitNoun = set(`am pm km kg cm mm percent per euro dollar hour minute people`)

// productNumber: "Windows 10", not "June 9" or "Mika 40 euros".
func productNumber(ws []word, i, j int) bool {
	low := ws[j-1].low
	return !notName[low] && !givenName[low] && !place[low] && (j+1 >= len(ws) || ws[j+1].mark || !pluralNoun(ws[j+1].low) && !unitNoun[ws[j+1].low]) && j-i == 1
}

func possessed(s string) bool { return strings.HasSuffix(s, "'s") || strings.HasSuffix(s, "’s") }

// opensName tells a name from a word that is capitalised for another reason.
func (r *register) opensName(ws []word, i, to int, isForeign bool) bool {
	w := ws[i]
	low := memory.FoldName(w.text)
	if notName[low] || notName[w.low] || code(low) {
		return false
	}
	if _, ok := contractions[w.low]; ok || strings.Contains(w.low, "n't") {
		return false
	}
	sentenceStart := i == 0 || sentenceMark(ws[i-1]) || ws[i-1].mark && !strings.ContainsAny(ws[i-1].text, ",;&()'-/")
	if !sentenceStart {
		return !stop[low] || to-i > 1
	}
	switch {
	case givenName[low] && !commonNoun[low] || place[low]:
		return true
	case low == "project" && to-i > 1:
		return true
	case r.inside[low] > 0:
		return true
	case isForeign:
		return i > 0
	case stop[low] || commonNoun[low] || adverb[low] || preposition[low] || conjunction[low] || determiner[low] || auxiliary[low] || question[low] || numberWord[low] || title[low]:
		return false
	case baseVerb[low] || isPast(low) || adjective[low] || feeling[low] || kinship[low] || smallWord[low] || pet[low] || weekdayName[low]:
		return false
	case r.common[low] > 0:
		return false
	case possessed(w.text):
		return true
	case to-i > 1:
		return true
	case strings.HasSuffix(low, "ing") || strings.HasSuffix(low, "ly") || strings.HasSuffix(low, "tion") || strings.HasSuffix(low, "ness") || strings.HasSuffix(low, "ment"):
		return false
	}
	return nameVerbFollows(ws, i+1, low)
}

// nameVerbFollows: a person or a thing with a name does something.
func nameVerbFollows(ws []word, j int, low string) bool {
	if j >= len(ws) || strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "us") {
		return false
	}
	if ws[j].mark {
		return j+1 < len(ws) && ws[j].text == "," && capital(ws[j+1].text) && len(low) > 3
	}
	v := ws[j].low
	if v == "and" && j+1 < len(ws) {
		return ws[j+1].low == "i" || capital(ws[j+1].text)
	}
	_, third := thirdPerson(v)
	return third || auxiliary[v] || isPast(v) || strings.HasSuffix(v, "n't") || strings.HasSuffix(v, "'ll") || projectNoun[v] || adverb[v]
}

// afterKin: the word after "my sister", "aunt", "our dog", in any case.
func (r *register) afterKin(ws []word, i int) bool {
	if i == 0 || ws[i].mark || ws[i-1].mark {
		return false
	}
	prev, low := ws[i-1].low, ws[i].low
	introduced := kinship[prev] || pet[prev]
	if !introduced && !title[prev] {
		return false
	}
	if possessed(ws[i-1].text) || notName[low] || !ascii(low) && !unicode.IsLetter([]rune(low)[0]) {
		return false
	}
	if !capital(ws[i].text) || shouting(ws) {
		if i < 2 && !title[prev] || i >= 2 && !possessive[ws[i-2].low] && !title[prev] {
			return false
		}
		if _, third := thirdPerson(low); third || stop[low] || preposition[low] || conjunction[low] || auxiliary[low] || adverb[low] || isPast(low) || baseVerb[low] ||
			commonNoun[low] || kinship[low] || adjective[low] || feeling[low] || strings.ContainsAny(low, "'0123456789-") || strings.HasSuffix(low, "ing") || dayWord(low) || len(low) < 3 || subjectPronoun[low] {
			return false
		}
		return true
	}
	return !(i+1 < len(ws) && capital(ws[i+1].text) && !ws[i+1].mark) && !stop[low]
}

func (r *register) kinType(ws []word, i int) memory.NameType {
	if pet[ws[i-1].low] {
		return memory.Thing
	}
	return memory.Person
}

func runText(ws []word) string {
	parts := make([]string, len(ws))
	for i, w := range ws {
		parts[i] = w.text
	}
	return base(strings.Join(parts, " "))
}

// base drops a possessive ending.
func base(s string) string {
	s = strings.ReplaceAll(s, "’", "'")
	return strings.TrimSuffix(s, "'s")
}

// titled writes a name that was said in lower or upper case.
func titled(s string) string {
	if capital(s) && strings.ToUpper(s) != s {
		return s
	}
	return upperFirst(strings.ToLower(s))
}

// baseOf finds the base form of an inflected name: one known, or a common
// place or given name, that shares most of the word.
func (r *register) baseOf(text string) (memory.Name, bool) {
	low := strings.ToLower(text)
	best, bestLen := memory.Name{}, 0
	try := func(base string, n memory.Name) {
		common := commonPrefix(low, base)
		if common >= 4 && common >= len(base)-2 && len(low)-common <= 6 && common > bestLen {
			best, bestLen = n, common
		}
	}
	for key, n := range r.known {
		if !strings.Contains(key, " ") {
			try(key, n)
		}
	}
	if bestLen > 0 {
		return best, true
	}
	// The stem of a town or a person: shorten the word until it is known.
	for k := len(low); k >= 4; k-- {
		if !utf8.RuneStart(low[min(k, len(low)-1)]) && k < len(low) {
			continue
		}
		switch stem := low[:k]; {
		case place[stem]:
			return memory.Name{Text: upperFirst(stem), Type: memory.Place}, true
		case givenName[stem]:
			return memory.Name{Text: upperFirst(stem), Type: memory.Person}, true
		}
	}
	return memory.Name{}, false
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func otherScript(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
}

// scriptName finds a name in a script without capitals where a form of
// address tells it: 花ちゃん, 田中さん.
func (r *register) scriptName(ws []word, i int) (foundName, bool) {
	text := ws[i].text
	for _, end := range []string{"ちゃん", "さん", "くん", "君", "様", "先生"} {
		k := strings.Index(text, end)
		if k <= 0 {
			continue
		}
		start := k
		for start > 0 {
			c, n := utf8.DecodeLastRuneInString(text[:start])
			if unicode.In(c, unicode.Hiragana) || !unicode.IsLetter(c) {
				break
			}
			start -= n
		}
		if start < k {
			return foundName{memory.Name{Text: text[start : k+len(end)], Type: memory.Person}, i, i + 1}, true
		}
	}
	return foundName{}, false
}
