package builtin

import (
	"regexp"
	"slices"

	"muisto/memory"
	"muisto/memory/neocortex"
)

// manyDays is over how many days a plan must have come up that has no date yet.
const manyDays = 3

// planned are the words by which a plan is known.
var planned = regexp.MustCompile(`(?i)\b(book(ed|ing|s)?|reserv(e|ed|ation)|tickets?|flights?|trains?|ferry|hotel|rooms?|visas?|packed|packing|sign(ed)? up|register(ed)?|rent(ed)?|hired?|plan(s|ned|ning)?|itinerary|deposit|invit(ed|ations?)|order(ed)?|travel|trip|prepar(ed?|ing)|draft(ed)?|schedul(ed?|ing)|agenda|slides|quotes?|contract|leav(e|es|ing)|arriv(e|es|ing))\b`)

// plans writes how things stand with what the user is getting ready: a place, a
// project or an event that came up on several days with the words of a plan.
func (w *writer) plans() {
	for _, name := range w.names() {
		var about []claim
		for _, c := range w.claims {
			if c.episode.Actor == memory.RoleUser && !c.corrects() && c.has(name) {
				about = append(about, c)
			}
		}
		if w.isPlan(about) && !slices.ContainsFunc(about, func(c claim) bool { return w.told[c.episode.ID] }) {
			w.tellPlan(name, about)
		}
	}
}

// names are those that can name a plan, those in the most claims first.
func (w *writer) names() []memory.Name {
	var names []memory.Name
	count := make(map[string]int)
	for _, c := range w.claims {
		for _, n := range c.episode.Names {
			if n.Type == memory.Person || n.Type == memory.Thing {
				continue
			}
			if count[n.Key()] == 0 {
				names = append(names, n)
			}
			count[n.Key()]++
		}
	}
	slices.SortStableFunc(names, func(a, b memory.Name) int { return count[b.Key()] - count[a.Key()] })
	return names
}

func (c claim) has(n memory.Name) bool {
	return slices.ContainsFunc(c.episode.Names, func(m memory.Name) bool { return m.Key() == n.Key() })
}

// isPlan: the words of a plan on most days, over many days, or over two with a
// date ahead.
func (w *writer) isPlan(claims []claim) bool {
	days, words, ahead := daysOf(claims), 0, false
	for _, c := range claims {
		if planned.MatchString(c.text) {
			words++
		}
		ahead = ahead || c.ahead() != 0
	}
	if words == 0 || 2*words < len(claims) && !ahead {
		return false
	}
	return len(days) >= manyDays || ahead && len(days) >= spreadDays
}

// ahead is the last day to come that a claim names, 0 if it names none.
func (c claim) ahead() memory.Day {
	var day memory.Day
	for _, s := range c.times {
		if s.HasDay() && s.To > c.episode.Day {
			day = max(day, s.To)
		}
	}
	return day
}

// tellPlan takes the sentence that tells most of how the plan stands: one with
// the date ahead, else one in the present, else the newest.
func (w *writer) tellPlan(name memory.Name, claims []claim) {
	best, until := claims[0], memory.Day(0)
	for _, c := range claims {
		until = max(until, c.ahead())
		if c.worth() >= best.worth() {
			best = c
		}
	}
	text := best.text
	if !name.OccursIn(text) {
		text = best.whole
	}
	p := neocortex.Proposal{Text: text, About: name.Text + ": plans", Kind: string(memory.State), ValidUntil: until.String()}
	for _, f := range w.request.Known {
		if neocortex.SameAbout(f.About, p.About) && until == 0 {
			p.Text = f.Text
		}
	}
	w.add(p, claims)
}

func (c claim) worth() int {
	worth := 0
	if c.ahead() != 0 {
		worth += 4
	}
	if c.standing {
		worth += 2
	}
	if planned.MatchString(c.text) {
		worth++
	}
	return worth
}
