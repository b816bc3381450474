package builtin

import (
	"cmp"
	"slices"
	"strings"

	"muisto/memory"
	"muisto/memory/recall"
)

// fitting is what answers a question, as it is told.
type fitting struct {
	text  string
	close bool // it holds words that were asked for, or all was asked for
}

// fit tells what answers a question: in one line, where one thing is asked for
// and one memory holds it; of a person or a thing, all that speaks of it; else the
// few that come nearest. What came by its meaning alone is told only where
// nothing holds a word of the question.
func fit(hits []recall.Hit, asked string, today memory.Day) fitting {
	hits = withoutTwins(withoutAsked(hits))
	if want, ok := allAbout(asked); ok {
		return fitting{tellAll(hits, want, today), true}
	}
	want := wantedBy(asked)
	near, most, tied := nearest(hits, want)
	switch {
	case most == 0:
		const few = 2
		return fitting{tell(hits[:min(few, len(hits))], today), false}
	case 2*most < len(want):
		return fitting{tell(near, today), true}
	case tied > 1 && asksForOne(asked):
		near = []recall.Hit{slices.MaxFunc(near[:tied], olderWord)}
	case tied == 1:
		near = near[:1]
	}
	text := tell(near, today)
	if len(near) == 1 {
		text = strings.TrimPrefix(text, "- ")
	}
	return fitting{text, true}
}

// nearest are the hits that hold at least half as many words that are wanted as
// the best of them, the best first; how many words that is, and how many hold
// as many.
func nearest(hits []recall.Hit, want map[string]bool) (near []recall.Hit, most, tied int) {
	held := make([]int, len(hits))
	order := make([]int, len(hits))
	for i, h := range hits {
		held[i], order[i] = shared(want, contentWith(h.Text())), i
		most = max(most, held[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return held[b] - held[a] })
	for _, i := range order {
		if held[i] == 0 || 2*held[i] < most {
			break
		}
		if held[i] == most {
			tied++
		}
		near = append(near, hits[i])
	}
	return near, most, tied
}

// asksForOne reports whether a question asks for one value or one person.
func asksForOne(asked string) bool {
	b := plainSaid(asked)
	return found(oneWanted, b) && !found(severalWanted, b)
}

var (
	oneWanted     = patterns(`^ when|where`, `^ how much|many|often|old|long|far|big|tall`, `^ at? what time|day|date|year`, `^ what|which is|was my|our|the|his|her|their`, `^ who is|was`, `^ on? which|what day|date|month`)
	severalWanted = patterns(`^ what|which|who|where|when are|were`, `everything`, `all`, `both`)
)

// olderWord orders memories by how far they can be taken for what is so now: a
// fact in force over a moment, what is in force over what was replaced, then the
// later.
func olderWord(a, b recall.Hit) int {
	return cmp.Or(
		compareBool(a.Replaced == "" && a.Newer == "", b.Replaced == "" && b.Newer == ""),
		compareBool(a.Kind == recall.KindFact, b.Kind == recall.KindFact),
		cmp.Compare(dayFrom(a), dayFrom(b)),
	)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// withoutTwins leaves out a moment that says what a fact among the hits, or an
// earlier hit, says in the same words.
func withoutTwins(hits []recall.Hit) []recall.Hit {
	core := func(h recall.Hit) string { return strings.TrimRight(memory.Folded(h.Text()), ". ") }
	var out []recall.Hit
	for i, h := range hits {
		twin := slices.ContainsFunc(hits, func(f recall.Hit) bool {
			return h.Kind == recall.KindEpisode && f.Kind == recall.KindFact && strings.HasSuffix(core(h), core(f))
		})
		twin = twin || slices.ContainsFunc(hits[:i], func(o recall.Hit) bool { return core(o) == core(h) })
		if !twin {
			out = append(out, h)
		}
	}
	return out
}

var (
	aboutAll = patterns(`what|everything * know|remember about`, `tell me all|everything about`, `tell me about`, `tell me everything`, `^ list`)
	whoIs    = patterns(`^ who is|was <any> $`)
)

// allAbout is what everything is wanted of: the words that must occur, none
// where it is the user.
func allAbout(asked string) (map[string]bool, bool) {
	b := plainSaid(asked)
	k := indexOf(b, "about")
	switch {
	case found(whoIs, b) && !hasWord(b, "that") && !hasWord(b, "it"):
		k = 1
	case !found(aboutAll, b):
		return nil, false
	}
	if k < 0 || hasWord(b[k:], "me") || hasWord(b[k:], "myself") {
		return nil, true
	}
	want := make(map[string]bool)
	for _, w := range b[k+1:] {
		if c := contentWord(w); c != "" {
			want[c] = true
		}
	}
	return want, true
}

// tellAll lists what speaks of something; where nothing is named, what is known
// of the user: facts first, then what lasts.
func tellAll(hits []recall.Hit, want map[string]bool, today memory.Day) string {
	const most = 10
	var chosen []recall.Hit
	for _, h := range hits {
		if len(want) == 0 && ofUser(h) || shared(want, contentWith(h.Text())) > 0 {
			chosen = append(chosen, h)
		}
	}
	if len(want) == 0 && len(chosen) == 0 {
		chosen = slices.Clone(hits)
	}
	slices.SortStableFunc(chosen, func(a, b recall.Hit) int { return rank(a) - rank(b) })
	var out []string
	for _, h := range chosen[:min(most, len(chosen))] {
		out = append(out, tell([]recall.Hit{h}, today))
	}
	return strings.Join(out, "\n")
}

func rank(h recall.Hit) int {
	switch {
	case h.Kind == recall.KindFact:
		return 0
	case h.Kind == recall.KindEpisode && h.Episode.Lasting:
		return 1
	}
	return 2
}

// ofUser reports whether a memory says something of the user, and not only what
// they said of something else.
func ofUser(h recall.Hit) bool {
	text := h.Text()
	return strings.HasPrefix(text, "The user") && !opening.MatchString(text) && !notSaid.MatchString(text)
}
