package builtin

import (
	"context"
	"slices"
	"strings"
	"time"

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
func (m Model) Write(_ context.Context, r neocortex.Request, _ []string) ([]neocortex.Proposal, error) {
	w := writer{request: r}
	for _, e := range r.Episodes {
		if e.Act == memory.Retraction && e.Actor == memory.RoleAssistant {
			w.retract(e)
		} else if c, ok := claimOf(e, m.Turn); ok {
			w.claims = append(w.claims, c)
		}
	}
	w.dropRetracted()
	w.wishes()
	if len(r.Bearers) == 0 {
		w.occasions()
	}
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

// wishes are told as the moments word them.
func (w *writer) wishes() {
	for _, e := range w.request.Episodes {
		if slices.Contains(w.request.Wishes, e.ID) {
			w.add(neocortex.Proposal{Text: e.What, About: e.About, Kind: string(memory.Wish)}, []claim{{episode: e, text: e.What}})
		}
	}
}

// retract closes what the agent believes and now takes back.
func (w *writer) retract(e memory.Episode) {
	c := claim{episode: e, text: statementOf(e.What)}
	w.retracted = append(w.retracted, c)
	said := c.text
	for _, n := range e.Names {
		said += " " + n.Text
	}
	var meant memory.Fact
	best := 0.0
	claim, _, _ := strings.Cut(said, "; ") // what is so instead may follow
	for _, f := range w.request.Known {
		if share := max(cover(said, f.Text), cover(claim, f.Text)); share > best && f.Authority == memory.ByAgent && f.EvidenceAt.Before(e.LastAt) {
			meant, best = f, share
		}
	}
	if best < mostly {
		return
	}
	w.out = append(w.out, neocortex.Proposal{
		Episodes: []string{e.ID.String()},
		Touches:  []neocortex.Touch{{Fact: meant.ID.String(), Relation: neocortex.Retracts}},
	})
}

// mostly is the share of a statement's words that a retraction must hold to be
// of that statement.
const mostly = 0.6

// cover is the share of a statement's words that stand in a text, 0 if the text
// has another value than it.
func cover(text, statement string) float64 {
	if !neocortex.SameValues(text, statement) {
		return 0
	}
	said, wanted, n := contentOf(text), contentOf(statement), 0
	for w := range wanted {
		if said[w] {
			n++
		}
	}
	return float64(n) / float64(max(len(wanted), 1))
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
			claim, _, _ := strings.Cut(r.text, "; ")
			return r.episode.LastAt.After(c.episode.LastAt) && max(cover(r.text, c.text), cover(claim, c.text)) >= mostly
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

// bucket are claims about one thing that say the same; lead words them.
type bucket struct {
	lead   claim
	claims []claim
}

// settleTopic writes what holds of one thing: of the statements that may become
// facts, the newest of the user's, or, if there is none, of the agent's. What
// is against that, or against what is known, is told behind it, so that its
// moments are known to be overridden.
func (w *writer) settleTopic(topic []claim) {
	var users, agents []bucket
	all := buckets(topic)
	for i := range all {
		w.support(&all[i])
		switch b := all[i]; {
		case !w.mayBecomeFact(b):
		case b.lead.episode.Actor == memory.RoleUser:
			users = append(users, b)
		default:
			agents = append(agents, b)
		}
	}
	var told bucket
	if len(users) > 0 {
		told = newest(users)
		w.tell(told)
	} else if len(agents) > 0 && !w.contradicted(newest(agents)) {
		told = newest(agents)
		w.tell(told)
	}
	for _, b := range all {
		if b.lead.standing && (b.putRightBy(told) || w.contradicted(b)) {
			w.tell(b)
		}
	}
}

// putRightBy reports whether a correction in another bucket is newer and says
// otherwise. A passing state puts right no other thing than a state.
func (b bucket) putRightBy(told bucket) bool {
	if len(told.claims) == 0 || !slices.ContainsFunc(told.claims, claim.corrects) || told.lead.agrees(b.lead) {
		return false
	}
	return b.lastAt().Before(told.lastAt()) && (b.lead.passes() || !told.lead.passes())
}

// buckets puts claims that say the same together; those of the user's and of
// the agent's are apart.
func buckets(topic []claim) []bucket {
	var all []bucket
	for _, c := range topic {
		at := slices.IndexFunc(all, func(b bucket) bool {
			return b.lead.episode.Actor == c.episode.Actor && slices.ContainsFunc(b.claims, c.agrees)
		})
		if at < 0 {
			all = append(all, bucket{lead: c, claims: []claim{c}})
			continue
		}
		all[at].claims = append(all[at].claims, c)
		if c.leads(all[at].lead) {
			all[at].lead = c
		}
	}
	return all
}

// leads reports whether a claim words a bucket better than an older one: one
// that stands by itself does, then a correction, or the first that tells how
// things are.
func (c claim) leads(old claim) bool {
	if c.complete != old.complete {
		return c.complete
	}
	return c.corrects() && (c.standing || !old.standing) || !old.corrects() && c.standing && !old.standing
}

// support adds the user's moments that mention the thing with the same value in
// passing ("back from the review, the Wednesday slot suits me").
func (w *writer) support(b *bucket) {
	if b.lead.episode.Actor != memory.RoleUser || !neocortex.HasValue(b.lead.text) {
		return
	}
	for _, c := range w.claims {
		if c.episode.Actor == memory.RoleUser && !c.corrects() && !slices.ContainsFunc(b.claims, c.is) && c.mentions(b.lead) {
			b.claims = append(b.claims, c)
		}
	}
}

// mayBecomeFact: it was set right by the user, it is of the heaviest moments,
// or it came up on several days; and it tells how things are.
func (w *writer) mayBecomeFact(b bucket) bool {
	if !b.lead.complete {
		return false
	}
	if slices.ContainsFunc(b.claims, func(c claim) bool { return c.corrects() && c.clear && w.bears(c) }) {
		return true
	}
	if !b.lead.standing {
		return false
	}
	if len(w.request.Bearers) > 0 {
		return slices.ContainsFunc(b.claims, w.bears)
	}
	return len(daysOf(b.claims)) >= spreadDays
}

func daysOf(claims []claim) map[memory.Day]bool {
	days := make(map[memory.Day]bool)
	for _, c := range claims {
		days[c.episode.Day] = true
	}
	return days
}

// newest is the bucket with the newest evidence.
func newest(all []bucket) bucket {
	return slices.MaxFunc(all, func(a, b bucket) int { return a.lastAt().Compare(b.lastAt()) })
}

func (b bucket) lastAt() time.Time {
	last := b.claims[0].episode.LastAt
	for _, c := range b.claims {
		if c.episode.LastAt.After(last) {
			last = c.episode.LastAt
		}
	}
	return last
}

// contradicted reports whether a known fact of the user's says otherwise than
// the agent did, or than the user did before.
func (w *writer) contradicted(b bucket) bool {
	c := b.lead
	if len(w.request.Bearers) > 0 && !slices.ContainsFunc(b.claims, w.bears) {
		return false
	}
	return slices.ContainsFunc(w.request.Known, func(f memory.Fact) bool {
		if f.Authority != memory.ByUser || !neocortex.SameAbout(f.About, c.about) || c.agreesWith(f.Text) {
			return false
		}
		return c.episode.Actor == memory.RoleAssistant || f.EvidenceAt.After(b.lastAt()) && (c.passes() || f.Kind != memory.State)
	})
}

func (w *writer) bears(c claim) bool {
	return len(w.request.Bearers) == 0 || slices.Contains(w.request.Bearers, c.episode.ID)
}

// tell adds the fact that a bucket shows.
func (w *writer) tell(b bucket) {
	kind, until := b.lead.kind()
	w.add(neocortex.Proposal{Text: b.lead.text, About: b.lead.about, Kind: string(kind), ValidUntil: until.String()}, b.claims)
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
