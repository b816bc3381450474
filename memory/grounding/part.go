package grounding

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"muisto/memory"
	"muisto/memory/when"
)

func dayOf(d memory.Day) when.Span { return when.Span{From: d, To: d, Minute: -1} }

// spansForReckoning are the days that a distance may be counted from.
func (v *values) spansForReckoning(all bool) []when.Span {
	if all {
		return v.spans
	}
	var out []when.Span
	for _, s := range v.spans {
		if s.HasDay() && (v.weeks || v.days || s.From == s.To) {
			out = append(out, s)
		}
	}
	return out
}

// split takes a sentence apart at its marks and at the words that join.
func split(sentence string, list []token) [][]token {
	var parts [][]token
	var part []token
	for i, t := range list {
		if i > 0 {
			gap := sentence[list[i-1].end:t.start]
			if strings.ContainsAny(gap, ",;:.!?()–—/，。；：、！？（）") || is("join", t.low) && !is("after", list[i-1].low) {
				parts, part = append(parts, part), nil
			}
		}
		if is("after", t.low) && len(part) > 1 { // it belongs with the word before it
			last := part[len(part)-1]
			parts, part = append(parts, part[:len(part)-1], []token{last}), nil
			continue
		}
		part = append(part, t)
	}
	return append(parts, part)
}

// weigh adds what a part of the sentence tells, and how much of it occurs.
func (j *judge) weigh(part []token, taken []when.Span, v *Verdict) {
	var telling, found, bareNoun, values int
	determined := false
	var lost []string
	for i := 0; i < len(part); i++ {
		t := part[i]
		if isTaken(t, taken) {
			values++
			determined = false
			continue
		}
		if t.unspaced {
			n, f, c, missing := j.weighRun(t)
			telling, found = telling+n, found+f
			v.Cited += c
			lost = append(lost, missing...)
			bareNoun += len(missing)
			continue
		}
		if n := j.all.spelled(part[i:]); n > 0 {
			telling, found = telling+1, found+1
			v.Cited++
			i += n - 1
			determined = false
			continue
		}
		if is("det", t.low) {
			determined = true
			continue
		}
		if is("user", t.low) || is("agent", t.low) {
			determined = false
		}
		if len([]rune(t.low)) < 2 || !tells(t.low) {
			continue
		}
		telling++
		if j.all.has(t.low) || j.denies && (is("flip", t.low) || is("cease", t.low)) {
			found++
			if j.words.has(t.low) {
				v.Cited++
			}
			determined = false
			continue
		}
		lost = append(lost, t.text)
		if j.replacesName(t, v) {
			bareNoun++
		}
		if last := i+1 == len(part) || !isTelling(part[i+1]); determined && last {
			bareNoun++
		}
	}
	if spoken := found > 0 || values > 0; spoken && len(lost) == 1 && bareNoun == 0 && !v.reworded && j.canReword(lost, v) {
		v.reworded, found = true, found+1
	}
	v.Telling, v.Found = v.Telling+telling, v.Found+found
	if telling > 0 && (found == 0 || bareNoun > 0) {
		v.Bare = append(v.Bare, strings.Join(lost, " "))
	}
}

// canReword reports whether one of the words that do not occur may be another
// word for something that the sentence leaves out of the texts. A name or a
// number is no such word.
func (j *judge) canReword(lost []string, v *Verdict) bool {
	for _, w := range lost {
		if !v.german && isName(token{text: w}) || strings.ContainsAny(w, "0123456789") {
			return false
		}
	}
	return slices.ContainsFunc(j.cited, func(c token) bool {
		return !c.unspaced && len([]rune(c.low)) > 2 && isTelling(c) && !v.mine.has(c.low)
	})
}

// replacesName reports whether a word of the sentence is written as a name, while
// a name of the texts is left out of the sentence. Where all nouns are written so,
// that says nothing.
func (j *judge) replacesName(t token, v *Verdict) bool {
	return t.start > 0 && !v.german && isName(t) && slices.ContainsFunc(j.cited, func(c token) bool {
		return isName(c) && tells(c.low) && !v.mine.has(c.low)
	})
}

func isName(t token) bool {
	runes := []rune(t.text)
	return len(runes) > 2 && unicode.IsUpper(runes[0]) && unicode.IsLower(runes[1])
}

func isTelling(t token) bool { return !t.unspaced && tells(t.low) && !is("join", t.low) }

func isTaken(t token, taken []when.Span) bool {
	for _, s := range taken {
		if t.start >= s.Start && t.end <= s.End {
			return true
		}
	}
	return false
}

// weighRun looks at a run of characters without spaces: pairs of them that
// occur, and those that only word a moment, are no news; two in a row that
// neither are count as a word that does not occur.
func (j *judge) weighRun(t token) (telling, found, cited int, missing []string) {
	runes := []rune(withoutWording(t.low))
	covered := make([]bool, len(runes))
	for i, r := range runes {
		single := string(r)
		if r == ' ' || unicode.Is(unicode.Hiragana, r) || is("stop", single) || hanNumeral(r) || strings.ContainsRune(j.all.runs, r) {
			covered[i] = true
		}
		if i+1 < len(runes) && r != ' ' && strings.Contains(j.all.runs, string(runes[i:i+2])) {
			covered[i], covered[i+1] = true, true
			telling, found = telling+1, found+1
			if strings.Contains(j.words.runs, string(runes[i:i+2])) {
				cited++
			}
		}
	}
	for i := 0; i+1 < len(runes); i++ {
		if pair := string(runes[i : i+2]); is("place", string(runes[i+1])) && runes[i] != ' ' && !(covered[i] && covered[i+1]) && !strings.Contains(j.all.runs, pair) {
			telling++
			missing = append(missing, pair)
		}
	}
	for i := 0; i < len(runes); i++ {
		start := i
		for i < len(runes) && !covered[i] {
			i++
		}
		if i-start >= 2 {
			telling++
			missing = append(missing, string(runes[start:i]))
		}
	}
	return telling, found, cited, missing
}

func hanNumeral(r rune) bool {
	_, ok := numberWords[string(r)]
	_, unit := hanUnits[r]
	return ok || unit || unicode.IsDigit(r)
}

// withoutWording blanks the words of a run that moments are worded with.
func withoutWording(run string) string {
	for length := 5; length >= 2; length-- {
		for _, kind := range []string{"light", "user", "agent", "chose", "modal", "ask"} {
			for w := range words.kinds[kind] {
				if w[0] > 127 && utf8.RuneCountInString(w) == length {
					run = strings.ReplaceAll(run, w, strings.Repeat(" ", 1))
				}
			}
		}
	}
	return run
}
