package neocortex

import (
	"slices"
	"time"

	"muisto/memory"
	"muisto/memory/ground"
	"muisto/memory/grounding"
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
	// Turn is the hour at which a local day ends.
	Turn int
	// Kept are facts of the user's in the same slot, from which the draft may
	// keep what its moments leave unsaid.
	Kept []memory.Fact

	// by is its authority once it is known; empty before.
	by memory.Authority
}

// Claim is a Touch whose fact is known.
type Claim struct {
	Fact     memory.FactID
	Relation Relation
}

// Authority is who the draft rests on, told from who did what in the moments
// cited. A user's question vouches for nothing, and a user's moment only for
// what it says: the days and numbers of the text must stand in the user's
// moments, follow from them, or be kept from the user's fact in its place.
func (d Draft) Authority() memory.Authority {
	if d.by != "" {
		return d.by
	}
	if !slices.ContainsFunc(d.Episodes, isWord) {
		return memory.ByAgent
	}
	if d.unsaid(isWord) != "" {
		return memory.ByAgent
	}
	return memory.ByUser
}

// unsaid is a value of the text that the moments that count do not say, and that
// is not reckoned from what they say, nor kept from a fact; "" if there is none.
func (d Draft) unsaid(counts func(memory.Episode) bool) string {
	value := d.evidence(counts).Missing(d.Text, d.at())
	if value == "" || len(d.Kept) > 0 {
		return value
	}
	if missing := grounding.Judge(d.Text, d.grounds(counts), d.at()).Missing; len(missing) == 0 {
		return ""
	}
	return value
}

// evidence is what the moments that count say, and the facts that are kept.
func (d Draft) evidence(counts func(memory.Episode) bool) *ground.Evidence {
	e := &ground.Evidence{Turn: d.Turn}
	for _, m := range d.Episodes {
		if counts(m) {
			addMoment(e, m)
		}
	}
	for _, f := range d.Kept {
		e.Add(f.Text, f.EvidenceAt)
		e.AddDay(f.ValidUntil)
	}
	return e
}

// addMoment takes in all that a moment says.
func addMoment(e *ground.Evidence, m memory.Episode) {
	for _, text := range append([]string{m.What, m.About, m.When}, m.Who...) {
		e.Add(text, m.LastAt)
	}
	for _, name := range m.Names {
		e.Add(name.Text, m.LastAt)
	}
	e.AddDay(m.WhenAt)
	e.AddSaidOn(m.Day)
}

// at is when the draft holds: the time of its newest moment.
func (d Draft) at() time.Time { return d.Episodes[len(d.Episodes)-1].LastAt }

func (d Draft) holder() holder {
	return holder{text: d.Text, about: d.About, names: d.Names, at: d.at()}
}

// corrects reports whether the draft rests on a correction of the user's.
func (d Draft) corrects() bool {
	return slices.ContainsFunc(d.Episodes, func(m memory.Episode) bool {
		return m.Actor == memory.RoleUser && m.Act == memory.Correction
	})
}

// ofTopic reports whether a moment cited is of a fact's topic.
func (d Draft) ofTopic(f memory.Fact) bool {
	return slices.ContainsFunc(d.Episodes, func(m memory.Episode) bool { return SameAbout(m.About, f.About) })
}

// mentions reports whether a moment speaks of a fact: it is of its topic, or
// shares more with it than a name.
func mentions(e memory.Episode, f memory.Fact) bool {
	if SameAbout(e.About, f.About) {
		return true
	}
	h := holder{text: e.What, about: e.About, names: e.Names, at: e.LastAt}
	named := slices.ContainsFunc(f.Names, func(n memory.Name) bool { return n.OccursIn(e.What) })
	if !named && !h.shares(holderOf(f)) && len(f.Names) > 0 {
		return false
	}
	return h.speaksOf(holderOf(f))
}

// isWord reports whether a moment is the user's word: a statement, and no mere
// question, nor what the user only showed.
func isWord(e memory.Episode) bool {
	return e.Actor == memory.RoleUser && e.Act != memory.Routine && !e.OnlyShared()
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
	return d.corrects()
}
