package neocortex

import (
	"slices"
	"time"

	"muisto/memory"
)

// Settle is step 7: it lets a new draft meet the facts on record and returns the
// changes, in order. Facts are those that the draft could touch, whatever their
// status. Id is for the new fact, if there is one.
//
// Slots and values say what two statements are to each other; what the model
// claims is evidence for that. Same: the active fact that says it already gains
// the moments; the agent's own retelling adds none and retires nothing.
// Contradiction: of two about the same thing the user's word beats the agent's
// belief, and between equals the newer evidence wins, by message time; the
// loser is superseded, the new fact too if it loses. A passing state never
// retires a fact of another kind. Take-back: the fact is closed, unless it rests
// on better authority or newer evidence. What was retired comes back only on
// evidence from after its retirement, or of a higher authority than what retired
// it. So the active facts do not depend on the order in which drafts come.
func Settle(facts []memory.Fact, d Draft, today memory.Day, c memory.Calendar, id memory.FactID) []memory.Change {
	s := settler{facts: slices.Clone(facts), draft: d, today: today, calendar: c}
	if d.Text == "" {
		s.takeBack()
		return s.changes
	}
	s.draft.by = s.draft.Authority()
	if i := s.sameAs(); i >= 0 {
		s.reinforce(i)
		if s.draft.Authority() == memory.ByUser || s.facts[i].Authority == memory.ByAgent {
			s.contest(i) // the agent's belief can retire nothing but its own
		}
		if s.draft.Authority() == memory.ByUser {
			s.takeBack()
		}
		return s.changes
	}
	twin := s.setSpentAside()
	if len(s.draft.Episodes) == 0 {
		return s.changes
	}
	s.form(id, twin)
	s.takeBack()
	return s.changes
}

type settler struct {
	facts    []memory.Fact
	draft    Draft
	today    memory.Day
	calendar memory.Calendar
	changes  []memory.Change
}

func (s *settler) note(effect memory.Effect, i int) {
	s.changes = append(s.changes, memory.Change{Effect: effect, Fact: s.facts[i]})
}

// sameAs is the place of the active fact that says what the draft says, or -1.
func (s *settler) sameAs() int {
	for i, f := range s.facts {
		if f.Status == memory.Active && s.mayBeSame(f) && s.compare(s.draft.holder(), f) == says {
			return i
		}
	}
	return -1
}

// mayBeSame refuses to merge what is about another name, whatever was claimed,
// and a fact that lasts with a passing state.
func (s *settler) mayBeSame(f memory.Fact) bool {
	if len(f.Names) > 0 && len(s.draft.Names) > 0 && !shareName(f.Names, s.draft.Names) {
		return false
	}
	if s.claims(f.ID, Same) {
		return f.Kind != memory.State || s.draft.Kind == memory.State
	}
	return sameClass(f, s.draft.Kind)
}

// compare says how a statement of the draft's stands to a fact.
func (s *settler) compare(h holder, f memory.Fact) verdict {
	return h.compare(holderOf(f), s.calendar.Turn, claimed{
		same: s.claims(f.ID, Same), replaces: s.claims(f.ID, Replaces),
		topic: s.draft.ofTopic(f), corrects: s.draft.corrects(),
	})
}

func shareName(a, b []memory.Name) bool {
	for _, x := range a {
		if slices.ContainsFunc(b, func(y memory.Name) bool { return x.Key() == y.Key() }) {
			return true
		}
	}
	return false
}

func (s *settler) claims(id memory.FactID, r Relation) bool {
	return slices.Contains(s.draft.Claims, Claim{Fact: id, Relation: r})
}

// sameClass tells standing facts from passing states.
func sameClass(f memory.Fact, kind memory.FactKind) bool {
	return (f.Kind == memory.State) == (kind == memory.State)
}

// reinforce gives the moments of the draft to the fact that says it already.
func (s *settler) reinforce(i int) {
	f, d := &s.facts[i], s.draft
	at, byUser := d.EvidenceAt(), d.Authority() == memory.ByUser
	if !byUser {
		if f.Authority == memory.ByAgent && at.After(f.LastSaid()) {
			*f = f.Retell(at)
			s.note(memory.Retold, i)
		}
		return
	}
	gained := false
	for _, e := range d.Episodes {
		gained = isWord(e) && cite(f, e) || gained
	}
	if !gained && f.Authority == memory.ByUser {
		return
	}
	*f = f.Reinforce(at, d.ValidUntil)
	s.note(memory.Reinforced, i)
}

// setSpentAside takes from the draft the moments that cannot bring back what
// was retired, and files them with the retired fact that says the same. What
// is left must bear a fact by itself. It gives the place of that fact, or -1.
func (s *settler) setSpentAside() (twin int) {
	twin = -1
	for i, f := range s.facts {
		if s.isTwin(f) && (twin < 0 || f.RetiredAt.After(s.facts[twin].RetiredAt)) {
			twin = i
		}
	}
	if twin < 0 {
		return twin
	}
	var fresh, spent []memory.Episode
	for _, e := range s.draft.Episodes {
		if s.isSpent(e) {
			spent = append(spent, e)
		} else {
			fresh = append(fresh, e)
		}
	}
	s.file(twin, spent)
	if len(spent) > 0 && !bears(fresh) {
		fresh = nil
	}
	s.draft.Episodes, s.draft.by = fresh, ""
	if len(fresh) > 0 {
		s.draft.by = s.draft.Authority()
	}
	return twin
}

// isTwin reports whether a fact is a retired one that said what the draft says.
func (s *settler) isTwin(f memory.Fact) bool {
	if f.Status == memory.Active || !sameClass(f, s.draft.Kind) {
		return false
	}
	if SaysSame(f.Text, s.draft.Text) {
		return true
	}
	for _, e := range s.draft.Episodes {
		if !slices.Contains(f.Sources, e.ID) {
			return false
		}
	}
	return SameAbout(f.About, s.draft.About)
}

func (s *settler) isSpent(e memory.Episode) bool {
	for _, f := range s.facts {
		if !s.isTwin(f) {
			continue
		}
		outranks := isWord(e) && f.RetiredBy == memory.ByAgent
		if slices.Contains(f.Sources, e.ID) || !outranks && !e.LastAt.After(f.RetiredAt) || s.stillOverruled(f, e) {
			return true
		}
	}
	return false
}

// stillOverruled reports whether the agent says again what a standing fact of
// the user's took the place of.
func (s *settler) stillOverruled(f memory.Fact, e memory.Episode) bool {
	return e.Actor == memory.RoleAssistant && f.Status == memory.Superseded && slices.ContainsFunc(s.facts, func(g memory.Fact) bool {
		return g.ID == f.SupersededBy && g.Status == memory.Active && g.Authority == memory.ByUser
	})
}

// file puts moments with a retired fact that they speak for.
func (s *settler) file(i int, moments []memory.Episode) {
	filed := false
	for _, e := range moments {
		filed = cite(&s.facts[i], e) || filed
	}
	if filed {
		s.note(memory.Filed, i)
	}
}

// form makes a new fact of the draft and lets it meet its rivals. If it loses
// and a retired fact (at twin) says the same already, its moments go there.
func (s *settler) form(id memory.FactID, twin int) {
	f := s.draft.fact(id)
	rivals := s.rivals(f)
	for _, i := range rivals {
		if g := s.facts[i]; s.claims(g.ID, Replaces) && !SameAbout(f.About, g.About) {
			f.About = g.About // the same slot, worded otherwise
		}
	}
	winner := s.strongest(f, rivals)
	if winner >= 0 && twin >= 0 {
		s.file(twin, s.draft.Episodes)
		return
	}
	s.facts = append(s.facts, f)
	at := len(s.facts) - 1
	s.note(memory.Formed, at)
	s.meet(at, rivals, winner)
	if f := s.facts[at]; f.RunsOutBefore(s.today) {
		s.facts[at] = f.Expire(s.calendar)
		s.note(memory.RunOut, at)
	}
}

// contest lets a fact that was reinforced meet the rivals named with it.
func (s *settler) contest(i int) {
	rivals := s.rivals(s.facts[i])
	s.meet(i, rivals, s.strongest(s.facts[i], rivals))
}

// rivals are the places of the active facts that f contradicts, or says more
// closely.
func (s *settler) rivals(f memory.Fact) []int {
	var places []int
	for i, g := range s.facts {
		if g.Status != memory.Active || g.ID == f.ID {
			continue
		}
		switch s.compare(holderOf(f), g) {
		case contradicts, refines:
			places = append(places, i)
		case says:
			if !sameClass(g, f.Kind) {
				continue
			}
			places = append(places, i)
		}
	}
	return places
}

// strongest is the place of the strongest rival that beats f, or -1.
func (s *settler) strongest(f memory.Fact, rivals []int) int {
	best := -1
	for _, i := range rivals {
		if s.facts[i].Beats(f) && (best < 0 || s.facts[i].Stronger(s.facts[best])) {
			best = i
		}
	}
	return best
}

// meet retires what the fact at place i beats, and that fact itself if there
// is a winner over it.
func (s *settler) meet(i int, rivals []int, winner int) {
	for _, r := range rivals {
		if s.facts[i].Beats(s.facts[r]) {
			s.supersede(r, i)
		}
	}
	if winner >= 0 {
		s.supersede(i, winner)
	}
}

func (s *settler) supersede(loser, winner int) {
	s.facts[loser] = s.facts[loser].Supersede(s.facts[winner])
	s.note(memory.Replaced, loser)
}

// takeBack closes the facts that the draft takes back. The agent takes back by
// a retraction, and only its own; the user by any later statement. A moment
// that shares a name with a fact and nothing else takes nothing of it back.
func (s *settler) takeBack() {
	for i, f := range s.facts {
		if f.Status != memory.Active || !s.claims(f.ID, Retracts) || s.draft.Text != "" && SaysSame(s.draft.Text, f.Text) {
			continue
		}
		if by, at := s.draft.takesBack(f); by != "" {
			s.facts[i] = f.Close(by, at)
			s.note(memory.TakenBack, i)
		}
	}
}

// takesBack is whose moment of the draft takes a fact back, and when that was
// said; by is empty where none can.
func (d Draft) takesBack(f memory.Fact) (by memory.Authority, at time.Time) {
	for _, e := range d.Episodes {
		if !e.LastAt.After(f.LastSaid()) || !mentions(e, f) {
			continue
		}
		switch {
		case isWord(e):
			by, at = memory.ByUser, e.LastAt
		case by == "" && e.Act == memory.Retraction && f.Authority == memory.ByAgent:
			by, at = memory.ByAgent, e.LastAt
		}
	}
	return by, at
}

// Expire returns the changes for the states among facts whose last valid day has
// gone by on today, and for the plans whose day has.
func Expire(facts []memory.Fact, today memory.Day, c memory.Calendar) []memory.Change {
	var changes []memory.Change
	for _, f := range facts {
		if f.RunsOutBefore(today) {
			changes = append(changes, memory.Change{Effect: memory.RunOut, Fact: f.Expire(c)})
		} else if day := planned(f, c.Turn); day != 0 && day < today && f.Status == memory.Active {
			changes = append(changes, memory.Change{Effect: memory.Over, Fact: f.Close("", c.End(day))})
		}
	}
	return changes
}
