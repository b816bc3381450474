package neocortex

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"muisto/memory"
	"muisto/memory/ground"
	"muisto/memory/grounding"
	"muisto/memory/guard"
	"muisto/memory/secret"
)

// Bounds of one fact, in runes and counts: what a line of the review screen and
// a prompt can carry.
const (
	maxText  = 400
	maxAbout = 100
	// maxStateDays is how far ahead a state may hold; what holds longer is no
	// state but just so.
	maxStateDays = 3660
)

// Check holds proposals to the group that they were made from. It returns the
// drafts that hold and a complaint for each thing that did not.
func Check(r Request, proposals []Proposal) (drafts []Draft, complaints []string) {
	c := checker{request: r, reader: grounding.NewReader()}
	for i, p := range proposals {
		c.prefix = fmt.Sprintf("fact %d (%s): ", i+1, shorten(memory.OneLine(p.Text), 60))
		draft, err := c.draft(p)
		if err != nil {
			c.complain("%v", err)
			continue
		}
		drafts = append(drafts, draft)
	}
	return c.onBearers(c.ofUsersWord(drafts)), c.complaints
}

// ofUsersWord drops the drafts that say of the user what only the agent said. What
// another draft of the answer puts right is kept: it is never active.
func (c *checker) ofUsersWord(drafts []Draft) []Draft {
	return slices.DeleteFunc(slices.Clone(drafts), func(d Draft) bool {
		if grounding.SubjectOf(d.Text) != grounding.User || slices.ContainsFunc(d.Episodes, isOfUsers) ||
			slices.ContainsFunc(drafts, func(e Draft) bool { return e.putsRight(d) }) {
			return false
		}
		c.prefix = ""
		c.complain("%q: only the agent said that of the user; word it as what the agent believes", shorten(d.Text, maxAbout))
		return true
	})
}

// onBearers drops the drafts that rest on none of the bearers, where there are
// any. What another draft of the answer puts right is kept: it is never active.
// That nothing rests on a bearer is a fault; what a model adds is not.
func (c *checker) onBearers(drafts []Draft) []Draft {
	kept := slices.DeleteFunc(slices.Clone(drafts), func(d Draft) bool {
		return !c.borne(d) && !slices.ContainsFunc(drafts, func(e Draft) bool { return c.borne(e) && e.putsRight(d) })
	})
	if len(drafts) > 0 && len(kept) == 0 {
		c.prefix = ""
		c.complain("a fact must rest on %s", list(c.request.Bearers))
	}
	return kept
}

func (c *checker) borne(d Draft) bool { return slices.ContainsFunc(d.Episodes, c.isBearer) }

type checker struct {
	reader     *grounding.Reader
	request    Request
	prefix     string
	complaints []string
}

func (c *checker) complain(format string, args ...any) {
	c.complaints = append(c.complaints, c.prefix+fmt.Sprintf(format, args...))
}

// draft turns one proposal into a draft, or says why it does not hold.
func (c *checker) draft(p Proposal) (Draft, error) {
	d := Draft{Text: memory.OneLine(p.Text), About: topic(p.About), Turn: c.request.DayTurn}
	d.Episodes = c.cited(p.Episodes)
	if len(d.Episodes) == 0 {
		return d, errors.New("it cites no moment of the group")
	}
	if c.onlyTakesBack(d) {
		d.Text = ""
	}
	if d.Text != "" {
		if d.About == "" {
			d.About = d.Episodes[len(d.Episodes)-1].About
		}
		d.Names = namesIn(d)
		d.Kept = c.kept(d, p.Touches)
		evidence := d.evidence(func(memory.Episode) bool { return true })
		if err := c.checkText(d); err != nil {
			return d, err
		}
		c.setKind(&d, p, evidence)
	}
	d.Claims = c.claims(p.Touches, d)
	if d.Text == "" && len(d.Claims) == 0 {
		return d, errors.New("it has no text and takes no known fact back")
	}
	return d, nil
}

// topic is the about of a fact; empty where it poses as something else.
func topic(said string) string {
	if guard.Poses(said) {
		return ""
	}
	return shorten(secret.Redact(memory.OneLine(said)), maxAbout)
}

// cited gives the episodes that a proposal cites, oldest first, each once.
func (c *checker) cited(ids []string) []memory.Episode {
	wanted := make(map[memory.EpisodeID]bool)
	for _, s := range ids {
		id, ok := memory.ParseEpisodeID(strings.TrimSpace(s))
		if !ok || !slices.ContainsFunc(c.request.Episodes, func(e memory.Episode) bool { return e.ID == id }) {
			c.complain("%q is no moment of the group", shorten(memory.OneLine(s), 20))
			continue
		}
		wanted[id] = true
	}
	var episodes []memory.Episode
	for _, e := range c.request.Episodes {
		if wanted[e.ID] {
			episodes = append(episodes, e)
		}
	}
	return episodes
}

func (c *checker) isBearer(e memory.Episode) bool {
	return len(c.request.Bearers) == 0 || slices.Contains(c.request.Bearers, e.ID)
}

// onlyTakesBack reports whether the group passed by a take-back alone, which can
// only close.
func (c *checker) onlyTakesBack(d Draft) bool {
	if len(c.request.Bearers) == 0 || !c.borne(d) {
		return false
	}
	return !slices.ContainsFunc(d.Episodes, func(e memory.Episode) bool {
		return c.isBearer(e) && e.Act != memory.Retraction && !slices.Contains(c.request.Closers, e.ID)
	})
}

// minShare is the part of what a fact tells that its moments must say: most of
// it.
const minShare = 0.6

// checkText refuses what cannot be a fact that the cited moments show. It is
// about what a text says, and not about how it is written.
func (c *checker) checkText(d Draft) error {
	if n := utf8.RuneCountInString(d.Text); n > maxText {
		return fmt.Errorf("it has %d characters, more than %d", n, maxText)
	}
	if poses(d.Text) {
		return errors.New("it reads like an instruction, not like a fact")
	}
	if secret.Redact(d.Text) != d.Text {
		return errors.New("it holds a secret")
	}
	if echoes(d.Text, textOf(d.Episodes)) {
		return errors.New("it repeats the instructions")
	}
	if value := d.unsaid(func(memory.Episode) bool { return true }); value != "" {
		return fmt.Errorf("the moments cited do not say %s", value)
	}
	return c.grounded(d)
}

// grounded refuses a fact that says what its moments do not.
func (c *checker) grounded(d Draft) error {
	v := c.reader.Judge(d.Text, d.grounds(func(memory.Episode) bool { return true }), d.at())
	switch {
	case len(v.Missing) > 0 && len(d.Kept) == 0:
		return fmt.Errorf("the moments cited do not say %q", v.Missing[0])
	case v.Reversed:
		return errors.New("the moments cited say the opposite")
	case v.Astray:
		return errors.New("the moments cited say that of somebody else")
	case len(v.Bare) > 0:
		return fmt.Errorf("the moments cited do not say %q", shorten(v.Bare[0], maxAbout))
	case v.Share() < minShare:
		return errors.New("the moments cited do not say that")
	}
	return nil
}

func isOfUsers(e memory.Episode) bool { return e.Actor != memory.RoleAssistant }

// grounds are the texts that a draft rests on: its moments, and aside the facts
// that it keeps something of.
func (d Draft) grounds(counts func(memory.Episode) bool) grounding.Evidence {
	e := grounding.Evidence{Turn: d.Turn}
	for _, m := range d.Episodes {
		if !counts(m) {
			continue
		}
		for _, text := range append([]string{m.What, m.About, m.When}, m.Who...) {
			if text != "" {
				e.Cited = append(e.Cited, grounding.Text{Text: text, At: m.LastAt})
			}
		}
		if m.WhenAt != 0 {
			e.Days = append(e.Days, m.WhenAt)
		}
		for _, name := range m.Names {
			e.Names = append(e.Names, name.Text)
		}
	}
	for _, f := range d.Kept {
		e.Aside = append(e.Aside, grounding.Text{Text: f.Text, At: f.EvidenceAt})
	}
	return e
}

// poses reports whether a text poses as something else. That somebody's word
// opens it ("User: …") is a slip of form.
func poses(text string) bool {
	if _, rest, ok := strings.Cut(text, ": "); ok && strings.EqualFold(strings.TrimSpace(text[:len(text)-len(rest)-2]), "user") {
		return guard.Poses(rest)
	}
	return guard.Poses(text)
}

// kept are the known facts from which a draft may keep what its moments leave
// unsaid: those in its slot, and those of its subject that it is said to touch
// where a moment speaks of them. What the draft itself says proves nothing.
// One that is the agent's belief keeps nothing.
func (c *checker) kept(d Draft, touches []Touch) []memory.Fact {
	var kept []memory.Fact
	for _, f := range c.request.Known {
		if f.Authority != memory.ByUser {
			continue
		}
		h := holderOf(f)
		touched := slices.ContainsFunc(touches, func(t Touch) bool {
			return t.Fact == f.ID.String() && (t.Relation == Replaces || t.Relation == Same)
		})
		if SameAbout(d.About, f.About) && d.ofTopic(f) || touched && d.holder().shares(h) && slices.ContainsFunc(d.Episodes, func(e memory.Episode) bool { return mentions(e, f) }) {
			kept = append(kept, f)
		}
	}
	return kept
}

// textOf is all that episodes say.
func textOf(episodes []memory.Episode) string {
	var b strings.Builder
	for _, e := range episodes {
		for _, text := range append([]string{e.What, e.About, e.When}, e.Who...) {
			b.WriteString(text + "\n")
		}
		for _, name := range e.Names {
			b.WriteString(name.Text + "\n")
		}
	}
	return b.String()
}

// setKind reads the kind and, for a state, its last valid day. A day that was
// not said, or cannot be, is none.
func (c *checker) setKind(d *Draft, p Proposal, evidence *ground.Evidence) {
	d.Kind = memory.FactKind(strings.ToLower(strings.TrimSpace(p.Kind)))
	if !d.Kind.Valid() {
		d.Kind = memory.World
	}
	if slices.ContainsFunc(d.Episodes, func(e memory.Episode) bool { return slices.Contains(c.request.Wishes, e.ID) }) {
		d.Kind = memory.Wish
	}
	if d.Kind != memory.State {
		return
	}
	first, last := d.Episodes[0].Day, d.Episodes[len(d.Episodes)-1].Day
	d.ValidUntil = last + memory.Day(c.request.StateDays)
	day, err := memory.ParseDay(strings.TrimSpace(p.ValidUntil))
	if err != nil || day < first || day > last+maxStateDays {
		return
	}
	unread := slices.ContainsFunc(d.Episodes, func(e memory.Episode) bool { return e.When != "" && e.WhenAt == 0 })
	if unread || evidence.SaysDay(day) {
		d.ValidUntil = day
	}
}

// claims reads the touches of known facts that can hold.
func (c *checker) claims(touches []Touch, d Draft) []Claim {
	var claims []Claim
	for _, t := range touches {
		claim, err := c.claim(t, d)
		if err != nil {
			c.complain("%v", err)
			continue
		}
		if !slices.Contains(claims, claim) {
			claims = append(claims, claim)
		}
	}
	return claims
}

func (c *checker) claim(t Touch, d Draft) (Claim, error) {
	id, ok := memory.ParseFactID(strings.TrimSpace(t.Fact))
	at := slices.IndexFunc(c.request.Known, func(f memory.Fact) bool { return f.ID == id })
	if !ok || at < 0 {
		return Claim{}, fmt.Errorf("%q is no known fact", shorten(memory.OneLine(t.Fact), 20))
	}
	known := c.request.Known[at]
	switch t.Relation {
	case Same:
		if d.Text == "" {
			return Claim{}, errors.New("an entry without text can only retract")
		}
	case Replaces:
		if d.Text == "" {
			t.Relation = Retracts // nothing can be in its place
		}
	}
	switch t.Relation {
	case Same, Replaces:
	case Retracts:
		if !slices.ContainsFunc(d.Episodes, func(e memory.Episode) bool { return mentions(e, known) }) {
			return Claim{}, fmt.Errorf("the moments cited do not speak of %s", id)
		}
	default:
		return Claim{}, fmt.Errorf("%q is no relation: it is same, replaces or retracts", shorten(memory.OneLine(string(t.Relation)), 20))
	}
	return Claim{Fact: id, Relation: t.Relation}, nil
}

// namesIn are the names of the cited moments that stand in the text.
func namesIn(d Draft) []memory.Name {
	var names []memory.Name
	met := make(map[string]bool)
	for _, e := range d.Episodes {
		for _, name := range e.Names {
			if !met[name.Key()] && name.OccursIn(d.Text) {
				met[name.Key()] = true
				names = append(names, name)
			}
		}
	}
	return names
}

// echoRun is how many words in a row, the same as in the instructions and not
// in the moments, make an echo.
const echoRun = 6

func echoes(text, evidence string) bool {
	words := strings.Fields(memory.Folded(text))
	prompt, said := " "+memory.Folded(instructions)+" ", " "+memory.Folded(evidence)+" "
	for i := 0; i+echoRun <= len(words); i++ {
		run := " " + strings.Join(words[i:i+echoRun], " ") + " "
		if strings.Contains(prompt, run) && !strings.Contains(said, run) {
			return true
		}
	}
	return false
}

// shorten cuts a text to n runes.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}
