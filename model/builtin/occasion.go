package builtin

import (
	"slices"
	"strings"

	"muisto/memory"
	"muisto/memory/neocortex"
	"muisto/memory/when"
)

// occasionDays is on how many days an occasion has to be told of before it is a
// habit, where nobody said that it comes back.
const occasionDays = 3

// occasions writes what is only ever named, again and again, as a habit: "choir
// with Maija at the church tonight, we sing Bach". What is said beside it stays
// with its moments.
func (w *writer) occasions() {
	var told []memory.EpisodeID
	for i, first := range w.claims {
		head, ok := occasion(first)
		if !ok || slices.Contains(told, first.episode.ID) {
			continue
		}
		first.text = head
		r := rhythm{anchor: first, words: withoutDays(contentOf(head))}
		for _, c := range w.claims[i:] {
			if head, ok := occasion(c); ok && !slices.Contains(told, c.episode.ID) {
				c.text = head
				r.takeAlike(c)
			}
		}
		if thing := r.phrase(); len(daysOf(r.claims)) >= occasionDays && thing != "" && verbAt(plainOf(words(thing)).words) < 0 {
			w.tellOccasion(r, thing)
			for _, c := range r.claims {
				told = append(told, c.episode.ID)
			}
		}
	}
	w.claims = slices.DeleteFunc(w.claims, func(c claim) bool { return slices.Contains(told, c.episode.ID) })
}

// occasion is the thing that a moment of the user's names before it says
// anything, without its time; none where it says that it comes back.
func occasion(c claim) (string, bool) {
	if c.episode.Act != memory.Observation || c.episode.Actor != memory.RoleUser || !strings.Contains(c.episode.What, " said: ") {
		return "", false
	}
	if _, _, ok := recurs(c); ok {
		return "", false
	}
	head, _, _ := strings.Cut(strings.TrimRight(statementOf(c.episode.What), ".!?… "), ", ")
	for _, s := range slices.Backward(when.Find(head, c.episode.LastAt, c.turn)) {
		head = head[:s.Start] + head[s.End:]
	}
	head = strings.Join(strings.Fields(head), " ")
	return head, head != "" && !hasVerb(plainOf(words(head)).words)
}

// takeAlike adds an occasion that shares most of its telling words with all so
// far.
func (r *rhythm) takeAlike(c claim) {
	const least = 2 // words
	mine := withoutDays(contentOf(c.text))
	common := make(map[string]bool)
	for word := range mine {
		if r.words[word] {
			common[word] = true
		}
	}
	if len(common) >= least && 2*len(common) >= len(mine) {
		r.words = common
		r.claims = append(r.claims, c)
	}
}

// tellOccasion words the habit, with its weekday if it has one.
func (w *writer) tellOccasion(r rhythm, thing string) {
	day := r.claims[0].episode.Day.Weekday()
	every := "on " + day.String() + "s"
	text := upperFirst(r.owner()) + " " + doing(thing) + " " + every + "."
	if slices.ContainsFunc(r.claims, func(c claim) bool { return c.episode.Day.Weekday() != day }) {
		text = upperFirst(r.owner()) + " often " + doing(thing) + "."
	}
	about := aboutOf(upperFirst(thing)+" is "+every, foundIn(r.anchor.episode.Names), r.anchor.episode.LastAt, r.anchor.turn)
	w.add(neocortex.Proposal{Text: text, About: about.String(), Kind: string(memory.Habit)}, r.claims)
}
