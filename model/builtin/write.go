package builtin

import (
	"context"
	"slices"

	"muisto/memory"
	"muisto/memory/neocortex"
)

// spreadDays is over how many days a thing must have come up to be a fact,
// unless it was set right.
const spreadDays = 2

// Write words the facts of a group by choosing among its moments' sentences and
// trimming them: what was set right, what was said on several days, what comes
// back regularly, and how things stand with a plan. It finds no fact in
// anything else, and has nothing to mend when it is asked again.
func (Model) Write(_ context.Context, r neocortex.Request, _ []string) ([]neocortex.Proposal, error) {
	w := writer{request: r}
	for _, e := range r.Episodes {
		if e.Act == memory.Retraction && e.Actor == memory.RoleAssistant {
			w.retract(e)
		} else if c, ok := claimOf(e); ok {
			w.claims = append(w.claims, c)
		}
	}
	w.dropRetracted()
	for _, same := range w.byTopic() {
		w.settleTopic(same)
	}
	if len(r.Bearers) == 0 {
		w.habits()
		w.plans()
	}
	return w.out, nil
}

type writer struct {
	request neocortex.Request
	claims  []claim
	// retracted are the statements that the agent took back.
	retracted []claim
	out       []neocortex.Proposal
	// told are the moments that a fact of the answer rests on.
	told map[memory.EpisodeID]bool
}

// retract closes what the agent believes and now takes back.
func (w *writer) retract(e memory.Episode) {
	c := claim{episode: e, text: statementOf(e.What)}
	w.retracted = append(w.retracted, c)
	p := neocortex.Proposal{Episodes: []string{e.ID.String()}}
	for _, f := range w.request.Known {
		if f.Authority == memory.ByAgent && f.EvidenceAt.Before(e.LastAt) && covers(c.text, f.Text) {
			p.Touches = append(p.Touches, neocortex.Touch{Fact: f.ID.String(), Relation: neocortex.Retracts})
		}
	}
	if len(p.Touches) > 0 {
		w.out = append(w.out, p)
	}
}

// mostly is the share of a statement's words that a retraction must hold to be
// of that statement.
const mostly = 0.75

// covers reports whether most words of a statement, and all its values, stand
// in a text.
func covers(text, statement string) bool {
	if !neocortex.SameValues(text, statement) {
		return false
	}
	said, n := contentOf(text), 0
	wanted := contentOf(statement)
	for w := range wanted {
		if said[w] {
			n++
		}
	}
	return len(wanted) > 0 && float64(n) >= mostly*float64(len(wanted))
}

// contentOf are the stems of the words of a text that say something.
func contentOf(text string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range words(text) {
		if c := contentWord(w.low); c != "" && !w.mark && c != "user" && c != "agent" {
			set[c] = true
		}
	}
	return set
}

// dropRetracted leaves out what the agent said and took back later.
func (w *writer) dropRetracted() {
	w.claims = slices.DeleteFunc(w.claims, func(c claim) bool {
		return c.episode.Actor == memory.RoleAssistant && slices.ContainsFunc(w.retracted, func(r claim) bool {
			return r.episode.LastAt.After(c.episode.LastAt) && covers(r.text, c.text)
		})
	})
}

// byTopic puts the claims about the same thing together, in the order of their
// first ones.
func (w *writer) byTopic() [][]claim {
	var topics [][]claim
	for _, c := range w.claims {
		at := slices.IndexFunc(topics, func(t []claim) bool { return neocortex.SameAbout(t[0].about, c.about) })
		if at < 0 {
			topics = append(topics, []claim{c})
		} else {
			topics[at] = append(topics[at], c)
		}
	}
	return topics
}

// settleTopic writes what holds of one thing: of the statements that may become
// facts, the newest of the user's, or, if there is none, of the agent's. One
// of the agent's that is against what is known is told with it, so that its
// moments are known to be overridden.
func (w *writer) settleTopic(topic []claim) {
	var users, agents [][]claim
	for _, b := range buckets(topic) {
		b = w.withSupport(b)
		switch {
		case !w.mayBecomeFact(b):
		case byUser(b):
			users = append(users, b)
		default:
			agents = append(agents, b)
		}
	}
	if len(users) > 0 {
		w.tell(newest(users))
	} else if len(agents) > 0 && !w.contradicted(newest(agents)) {
		w.tell(newest(agents))
		return
	}
	for _, b := range agents {
		if w.contradicted(b) {
			w.tell(b)
		}
	}
}

// buckets puts claims that say the same together; those of the user's and of
// the agent's are apart.
func buckets(topic []claim) [][]claim {
	var all [][]claim
	for _, c := range topic {
		at := slices.IndexFunc(all, func(b []claim) bool {
			return b[0].episode.Actor == c.episode.Actor && slices.ContainsFunc(b, c.agrees)
		})
		if at < 0 {
			all = append(all, []claim{c})
		} else {
			all[at] = append(all[at], c)
		}
	}
	return all
}

// withSupport adds the user's moments that mention the thing with the same
// value in passing ("back from the review, the Wednesday slot suits me").
func (w *writer) withSupport(b []claim) []claim {
	lead := lead(b)
	if !byUser(b) || !neocortex.HasValue(lead.text) {
		return b
	}
	for _, c := range w.claims {
		if c.episode.Actor == memory.RoleUser && c.episode.Act != memory.Correction && !slices.ContainsFunc(b, c.is) && c.mentions(lead) {
			b = append(b, c)
		}
	}
	return b
}

// mayBecomeFact: it was set right by the user, it is of the heaviest moments,
// or it came up on several days; and it tells how things are.
func (w *writer) mayBecomeFact(b []claim) bool {
	bears := func(c claim) bool {
		return len(w.request.Bearers) == 0 || slices.Contains(w.request.Bearers, c.episode.ID)
	}
	if slices.ContainsFunc(b, func(c claim) bool { return c.corrects() && bears(c) }) {
		return true
	}
	if !lead(b).standing {
		return false
	}
	if len(w.request.Bearers) > 0 {
		return slices.ContainsFunc(b, bears)
	}
	return len(daysOf(b)) >= spreadDays
}

func byUser(b []claim) bool { return b[0].episode.Actor == memory.RoleUser }

func daysOf(claims []claim) map[memory.Day]bool {
	days := make(map[memory.Day]bool)
	for _, c := range claims {
		days[c.episode.Day] = true
	}
	return days
}

// newest is the bucket with the newest evidence; of corrections, if there are
// any: a passing remark is no rival of one.
func newest(all [][]claim) []claim {
	return slices.MaxFunc(all, func(a, b []claim) int {
		return lastOf(a).episode.LastAt.Compare(lastOf(b).episode.LastAt)
	})
}

func lastOf(b []claim) claim {
	return slices.MaxFunc(b, func(x, y claim) int { return x.episode.LastAt.Compare(y.episode.LastAt) })
}

// lead is the claim that words a bucket: the newest correction, else the one
// that gives most, the older of equals.
func lead(b []claim) claim {
	best := b[0]
	for _, c := range b[1:] {
		switch {
		case c.corrects() && (!best.corrects() || !c.episode.LastAt.Before(best.episode.LastAt)):
			best = c
		case !best.corrects() && c.standing && !best.standing:
			best = c
		}
	}
	return best
}

// contradicted reports whether a known fact of the user's says otherwise.
func (w *writer) contradicted(b []claim) bool {
	c := lead(b)
	return slices.ContainsFunc(w.request.Known, func(f memory.Fact) bool {
		return f.Authority == memory.ByUser && neocortex.SameAbout(f.About, c.about) && !c.agreesWith(f.Text)
	})
}

// tell adds the fact that a bucket shows.
func (w *writer) tell(b []claim) {
	c := lead(b)
	kind, until := c.kind()
	w.add(neocortex.Proposal{Text: c.text, About: c.about, Kind: string(kind), ValidUntil: until.String()}, b)
}

// add puts in the moments and the relations to what is known.
func (w *writer) add(p neocortex.Proposal, from []claim) {
	if w.told == nil {
		w.told = make(map[memory.EpisodeID]bool)
	}
	for _, c := range from {
		if !w.told[c.episode.ID] || c.corrects() {
			p.Episodes = append(p.Episodes, c.episode.ID.String())
		}
		w.told[c.episode.ID] = true
	}
	if len(p.Episodes) == 0 {
		return
	}
	p.Touches = w.touches(p)
	w.out = append(w.out, p)
}

func (w *writer) touches(p neocortex.Proposal) []neocortex.Touch {
	var touches []neocortex.Touch
	c := claim{text: p.Text, about: p.About}
	for _, f := range w.request.Known {
		same := neocortex.SaysSame(p.Text, f.Text)
		switch {
		case neocortex.SameAbout(p.About, f.About) && c.agreesWith(f.Text), same:
			touches = append(touches, neocortex.Touch{Fact: f.ID.String(), Relation: neocortex.Same})
		case neocortex.SameAbout(p.About, f.About):
			touches = append(touches, neocortex.Touch{Fact: f.ID.String(), Relation: neocortex.Replaces})
		}
	}
	return touches
}

// aboutNameIn reports whether a name that a claim is about stands in a text.
func (c claim) aboutNameIn(text string) bool {
	return slices.ContainsFunc(c.episode.Names, func(n memory.Name) bool {
		return n.OccursIn(c.about) && n.OccursIn(text)
	})
}
