// Package builtin is the model that needs no network: it encodes messages by
// rules for plain English, and answers from memory alone.
//
// It is deterministic: the same messages give the same answer. It knows
// nothing of the database, the screen or the clock, and it is no language
// model; it says so.
package builtin

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/when"
	"muisto/model/builtin/english"
	"muisto/model/builtin/linear"
)

// Model is the built-in model. The zero value is ready to use.
type Model struct {
	// Turn is the hour at which a local day ends, 0 to 23.
	Turn int

	learnt linear.Weights // of acts; none: the rules alone
	parser *english.Parser
}

// New returns the built-in model for days that turn at the hour turn (0 to 23).
func New(turn int) Model {
	return Model{Turn: turn, learnt: learntActs, parser: new(english.Parser)}
}

// Encode proposes the episodes of a batch. Complaints change nothing: the
// answer to the same batch is always the same.
func (m Model) Encode(ctx context.Context, b hippocampus.Batch, _ []string) ([]hippocampus.Proposal, error) {
	e, err := m.read(ctx, b)
	if err != nil {
		return nil, err
	}
	return e.proposals(), nil
}

// encoding is a batch while it is read.
type encoding struct {
	batch    hippocampus.Batch
	messages []*message
	moments  []moment
	explain  []Explanation
}

// moment is a group and the message it was found in.
type moment struct {
	group
	m        *message
	proposal hippocampus.Proposal
	key      string // equal for the same thing said again
}

func (m Model) read(ctx context.Context, b hippocampus.Batch) (*encoding, error) {
	e := &encoding{batch: b}
	r := m.reading(b)
	for i := range b.Messages {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("encode message %d of %d: %w", i+1, len(b.Messages), err)
		}
		e.add(r.open(i))
	}
	return e, nil
}

// reading is a batch on the desk: each of its messages is taken apart once,
// though the next one is held against it.
type reading struct {
	model   Model
	reg     *register
	all     []memory.Message // context first
	context int
	heard   []*heard // of all; nil: not taken apart yet
}

func (m Model) reading(b hippocampus.Batch) *reading {
	if m.parser == nil {
		m.parser = new(english.Parser)
	}
	all := append(append([]memory.Message(nil), b.Context...), b.Messages...)
	return &reading{model: m, reg: newRegister(b), all: all, context: len(b.Context), heard: make([]*heard, len(all))}
}

func (r *reading) hear(i int) *heard {
	if r.heard[i] == nil {
		r.heard[i] = hear(r.all[i], r.reg, r.model.Turn)
	}
	return r.heard[i]
}

// open readies the message of the batch at index to be read.
func (r *reading) open(index int) *message {
	at := r.context + index
	msg := r.all[at]
	out := &message{heard: r.hear(at), index: index, role: msg.Role, speaker: msg.Speaker, learnt: r.model.learnt, parser: r.model.parser}
	other := otherSpeaker(r.all, msg)
	if msg.Role == memory.RoleUser {
		out.voice = userVoice(msg.Speaker)
		if other != "" {
			out.voice.you, out.voice.your = other, other+"'s"
		}
	} else {
		out.voice = agentVoice(msg.Speaker, other)
	}
	out.voice.others = out.companions()
	if k, ok := lastOther(r.all[:at], msg); ok && !(r.all[k].Role == memory.RoleAssistant && onlyHears(r.all[k].Text)) {
		p := r.all[k]
		pv := agentVoice(p.Speaker, msg.Speaker)
		if p.Role == memory.RoleUser {
			pv = userVoice(p.Speaker)
		}
		out.prior = readPrior(r.hear(k), p.Role, pv)
	}
	back := ownBack
	if msg.Role == memory.RoleUser {
		back *= 2 // what the agent says between counts, too
	}
	for k := at - 1; k >= 0 && k >= at-back && msg.At.Sub(r.all[k].At) <= sitting; k-- {
		if r.all[k].Role == msg.Role {
			out.ownBefore = append(out.ownBefore, r.hear(k))
		}
	}
	return out
}

// ownBack is how many messages back lies what somebody takes back, or sets
// right, without saying what it is.
const ownBack = 4

// otherSpeaker is the name of the one spoken to, where there is one.
func otherSpeaker(all []memory.Message, msg memory.Message) string {
	for _, o := range all {
		if o.Role != msg.Role && o.Speaker != "" {
			return o.Speaker
		}
	}
	return ""
}

// sitting is how long what was said stays what is being talked about.
const sitting = 2 * time.Hour

// lastOther is the place of the last message of the other side, if it is near
// enough to be what a message answers.
func lastOther(before []memory.Message, msg memory.Message) (int, bool) {
	const near = 2 // messages back
	for k := 1; k <= near && k <= len(before); k++ {
		if o := before[len(before)-k]; o.Role != msg.Role {
			return len(before) - k, msg.At.Sub(o.At) <= sitting
		}
	}
	return 0, false
}

// add reads one message into moments.
func (e *encoding) add(m *message) {
	e.messages = append(e.messages, m)
	if m.user() && found(takesBackJust, plainSaid(m.text)) {
		e.dropLast(m)
	}
	groups, parts := m.groups()
	from := len(e.moments)
	x := Explanation{Message: m.index}
	for _, p := range parts {
		x.Parts = append(x.Parts, Part{Text: p.of(m.text), Act: p.act, Rule: p.rule})
	}
	e.explain = append(e.explain, x)
	if !m.user() && len(groups) == 0 {
		e.fold(m, parts)
	}
	for _, g := range groups {
		mo := moment{group: g, m: m}
		mo.proposal = m.propose(g)
		if mo.proposal.What == "" {
			continue
		}
		mo.key = sameKey(mo)
		if e.again(mo) {
			continue
		}
		e.moments = append(e.moments, mo)
	}
	e.addStatements(m, from)
}

// dropLast leaves out what the user said last, which m takes back.
func (e *encoding) dropLast(m *message) {
	for k := len(e.messages) - 1; k >= 0; k-- {
		last := e.messages[k]
		if last == m || !last.user() {
			continue
		}
		if m.said.Sub(last.said) <= takeBackWithin {
			e.moments = slices.DeleteFunc(e.moments, func(mo moment) bool { return mo.m == last })
		}
		return
	}
}

// again drops a thing that was said before in the batch, and lets the first
// telling point to this message, too.
func (e *encoding) again(mo moment) bool {
	for i := range e.moments {
		old := &e.moments[i]
		if old.key == mo.key && old.m.role == mo.m.role {
			label := mo.proposal.Sources[0]
			if old.proposal.Sources[len(old.proposal.Sources)-1] != label {
				old.proposal.Sources = append(old.proposal.Sources, label)
				old.proposal.Quote = ""
			}
			return true
		}
	}
	return false
}

// sameKey is the act, and the words that say something, each once, in order
// of the alphabet.
func sameKey(mo moment) string {
	seen := map[string]bool{}
	for _, w := range words(mo.proposal.What) {
		if c := contentWord(w.low); c != "" {
			seen[c] = true
		}
		if number(w.low) || dayWord(w.low) || w.low == "not" || strings.HasSuffix(w.low, "n't") {
			seen[plainNumber(w.low)] = true
		}
	}
	return string(mo.act) + " " + strings.Join(sortedKeys(seen), " ")
}

// fold joins a short answer of the agent's to the question just before it.
func (e *encoding) fold(m *message, parts []part) {
	if len(e.moments) == 0 {
		return
	}
	last := &e.moments[len(e.moments)-1]
	if last.act != memory.Routine || last.m.index != m.index-1 || len(last.proposal.Sources) > 1 {
		return
	}
	for _, p := range parts {
		if p.form != fragment || p.rule != "a short answer" {
			continue
		}
		text := strings.TrimRight(m.voice.turn(m.text, withoutEnd(p.bodyWords())), " ")
		what := strings.TrimRight(last.proposal.What, ". ")
		last.proposal.What = clip(what+" – "+m.voice.subject+" answered: "+m.lowered(text)+".", maxWhat)
		last.proposal.Sources = append(last.proposal.Sources, label(m.index))
		last.proposal.Quote = ""
		return
	}
}

func label(index int) string { return "m" + strconv.Itoa(index+1) }

// propose words a group.
func (m *message) propose(g group) hippocampus.Proposal {
	what, said := m.what(g)
	what = clip(strings.Join(strings.Fields(what), " "), maxWhat)
	p := hippocampus.Proposal{What: what, Act: string(g.act), Sources: []string{label(m.index)}}
	p.Who = []string{m.voice.subject}
	if len(g.parts) == 0 {
		p.About = m.voice.subject + ": paste"
		if m.layout.planted {
			p.About = m.voice.subject + ": message"
		}
		return p
	}
	s := m.spanOf(g)
	if m.clean {
		p.Quote = s.of(m.text)
	}
	if g.note != "" {
		p.About = m.voice.subject + ": paste"
		return p
	}
	isForeign := g.form == verbatim
	var names []foundName
	for _, pt := range g.parts {
		names = append(names, m.reg.names(pt.ws, isForeign)...)
	}
	m.addNames(&p, names)
	p.When = m.whenSaid(s.of(m.text))
	p.About = m.about(g, said, names).String()
	return p
}

func (m *message) addNames(p *hippocampus.Proposal, names []foundName) {
	seen := make(map[string]bool)
	for _, n := range names {
		if seen[n.Key()] || len(p.Names) == maxNames {
			continue
		}
		seen[n.Key()] = true
		p.Names = append(p.Names, hippocampus.ProposedName{Text: n.Text, Type: string(n.Type)})
		if n.Type == memory.Person && n.Text != m.speaker {
			p.Who = append(p.Who, n.Text)
		}
	}
}

// whenSaid is the time that a text names: a day before a mere time of day, the
// first of several, but the new one of a change ("from the 3rd to the 10th").
func (m *message) whenSaid(text string) string {
	best := ""
	for _, s := range when.Find(text, m.said, m.turn) {
		switch {
		case best == "":
			best = s.Text
		case s.HasDay() && strings.HasSuffix(strings.TrimRight(text[:s.Start], " "), " to"):
			best = s.Text
		}
	}
	return best
}

// about is the topic of a group.
func (m *message) about(g group, said string, names []foundName) topic {
	switch g.form {
	case asked, requested, wondered, joked, verbatim:
		return topic{m.voice.subject, m.gist(g)}
	}
	if said == "" {
		return topic{m.voice.subject, m.gist(g)}
	}
	pieces := m.pieces(g)
	if len(pieces) == 0 {
		return topic{m.voice.subject, m.gist(g)}
	}
	lead, first := pieces[0].part, strings.TrimRight(said, ".")
	if len(pieces) > 1 {
		first = telling(pieces)
	}
	if k := strings.Index(first, ": "); k > 0 && found(lookedUp, plainOf(words(first[:k])).words) && hasVerb(plainOf(words(first[k+2:])).words) {
		first = first[k+2:]
	}
	_, whole := m.restated(lead.told())
	if _, ok := m.ownSlip(lead.told()); ok {
		whole = true
	}
	if !whole && lead.told().form == fragment && g.act == memory.Correction && m.prior != nil && m.prior.topic != "" {
		for _, v := range m.values(lead) {
			return topic{m.prior.topic, v.kind.String()}
		}
		return topic{m.prior.topic, "detail"}
	}
	if m.speaker != "" {
		names = append(names, foundName{Name: memory.Name{Text: m.voice.subject}}, foundName{Name: memory.Name{Text: m.voice.you}})
	}
	return aboutOf(strings.TrimRight(first, "."), names, m.said, m.turn)
}

// lookedUp: what follows is what was found there, and what it is about.
var lookedUp = patterns(`agent|user checked|looked|read|searched|opened`)

// telling is the piece that says what is so now: behind those that only say
// that something was wrong.
func telling(pieces []piece) string {
	for _, p := range pieces {
		if !p.meta && hasVerb(plainOf(words(p.text)).words) {
			return p.text
		}
	}
	return pieces[0].text
}

// gist are the words that say something, a few at most.
func (m *message) gist(g group) string {
	const few = 4
	var out []string
	for _, p := range g.parts {
		for _, w := range p.ws {
			if w.mark || stop[w.low] || smallWord[w.low] && !commonNoun[w.low] || len(out) == few {
				continue
			}
			out = append(out, strings.TrimSuffix(base(w.text), "'s"))
		}
	}
	return strings.Join(out, " ")
}

func (e *encoding) proposals() []hippocampus.Proposal {
	out := make([]hippocampus.Proposal, 0, len(e.moments))
	for _, mo := range e.moments {
		out = append(out, mo.proposal)
	}
	return out
}
