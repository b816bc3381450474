package builtin

import "strings"

// restated puts a few words that set something right into the claim that they
// set right: "Friday, not Monday." after "The review is on Monday." gives "the
// review is on Friday".
func (m *message) restated(p part) (string, bool) {
	pr := m.prior
	if pr == nil || !pr.plain || pr.asksLast || pr.asksOpenly || pr.offers || !elliptic(p.body()) && !readsOff(p.body()) && p.rule != valueAsked && !itIsSo(p.body()) {
		return "", false
	}
	fresh, ok := m.newValue(p)
	if !ok {
		return "", false
	}
	for _, claim := range pr.heard.sentences {
		if said, ok := m.replaced(claim, p, fresh); ok {
			return said + m.afterwards(p), true
		}
	}
	return "", false
}

// ownSlip puts what sets right a word of the speaker's own into what they had
// said: "it's Marko, not Markku" after "My colleague is called Markku."
func (m *message) ownSlip(p part) (string, bool) {
	right, wrong, ok := notBut(p)
	if !ok || m.prior != nil && m.prior.words[wrong[len(wrong)-1].low] {
		return "", false
	}
	text := p.of(m.text)
	for _, h := range m.ownBefore {
		for _, s := range h.sentences {
			i := runIn(s.ws, wrong)
			if i < 0 || !s.own || endsAsking(s.ws) {
				continue
			}
			old := s.of(h.text)
			now := old[:s.ws[i].start] + text[right[0].start:right[len(right)-1].end] + old[s.ws[i+len(wrong)-1].end:]
			return m.lowered(m.voice.turn(now, m.calm(withoutEnd(newPart(now, span{0, len(now)}).bodyWords())))), true
		}
	}
	return "", false
}

// slipped reports whether a correction is of the speaker's own slip.
func (m *message) slipped(g group) bool {
	for _, p := range g.parts {
		if _, ok := m.ownSlip(p.told()); ok {
			return true
		}
	}
	return false
}

// notBut takes "it's Marko, not Markku" and "not Markku but Marko" apart.
func notBut(p part) (right, wrong []word, ok bool) {
	const longest = 3 // words
	ws := withoutEnd(p.bodyWords())
	if _, _, end, ok := anyOf(namesIt, p.body()); ok && p.lead+end < len(p.plain.from) {
		ws = withoutEnd(p.ws[p.plain.from[p.lead+end]:])
	}
	for i, w := range ws {
		switch {
		case w.low == "not" && i > 1 && ws[i-1].text == ",":
			right, wrong = ws[:i-1], ws[i+1:]
		case w.low == "but" && i > 1 && ws[0].low == "not":
			wrong, right = ws[1:i], ws[i+1:]
		default:
			continue
		}
		if marked(right) || marked(wrong) {
			return nil, nil, false
		}
		return right, wrong, len(right) > 0 && len(right) <= longest && len(wrong) > 0 && len(wrong) <= longest
	}
	return nil, nil, false
}

// marked: a mark stands in it that is not a title's ("Dr. Lehto").
func marked(ws []word) bool {
	for i, w := range ws {
		if w.mark && !(w.text == "." && i > 0 && title[ws[i-1].low]) {
			return true
		}
	}
	return false
}

// namesIt leads to what is right.
var namesIt = patterns(`^ it|that|he|she is called|named|spelled|spelt?`, `^ i meant to? say|write?`, `^ the|his|her|its name is`)

// runIn is where a run of words stands in others, -1 if nowhere.
func runIn(ws, run []word) int {
	for i := 0; i+len(run) <= len(ws); i++ {
		k := 0
		for k < len(run) && ws[i+k].low == run[k].low {
			k++
		}
		if k == len(run) {
			return i
		}
	}
	return -1
}

// itIsSo: "it's 10 mg now".
func itIsSo(b []string) bool {
	const few = 5 // words
	return len(b) > 2 && len(bare(b)) <= few && (b[0] == "it" || b[0] == "that") && b[1] == "is" && (number(b[2]) || dayWord(b[2]) || preposition[b[2]])
}

// readsOff: "my boarding pass says 21:40".
func readsOff(b []string) bool {
	const few = 9 // words
	return sheetIn(b) && len(bare(b)) <= few && (hasWord(b, "says") || hasWord(b, "shows") || hasWord(b, "say"))
}

// newValue is the first value of a statement that was not said before and is
// not denied.
func (m *message) newValue(p part) (value, bool) {
	text := p.of(m.text)
	for _, v := range m.values(p) {
		before := strings.TrimSpace(strings.ToLower(text[:v.start]))
		if !m.prior.hasValue(v) && !strings.HasSuffix(before, "not") && !strings.HasSuffix(before, "not at") && !strings.HasSuffix(before, "not on") {
			return v, true
		}
	}
	return value{}, false
}

// replaced is a claim of the other side's with its one value of a kind
// replaced.
func (m *message) replaced(claim, p part, fresh value) (string, bool) {
	if endsAsking(claim.ws) || !claim.own {
		return "", false
	}
	var old []value
	for _, v := range m.prior.heard.values(claim) {
		if v.kind == fresh.kind {
			old = append(old, v)
		}
	}
	if len(old) != 1 {
		return "", false
	}
	text, mine := claim.of(m.prior.text), p.of(m.text)
	from, to, newText := old[0].start, old[0].end, mine[fresh.start:fresh.end]
	if next, after := wordAfter(text, to), wordAfter(mine, fresh.end); next != "" && after != "" && stem(strings.ToLower(next)) == stem(strings.ToLower(after)) {
		to += 1 + len(next) // "two cups" by "one cup"
		newText += " " + after
	}
	now := text[:from] + newText + text[to:]
	said := m.prior.voice.turn(now, withoutEnd(newPart(now, span{0, len(now)}).bodyWords()))
	low := strings.ToLower(said)
	if strings.HasPrefix(low, m.prior.voice.subject) || strings.HasPrefix(low, "the user said") || strings.HasPrefix(low, "the user mentioned") {
		return "", false // it says what the other side has noted, not how things are
	}
	return m.lowered(said), true
}

func wordAfter(text string, i int) string {
	if i >= len(text) || text[i] != ' ' {
		return ""
	}
	rest := text[i+1:]
	if k := strings.IndexFunc(rest, notLetter); k >= 0 {
		return rest[:k]
	}
	return rest
}

func notLetter(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') }

// afterwards is what follows the first mark, unless it only denies.
func (m *message) afterwards(p part) string {
	ws := withoutEnd(p.bodyWords())
	for i, w := range ws {
		if w.mark && w.text == "," && i+1 < len(ws) {
			if rest := ws[i+1:]; rest[0].low != "not" && hasVerb(plainOf(rest).words) {
				return ", " + m.voice.turn(m.text, rest)
			}
			return ""
		}
	}
	return ""
}
