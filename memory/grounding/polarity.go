package grounding

import "strings"

// clause is a part of a text that is affirmed or denied as a whole.
type clause struct {
	tokens []token
	denied bool
	flips  bool // it holds a word that denies by what it means
	ceases bool // it says that somebody does something no more
	asks   bool
}

// clauses takes a text apart at its marks and at the words between clauses.
func clauses(text string, denied bool) []clause {
	var out []clause
	list := tokens(text)
	tongues := languages(unambiguous(list))
	start := 0
	flush := func(end int, gap string) {
		if end > start {
			out = append(out, clauseOf(list[start:end], tongues, denied, strings.ContainsAny(gap, "?？؟")))
		}
		start = end
	}
	for i := 1; i <= len(list); i++ {
		if i == len(list) {
			flush(i, text[list[i-1].end:])
			break
		}
		gap := text[list[i-1].end:list[i].start]
		if strings.ContainsAny(gap, ",;:.!?()–—\n，。；：！？、") && !inNumber(list[i-1], list[i], gap) || turns(list[i].low, tongues) {
			flush(i, gap)
		}
	}
	return out
}

// turns reports whether a word begins a clause, in one of the languages.
func turns(word string, tongues map[string]bool) bool {
	only, ambiguous := words.only[word]
	return is("turn", word) && (!ambiguous || tongues[only])
}

// inNumber reports whether a mark stands inside a number: "9:30".
func inNumber(before, after token, gap string) bool {
	return len(gap) == 1 && strings.Contains(".,:", gap) && isDigit(before.low[len(before.low)-1]) && isDigit(after.low[0])
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func clauseOf(list []token, tongues map[string]bool, denied, asks bool) clause {
	c := clause{tokens: list, denied: denied, asks: asks}
	nots, chooses, against, forget := 0, false, false, false
	for i, t := range list {
		forget = forget || is("forget", t.low) || t.unspaced && containsAny(t.low, "forget")
		chooses, against = chooses || is("chose", t.low), against || is("against", t.low)
		if is("flip", t.low) || t.unspaced && containsAny(t.low, "flip") || lacks(t.low) {
			c.flips = true
		}
		c.ceases = c.ceases || is("cease", t.low) || t.unspaced && containsAny(t.low, "cease")
		if len(list) == 1 && is("no", t.low) { // "No," answers, and denies nothing here
			continue
		}
		if isNot(list, i, tongues) {
			nots++
		}
	}
	if chooses && against {
		c.flips = false
	}
	if says := nots > 0 && !forget; says != (chooses && against) {
		c.denied = !denied
	}
	return c
}

// lacks reports whether a word says by its ending that something is missing or
// not borne: "laktoseintolerant", "sugar-free".
func lacks(word string) bool {
	for end := range words.kinds["lacking"] {
		if len(word) > len(end)+3 && strings.HasSuffix(word, end) {
			return true
		}
	}
	return is("lacking", word)
}

func isNot(list []token, i int, tongues map[string]bool) bool {
	t := list[i]
	only, ambiguous := words.only[t.low]
	switch {
	case ambiguous && !tongues[only] && (len(tongues) > 0 || i > 0):
		return false
	case t.unspaced:
		return strings.ContainsAny(t.low, "不没沒無未別别") || strings.Contains(t.low, "ない") || strings.Contains(t.low, "ません") || strings.Contains(t.low, "ません")
	case t.low == "plus" || t.low == "pas": // "ne … plus"; a bare "plus" is more
		return t.low == "pas" || i > 0 && near(list, i, "ne", "n")
	case t.low == "ne", t.low == "no" && i == 0 && len(list) > 3 && is("stop", list[1].low) && !is("not", list[1].low) && tongue(list) == "en":
		return t.low == "ne"
	}
	return is("not", t.low) || strings.HasSuffix(t.low, "n't")
}

// unambiguous are the words that deny in no language, or in all that have them.
func unambiguous(list []token) []token {
	var out []token
	for _, t := range list {
		if _, ambiguous := words.only[t.low]; !ambiguous {
			out = append(out, t)
		}
	}
	return out
}

func near(list []token, i int, wanted ...string) bool {
	for k := max(0, i-5); k < i; k++ {
		for _, w := range wanted {
			if list[k].low == w {
				return true
			}
		}
	}
	return false
}

func tongue(list []token) string {
	if found := languages(list); found["en"] {
		return "en"
	}
	return ""
}

func (c clause) isAsking() bool {
	for _, t := range c.tokens {
		if is("ask", t.low) || t.unspaced && containsAny(t.low, "ask") {
			return true
		}
	}
	return c.asks
}

// content are the words of a clause that tell something, or name a wish or a
// habit: "likes" counts here.
func (c clause) content() []token {
	var list []token
	for _, t := range c.tokens {
		if !t.unspaced && !is("stop", t.low) && !is("user", t.low) && !is("agent", t.low) && !is("not", t.low) && !is("det", t.low) {
			list = append(list, t)
		}
	}
	return list
}

// run is what a clause holds of scripts without spaces, but for its wording.
func (c clause) run() string {
	var b strings.Builder
	for _, t := range c.tokens {
		if t.unspaced {
			b.WriteString(strings.ReplaceAll(withoutWording(t.low), " ", ""))
		}
	}
	return b.String()
}
