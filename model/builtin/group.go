package builtin

import (
	"fmt"
	"sort"
	"strings"

	"muisto/memory"
)

// maxGroups is how many moments one message gives at most; more is a list,
// and its end says nothing new.
const maxGroups = 12

// groups reads a message: its sentences are judged one by one, then those
// that say one thing are joined.
func (m *message) groups() ([]group, []part) {
	if !m.user() && retold(m.text) {
		return nil, []part{{span: trimmed(m.text, span{0, len(m.text)}), rule: "told from memory"}}
	}
	parts := m.parts()
	m.weigh(parts, m.learnt)
	m.demand(parts)
	var gs []group
	if m.user() {
		gs = m.join(parts)
	} else {
		gs = m.joinAgent(parts)
	}
	gs = m.withPaste(gs)
	if len(gs) > maxGroups {
		gs = gs[:maxGroups]
	}
	return gs, parts
}

func (m *message) parts() []part {
	var out []part
	no := false
	for _, p := range m.sentences {
		p.no = p.no || no
		no = m.user() && onlyNo(p)
		m.sentence++
		if !m.user() {
			out = append(out, m.judgeAgent(p))
			continue
		}
		out = append(out, m.judgeSentence(p)...)
	}
	return out
}

// judgeSentence judges a sentence whole, and by its clauses where they do
// different things.
func (m *message) judgeSentence(p part) []part {
	whole := m.judge(p)
	if whole.act == "" || whole.act == memory.Routine || whole.form == verbatim || whole.form == joked || whole.form == wondered || whole.meta {
		return []part{whole}
	}
	cs := clauses(m.text, p.span)
	if len(cs) < 2 {
		return []part{whole}
	}
	if whole.act == memory.Correction && onlyHeading(newPart(m.text, cs[0])) {
		return []part{whole}
	}
	var out []part
	for i, c := range cs {
		q := newPart(m.text, c)
		q.no = q.no || i == 0 && p.no
		q = m.judge(q)
		if q.meta {
			if whole.act == memory.Observation {
				whole = q.over(whole)
			}
			return []part{whole}
		}
		if q.act == "" || q.act == memory.Routine || q.form == fragment && q.act == memory.Observation || q.form == verbatim {
			// It does not stand alone.
			if len(out) > 0 {
				out[len(out)-1] = m.widen(out[len(out)-1], c)
				continue
			}
			if i+1 < len(cs) {
				cs[i+1].start = c.start
				continue
			}
			return []part{whole}
		}
		if n := len(out); n > 0 && goesWith(out[n-1], q, m.text[out[n-1].end:c.start]) {
			last := m.widen(out[n-1], c)
			if q.act == memory.Correction && last.act == memory.Observation && concludes(m.text[out[n-1].end:c.start]) {
				last.act, last.rule = q.act, q.rule
			}
			out[n-1] = last
			continue
		}
		out = append(out, q)
	}
	if len(out) < 2 {
		if len(out) == 1 && whole.act == memory.Observation {
			return []part{out[0].over(whole)}
		}
		return []part{whole}
	}
	return out
}

// onlyHeading: "New plan", "change of plans", and nothing more.
func onlyHeading(p part) bool {
	_, _, end, ok := anyOf(headings, p.body())
	return ok && len(bare(p.body()[end:])) == 0
}

// goesWith reports whether a clause says no other thing than the one before
// it, with the gap between them.
func goesWith(last, q part, gap string) bool {
	if last.act == q.act || q.act == memory.Correction && reported(last) || last.act == memory.Decision && q.act == memory.Commitment && concludes(gap) {
		return true
	}
	if q.act != memory.Observation {
		return false
	}
	return last.act == memory.Decision && bareJoint(gap) || refersBack(q) || strings.ContainsAny(gap, ";–—-")
}

// concludes: "he asked me to push it, so it's 17:30 now": what somebody said
// leads to what the speaker says.
func concludes(gap string) bool {
	return strings.Trim(strings.ToLower(gap), " ,;–—-") == "so"
}

// bareJoint: nothing but a mark stands between two clauses.
func bareJoint(gap string) bool { return strings.Trim(gap, " ,;:–—-") == "" }

// over gives the whole sentence the act found in one of its clauses.
func (p part) over(whole part) part {
	whole.act, whole.rule = p.act, p.rule
	return whole
}

// widen lets a part reach over the following clause.
func (m *message) widen(p part, c span) part {
	q := newPart(m.text, span{p.start, c.end})
	q.no, q.act, q.rule, q.form, q.meta = p.no, p.act, p.rule, p.form, p.meta
	return q
}

// join puts the parts that say one thing together.
func (m *message) join(parts []part) []group {
	m.lend(parts)
	m.dropScolding(parts)
	var gs []group
	for i, p := range parts {
		if i > 0 && parts[i-1].rule == promiseHeld && found(notKept, p.plain.words) {
			gs[len(gs)-1] = gs[len(gs)-1].with(p.is(memory.Observation, statement, promiseHeld))
			continue
		}
		if p.act == "" {
			continue
		}
		if n := len(gs); n > 0 && m.belongs(gs[n-1], p) {
			gs[n-1] = gs[n-1].with(p)
			continue
		}
		gs = append(gs, group{parts: []part{p}, act: p.act, rule: p.rule, form: p.form})
	}
	return m.gather(gs)
}

// lend lets a sentence that only says what kind of thing its neighbour is
// ("that's final", "I gave you the wrong dates") pass that on.
func (m *message) lend(parts []part) {
	for i := range parts {
		p := parts[i]
		if !p.meta {
			continue
		}
		switch p.act {
		case memory.Correction:
			for j := i + 1; j < len(parts) && (parts[j].act == memory.Observation && !fresh(parts[j])); j++ {
				parts[j].act, parts[j].rule = p.act, "goes on with what is set right"
			}
		case memory.Decision, memory.Commitment:
			j := i - 1
			if j < 0 || parts[j].act != memory.Observation && parts[j].act != memory.Decision {
				j = i + 1
			}
			if j < len(parts) && parts[j].act == memory.Observation && parts[j].form != wondered {
				parts[j].act, parts[j].rule = p.act, p.rule
			}
		}
	}
}

// dropScolding passes over a question that only blames the other side for what
// is set right beside it: "Didn't you see the mail? It's the 28th."
func (m *message) dropScolding(parts []part) {
	corrects := false
	for _, p := range parts {
		corrects = corrects || p.act == memory.Correction
	}
	for i := range parts {
		if corrects && parts[i].form == asked && found(blaming, parts[i].body()) {
			parts[i].act, parts[i].rule = "", "a rebuke"
		}
	}
}

var blaming = patterns(`^ did|do|have|has|had|is|are|was|could|can not|n't you|it|that`, `^ did|have i not`, `^ where did you|that`, `^ since when`, `^ who told|said`, `^ why would|do|did|are|is you|it|that|i`)

// fresh: the sentence says itself that it is another thing.
func fresh(p part) bool {
	for _, w := range p.plain.words[:p.lead] {
		if w == "also" || w == "anyway" || w == "way" || w == "plus" {
			return true
		}
	}
	return at(p.body(), 0) == "also" || hasWord(p.body(), "also")
}

// belongs reports whether a part goes on with the group before it.
func (m *message) belongs(g group, p part) bool {
	const early = 5 // words; an "it" in them means what was said before
	last := g.parts[len(g.parts)-1]
	switch {
	case fresh(p):
		return false
	case g.act == memory.Correction && p.form == requested && found(checkAgain, p.body()):
		return true
	case g.act == memory.Routine && p.act == memory.Routine:
		return true
	case g.form == wondered && (p.act == memory.Routine || p.form == wondered):
		return true
	case g.form == verbatim && p.form == verbatim:
		return true
	case g.act == p.act && g.act != memory.Observation && (p.meta || last.meta || p.act == memory.Correction):
		return true
	case g.form == joked || p.form == joked:
		return p.form == joked && g.act == memory.Observation
	case g.act == memory.Correction && p.act == memory.Observation:
		return refersBack(p) || m.explains(g, p) || at(p.body(), 0) == "there" && len(bare(p.body())) <= early || refersInside(p.body()[:min(len(p.body()), early)]) || m.sharesWith(g, p) || tiny(p) || m.prior.again(m.values(p))
	case p.act == memory.Observation && (g.act == memory.Observation || g.act == memory.Decision || g.act == memory.Commitment):
		return tiny(p) || g.act == memory.Observation && refersBack(p) && p.form != wondered && last.form != wondered
	}
	return false
}

// explains: what is said behind a mere value, and ends the message, tells why
// it is so: "41. My feet have grown."
func (m *message) explains(g group, p part) bool {
	return len(g.parts) == 1 && !g.parts[0].own && p.end == m.sentences[len(m.sentences)-1].end && m.sentence == 2
}

// checkAgain asks for nothing beyond the correction before it.
var checkAgain = patterns(`^ please? check|look|try|read again|it|that|carefully`, `^ please? change|fix|correct|update|note it|that|this`, `^ please? fix|correct`)

// tiny: a word or three that say nothing without what stands before.
func tiny(p part) bool {
	return p.form == fragment && len(bare(p.plain.words)) <= 3
}

// refersBack: the sentence begins with a pronoun.
func refersBack(p part) bool {
	switch at(p.body(), 0) {
	case "it", "she", "he", "they", "that", "this", "these", "those", "his", "her", "its", "their", "which", "mine", "ours", "yours", "hers":
		return true
	}
	return false
}

// sharesWith: they share a word that says something, with each other or with
// what was said before.
func (m *message) sharesWith(g group, p part) bool {
	if m.prior.aboutSame(p) {
		return true
	}
	mine := make(map[string]bool)
	for _, q := range g.parts {
		for _, w := range q.body() {
			if c := contentWord(w); c != "" {
				mine[c] = true
			}
		}
	}
	for _, w := range p.body() {
		if c := contentWord(w); c != "" && mine[c] {
			return true
		}
	}
	return false
}

func (g group) with(p part) group {
	g.parts = append(g.parts, p)
	if p.act != memory.Observation && g.act == memory.Observation {
		g.act, g.rule, g.form = p.act, p.rule, p.form
	}
	if g.form == fragment && p.form == statement {
		g.form = statement
	}
	return g
}

// gather joins a remark to the correction that follows it and that it leads
// up to.
func (m *message) gather(gs []group) []group {
	var out []group
	for i := 0; i < len(gs); i++ {
		g := gs[i]
		if i+1 < len(gs) && g.act == memory.Observation && g.form != wondered && g.form != verbatim && gs[i+1].act == memory.Correction {
			next := gs[i+1]
			if m.leadsUp(g, next) {
				next.parts = append(append([]part(nil), g.parts...), next.parts...)
				gs[i+1] = next
				continue
			}
		}
		out = append(out, g)
	}
	return out
}

func (m *message) leadsUp(g, next group) bool {
	p := g.parts[0]
	if m.prior.aboutSame(p) {
		return true
	}
	return next.parts[0].meta && refersBack(next.parts[0]) || tiny(p)
}

// joinAgent puts the agent's sentences together: taking something back is one
// thing with all that it says around it.
func (m *message) joinAgent(parts []part) []group {
	var gs []group
	retracts := false
	for _, p := range parts {
		retracts = retracts || p.act == memory.Retraction
	}
	for _, p := range parts {
		if retracts && (p.act == memory.Observation || p.rule == "a short answer" && len(gs) > 0) {
			p.act = memory.Retraction
		}
		if p.act == "" {
			continue
		}
		if n := len(gs); n > 0 && gs[n-1].act == p.act && (p.act == memory.Retraction || p.act == memory.Observation && refersBack(p)) {
			gs[n-1] = gs[n-1].with(p)
			continue
		}
		gs = append(gs, group{parts: []part{p}, act: p.act, rule: p.rule, form: p.form})
	}
	return gs
}

// withPaste makes one moment of a message that holds a paste: about the paste,
// never of what stands in it.
func (m *message) withPaste(gs []group) []group {
	l := m.layout
	if !l.pasted() && !l.planted {
		return gs
	}
	thing := m.pasteName()
	who := upperFirst(m.voice.subject)
	if !m.user() {
		if l.planted && len(gs) == 0 {
			return nil
		}
		return gs
	}
	if l.planted {
		note := who + " shared a message that reads like instructions."
		if q := m.firstAsked(gs); q != "" {
			note = who + " shared a message that reads like instructions and asked: " + q
		}
		return []group{{act: m.pasteAct(gs), rule: "planted instructions", note: note}}
	}
	if len(gs) == 0 {
		return []group{{act: memory.Observation, rule: "a paste", note: fmt.Sprintf("%s pasted %s.", who, thing)}}
	}
	for i, g := range gs {
		if g.act == memory.Routine {
			what, _ := m.what(g)
			gs[i].note = strings.TrimRight(what, ".") + fmt.Sprintf(" (with %s)", thing)
			return gs
		}
	}
	gs = append(gs, group{act: memory.Observation, rule: "a paste", note: fmt.Sprintf("%s pasted %s.", who, thing)})
	return gs
}

func (m *message) firstAsked(gs []group) string {
	for _, g := range gs {
		if g.form == asked {
			return lowerFirst(m.joined(g, m.voice.reported()))
		}
	}
	return ""
}

func (m *message) pasteAct(gs []group) memory.Act {
	for _, g := range gs {
		if g.act == memory.Routine {
			return memory.Routine
		}
	}
	return memory.Observation
}

func (m *message) pasteName() string {
	l := m.layout
	thing := "text"
	if l.code {
		thing = "code"
		if l.language != "" && len(l.language) < 20 && !strings.ContainsAny(l.language, " \t") {
			thing = l.language + " code"
		}
	}
	if l.lines == 1 {
		return "a line of " + thing
	}
	return fmt.Sprintf("%d lines of %s", l.lines, thing)
}

func sortedKeys(m map[string]bool) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
