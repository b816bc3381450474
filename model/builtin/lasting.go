package builtin

import (
	"regexp"
	"strings"

	"muisto/memory"
	"muisto/memory/guard"
	"muisto/memory/hippocampus"
	"muisto/memory/when"
	"muisto/model/builtin/english"
)

// stated is a standing statement: what the speaker says of themselves or of
// somebody or something of theirs, and means to last.
type stated struct {
	span
	text  string // one sentence in the third person
	about topic
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
	if strings.Contains(p.of(m.text), guard.Redacted) {
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

// clause is one word of a tree that has a subject.
type clause struct {
	t       english.Tree
	root    int
	subject int
	asks    bool
}

func (c clause) at(i int) english.Token {
	if i < 0 || i >= len(c.t.Tokens) {
		return english.Token{}
	}
	return c.t.Tokens[i]
}

// states: the clause is said for itself, and asks nothing.
func (c clause) states() bool {
	k := c.at(c.root)
	switch k.Rel {
	case "root":
		if c.asks && !c.goesOn() {
			return false
		}
	case "conj", "parataxis", "advcl":
		if mark := c.t.Child(c.root, "mark"); k.Rel == "advcl" && (mark < 0 || !giving[c.at(mark).Low]) {
			return false
		}
	case "ccomp":
		if h := c.at(k.Head); !tellingVerb[h.Low] || c.asks {
			return false
		}
	default:
		return false
	}
	for _, j := range c.t.Children(c.root) {
		w := c.at(j)
		if strings.HasPrefix(w.Tag, "W") && j < c.root || strings.HasPrefix(w.Rel, "aux") && j < c.subject || w.Rel == "cop" && j < c.subject {
			return false
		}
	}
	return c.subject < c.root || c.at(c.subject).Head != c.root
}

// goesOn: what is asked comes behind the clause, and a mark between: "I have a
// cat, do you?"
func (c clause) goesOn() bool {
	for j := c.root + 1; j < len(c.t.Tokens); j++ {
		if k := c.at(j); k.Low == "," || k.Low == ";" || k.Low == "-" {
			return j > c.subject
		}
	}
	return false
}

var (
	giving      = set(`since because although though but while`)
	tellingVerb = set(`remember forget say said mention mentioned know note noted told tell guess`)
)

// standing reports whether the clause says something that lasts, and of which
// attribute, if its grammar shows that.
func (c clause) standing() (string, bool) {
	if c.modal() {
		return "", false
	}
	switch {
	case c.self():
		return c.ofSelf()
	case c.mine(c.subject):
		return c.ofMine()
	case c.mine(c.root) && c.t.Has(c.root, "cop") && c.at(c.subject).Pos == "PROPN" && !passingHead[c.at(c.root).Low]:
		return "relation", true // "Pulla is my cat"
	}
	return "", c.givesValueOf()
}

func (c clause) low(rels ...string) string { return c.at(c.t.Child(c.root, rels...)).Low }

func (c clause) self() bool {
	s := c.at(c.subject).Low
	return s == "i" || s == "we"
}

// mine: the word is somebody or something of the speaker's.
func (c clause) mine(i int) bool {
	for steps := 0; i >= 0 && steps < 3; steps++ {
		p := c.t.Child(i, "nmod:poss")
		if w := c.at(p).Low; w == "my" || w == "our" {
			return true
		}
		i = p
	}
	return false
}

// modal: what would or will be is no state.
func (c clause) modal() bool {
	for _, j := range c.t.Children(c.root) {
		k := c.at(j)
		if k.Tag == "MD" || k.Rel == "aux" && (k.Low == "'ll" || k.Low == "ll" || k.Low == "'d") || k.Rel == "advmod" && doubtful[k.Low] {
			return !(ableVerb[c.at(c.root).Low] && (k.Low == "can" || k.Low == "ca"))
		}
	}
	return false
}

var (
	doubtful = set(`maybe perhaps probably hopefully almost nearly hardly finally today tonight tomorrow yesterday soon later`)
	ableVerb = set(`speak play cook swim drive eat drink sing dance ride read paint`)
)

// ofSelf is what the speaker says of themselves.
func (c clause) ofSelf() (string, bool) {
	k := c.at(c.root)
	if c.t.Has(c.root, "cop") {
		return c.isWhat()
	}
	if k.Pos != "VERB" && k.Pos != "AUX" {
		return "", false
	}
	verb := lemma(k.Low)
	switch aux := c.low("aux", "aux:pass"); {
	case k.Tag == "VBG":
		return workVerb[verb], (aux == "am" || aux == "'m" || aux == "m" || aux == "are" || aux == "'re") && goingOn[verb] && c.solid() && c.t.Has(c.root, "obj", "obl", "xcomp") || c.beenDoing(verb)
	case k.Tag == "VBN" || k.Tag == "VBD":
		return c.past(verb)
	case verb == "have":
		return c.has()
	case momentary[verb] || isPast(k.Low) && !sameForm[k.Low] || k.Tag != "VBP" && k.Tag != "VB":
		return "", false
	}
	return workVerb[verb], c.solid() && (habitual[verb] || c.t.Has(c.root, "obj", "xcomp") || c.often()) && (verb != "work" && verb != "live" || c.t.Has(c.root, "obl", "advmod", "obj"))
}

// isWhat: "I'm a nurse", "I'm allergic to nuts", "I'm from Ghent", "I'm 33".
func (c clause) isWhat() (string, bool) {
	k := c.at(c.root)
	if cop := c.low("cop"); cop == "was" || cop == "were" || cop == "been" {
		return "", false
	}
	prep := c.low("case")
	switch {
	case k.Pos == "NUM", k.Low == "old" && c.t.Has(c.root, "obl", "nummod", "nmod"), k.Low == "years":
		return "age", prep == "" && !passingNoun[k.Low]
	case k.Pos == "NOUN" && prep == "":
		if job := c.t.Has(c.root, "det"); !job || passingNoun[k.Low] || mood[k.Low] || k.Low == "fan" && !c.t.Has(c.root, "nmod") {
			return "", false
		}
		return "", true
	case prep == "from", prep == "into":
		return pick(prep == "from", "origin", ""), k.Pos == "PROPN" || k.Pos == "NOUN" && !passingNoun[k.Low]
	case prep == "in":
		return "", lastingPlace[k.Low]
	case k.Pos == "ADJ" || k.Pos == "VERB":
		if inclined[k.Low] {
			return "", c.t.Has(c.root, "obl", "advcl", "ccomp")
		}
		if diet[k.Low] {
			return "diet", true
		}
		if k.Low == "allergic" || k.Low == "intolerant" {
			return "allergy", c.t.Has(c.root, "obl", "compound", "nmod", "obl:npmod", "amod") || k.Low == "intolerant"
		}
		return pick(civil[k.Low], "marital state", ""), civil[k.Low] || trait[k.Low] || k.Tag == "JJ" && capital(k.Text) && c.root > 1
	}
	return "", false
}

var (
	passingNoun  = set(`bit lot mess mood kind sort wreck time day night way hurry fool idiot minute second moment pain pleasure shame part mistake wuss baby`)
	lastingPlace = set(`college school university army navy band choir marines retirement uni highschool`)
	diet         = set(`vegetarian vegan pescatarian veggie gluten-free keto`)
	civil        = set(`married single divorced engaged widowed`)
	trait        = set(`retired pregnant diabetic asthmatic jewish christian muslim catholic religious deaf blind bald tall shy introverted extroverted gay bisexual lesbian trans transgender disabled autistic unemployed self-employed bilingual left-handed right-handed dyslexic adopted old-fashioned colorblind nearsighted sober`)
	inclined     = set(`afraid scared terrified interested passionate obsessed addicted fluent fond good bad great allergic`)
)

// has: "I have two kids", and not "I have an idea" or "I have to go".
func (c clause) has() (string, bool) {
	o := c.t.Child(c.root, "obj")
	k := c.at(o)
	if o < 0 || k.Pos != "NOUN" && k.Pos != "PROPN" || passingThing[k.Low] || mood[k.Low] || c.t.Has(c.root, "xcomp", "ccomp") || c.t.Has(o, "acl") && strings.HasPrefix(c.at(c.t.Child(o, "acl")).Tag, "VB") && c.at(c.t.Child(o, "acl")).Tag == "VB" {
		return "", false
	}
	return pick(pet[strings.TrimSuffix(k.Low, "s")], "pet", pick(strings.HasPrefix(k.Low, "allerg"), "allergy", pick(kinship[strings.TrimSuffix(k.Low, "s")], strings.TrimSuffix(k.Low, "s"), ""))), true
}

var passingThing = set(`chance space setback setbacks bunch stuff weeks months backup rotation half interest one time idea ideas fun question questions feeling feelings plan plans problem problems luck chance day days week weekend night evening morning blast look sense thought thoughts doubt doubts point meeting appointment test exam interview
	lot lots bit work homework opportunity trouble issue issues news something anything everything nothing one some conversation dinner lunch breakfast party choice options option reason reasons way ways break talk call wine coffee drink beer snack minute hour energy hope
	experience faith trip flight fever headache cold craving date trouble concerns concern suggestion need desire impression memory memories respect access error errors`)

// solid: what is done is done to something that is named, and not said to be so
// for the day.
func (c clause) solid() bool {
	k, o := c.at(c.root), c.at(c.t.Child(c.root, "obj"))
	if o.Pos == "PRON" || o.Pos == "DET" || vague[o.Low] {
		return false
	}
	verb := lemma(k.Low)
	has := c.t.Has(c.root, "obj", "obl", "xcomp", "advmod", "advcl", "ccomp")
	switch verb {
	case "want":
		x := c.at(c.t.Child(c.root, "xcomp")).Low
		return x != "" && !passingWish[x] && c.at(c.t.Child(c.root, "xcomp")).Rel == "xcomp"
	case "go":
		return c.t.Has(c.root, "obl") && c.often() || c.at(c.t.Child(c.root, "advcl", "xcomp")).Tag == "VBG"
	case "know":
		return c.t.Has(c.root, "xcomp") || c.at(c.t.Child(c.root, "ccomp")).Tag == "VB"
	case "need", "miss", "get", "believe", "stay", "spend", "care":
		return o.Pos == "NOUN" && !passingThing[o.Low] && c.at(c.t.Child(c.root, "xcomp")).Text == "" || verb == "believe" && c.low("obl") != "" || c.often()
	case "make", "do", "take", "keep", "see", "eat", "drink", "watch", "read", "write", "use", "run", "walk", "wear", "buy", "sell":
		return has && (o.Text != "" || c.often()) && !c.t.Has(c.root, "ccomp")
	case "love", "like", "enjoy", "hate", "prefer", "dislike", "adore":
		return o.Text != "" || c.t.Has(c.root, "xcomp") || c.t.Has(c.root, "advcl")
	}
	return true
}

// passingWish is wanted for the moment.
var passingWish = set(`know see say ask hear talk make sure check get go do have understand ensure use add keep thank tell try give take look think find sleep eat`)

// often: a word says that it is done again and again.
func (c clause) often() bool {
	for i := range c.t.Tokens {
		if c.t.Under(i, c.root) && everyWord[c.at(i).Low] {
			return true
		}
	}
	return false
}

var (
	everyWord = set(`every always usually often never sometimes daily weekly weekends mornings evenings sundays mondays tuesdays wednesdays thursdays fridays saturdays regularly mostly each twice once rarely frequently`)
	vague     = set(`all both each any some way ways much more many it that this them those these something anything everything nothing lot one idea sound things thing stuff sense sure best bit same way`)
)

// habitual are verbs whose plain present tells of a habit or a state.
var habitual = set(`love like enjoy hate dislike prefer adore live reside work teach play own drive ride eat drink cook bake speak study watch collect sing dance paint draw write read run walk hike swim climb fish hunt knit sew garden grow raise volunteer attend go travel train practice practise coach manage use wear belong do listen suffer support follow take make sell breed race surf ski skate camp stream commute rent babysit shop smoke exercise lift meditate want major specialise specialize root compete perform home-school homeschool foster tutor serve buy visit admire spend stay care sleep wake fear need volunteer miss believe know get bird-watch birdwatch`)

// momentary are verbs whose present tells of this moment or of an opinion.
var momentary = set(`think guess mean hope bet see feel agree understand suppose wonder wish remember appreciate say tell forget figure imagine assume realise realize doubt look sound hear apologise apologize promise recommend suggest thank expect plan decide swear find call ask find come let give seem happen start begin finish try send set create add implement include notice request propose update check test handle apply receive face encounter run struggle wait leave pass stop keep cannot excuse beg pray dare bring offer welcome mind tend stick`)

// goingOn are verbs whose progressive tells of a stretch of life.
var goingOn = set(`study learn work live major train teach write raise date attend use rent practice practise volunteer coach run manage recover save`)

// workVerb gives the attribute that a verb stands for.
var workVerb = map[string]string{"work": "work", "join": "work", "live": "home", "reside": "home", "move": "home", "relocate": "home", "major": "study"}

// beenDoing: "I've been playing the cello for ten years".
func (c clause) beenDoing(verb string) bool {
	for _, j := range c.t.Children(c.root) {
		if c.at(j).Low == "been" && (habitual[verb] || goingOn[verb]) {
			return c.t.Has(c.root, "obl") && c.solid()
		}
	}
	return false
}

// past: what has been done and holds: a job taken, a house moved into, where
// somebody grew up.
func (c clause) past(verb string) (string, bool) {
	if aux := c.low("aux"); aux == "have" || aux == "'ve" || aux == "ve" {
		return "", experienced[verb] && (c.t.Has(c.root, "obj", "obl") || verb == "retire" || verb == "marry") && !vague[c.low("obj")] && c.at(c.t.Child(c.root, "obj")).Pos != "PRON"
	}
	switch verb {
	case "use":
		return "", c.t.Has(c.root, "xcomp") && c.t.Tokens[c.root].Low == "used"
	case "study", "major", "teach", "work", "live", "serve", "play", "compete":
		return "", c.t.Has(c.root, "obl", "obj") && c.at(c.t.Child(c.root, "obj")).Pos != "PRON" && c.longAgo()
	case "learn":
		return "", c.t.Has(c.root, "xcomp")
	case "join", "leave", "quit":
		return "work", c.at(c.t.Child(c.root, "obj")).Pos == "PROPN"
	case "start":
		o := c.at(c.t.Child(c.root, "obl", "xcomp", "obj"))
		return "work", o.Pos == "PROPN" && c.low("obl") != "" || o.Low == "working" || o.Low == "job"
	case "move", "relocate":
		return "home", c.t.Has(c.root, "obl") && c.placed()
	case "grow":
		return "origin", c.low("compound:prt") == "up" && c.t.Has(c.root, "obl", "xcomp", "advmod")
	case "bear", "born":
		return "origin", c.t.Has(c.root, "obl")
	case "retire", "graduate":
		return "", !c.t.Has(c.root, "ccomp")
	case "switch":
		return "", c.t.Has(c.root, "obl")
	case "adopt":
		return "", c.at(c.t.Child(c.root, "obj")).Pos == "NOUN"
	}
	return "", false
}

var experienced = set(`be go have own play live work know teach study visit retire marry write win try hear buy drive ride see travel swim sing run use collect speak love want lose serve learn read watch`)

// longAgo: a word says that it was a stretch of life: "for years", "as a child".
func (c clause) longAgo() bool {
	for i := range c.t.Tokens {
		if c.t.Under(i, c.root) && stretch[c.at(i).Low] {
			return true
		}
	}
	return false
}

var stretch = set(`years year decade decades child kid childhood school college university army navy young younger teenager teens`)

// placed: it goes to a place by its name.
func (c clause) placed() bool {
	for _, j := range c.t.Children(c.root) {
		if k := c.at(j); k.Rel == "obl" && (k.Pos == "PROPN" || c.t.Has(j, "compound")) && c.at(c.t.Child(j, "case")).Low == "to" {
			return true
		}
	}
	return false
}

// ofMine is what the speaker says of somebody or something of theirs.
func (c clause) ofMine() (string, bool) {
	head, k := c.at(c.subject).Low, c.at(c.root)
	v := lemma(k.Low)
	favourite := c.at(c.t.Child(c.subject, "amod")).Low
	switch {
	case passingHead[head]:
		return "", false
	case head == "name":
		return pick(c.mineAlone(), "name", ""), k.Pos == "PROPN" || k.Pos == "NOUN" && c.t.Has(c.root, "cop")
	case favourite == "favorite" || favourite == "favourite":
		return "", c.t.Has(c.root, "cop") && (k.Pos == "NOUN" || k.Pos == "PROPN" || k.Tag == "VBG") && !vague[k.Low]
	case head == "birthday":
		return "birthday", c.t.Has(c.root, "cop") && (k.Pos == "NUM" || k.Pos == "PROPN" || k.Pos == "NOUN")
	case head == "job" && c.low("case") == "at":
		return "work", true
	case c.t.Has(c.root, "cop"):
		if cop := c.low("cop"); (cop == "was" || cop == "were") && (k.Pos != "NOUN" || !kinship[strings.TrimSuffix(head, "s")]) || passingNoun[k.Low] || mood[k.Low] || feeling[k.Low] {
			return "", false
		}
		return "", (k.Pos == "NOUN" || k.Pos == "PROPN" || k.Pos == "NUM" || colour[k.Low] || trait[k.Low] || civil[k.Low] || diet[k.Low] || inclined[k.Low] && c.t.Has(c.root, "obl")) && c.low("case") != "on"
	case k.Tag == "VBZ" || k.Tag == "VBP":
		return workVerb[v], (habitual[v] || v == "have" && c.hasOf() || v == "cost" || v == "start" || v == "end") && c.solid()
	case k.Tag == "VBD" && kinship[strings.TrimSuffix(head, "s")]:
		return "", (v == "teach" || v == "die" || v == "work" || v == "serve" || v == "grow" || v == "pass" || v == "retire" || v == "move" || v == "raise") && c.t.Has(c.root, "obj", "obl", "xcomp", "advmod", "compound")
	case k.Low == "named" || k.Low == "called":
		return "", c.t.Has(c.root, "xcomp", "obj")
	}
	return "", false
}

// mineAlone: the subject is the speaker's own, and no relative's.
func (c clause) mineAlone() bool {
	p := c.at(c.t.Child(c.subject, "nmod:poss")).Low
	return p == "my"
}

func (c clause) hasOf() bool {
	_, ok := c.has()
	return ok
}

var passingHead = set(`favorites favourite favourites training opinion day week weekend night trip thought thoughts question point problem issue goal plan plans idea guess bad mind turn advice favorite morning evening evening heart bet apologies pleasure code error approach understanding concern main biggest only first next current`)

// givesValueOf: "rent is 820", "the deadline is 3 May": a value in force.
func (c clause) givesValueOf() bool {
	s := c.at(c.subject)
	if s.Pos != "NOUN" && s.Pos != "PROPN" || !valued[s.Low] || c.low("cop") == "was" {
		return false
	}
	k := c.at(c.root)
	if !c.t.Has(c.root, "cop") {
		return false
	}
	return k.Pos == "NUM" || k.Tag == "NNP" || c.t.Has(c.root, "nummod")
}

// valued are things that have a value which is in force.
var valued = set(`rent budget deadline price salary fee cost due password code version limit target number address speed size`)

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
		if mo := m.lastingMoment(s); !e.again(mo) {
			e.moments = append(e.moments, mo)
		}
	}
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
	case short && len(within) == 1:
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
