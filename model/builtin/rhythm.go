package builtin

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/neocortex"
	"muisto/memory/when"
)

// rhythm is something that comes back: the user's claims of it, and when.
type rhythm struct {
	claims []claim
	// every is how the rhythm is said: "on Thursdays", "every morning".
	every string
	// words are the stems that its claims have in common.
	words map[string]bool
	// anchor is the claim that says the rhythm.
	anchor claim
}

// habits writes what the user does again and again: moments on several days
// that share their telling words and a weekday, one of which says that it comes
// back.
func (w *writer) habits() {
	for _, anchor := range w.claims {
		every, day, ok := recurs(anchor)
		if !ok || w.told[anchor.episode.ID] || anchor.episode.Actor != memory.RoleUser {
			continue
		}
		r := rhythm{anchor: anchor, every: every, words: withoutDays(contentOf(anchor.text))}
		for _, c := range w.claims {
			if c.episode.Actor == memory.RoleUser && !w.told[c.episode.ID] {
				r.take(c, day)
			}
		}
		if len(daysOf(r.claims)) >= spreadDays {
			w.tellRhythm(r)
		}
	}
}

// again are the words that say that a thing comes back.
var again = regexp.MustCompile(`(?i)\b(usual|usually|always|again|regular|weekly|every)\b`)

// saidRhythms are the ways of saying how something comes back that tell more
// than its weekday, from the most telling on; the first group, if there is one,
// holds the words that stand in the fact.
var saidRhythms = []struct {
	pattern *regexp.Regexp
	lead    string
}{
	{regexp.MustCompile(`(?i)\b(?:on )?the (first|second|third|fourth|last) (\p{L}+day) (?:of|in) (?:the|each|every) month\b`), "on the $1 $2 of the month"},
	{regexp.MustCompile(`(?i)\b(?:every |each |on the |the )?(first|second|third|fourth|last) (\p{L}+day) (?:of|in) (?:the|each|every) month\b`), "on the $1 $2 of the month"},
	{regexp.MustCompile(`(?i)\bevery (other|second|third) (\p{L}+day|week|month|day)\b`), "every $1 $2"},
	{regexp.MustCompile(`(?i)\b(?:on |every |each )?(monday|tuesday|wednesday|thursday|friday|saturday|sunday) (morning|evening|afternoon|night|lunchtime)s?\b`), "on $1 ${2}s"},
	{regexp.MustCompile(`(?i)\b(once|twice|three times|four times) (a|every|each) (day|week|month|year)\b`), "$1 $2 $3"},
	{regexp.MustCompile(`(?i)\b(?:on|every) weekdays?\b`), "on weekdays"},
	{regexp.MustCompile(`(?i)\b(?:at|on|every) weekends?\b`), "at weekends"},
	{regexp.MustCompile(`(?i)\b(?:daily|every day)\b`), "every day"},
	{regexp.MustCompile(`(?i)\b(?:weekly|every week)\b`), "every week"},
	{regexp.MustCompile(`(?i)\b(?:monthly|every month)\b`), "every month"},
}

// saidRhythm finds how a text says that something comes back, "" if it does not
// say it so; day is its weekday, -1 if it has none.
func saidRhythm(text string) (every string, day time.Weekday) {
	for _, r := range saidRhythms {
		at := r.pattern.FindStringSubmatchIndex(text)
		if at == nil || strings.Contains(strings.ToLower(text[at[0]:at[1]]), "this ") {
			continue
		}
		every = string(r.pattern.ExpandString(nil, r.lead, strings.ToLower(text), at))
		day = -1
		var written []string
		for _, w := range strings.Fields(every) {
			for d := time.Sunday; d <= time.Saturday; d++ {
				if name := strings.ToLower(d.String()); strings.TrimSuffix(w, "s") == name {
					day, w = d, upperFirst(w)
				}
			}
			written = append(written, w)
		}
		return strings.Join(written, " "), day
	}
	return "", -1
}

// recurs reports whether a claim says that something comes back, how, and on
// which weekday, if on one.
func recurs(c claim) (every string, day time.Weekday, ok bool) {
	spans := when.Find(c.episode.What, c.episode.LastAt, c.turn)
	if every, day := saidRhythm(c.episode.What); every != "" && (day < 0 || !onlyOnce(spans) || again.MatchString(c.episode.What)) {
		return every, day, true
	}
	for _, s := range spans {
		if s.Recurs && s.HasWkday {
			return "on " + s.Weekday.String() + "s", s.Weekday, true
		}
		if s.Recurs {
			return strings.ToLower(s.Text), -1, true
		}
	}
	for _, s := range spans {
		if s.HasWkday && again.MatchString(c.episode.What) {
			return "on " + s.Weekday.String() + "s", s.Weekday, true
		}
	}
	return "", 0, false
}

// onlyOnce: no time in a text comes back.
func onlyOnce(spans []when.Span) bool {
	return !slices.ContainsFunc(spans, func(s when.Span) bool { return s.Recurs })
}

// take adds a claim that shares a telling word with all so far, and is of that
// weekday if there is one.
func (r *rhythm) take(c claim, day time.Weekday) {
	if day >= 0 && !onDay(c, day) {
		return
	}
	common := make(map[string]bool)
	for word := range withoutDays(contentOf(c.text)) {
		if r.words[word] {
			common[word] = true
		}
	}
	if len(common) > 0 {
		r.words = common
		r.claims = append(r.claims, c)
	}
}

// onDay reports whether a claim names a weekday, or names none and is of it.
func onDay(c claim, day time.Weekday) bool {
	named := false
	for _, s := range when.Find(c.episode.What, c.episode.LastAt, c.turn) {
		if s.HasWkday && s.Weekday == day {
			return true
		}
		named = named || s.HasWkday
	}
	return !named && c.episode.Day.Weekday() == day
}

func withoutDays(content map[string]bool) map[string]bool {
	for word := range content {
		if dayWord(word) || dayWord(word+"s") || number(word) || hollowRhythm[word] {
			delete(content, word)
		}
	}
	return content
}

var hollowRhythm = set(`back usual again tonight today every week weekly daily weekday weekend month monthly time day evening morning afternoon night go went come first second third fourth last other once twice thing`)

// tellRhythm words the habit: the sentence that says it, if there is one, else
// what its claims have in common.
func (w *writer) tellRhythm(r rhythm) {
	text := ""
	for _, c := range r.claims {
		if c.saysRhythm() {
			text = c.text
		}
	}
	thing := r.phrase()
	if text == "" && (thing == "" || verbAt(plainOf(words(thing)).words) > 0) {
		return
	}
	about := r.anchor.about
	if text == "" {
		text = upperFirst(r.owner()) + " " + doing(thing) + " " + r.every + "."
		about = aboutOf(upperFirst(thing)+" is "+r.every, foundIn(r.anchor.episode.Names), r.anchor.episode.LastAt, r.anchor.turn).String()
	}
	w.add(neocortex.Proposal{Text: text, About: about, Kind: string(memory.Habit)}, r.claims)
}

// saysRhythm reports whether a claim is a sentence on what comes back, and not
// on one time that it did ("is swimming this morning, like every Tuesday").
func (c claim) saysRhythm() bool {
	if !c.standing || oneTime.MatchString(c.text) {
		return false
	}
	if every, _ := saidRhythm(c.text); every != "" && len(c.times) <= 2 && !strings.Contains(c.text, ", ") {
		return true
	}
	return len(c.times) == 1 && c.times[0].Recurs
}

var oneTime = regexp.MustCompile(`(?i)\b(like|as) (every|always|usual)\b|\b(is|are) \w+ing\b`)

// owner is who has the habit: the user, under the name that the moment uses.
func (r rhythm) owner() string {
	if who := r.anchor.episode.Who; len(who) > 0 && who[0] != "" {
		return who[0]
	}
	return "the user"
}

var meal = set(`breakfast brunch lunch dinner supper tea coffee drinks`)

// doing is what the owner does: "swim at the pool" with its ending, else a
// thing with the verb that it takes.
func doing(thing string) string {
	first, rest, _ := strings.Cut(thing, " ")
	if baseVerb[strings.ToLower(first)] && !commonNoun[strings.ToLower(first)] && rest != "" && !meal[strings.ToLower(first)] {
		return withS(strings.ToLower(first)) + " " + rest
	}
	return verbFor(thing) + " " + thing
}

// verbFor: one goes swimming, goes to what is at a place, and has the rest.
func verbFor(thing string) string {
	first, _, _ := strings.Cut(thing, " ")
	switch {
	case strings.HasSuffix(first, "ing") && baseVerbOfIng(first):
		return "goes"
	case meal[strings.ToLower(first)]:
		return "has"
	case strings.Contains(thing, " at ") || strings.Contains(thing, " in "):
		return "goes to"
	}
	return "has"
}

// phrase is the shortest run of words, in any of the claims, from the first to
// the last word that all have in common, cut at marks and times.
func (r rhythm) phrase() string {
	best := ""
	for _, c := range r.claims {
		ws := words(c.text)
		first, last := -1, -1
		for i, wd := range ws {
			if r.words[contentWord(wd.low)] {
				if first < 0 {
					first = i
				}
				last = i
			}
		}
		if first < 0 {
			continue
		}
		phrase := c.text[ws[first].start:ws[last].end]
		if strings.ContainsAny(phrase, ",;:") || len(when.Find(phrase, c.episode.LastAt, c.turn)) > 0 {
			continue
		}
		if best == "" || len(phrase) < len(best) {
			best = phrase
		}
	}
	if first, _, _ := strings.Cut(strings.ToLower(best), " "); r.isName(best) || notName[first] {
		return best
	}
	return lowerFirst(best)
}

func (r rhythm) isName(phrase string) bool {
	return slices.ContainsFunc(r.anchor.episode.Names, func(n memory.Name) bool { return strings.HasPrefix(phrase, n.Text) })
}
