package neocortex

import (
	"slices"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/ground"
)

// holder is a statement in a slot: a fact, or a draft before it is one.
type holder struct {
	text, about string
	names       []memory.Name
	at          time.Time
}

func holderOf(f memory.Fact) holder {
	return holder{text: f.Text, about: f.About, names: f.Names, at: f.EvidenceAt}
}

func (h holder) values(turn int) ground.Values { return ground.Read(h.text, h.at, turn) }

// single lists attributes that have one value at a time, collections those that
// have many. What is in neither is told by its values.
var (
	single = wordSet(`date day weekday when schedule time hour start end deadline due place town city home location where
		residence address venue room floor seat gate job work employer occupation profession position role title number
		count amount price cost rent salary wage budget fee version status state condition stage phase name surname
		nickname age birthday size weight height colour color dose dosage password code pin phone email account owner
		boss manager lead leader head chief partner spouse husband wife currency provider host hosting password`)
	collections = wordSet(`allergy allergie intolerance like dislike taste preference hobby pet dog cat relative sister brother
		sibling child kid son daughter friend colleague cousin aunt uncle tool language instrument skill medicine medication
		pill supplement book film movie song band interest habit routine sport exercise trip travel project task goal wish
		visit visitor guest possession device plant subscription`)
)

func attributeIn(about string, set map[string]bool) bool {
	subject, attribute := splitAbout(about)
	words := attribute
	if len(words) == 0 {
		words = subject
	}
	return slices.ContainsFunc(words, func(w aboutWord) bool { return set[w.base] || set[attributeOf(w.base)] })
}

// frame are the words of a statement but for its values: what it is of, and
// what it says of it.
func (h holder) frame() map[string]bool {
	words := make(map[string]bool)
	for w := range contentWords(h.text) {
		if !isValue(w) && !negations[w] {
			words[w] = true
		}
	}
	return words
}

// overlap counts the words of one frame that are in the other, and those only
// one of them has.
func overlap(a, b map[string]bool) (both, onlyA, onlyB int) {
	used := make(map[string]bool)
	for w := range a {
		found := false
		for v := range b {
			if !used[v] && ground.SameWord(w, v) {
				used[v], found = true, true
				break
			}
		}
		if found {
			both++
		} else {
			onlyA++
		}
	}
	return both, onlyA, len(b) - len(used)
}

// sameSlot reports whether two statements are of the same thing and the same
// of it: by their topics, or, where a topic was worded otherwise, by all they
// say but for the values.
func (h holder) sameSlot(g holder) bool {
	if SameAbout(h.about, g.about) {
		return true
	}
	if !sameNamed(h.about, g.about) {
		return false
	}
	both, onlyH, onlyG := overlap(h.frame(), g.frame())
	if both == 0 || onlyH > 0 && onlyG > 0 {
		return false
	}
	return onlyH+onlyG == 0 || both >= 3 && onlyH+onlyG <= 1
}

// sameNamed reports whether the subjects of two topics share a word, and
// neither is named by what the other lacks: two plans differ by their numbers.
func sameNamed(about, other string) bool {
	a, _ := splitAbout(about)
	b, _ := splitAbout(other)
	lacks := func(in, from []aboutWord) bool {
		return slices.ContainsFunc(in, func(w aboutWord) bool { return w.named && !hasWord(from, w.base) })
	}
	return slices.ContainsFunc(a, func(w aboutWord) bool { return hasWord(b, w.base) }) && !lacks(a, b) && !lacks(b, a)
}

// speaksOf reports whether two statements share more than a name: a telling
// word.
func (h holder) speaksOf(g holder) bool {
	return ground.ShareWord(h.text, g.text, append(slices.Clone(h.names), g.names...))
}

// shares reports whether two statements are of one subject: a name, or a word
// of their topics' subjects.
func (h holder) shares(g holder) bool {
	if shareName(h.names, g.names) {
		return true
	}
	a, _ := splitAbout(h.about)
	b, _ := splitAbout(g.about)
	return slices.ContainsFunc(a, func(w aboutWord) bool { return hasWord(b, w.base) })
}

// verdict says how two statements stand to each other.
type verdict int

const (
	unrelated   verdict = iota
	says                // the second says all that the first says
	refines             // the first says what the second says and more
	contradicts         // both cannot be true
)

// compare says how a statement stands to one on record, by slot and values.
// Claimed: a model says that it is of the same thing.
func (h holder) compare(g holder, turn int, claimed claimed) verdict {
	same := h.sameSlot(g)
	if !same && (!claimed.any() || !h.shares(g) || !h.speaksOf(g)) {
		return unrelated
	}
	if opposed(h, g) {
		return contradicts
	}
	v, w := h.values(turn), g.values(turn)
	if v.Contradicts(w) {
		if same && attributeIn(g.about, collections) && !claimed.any() && !h.sameFrame(g) {
			return unrelated
		}
		return contradicts
	}
	if SaysSame(h.text, g.text) || h.sameFrame(g) && v.Empty() == w.Empty() && !v.Adds(w) && !w.Adds(v) {
		return says
	}
	return h.compareWords(g, same, v.Adds(w), claimed)
}

// compareWords settles what values leave open.
func (h holder) compareWords(g holder, same, adds bool, claimed claimed) verdict {
	both, onlyH, onlyG := overlap(h.frame(), g.frame())
	switch {
	case claimed.replaces && same && (h.speaksOf(g) || claimed.topic || !attributeIn(g.about, collections) && claimed.corrects):
		if attributeIn(g.about, collections) && !claimed.corrects {
			return unrelated
		}
		return contradicts
	case claimed.replaces && !same && claimed.corrects:
		return contradicts
	case claimed.same && !adds && both > 0 && h.speaksOf(g):
		return says
	case onlyG == 0 && both > 0 && (adds || onlyH > 0) && (same || claimed.same) && !attributeIn(g.about, collections):
		return refines
	case onlyH == 0 && both > 0 && !adds && same && !attributeIn(g.about, collections):
		return says
	case same && attributeIn(g.about, single) && both > 0 && onlyH <= 2 && onlyG <= 2 && onlyH > 0 && onlyG > 0:
		return contradicts
	}
	return unrelated
}

func (h holder) sameFrame(g holder) bool {
	both, onlyH, onlyG := overlap(h.frame(), g.frame())
	return both > 0 && onlyH+onlyG == 0
}

// opposed reports whether one of two statements negates what the other says.
func opposed(h, g holder) bool {
	both, onlyH, onlyG := overlap(h.frame(), g.frame())
	return ground.Negated(h.text) != ground.Negated(g.text) && both > 0 && min(onlyH, onlyG) == 0 && onlyH+onlyG <= both
}

// claimed is what a model says of a draft and one fact, and what the code knows
// that speaks for it.
type claimed struct {
	same, replaces bool
	// topic: a moment cited was of the fact's topic before any of this.
	topic bool
	// corrects: the draft rests on the user setting something right.
	corrects bool
}

func (c claimed) any() bool { return c.same || c.replaces }

// denial are the beginnings of words by which people take back what was so, in
// several languages.
var denial = strings.Fields(`not no never cancel off drop withdr revok scrap abandon fell fall through anymore longer instead end quit stop
	turned back over wrong mistake forget sold gone without nothing reject decline refus broke
	nicht kein abgesagt abgeblasen doch vorbei aufgegeben verkauft hinfällig
	ei en eivät emme peru perutt enää loppu myyt hylät
	inte inget inställ avbok såld slut ingen
	pas plus annul abandonn vendu fini
	ya anulad cancelad vendid
	non più annullat vendut
	não cancelad vendid
	niet geen geannuleerd verkocht afgezegd`)

// denies reports whether a text takes something back.
func denies(text string) bool {
	if ground.Negated(text) {
		return true
	}
	for _, w := range strings.Fields(memory.Folded(text)) {
		if slices.ContainsFunc(denial, func(d string) bool {
			return w == d || len(d) >= 5 && strings.HasPrefix(w, d)
		}) {
			return true
		}
	}
	return false
}
