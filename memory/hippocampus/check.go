package hippocampus

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"muisto/memory"
	"muisto/memory/grounding"
	"muisto/memory/guard"
	"muisto/memory/lenient"
	"muisto/memory/secret"
	"muisto/memory/when"
)

// Bounds of one episode, in runes and counts: what a line of the panel and a
// prompt can carry.
const (
	maxWhat  = 400
	maxAbout = 100
	maxWhen  = 60
	maxName  = 80
	maxNames = 20
	maxWho   = 20
)

// maxEcho is how much of a faulty sentence a complaint shows.
const maxEcho = 160

// Draft is an episode that holds: everything but its weight, and what was
// typed, for weighing.
type Draft struct {
	Episode memory.Episode
	// Said are the sentences that it rests on, where they can be told, else
	// the texts of its actor's messages; never empty.
	Said []Utterance
}

// Utterance is a part of a message.
type Utterance struct {
	Message int64 // Message.Key
	Text    string
}

// Check holds proposals to the batch they were made from. It returns the
// drafts that hold, in the order said, a complaint for each proposal that had
// to be dropped, and the indices of the batch messages that those would have
// captured. Acts that the sources do not bear are lowered to observation
// without complaint. Days turn at the hour turn.
func Check(b Batch, proposals []Proposal, turn int) (drafts []Draft, complaints []string, lost []int) {
	c := newChecker(b, turn)
	c.text, c.own, c.unposed = batchText(b)
	c.words = grounding.WordsOf(c.text)
	for i, p := range proposals {
		draft, sources, err := c.draft(p)
		if errors.Is(err, errRetold) {
			continue
		}
		if err != nil {
			complaints = append(complaints, fmt.Sprintf("episode %d (%s): %v", i+1, shorten(memory.OneLine(p.What), maxEcho), err))
			lost = append(lost, sources...)
			continue
		}
		drafts = c.merge(drafts, draft)
	}
	c.sort(drafts)
	return drafts, complaints, lost
}

type checker struct {
	batch Batch
	turn  int
	text  string // all that may be spoken of, in lower case
	own   string // what of it the writers say themselves
	words grounding.Words
	// reader compares sentences with the messages.
	reader *grounding.Reader
	// plain and poses answer what guard does, for texts that are asked about again.
	plain func(string) string
	poses func(string) bool
	// unposed is text without what poses as instructions.
	unposed string
}

func newChecker(b Batch, turn int) checker {
	return checker{batch: b, turn: turn, reader: grounding.NewReader(), plain: remembered(guard.Plain), poses: remembered(guard.Poses)}
}

// remembered is a function that works out each answer once.
func remembered[T any](f func(string) T) func(string) T {
	known := map[string]T{}
	return func(text string) T {
		answer, ok := known[text]
		if !ok {
			answer = f(text)
			known[text] = answer
		}
		return answer
	}
}

// sort puts drafts in the order said.
func (c checker) sort(drafts []Draft) {
	slices.SortStableFunc(drafts, func(x, y Draft) int {
		return c.position(x.Episode.Sources[0]) - c.position(y.Episode.Sources[0])
	})
}

func (c checker) position(s memory.Source) int {
	return slices.IndexFunc(c.batch.Messages, func(m memory.Message) bool { return m.Key == s.Key && m.ID == s.ID })
}

// draft turns one proposal into an episode, or says why it does not hold; in
// that case it returns the messages that it would have captured.
func (c checker) draft(p Proposal) (Draft, []int, error) {
	sources := c.sources(p.Sources)
	if len(sources) == 0 {
		return Draft{}, c.all(), fmt.Errorf("its sources %s are not labels of messages to be captured", memory.OneLine(strings.Join(p.Sources, ", ")))
	}
	quoted := c.quoted(p.Quote, sources)
	plainly := c.plainly(p, deciding(sources, quoted), quoted)
	planted := !plainly && c.pose(deciding(sources, quoted))
	if err := c.borrowed(p, deciding(sources, quoted), planted); err != nil {
		return Draft{}, sources, err
	}
	if planted {
		p = withoutPlanted(p, c.batch.Messages[sources[0]].Role)
	}
	what, by := clean(p.What), c.saying(p, sources, quoted)
	if !planted {
		if c.retold(what, by, sources) {
			return Draft{}, nil, errRetold
		}
		if err := errors.Join(c.grounded(what, p, by), c.attributed(what, by, sources)); err != nil {
			return Draft{}, sources, err
		}
	}
	act, actor := c.lowered(what, p, by, planted), by.actor
	if act == memory.Routine && actor == memory.RoleUser && c.isMeantToLast(by.deciding) {
		act = memory.Observation
	}
	if !planted && !plainly && !c.chooses(by.act, p.Quote, quoted) && c.onlyShown(what, by) {
		if grounding.SubjectOf(what) == grounding.User && !grounding.Speaks(what, grounding.Shares) {
			return Draft{}, sources, errors.New("its message only shows that; it is not the user's word")
		}
		act, what = memory.Observation, asShared(what, actor)
	} else if !plainly && !c.chooses(by.act, p.Quote, quoted) && act != memory.Routine {
		act = memory.Observation
	}
	what = shorten(secret.Redact(what), maxWhat)
	said := c.said(p.Quote, sources, quoted, actor)
	if !plainly { // how a paste shouts is nobody's mood
		said = []Utterance{{said[0].Message, ""}}
	}
	first, last := c.batch.Messages[sources[0]], c.batch.Messages[sources[len(sources)-1]]
	e := memory.Episode{
		What:         what,
		About:        c.about(p.About),
		Who:          c.who(p.Who),
		Act:          act,
		Actor:        actor,
		Names:        c.names(p.Names),
		FirstAt:      first.At,
		LastAt:       last.At,
		Day:          memory.DayOf(last.At, c.turn),
		Conversation: c.batch.Conversation,
	}
	e.When, e.WhenAt = c.when(p.When, sources)
	for _, i := range sources {
		m := c.batch.Messages[i]
		e.Sources = append(e.Sources, memory.Source{Key: m.Key, ID: m.ID})
	}
	e.Lasting = p.Lasting && plainly && !planted && isStanding(e, said, c.turn)
	return Draft{Episode: e, Said: said}, nil, nil
}

// sources resolves labels to indices of batch messages, sorted, each once.
func (c checker) sources(labels []string) []int {
	var found []int
	for i := range c.batch.Messages {
		if slices.ContainsFunc(labels, func(l string) bool { return lenient.Label(l, "m") == i+1 }) {
			found = append(found, i)
		}
	}
	return found
}

func (c checker) all() []int {
	indices := make([]int, len(c.batch.Messages))
	for i := range indices {
		indices[i] = i
	}
	return indices
}

// quoted is the index of the source that holds the quote, -1 if none does.
func (c checker) quoted(quote string, sources []int) int {
	if strings.TrimSpace(quote) == "" {
		return -1
	}
	for _, i := range sources {
		if start, _ := findLoose(c.batch.Messages[i].Text, quote); start >= 0 {
			return i
		}
	}
	return -1
}

// act decides what the act can be and whose it is, from the roles of the
// messages alone.
func (c checker) act(claimed string, deciding []int) (memory.Act, memory.Role) {
	var byUser, corrects, byAgent bool
	for _, i := range deciding {
		m := c.batch.Messages[i]
		byUser = byUser || m.Role == memory.RoleUser
		corrects = corrects || m.Role == memory.RoleUser && !onlyAgrees(m.Text)
		byAgent = byAgent || m.Role == memory.RoleAssistant
	}
	actor := c.batch.Messages[deciding[0]].Role
	act := memory.Act(strings.ToLower(strings.TrimSpace(claimed)))
	switch {
	case !act.Valid():
		return memory.Observation, actor
	case act == memory.Correction && !corrects, act == memory.Decision && !byUser, act == memory.Retraction && !byAgent:
		return memory.Observation, actor
	case act == memory.Correction, act == memory.Decision:
		return act, memory.RoleUser
	case act == memory.Commitment && byUser:
		return act, memory.RoleUser
	case act == memory.Retraction:
		return act, memory.RoleAssistant
	}
	return act, actor
}

// deciding are the messages that decide on act and actor: the quoted one, else
// all sources.
func deciding(sources []int, quoted int) []int {
	if quoted >= 0 {
		return []int{quoted}
	}
	return sources
}

// said gives the words to weigh: the sentences around the quote, else the
// actor's messages, else all sources.
func (c checker) said(quote string, sources []int, quoted int, actor memory.Role) []Utterance {
	if quoted >= 0 {
		m := c.batch.Messages[quoted]
		return []Utterance{{m.Key, sentencesAround(m.Text, quote)}}
	}
	var own, all []Utterance
	for _, i := range sources {
		m := c.batch.Messages[i]
		u := Utterance{m.Key, ownWords(m)} // how a paste shouts is nobody's mood
		all = append(all, u)
		if m.Role == actor {
			own = append(own, u)
		}
	}
	if len(own) > 0 {
		return own
	}
	return all
}

func (c checker) known(n memory.Name) bool {
	if c.words.Holds(n.Text) {
		return true
	}
	return slices.ContainsFunc(c.batch.Known, func(k memory.Name) bool { return k.Key() == n.Key() })
}

func (c checker) occurs(word string) bool { return occursIn(c.text, word) }

func occursIn(text, word string) bool {
	return strings.Contains(text, word) || (memory.Name{Text: word}).OccursIn(text)
}

// names keeps those proposed names that occur in the batch or are known, each
// once; a name met before keeps its spelling and type.
func (c checker) names(proposed []ProposedName) []memory.Name {
	var names []memory.Name
	for _, p := range proposed {
		n := memory.Name{Text: memory.OneLine(p.Text), Type: memory.NameType(strings.ToLower(strings.TrimSpace(p.Type)))}
		if n.Text == "" || utf8.RuneCountInString(n.Text) > maxName || secret.Redact(n.Text) != n.Text || grounding.NamesSide(n.Text) || !c.known(n) {
			continue
		}
		if !n.Type.Valid() {
			n.Type = memory.Thing
		}
		if i := slices.IndexFunc(c.batch.Known, func(k memory.Name) bool { return k.Key() == n.Key() }); i >= 0 {
			n = c.batch.Known[i]
		}
		if len(names) < maxNames && !slices.ContainsFunc(names, func(o memory.Name) bool { return o.Key() == n.Key() }) {
			names = append(names, n)
		}
	}
	return names
}

// who keeps "the user", "the agent" and the people that occur in the batch.
func (c checker) who(proposed []string) []string {
	var who []string
	for _, w := range proposed {
		w = shorten(memory.OneLine(w), maxName)
		if w == "" || slices.Contains(who, w) || len(who) == maxWho {
			continue
		}
		if grounding.NamesSide(w) || c.known(memory.Name{Text: w}) {
			who = append(who, w)
		}
	}
	return who
}

// when keeps a time that occurs in a source, resolved against that message.
func (c checker) when(said string, sources []int) (string, memory.Day) {
	said = shorten(memory.OneLine(said), maxWhen)
	if said == "" {
		return "", 0
	}
	for _, i := range sources {
		m := c.batch.Messages[i]
		if start, _ := findLoose(m.Text, said); start >= 0 {
			day, _ := when.Resolve(said, m.At, c.turn)
			return said, day
		}
	}
	return c.dated(said, c.batch.Messages[sources[len(sources)-1]])
}

// isoDay is a date as a model writes one.
var isoDay = regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b`)

// dated reads a time that is not worded as the message has it: its day counts
// where the message says nothing that gives another, within reason.
func (c checker) dated(said string, m memory.Message) (string, memory.Day) {
	const before, after = 366, 5 * 366 // days
	day, err := memory.ParseDay(isoDay.FindString(said))
	ok := err == nil
	if !ok {
		day, ok = when.Resolve(said, m.At, c.turn)
	}
	today := memory.DayOf(m.At, c.turn)
	if !ok || day < today-before || day > today+after {
		return "", 0
	}
	days := 0
	for _, s := range when.Find(m.Text, m.At, c.turn) {
		if s.HasDay() {
			days++
			if s.From <= day && day <= s.To || s.HasWkday && s.Weekday == day.Weekday() {
				return said, day
			}
		}
	}
	if days > 0 {
		return "", 0
	}
	return said, day
}

// merge adds a draft, unless it says what an earlier one of the same act says
// already: that one gains the sources.
func (c checker) merge(drafts []Draft, d Draft) []Draft {
	for i := range drafts {
		e := &drafts[i].Episode
		if !c.sameThing(drafts[i], d) {
			continue
		}
		for _, s := range d.Episode.Sources {
			if !slices.Contains(e.Sources, s) {
				e.Sources = append(e.Sources, s)
			}
		}
		slices.SortFunc(e.Sources, func(x, y memory.Source) int { return c.position(x) - c.position(y) })
		if d.Episode.FirstAt.Before(e.FirstAt) {
			e.FirstAt = d.Episode.FirstAt
		}
		if d.Episode.LastAt.After(e.LastAt) {
			e.LastAt, e.Day = d.Episode.LastAt, d.Episode.Day
		}
		drafts[i].Said = append(drafts[i].Said, d.Said...)
		return drafts
	}
	return append(drafts, d)
}

// batchText gives all that may be spoken of, what of it the writers say
// themselves, and what of it does not pose as instructions.
func batchText(b Batch) (text, own, unposed string) {
	var all, plain, sober strings.Builder
	for _, list := range [][]memory.Message{b.Context, b.Messages} {
		for _, m := range list {
			all.WriteString(m.Text + "\n" + m.Speaker + "\n")
			plain.WriteString(ownWords(m) + "\n" + m.Speaker + "\n")
			sober.WriteString(guard.Unposed(m.Text) + "\n" + m.Speaker + "\n")
		}
	}
	return lowered(all.String()), lowered(plain.String()), lowered(sober.String())
}

// ownWords is what the writer of a message says themselves. The agent pastes
// nothing: all that it writes is its own.
func ownWords(m memory.Message) string {
	if m.Role == memory.RoleAssistant {
		return guard.Unposed(m.Text)
	}
	return guard.Plain(m.Text)
}

func lowered(s string) string { return strings.ReplaceAll(strings.ToLower(s), "’", "'") }
