package neocortex

import (
	"slices"
	"strings"
	"time"

	"muisto/memory"
)

// Draft is a proposal that has been held to its group.
type Draft struct {
	// Text is empty in one that only takes facts back.
	Text, About string
	Kind        memory.FactKind
	// ValidUntil is set for a state.
	ValidUntil memory.Day
	Names      []memory.Name
	// Episodes are the moments cited, oldest first; never empty.
	Episodes []memory.Episode
	Claims   []Claim
}

// Claim is a Touch whose fact is known.
type Claim struct {
	Fact     memory.FactID
	Relation Relation
}

// Authority is who the draft rests on, told from who did what in the moments
// cited. A user's question vouches for nothing, and a user's moment only for
// what it says: the days and numbers of the text must stand in the user's.
func (d Draft) Authority() memory.Authority {
	said := make(map[string]bool)
	spoken := false
	for _, e := range d.Episodes {
		if !isWord(e) {
			continue
		}
		spoken = true
		for _, text := range []string{e.What, e.When, e.WhenAt.String()} {
			for w := range contentWords(text) {
				said[w] = true
			}
		}
		if e.WhenAt != 0 {
			said[strings.ToLower(e.WhenAt.Weekday().String())] = true
		}
	}
	if !spoken {
		return memory.ByAgent
	}
	for v := range valuesOf(d.Text) {
		if !said[v] && !d.isYear(v) {
			return memory.ByAgent
		}
	}
	return memory.ByUser
}

// isYear reports whether v is the year of a moment cited or of the one after:
// people leave it out.
func (d Draft) isYear(v string) bool {
	for _, e := range d.Episodes {
		year := e.LastAt.Year()
		if v == time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).Format("2006") ||
			v == time.Date(year+1, 1, 1, 0, 0, 0, 0, time.UTC).Format("2006") {
			return true
		}
	}
	return false
}

// isWord reports whether a moment is the user's word: a statement, and no
// mere question.
func isWord(e memory.Episode) bool {
	return e.Actor == memory.RoleUser && e.Act != memory.Routine
}

// EvidenceAt is the message time of the newest moment that bears the draft's
// authority: the agent's retelling makes nothing that the user said newer.
func (d Draft) EvidenceAt() time.Time {
	byUser := d.Authority() == memory.ByUser
	var newest time.Time
	for _, e := range d.Episodes {
		if (!byUser || isWord(e)) && e.LastAt.After(newest) {
			newest = e.LastAt
		}
	}
	return newest
}

// fact is the fact that the draft would form.
func (d Draft) fact(id memory.FactID) memory.Fact {
	f := memory.Fact{
		ID: id, Text: d.Text, About: d.About, Kind: d.Kind, Status: memory.Active, Authority: d.Authority(),
		Names: d.Names, EvidenceAt: d.EvidenceAt(), ValidUntil: d.ValidUntil,
	}
	for _, e := range d.Episodes {
		cite(&f, e)
	}
	return f
}

// cite adds a moment to what a fact rests on, if it is not there yet.
func cite(f *memory.Fact, e memory.Episode) bool {
	cited, ok := f.Cite(e)
	*f = cited
	return ok
}

// putsRight reports whether a draft rests on a correction of the user's and
// says otherwise of the same thing than one of older evidence. A passing state
// puts right states alone.
func (d Draft) putsRight(e Draft) bool {
	if d.Text == "" || e.Text == "" || !SameAbout(d.About, e.About) || SaysSame(d.Text, e.Text) {
		return false
	}
	if d.Kind == memory.State && e.Kind != memory.State || !d.EvidenceAt().After(e.EvidenceAt()) {
		return false
	}
	return slices.ContainsFunc(d.Episodes, func(m memory.Episode) bool {
		return m.Actor == memory.RoleUser && m.Act == memory.Correction
	})
}
