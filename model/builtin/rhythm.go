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

// recurs reports whether a claim says that something comes back, how, and on
// which weekday, if on one.
func recurs(c claim) (every string, day time.Weekday, ok bool) {
	spans := when.Find(c.episode.What, c.episode.LastAt, memory.DefaultDayTurn)
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
	for _, s := range when.Find(c.episode.What, c.episode.LastAt, memory.DefaultDayTurn) {
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

var hollowRhythm = set(`back usual again tonight today every week weekly time day evening morning go went come`)

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
	if text == "" && thing == "" {
		return
	}
	about := r.anchor.about
	if text == "" {
		text = upperFirst(r.owner()) + " " + verbFor(thing) + " " + thing + " " + r.every + "."
		about = thing + ": day"
	}
	w.add(neocortex.Proposal{Text: text, About: about, Kind: string(memory.Habit)}, r.claims)
}

// saysRhythm reports whether a claim is a sentence on what comes back, and not
// on one time that it did ("is swimming this morning, like every Tuesday").
func (c claim) saysRhythm() bool {
	return c.standing && len(c.times) == 1 && c.times[0].Recurs && !oneTime.MatchString(c.text)
}

var oneTime = regexp.MustCompile(`(?i)\b(like|as) (every|always|usual)\b|\b(is|are) \w+ing\b`)

// owner is who has the habit: the user, under the name that the moment uses.
func (r rhythm) owner() string {
	if who := r.anchor.episode.Who; len(who) > 0 && who[0] != "" {
		return who[0]
	}
	return "the user"
}

// verbFor: one goes swimming, goes to what is at a place, and has the rest.
func verbFor(thing string) string {
	first, _, _ := strings.Cut(thing, " ")
	switch {
	case strings.HasSuffix(first, "ing") && baseVerbOfIng(first):
		return "goes"
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
		if strings.ContainsAny(phrase, ",;:") || len(when.Find(phrase, c.episode.LastAt, memory.DefaultDayTurn)) > 0 {
			continue
		}
		if best == "" || len(phrase) < len(best) {
			best = phrase
		}
	}
	if r.isName(best) {
		return best
	}
	return lowerFirst(best)
}

func (r rhythm) isName(phrase string) bool {
	return slices.ContainsFunc(r.anchor.episode.Names, func(n memory.Name) bool { return strings.HasPrefix(phrase, n.Text) })
}
