package neocortex

import (
	"regexp"
	"slices"
	"strings"

	"muisto/memory"
	"muisto/memory/when"
)

// planned is the day of a fact that is a plan: one future day, once, said by its
// date; 0 for what holds from a day on, comes back every year, or is no plan.
func planned(f memory.Fact, turn int) memory.Day {
	if f.Kind == memory.Habit || f.Kind == memory.Wish || !strings.ContainsAny(f.Text, "0123456789") || lasts.MatchString(f.Text) {
		return 0
	}
	spans := slices.DeleteFunc(when.Find(f.Text, f.EvidenceAt, turn), func(s when.Span) bool { return !s.HasDay() && !s.Recurs })
	if len(spans) != 1 {
		return 0
	}
	s := spans[0]
	said := memory.DayOf(f.EvidenceAt, turn)
	if s.Recurs || s.Until || s.From != s.To || s.To <= said {
		return 0
	}
	return s.To
}

// lasts are the words by which what a date speaks of holds from it on, or comes
// back with it every year.
var lasts = regexp.MustCompile(`(?i)(^|[^\p{L}])(since|from|starting|starts|begins|onwards?|as of|after|birthdays?|born|anniversary|every|each|yearly|` +
	`seit|ab|vom|geburtstag|geboren|jeden|jedes|alkaen|lähtien|jälkeen|syntymäpäivä\p{L}*|syntynyt|joka|från|sedan|födelsedag|född|varje|` +
	`depuis|partir|anniversaire|chaque|desde|cumpleaños|cada|dal|compleanno|ogni|aniversário|vanaf|sinds|verjaardag|elke?)([^\p{L}]|$)`)
