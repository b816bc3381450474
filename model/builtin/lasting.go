package builtin

import (
	"regexp"
	"slices"
	"strings"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/secret"
	"muisto/memory/when"
)

// stated is a standing statement: what the speaker says of themselves or of
// somebody or something of theirs, and means to last.
type stated struct {
	span
	text  string // one sentence in the third person
	about topic
	owned bool // only what "my …" says is there
}

// longestStated is how many words a standing statement may have: what is longer
// tells a story.
const longestStated = 16

// statements finds the standing statements in what was typed, also inside
// questions and requests.
func (m *message) statements() []stated {
	if !m.user() || m.layout.pasted() || m.layout.planted {
		return nil
	}
	var out []stated
	for _, p := range m.sentences {
		const most = 60 // words; beyond it a sentence is not read
		if len(p.ws) > most || foreign(p.ws) || p.plainQuote() || found(jokes, p.plain.words) || found(hypothetical, p.plain.words) {
			continue
		}
		out = append(out, m.statementsIn(p)...)
	}
	return out
}

var hypothetical = patterns(`^ if`, `^ imagine|suppose|what if`, `as if`, `i wish|dreamed|dreamt`, `in a past life`)

// plainQuote: somebody is quoted in it.
func (p part) plainQuote() bool {
	for _, w := range p.ws {
		if w.quoted {
			return true
		}
	}
	return false
}

func (m *message) statementsIn(p part) []stated {
	if strings.Contains(p.of(m.text), secret.Redacted) {
		return nil
	}
	t := m.parser.Parse(p.of(m.text))
	var out []stated
	for i := range t.Tokens {
		c := clause{t: t, root: i, subject: t.Child(i, "nsubj", "nsubj:pass"), asks: endsAsking(p.ws)}
		if c.subject < 0 || !c.states() {
			continue
		}
		attribute, ok := c.standing()
		if !ok {
			continue
		}
		text, ok := m.voice.retell(t, i)
		if !ok || len(strings.Fields(text)) > longestStated || len(strings.Fields(text)) < 3 {
			continue
		}
		if passesSoon(text, m) {
			continue
		}
		first, last := t.Span(i)
		s := stated{span: span{p.start + t.Tokens[first].Start, p.start + t.Tokens[last].End}, text: sentence(text)}
		s.about = m.slot(text, attribute, p)
		out = append(out, s)
	}
	if a, ok := m.answered(p, t); ok {
		out = append(out, a)
	}
	out = append(out, m.valuesWithin(p, t)...)
	return withOwned(out, m.owned(p, t))
}

// withOwned adds what is merely owned, unless a statement speaks of it already.
func withOwned(out, owned []stated) []stated {
	for _, o := range owned {
		said := false
		for _, s := range out {
			said = said || o.start >= s.start && o.end <= s.end || s.about == o.about
		}
		if !said {
			out = append(out, o)
		}
	}
	return out
}

// passesSoon: it speaks of a day as seen from the one on which it was said.
func passesSoon(text string, m *message) bool {
	if thisTime.MatchString(text) {
		return true
	}
	for _, s := range when.Find(text, m.said, m.turn) {
		if s.HasDay() && !s.Recurs && asSeenFromThen(s) || relativeDay(s.Text) {
			return true
		}
	}
	return false
}

var thisTime = regexp.MustCompile(`(?i)\b(this (morning|afternoon|evening|week|weekend|time)|right now|at the moment|tonight|today)\b`)

// slot is the topic of a standing statement: what aboutOf finds for any
// statement, with the attribute that its grammar shows where that is surer.
func (m *message) slot(text, attribute string, p part) topic {
	about := aboutOf(text, m.reg.names(words(text), false), m.said, m.turn)
	if attribute != "" {
		about.attribute = attribute
		if ofSelf[attribute] {
			about.subject = m.voice.subject
		}
	}
	return about
}

// ofSelf are attributes whose subject is the speaker whatever the verb's
// subject is ("my new job is at …").
var ofSelf = set(`work home name age birthday diet`)

// addStatements marks what lasts among the moments of a message, and adds what
// was stated inside something else.
func (e *encoding) addStatements(m *message, from int) {
	all := m.statements()
	for i := from; i < len(e.moments); i++ {
		var within []stated
		if len(e.moments[i].parts) > 0 && e.moments[i].note == "" {
			within, all = inside(all, m.spanOf(e.moments[i].group))
		}
		if len(within) > 0 {
			all = append(all, e.take(m, i, within)...)
		}
	}
	for _, s := range all {
		if s.owned && e.cameUp(s.about) {
			continue
		}
		if mo := m.lastingMoment(s); !e.again(mo) {
			e.moments = append(e.moments, mo)
		}
	}
}

// cameUp: a topic before it has the same attribute, or is of the same thing.
func (e *encoding) cameUp(about topic) bool {
	mine := about.subject + "'s " + about.attribute
	known := func(s string) bool { return s == about.String() || strings.HasPrefix(s, mine) }
	return slices.ContainsFunc(e.batch.Topics, known) || slices.ContainsFunc(e.moments, func(mo moment) bool { return known(mo.proposal.About) })
}

// inside parts the statements within a span from the others.
func inside(all []stated, g span) (within, others []stated) {
	for _, s := range all {
		if s.start >= g.start && s.end <= g.end {
			within = append(within, s)
		} else {
			others = append(others, s)
		}
	}
	return within, others
}

// take lets statements take the place of a moment that says little more, and
// gives those back that must stand beside it.
func (e *encoding) take(m *message, i int, within []stated) []stated {
	const little = 1 // words
	old := &e.moments[i]
	said := make(map[string]bool)
	for _, s := range within {
		for w := range contentOf(s.text) {
			said[w] = true
		}
	}
	left := contentOf(old.proposal.What)
	for w := range left {
		if said[w] || fillerAdverb[w] || chatTail[w] {
			delete(left, w)
		}
	}
	short := len(strings.Fields(old.proposal.What)) <= longestStated
	switch {
	case old.act == memory.Routine || old.act == memory.Commitment:
		return within
	case old.act != memory.Observation:
		old.proposal.Lasting = old.act == memory.Correction || short
		return nil
	case len(left) <= little:
		first := m.lastingMoment(within[0])
		old.proposal, old.key = first.proposal, first.key
		return within[1:]
	case short && len(within) == 1 && strings.HasPrefix(old.proposal.What, strings.TrimSuffix(within[0].text, ".")):
		old.proposal.Lasting, old.proposal.About = true, within[0].about.String()
		return nil
	}
	return within
}

func (m *message) lastingMoment(s stated) moment {
	mo := moment{group: group{act: memory.Observation, form: statement}, m: m}
	mo.proposal = m.lastingOf(s)
	mo.key = sameKey(mo)
	return mo
}

func (m *message) lastingOf(s stated) hippocampus.Proposal {
	p := hippocampus.Proposal{What: clip(s.text, maxWhat), About: s.about.String(), Act: string(memory.Observation), Sources: []string{label(m.index)}, Lasting: true, Who: []string{m.voice.subject}}
	said := s.of(m.text)
	if m.clean {
		p.Quote = said
	}
	m.addNames(&p, m.reg.names(words(said), false))
	p.When = m.whenSaid(said)
	return p
}
