// Package grounding says how far a sentence rests on texts: whether its numbers,
// dates and amounts stand there or are reckoned from what does, whether what it
// speaks of occurs there, and whether it denies what they affirm.
//
// It compares words as stems and beginnings, in any language and script, and
// knows nothing of who said a thing or of what becomes of the sentence.
package grounding

import (
	"slices"
	"strings"
	"time"

	"muisto/memory"
)

// Text is something said.
type Text struct {
	Text string
	At   time.Time
	// Denied: it is a question that was answered with no.
	Denied bool
}

// Evidence is what a sentence is compared with.
type Evidence struct {
	// Cited are the texts that the sentence has to rest on, Aside others that may
	// say what theirs refer to: words may come from them, values only where the
	// cited ones give none of that kind and point to them.
	Cited, Aside []Text
	// Days are days that were meant, in whatever words.
	Days []memory.Day
	// Names are known names; a sentence may hold them.
	Names []string
	// Turn is the hour at which a day turns.
	Turn int
}

// Verdict is how far a sentence rests on its evidence, by its parts.
type Verdict struct {
	// Missing are the values of the sentence that nobody said.
	Missing []string
	// Bare are parts of the sentence of which nothing occurs.
	Bare []string
	// Telling counts what the sentence says beyond how sentences are worded, and
	// Found what of it occurs; Cited what occurs in the cited texts.
	Telling, Found, Cited int
	// Values counts its numbers, dates and amounts.
	Values int
	// Reversed: it affirms what the texts deny, or the other way round.
	Reversed bool
	// Foreign: it is in another language than what it rests on.
	Foreign bool
	// Astray: it says of the user what the texts say of somebody else.
	Astray bool
	// Articles: its language marks nouns with articles, so that what is bare can
	// be told more surely.
	Articles bool

	mine     *lexicon // the words of the sentence
	german   bool     // it is in German
	reworded bool     // a word of it was taken for another word of the texts
}

// Share is the part of what the sentence tells that occurs, from 0 to 1.
func (v Verdict) Share() float64 {
	if v.Telling == 0 {
		return 1
	}
	return float64(v.Found) / float64(v.Telling)
}

// Judge compares one sentence with its evidence. at is the time that days in the
// sentence are reckoned from.
func Judge(sentence string, e Evidence, at time.Time) Verdict {
	return NewReader().Judge(sentence, e, at)
}

// Reader judges many sentences; it reads evidence that several of them rest on
// once. It is for one goroutine.
type Reader struct {
	forms *forms
	last  []*judge // the newest last
}

// NewReader returns a Reader that has read nothing.
func NewReader() *Reader { return &Reader{forms: newForms()} }

// Judge is as the function of that name.
func (r *Reader) Judge(sentence string, e Evidence, at time.Time) Verdict {
	return r.read(e).verdict(sentence, at)
}

// read makes evidence ready, unless it was one of the last that were.
func (r *Reader) read(e Evidence) *judge {
	const kept = 4 // one sentence is compared with up to three
	for _, j := range r.last {
		if j.evidence.equal(e) {
			return j
		}
	}
	if len(r.last) == kept {
		r.last = r.last[1:]
	}
	j := newJudge(r.forms, e)
	r.last = append(r.last, j)
	return j
}

func (e Evidence) equal(other Evidence) bool {
	return e.Turn == other.Turn && slices.Equal(e.Cited, other.Cited) && slices.Equal(e.Aside, other.Aside) && slices.Equal(e.Names, other.Names) && slices.Equal(e.Days, other.Days)
}

// judge is evidence made ready.
type judge struct {
	evidence  Evidence
	forms     *forms
	cited     []token
	values    *values // of the cited texts
	aside     *values
	words     *lexicon // of the cited texts
	all       *lexicon // of all texts and names
	clauses   *clauseIndex
	denies    bool // a clause of the cited texts denies something
	languages map[string]bool
	refers    bool // the cited texts point to what was said before
}

func (j *judge) verdict(sentence string, at time.Time) Verdict {
	list := tokens(sentence)
	var v Verdict
	missing, taken := j.values.missing(sentence, list, at, j.evidence.Turn)
	v.Missing, v.Values = missing, len(taken)
	if len(v.Missing) > 0 {
		v.Missing = j.reckoned(sentence, list, at, v.Missing)
	}
	mine := languages(list)
	v.Foreign = isForeign(list, j.cited, mine, j.languages)
	v.Articles = mine["en"] || mine["de"] || mine["fr"] || mine["es"] || mine["it"] || mine["pt"] || mine["nl"]
	v.mine, v.german = newLexicon(j.forms, list), mine["de"]
	for _, p := range split(sentence, list) {
		j.weigh(p, taken, &v)
	}
	v.Reversed, v.Astray = j.reverses(sentence), j.astray(sentence, list)
	if v.reworded && j.denies && !indexClauses(j.forms, []Text{{Text: sentence}}).denies() {
		v.Reversed = true // the other word may be one of liking for one of not
	}
	return v
}

func newJudge(f *forms, e Evidence) *judge {
	j := &judge{evidence: e, forms: f, values: newValues(), aside: newValues()}
	var all []token
	for _, t := range e.Cited {
		list := tokens(t.Text)
		j.cited = append(j.cited, list...)
		j.values.add(t.Text, list, t.At, e.Turn)
		today := memory.DayOf(t.At, e.Turn)
		j.values.spans = append(j.values.spans, dayOf(today))
	}
	for _, d := range e.Days {
		j.values.spans = append(j.values.spans, dayOf(d))
		j.values.weekdays[d.Weekday()] = true
	}
	all = append(all, j.cited...)
	for _, t := range e.Aside {
		list := tokens(t.Text)
		all = append(all, list...)
		j.aside.add(t.Text, list, t.At, e.Turn)
	}
	for _, n := range e.Names {
		all = append(all, tokens(n)...)
	}
	j.words, j.all = newLexicon(f, j.cited), newLexicon(f, all)
	j.words.soft = j.words.soft || j.all.soft
	j.clauses = indexClauses(f, e.Cited)
	j.denies = j.clauses.denies()
	j.languages = languages(j.cited)
	for _, t := range j.cited {
		j.refers = j.refers || is("same", t.low) || t.unspaced && containsAny(t.low, "same")
	}
	return j
}

// reckoned leaves out of the missing values those that the cited texts point
// to ("the same time"), or that are reckoned from what was said before ("by a
// week").
func (j *judge) reckoned(sentence string, list []token, at time.Time, missing []string) []string {
	if !j.refers && !j.values.weeks && !j.values.days {
		return missing
	}
	both := newValues()
	both.weeks, both.days = j.values.weeks, j.values.days
	for n := range j.values.numbers {
		both.numbers[n] = true
	}
	both.clocks = append(both.clocks, j.values.clocks...)
	both.spans = append(both.spans, j.values.spans...)
	for d := range j.values.weekdays {
		both.weekdays[d] = true
	}
	if j.refers {
		both.clocks = append(both.clocks, j.aside.clocks...)
		if len(j.values.clocks) == 0 {
			for n := range j.aside.numbers {
				both.numbers[n] = true
			}
		}
		if len(j.values.weekdays) == 0 {
			both.weekdays = j.aside.weekdays
		}
	}
	both.spans = append(both.spans, j.aside.spansForReckoning(j.refers && len(j.values.weekdays) == 0)...)
	left, _ := both.missing(sentence, list, at, j.evidence.Turn)
	return left
}

// isForeign reports whether two texts are in different languages or scripts, as
// far as that can be told.
func isForeign(list, cited []token, mine, theirs map[string]bool) bool {
	if len(list) == 0 || len(cited) == 0 {
		return false
	}
	if a, b := unspacedShare(list), unspacedShare(cited); a > 0.5 != (b > 0.5) {
		return true
	}
	if len(mine) == 0 || len(theirs) == 0 {
		return false
	}
	for l := range mine {
		if theirs[l] {
			return false
		}
	}
	return true
}

func unspacedShare(list []token) float64 {
	unspaced, all := 0, 0
	for _, t := range list {
		n := len([]rune(t.text))
		if all += n; t.unspaced {
			unspaced += n
		}
	}
	return float64(unspaced) / float64(max(all, 1))
}

func containsRun(runs, part string) bool { return strings.Contains(runs, part) }

// containsAny reports whether a run of characters holds a word of a kind.
func containsAny(run, kind string) bool {
	for w := range words.kinds[kind] {
		if w[0] > 127 && strings.Contains(run, w) {
			return true
		}
	}
	return false
}
