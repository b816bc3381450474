package neocortex

import (
	"cmp"
	"math"
	"slices"

	"muisto/memory"
)

const (
	// maxKnown is how many active facts a call is shown at most.
	maxKnown = 24
	// maxNear is how many facts of any status a draft is held against, beside
	// those that it touches.
	maxNear = 64
	// minLikeness is the share of the likeness of the best that a fact must have
	// to be shown.
	minLikeness = 0.15
)

// book is what a pass knows of the facts on record: all of them, whatever their
// status, found by name and by word.
type book struct {
	facts  map[memory.FactID]memory.Fact
	byWord map[string][]memory.FactID
	// rev is the store's revision that the book is at.
	rev int64
}

func newBook() *book {
	return &book{facts: make(map[memory.FactID]memory.Fact), byWord: make(map[string][]memory.FactID)}
}

// put takes facts in. One that is there already is the same in a later state.
func (b *book) put(facts []memory.Fact) {
	for _, f := range facts {
		if _, known := b.facts[f.ID]; !known {
			for word := range wordsOfFact(f) {
				b.byWord[word] = append(b.byWord[word], f.ID)
			}
		}
		b.facts[f.ID] = f
	}
}

// active lists the active facts by id.
func (b *book) active() []memory.Fact {
	var facts []memory.Fact
	for _, f := range b.facts {
		if f.Status == memory.Active {
			facts = append(facts, f)
		}
	}
	slices.SortFunc(facts, func(x, y memory.Fact) int { return cmp.Compare(x.ID, y.ID) })
	return facts
}

// near gives the facts that share telling words or names with words, the
// likest first, at most limit.
func (b *book) near(words map[string]bool, limit int, fits func(memory.Fact) bool) []memory.Fact {
	likeness := make(map[memory.FactID]float64)
	for word := range words {
		ids := b.byWord[word]
		weight := math.Log(1 + float64(len(b.facts))/float64(len(ids)+1))
		for _, id := range ids {
			likeness[id] += weight
		}
	}
	var found []memory.Fact
	for id := range likeness {
		if f := b.facts[id]; fits(f) {
			found = append(found, f)
		}
	}
	slices.SortFunc(found, func(x, y memory.Fact) int {
		return cmp.Or(cmp.Compare(likeness[y.ID], likeness[x.ID]), cmp.Compare(x.ID, y.ID))
	})
	found = found[:min(len(found), limit)]
	for i, f := range found {
		if likeness[f.ID] < minLikeness*likeness[found[0].ID] {
			return found[:i]
		}
	}
	return found
}

// couldBeMeant gives the facts standing on today that a group could be about.
func (b *book) couldBeMeant(group []memory.Episode, today memory.Day) []memory.Fact {
	words := make(map[string]bool)
	for _, e := range group {
		addWords(words, e.What, e.About)
		for _, name := range e.Names {
			addWords(words, name.Text)
		}
	}
	return b.near(words, maxKnown, func(f memory.Fact) bool { return f.StandsOn(today) })
}

// heldAgainst gives the facts, of whatever status, that a draft could touch.
func (b *book) heldAgainst(d Draft) []memory.Fact {
	words := make(map[string]bool)
	addWords(words, d.Text, d.About)
	facts := b.near(words, maxNear, func(memory.Fact) bool { return true })
	for _, claim := range d.Claims {
		if f, known := b.facts[claim.Fact]; known && !slices.ContainsFunc(facts, func(g memory.Fact) bool { return g.ID == f.ID }) {
			facts = append(facts, f)
		}
	}
	return facts
}

// says reports whether an active fact says what a moment says, or rests on it.
func (b *book) says(e memory.Episode, today memory.Day) bool {
	for _, f := range b.couldBeMeant([]memory.Episode{e}, today) {
		if SaysSame(e.What, f.Text) || slices.Contains(f.Sources, e.ID) {
			return true
		}
	}
	return false
}

// takesBack reports whether a moment takes back an active fact that it may
// close: the agent's retraction one that rests on the agent's belief, a
// statement of the user's that denies something any.
func (b *book) takesBack(e memory.Episode, today memory.Day) bool {
	if isWord(e) && !denies(e.What) {
		return false
	}
	d := Draft{Episodes: []memory.Episode{e}}
	for _, f := range b.couldBeMeant(d.Episodes, today) {
		if by, _ := d.takesBack(f); by == memory.ByAgent || by == memory.ByUser && !SaysSame(e.What, f.Text) {
			return true
		}
	}
	return false
}

func wordsOfFact(f memory.Fact) map[string]bool {
	words := make(map[string]bool)
	addWords(words, f.Text, f.About)
	for _, name := range f.Names {
		addWords(words, name.Text)
	}
	return words
}

// stemRunes is how much of a word is compared: endings differ in many
// languages, beginnings hardly ever.
const stemRunes = 5

func addWords(to map[string]bool, texts ...string) {
	for _, text := range texts {
		for word := range contentWords(text) {
			if runes := []rune(word); len(runes) > stemRunes {
				word = string(runes[:stemRunes])
			}
			to[word] = true
		}
	}
}

// settle lets the drafts of one group meet the facts in turn, each seeing what
// the one before it did, and gives all changes. New facts have ids below 0.
func (b *book) settle(drafts []Draft, today memory.Day, c memory.Calendar) []memory.Change {
	var changes []memory.Change
	var touched []memory.Fact
	for i, d := range drafts {
		d.Claims = append(slices.Clone(d.Claims), putRight(drafts[:i], d, touched)...)
		facts := b.heldAgainst(d)
		for _, f := range touched {
			if at := slices.IndexFunc(facts, func(g memory.Fact) bool { return g.ID == f.ID }); at >= 0 {
				facts[at] = f
			} else {
				facts = append(facts, f)
			}
		}
		next := Settle(facts, d, today, c, -memory.FactID(i+1))
		touched = Apply(touched, next)
		changes = append(changes, next...)
	}
	return changes
}

// putRight gives the claims by which a draft meets what the drafts before it
// made of the same thing, where one of the two puts the other right.
func putRight(before []Draft, d Draft, touched []memory.Fact) []Claim {
	var claims []Claim
	for _, e := range before {
		if !e.putsRight(d) && !d.putsRight(e) {
			continue
		}
		for _, f := range touched {
			if f.Status == memory.Active && f.Text == e.Text || f.Status == memory.Active && restsOn(f, e) {
				claims = append(claims, Claim{Fact: f.ID, Relation: Replaces})
			}
		}
	}
	return claims
}

// restsOn reports whether a fact cites all moments of a draft and is about the
// same thing.
func restsOn(f memory.Fact, d Draft) bool {
	return SameAbout(f.About, d.About) && !slices.ContainsFunc(d.Episodes, func(e memory.Episode) bool {
		return !slices.Contains(f.Sources, e.ID)
	})
}

// Place lets a statement that the user makes by hand meet the facts on record,
// all of them whatever their status, and returns the changes. A new fact has an
// ID below 0.
func Place(facts []memory.Fact, d Draft, today memory.Day, c memory.Calendar) []memory.Change {
	b := newBook()
	b.put(facts)
	return b.settle([]Draft{d}, today, c)
}
