package builtin

import (
	"strings"

	"muisto/memory"
)

// features collects what the classifier sees of a part: hashes (FNV-1a) of
// what is so, each once.
type features struct {
	hashes []uint32
	seen   map[uint32]bool
	role   string
	values []value // of the part
}

func (f *features) add(pieces ...string) {
	h := uint32(2166136261)
	mix := func(s string) {
		for i := 0; i < len(s); i++ {
			h = (h ^ uint32(s[i])) * 16777619
		}
		h = (h ^ 31) * 16777619
	}
	mix(f.role)
	for _, s := range pieces {
		mix(s)
	}
	if !f.seen[h] {
		f.seen[h] = true
		f.hashes = append(f.hashes, h)
	}
}

func (f *features) when(is bool, pieces ...string) {
	if is {
		f.add(pieces...)
	}
}

// features are what is so of the part at i among those of its message, as the
// rules judged them; before is what the part before it turned out to be.
func (m *message) features(parts []part, i int, before memory.Act) []uint32 {
	p := parts[i]
	const many = 512 // features of a long sentence
	f := &features{hashes: make([]uint32, 0, many), seen: make(map[uint32]bool, many), role: string(m.role), values: m.values(p)}
	f.add("always")
	after := m.prior.kind()
	f.add("after", after)
	f.asked(m.prior)
	f.ruled(parts, i, before, after)
	f.worded(m, p, after)
	f.shaped(m, p)
	if m.prior != nil {
		f.related(m, p, after)
		f.when(i < 2, "early", after)
	}
	return f.hashes
}

// kind is what the other side's last words call for.
func (pr *prior) kind() string {
	switch {
	case pr == nil:
		return "nothing"
	case pr.offers:
		return "an offer"
	case pr.asksLast:
		return "a question"
	case pr.states():
		return "a claim"
	}
	return "talk"
}

// asked: what the other side's question begins with.
func (f *features) asked(pr *prior) {
	if pr == nil || !pr.asksLast {
		return
	}
	p := pr.last.body()
	f.add("asked", at(p, 0))
	f.add("asked", at(p, 0), at(p, 1))
	f.add("asked", at(p, 0), at(p, 1), at(p, 2))
	f.when(found(askingToDo, p), "asked to do")
}

// ruled: what the rules made of the part and of those beside it.
func (f *features) ruled(parts []part, i int, was memory.Act, after string) {
	p := parts[i]
	act, kind, _ := string(p.act), p.rule, 0
	if k := strings.IndexByte(kind, ':'); k > 0 {
		kind = kind[:k]
	}
	f.add("act", act)
	f.add("act after", act, after)
	f.add("rule", p.rule)
	f.add("kind of rule", kind)
	before, next := "none", "none"
	if i > 0 {
		before = "after " + string(was)
	}
	if i+1 < len(parts) {
		next = string(parts[i+1].act)
	}
	f.add("before", before)
	f.add("before and act", before, act)
	f.add("next", next)
	f.add("next and act", next, act)
	f.when(i == 0, "first")
	f.when(i == len(parts)-1, "last")
	f.when(len(parts) == 1, "only")
	if i > 0 {
		f.when(parts[i-1].meta, "after meta")
		f.when(len(bare(parts[i-1].plain.words)) <= 3, "after a few words", before)
	}
	if i+1 < len(parts) {
		f.when(parts[i+1].meta, "before meta")
	}
}

// worded: its words, and the runs of them, as they are and by their kind.
func (f *features) worded(m *message, p part, after string) {
	const most = 60 // words; a sentence says early what it does
	all := p.plain.words[:min(len(p.plain.words), most)]
	for _, w := range all[:min(p.lead, len(all))] {
		f.when(!clauseMark(w), "lead", w)
	}
	var ws, kinds []string
	for _, w := range p.body() {
		if len(ws) == most {
			break
		}
		ws = append(ws, wordForm(w))
		kinds = append(kinds, m.wordKind(w))
	}
	for k, w := range ws {
		f.add("word", w)
		f.add("word", w, after)
		f.add("kinds", kinds[k], at(kinds, k+1))
		f.add("kinds", kinds[k], at(kinds, k+1), at(kinds, k+2))
		f.add("words", w, at(ws, k+1))
		f.add("words", w, at(kinds, k+1))
		f.add("words", kinds[k], at(ws, k+1))
		f.add("words", w, at(ws, k+1), at(kinds, k+2))
		f.add("words", kinds[k], at(ws, k+1), at(ws, k+2))
	}
	if len(ws) == 0 {
		return
	}
	f.add("opens", ws[0])
	f.add("opens", ws[0], at(ws, 1))
	f.add("opens", ws[0], at(kinds, 1))
	f.add("opens by kind", kinds[0], at(kinds, 1), at(kinds, 2))
	f.add("opens by kind", kinds[0], at(kinds, 1), after)
	f.add("opens", kinds[0], after)
	last := bare(ws)
	if n := len(last); n > 0 {
		f.add("ends", last[n-1])
		f.add("ends", at(last, n-2), last[n-1])
		f.add("ends", last[n-1], after)
	}
}

// wordForm is a word, with its ending cut if it says something.
func wordForm(w string) string {
	switch {
	case number(w):
		return "#"
	case dayWord(w):
		return "day"
	}
	if c := contentWord(w); c != "" {
		return c
	}
	return w
}

// wordKind is the kind of a word; words that hold a sentence together stand
// for themselves.
func (m *message) wordKind(w string) string {
	switch {
	case clauseMark(w), subjectPronoun[w] && !determiner[w], auxiliary[w], conjunction[w], w == "not", w == "to", w == "me", w == "us":
		return w
	case number(w), code(w):
		return "#"
	case dayWord(w):
		return "day"
	case possessive[w]:
		return "whose"
	case determiner[w]:
		return "det"
	case preposition[w]:
		return "prep"
	case kinship[w]:
		return "kin"
	case m.isName(w):
		return "name"
	case choiceVerb[w]:
		return "choosing"
	case strings.HasSuffix(w, "ing") && len(w) > 4:
		return "doing"
	case isPast(w), participle[w]:
		return "did"
	case stative[w]:
		return "feel"
	case baseVerb[w]:
		return "do"
	case adverb[w], strings.HasSuffix(w, "ly") && len(w) > 4:
		return "adv"
	case adjective[w], mood[w], feeling[w], colour[w]:
		return "adj"
	}
	if _, ok := thirdPerson(w); ok {
		return "does"
	}
	return "thing"
}

// shaped: how long it is, its marks and its capitals.
func (f *features) shaped(m *message, p part) {
	b := p.body()
	n := len(bare(b))
	size := "long"
	for _, s := range []struct {
		most int
		name string
	}{{1, "one word"}, {2, "two words"}, {4, "few words"}, {7, "some words"}, {12, "many words"}} {
		if n <= s.most {
			size = s.name
			break
		}
	}
	f.add("size", size)
	f.add("size", size, m.prior.kind())
	f.when(p.own, "own")
	f.when(p.no, "no")
	f.when(p.meta, "meta")
	f.when(shouting(p.ws), "shouted")
	f.when(endsAsking(p.ws), "asks")
	f.when(endsAsking(p.ws) || isQuestion(p), "asks in some way")
	f.when(elliptic(b), "elliptic")
	f.when(reported(p), "reported")
	f.when(firstPerson(b), "first person")
	f.when(len(b) > 0 && ownClaim(b), "own claim")
	f.when(len(b) > 0 && leftOutSubject(b), "no subject")
	f.when(sheetIn(b), "sheet")
	for _, w := range p.ws {
		f.when(w.mark, "mark", w.text)
		f.when(w.quoted, "quotes")
	}
	for _, v := range f.values {
		f.add("value", v.kind.String())
	}
}

// related: how it stands to what was said before.
func (f *features) related(m *message, p part, after string) {
	pr, b := m.prior, p.body()
	mine := f.values
	other, same := false, false
	for _, v := range mine {
		same = same || pr.hasValue(v)
		for _, w := range pr.values {
			if v.kind == w.kind && !pr.hasValue(v) {
				other = true
				f.add("another value", v.kind.String(), after)
			}
		}
		f.when(pr.hourOff(v), "another hour", after)
	}
	shared, all := pr.shares(b)
	about := "other words"
	switch {
	case shared >= 2:
		about = "same words"
	case shared == 1:
		about = "a same word"
	case all == 0:
		about = "no words"
	}
	f.add("about", about, after)
	f.when(other, "another value", about, after)
	f.when(other && elliptic(b), "another value, elliptic", after)
	f.when(same, "same value", after)
	f.when(!other && !same && len(mine) > 0, "new value", after)
	f.when(pr.pronounFits(p), "pronoun", after)
	f.when(agrees(p), "agrees", after)
	f.when(pr.claims, "claims", after)
	f.when(pr.claims && ownClaim(orDot(b)), "own claim against claim")
	f.when(pr.claims && firstPerson(b), "first person against claim")
	f.when(!pr.plain, "after much")
	f.when(elliptic(b), "elliptic", after)
	f.when(pr.denies(b), "denies")
	f.when(pr.opposite(b), "opposite", after)
	f.when(pr.otherPlace(b), "other place")
	f.when(pr.otherThing(p, mine), "other thing", after)
	f.when(len(b) > 1 && personal[b[0]] && pr.doings[doingOf(b)], "does it, too", after)
	f.when(pr.wished, "after a wish")
	f.when(hasWord(b, "not") || hasWord(b, "never") || hasWord(b, "no"), "not", after, about)
	f.when(pr.role == memory.RoleUser && endsAsking(p.ws), "asks back")
}

// orDot lets a rule look at the first of no words.
func orDot(b []string) []string {
	if len(b) == 0 {
		return []string{"."}
	}
	return b
}
