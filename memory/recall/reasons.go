package recall

import (
	"slices"
	"strings"
)

// maxReasons is how many reasons a hit gives, and leastReason what one must
// weigh to be worth telling.
const (
	maxReasons  = 8
	leastReason = 0.005
)

// because says why a hit came: each part's share of its cue, the weightiest
// first.
func (x *Index) because(q *query, c *candidate, h Hit, has map[wordID]string) []Reason {
	out := byEachWord(q, c, has)
	if c.meaning > 0 {
		out = append(out, Reason{ByMeaning, "", x.mix.Meaning * c.meaning})
	}
	if c.time > 0 {
		out = append(out, Reason{ByTime, x.dayOf(c), x.mix.Time * c.time})
	}
	if c.speaker > 0 {
		out = append(out, Reason{BySpeaker, strings.Join(who(h), ", "), x.mix.Speaker * c.speaker})
	}
	if c.own > 0 {
		for i := range out {
			out[i].Weight *= (c.cue - c.near) / c.own
		}
	}
	if c.near > 0 {
		out = append(out, Reason{ByNeighbour, "", c.near})
	}
	slices.SortStableFunc(out, func(a, b Reason) int { return cmpDown(a.Weight, b.Weight) })
	for len(out) > 1 && out[len(out)-1].Weight < leastReason {
		out = out[:len(out)-1]
	}
	return out[:min(len(out), maxReasons)]
}

func who(h Hit) []string {
	if h.Episode == nil {
		return nil
	}
	return h.Episode.Who
}

func (x *Index) dayOf(c *candidate) string {
	b, i := x.docs.at(c.doc)
	return b.records[i].day.String()
}

// byEachWord shares what the words brought among those that are in the text.
func byEachWord(q *query, c *candidate, has map[wordID]string) []Reason {
	if c.words <= 0 {
		return nil
	}
	var out []Reason
	sum := 0.0
	for i := range q.terms {
		t := &q.terms[i]
		best, text := t.in(has)
		if best == 0 {
			continue
		}
		kind := ByWord
		if t.name {
			kind = ByName
		}
		out = append(out, Reason{kind, text, best * t.ideal})
		sum += best * t.ideal
	}
	for i := range out {
		out[i].Weight *= c.words / sum
	}
	return out
}

// recorded is all that a hit is found by.
func recorded(h Hit) string {
	var b strings.Builder
	if h.Fact != nil {
		b.WriteString(h.Fact.Text + "\n" + h.Fact.About)
		for _, n := range h.Fact.Names {
			b.WriteString("\n" + n.Text)
		}
		return b.String()
	}
	b.WriteString(h.Episode.What + "\n" + h.Episode.About)
	for _, n := range h.Episode.Names {
		b.WriteString("\n" + n.Text)
	}
	return b.String()
}

// wordsOf gives the words that a hit holds.
func (x *Index) wordsOf(h *Hit) map[wordID]string {
	has := map[wordID]string{}
	tokens(recorded(*h), func(w token) {
		if id, ok := x.words.ids[w.key]; ok && has[id] == "" {
			has[id] = w.lower
		}
	})
	return has
}

// in gives how fully a text of these words holds the term, and by which word;
// 0 where it does not.
func (t *term) in(has map[wordID]string) (best float64, word string) {
	for _, v := range t.variants {
		if w, ok := has[v.id]; ok && v.weight > best {
			best, word = v.weight, w
		}
	}
	return best, word
}
