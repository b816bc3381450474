package recall

import (
	"context"
	"fmt"
	"slices"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

const (
	// maxHits bounds a result without a limit of its own.
	maxHits = 500
	// nearCount is how many that did not come are told.
	nearCount = 5
)

// Recall gives what the cue brings to mind, best first. It changes nothing. An
// error is the source's, or the context's.
func (x *Index) Recall(ctx context.Context, cue Cue) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	want := most(cue)
	q, found := x.rank(cue, want+nearCount)
	hits, floor, err := x.fetch(ctx, q, found)
	if err != nil {
		return Result{}, fmt.Errorf("recall: %w", err)
	}
	n := 0
	if floor {
		n = min(len(hits), want)
		if cue.Limit == 0 && cue.Budget > 0 {
			n = x.usual(hits[:n])
		}
		n = fit(hits, n, cue.Budget)
	}
	return Result{Hits: hits[:n], Near: hits[n:min(len(hits), n+nearCount)]}, nil
}

// most is how many hits a cue can have.
func most(cue Cue) int {
	want := maxHits
	if cue.Limit > 0 {
		want = min(want, cue.Limit)
	}
	if cue.Budget > 0 {
		want = min(want, cue.Budget/TokensAround)
	}
	return want
}

// Where the cue sets no limit, as many come as stand out: those not far below the
// best, at most mostUsual and at least leastUsual where there are as many.
const (
	leastUsual = 5
	mostUsual  = 8
)

// usual gives how many of the best hits stand out.
func (x *Index) usual(hits []Hit) int {
	n := min(len(hits), mostUsual)
	for n > leastUsual && hits[n-1].Score < x.mix.Drop*hits[0].Score {
		n--
	}
	return n
}

// fit gives how many of the best hits fit the budget in tokens. Their own texts go
// first; quotes, those of the best first, take what room is left.
func fit(hits []Hit, want, budget int) int {
	n := min(len(hits), want)
	if budget <= 0 {
		return n
	}
	for i := range hits[:n] {
		cost := memory.Tokens(hits[i].Text()) + TokensAround
		if cost > budget {
			n = i
			break
		}
		budget -= cost
	}
	for i := range hits[:n] {
		for k, q := range hits[i].Quotes {
			cost := memory.Tokens(q.Text) + TokensAround
			if cost > budget {
				hits[i].Quotes = hits[i].Quotes[:k]
				break
			}
			budget -= cost
		}
	}
	return n
}

// TokensAround is what the id and the dates of a hit take in a prompt.
const TokensAround = 14

// rank gives the best candidates, at most want, best first.
func (x *Index) rank(cue Cue, want int) (*query, []candidate) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	q := x.query(cue)
	s := x.borrow()
	defer x.giveBack(s)
	return q, x.search(q, s, want)
}

func (x *Index) query(cue Cue) *query {
	q := &query{cue: cue, terms: x.terms(cue), pairs: x.pairsOf(cue), past: asksPast(cue.Text), asksAgent: asksAgent(cue.Text), asksValue: asksValue(cue.Text), today: memory.DayOf(cue.Now, x.options.DayTurn)}
	q.speakers = x.people.named(q.terms)
	q.datesFrom(x.options.When(clip(cue.Text, maxCueBytes), cue.Now))
	var s sentence
	for _, t := range q.terms {
		q.telling = q.telling || !t.common && !t.dated && t.weight == 1
	}
	for _, t := range q.terms {
		if t.row >= 0 && (t.weight == 1 || !q.telling) {
			s.add(x.table, int(t.row), float32(t.weight))
		}
	}
	q.meaning, q.means = s.unit(x.table)
	q.sketch = vectors.Signs(&q.meaning)
	q.aim = x.embedded.aim(Quantise(cue.Vector))
	return q
}

// shown tells whether a document may come at all: what has been overridden
// comes only when the past is asked about.
func (x *Index) shown(q *query, doc uint32) bool {
	b, i := x.docs.at(doc)
	if q.past {
		return true
	}
	if b.records[i].flags&isFact != 0 {
		s := x.facts[memory.FactID(b.records[i].id)]
		return s != nil && s.fact.StandsOn(q.today)
	}
	_, over := x.overridden(memory.EpisodeID(b.records[i].id))
	return !over
}

// fetch reads the records of candidates and gives them in their order, and
// whether some of the best reach the floor.
func (x *Index) fetch(ctx context.Context, q *query, found []candidate) ([]Hit, bool, error) {
	var episodes []memory.EpisodeID
	var facts, after []memory.FactID
	replaced := map[uint32]memory.FactID{}
	x.mu.RLock()
	for _, c := range found {
		b, i := x.docs.at(c.doc)
		if b.records[i].flags&isFact == 0 {
			episodes = append(episodes, memory.EpisodeID(b.records[i].id))
			if by, over := x.overridden(memory.EpisodeID(b.records[i].id)); over {
				replaced[c.doc] = x.inPlaceOf(by)
			}
		} else {
			facts = append(facts, memory.FactID(b.records[i].id))
			replaced[c.doc] = x.inPlaceOf(memory.FactID(b.records[i].id))
		}
	}
	x.mu.RUnlock()
	for _, id := range replaced {
		after = append(after, id)
	}
	var es []memory.Episode
	var fs []memory.Fact
	if len(episodes) > 0 {
		var err error
		if es, err = x.source.EpisodesByID(ctx, episodes); err != nil {
			return nil, false, err
		}
	}
	if ids := distinct(append(facts, after...)); len(ids) > 0 {
		var err error
		if fs, err = x.source.FactsByID(ctx, ids); err != nil {
			return nil, false, err
		}
	}
	said, err := x.heard(ctx, found, es)
	if err != nil {
		return nil, false, err
	}
	hits, floor := x.hits(q, found, es, fs, replaced, said)
	return hits, floor, nil
}

func distinct(ids []memory.FactID) []memory.FactID {
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (x *Index) hits(q *query, found []candidate, es []memory.Episode, fs []memory.Fact, replaced map[uint32]memory.FactID, said map[int64]memory.Message) ([]Hit, bool) {
	byEpisode := map[memory.EpisodeID]*memory.Episode{}
	for i := range es {
		byEpisode[es[i].ID] = &es[i]
	}
	byFact := map[memory.FactID]*memory.Fact{}
	for i := range fs {
		byFact[fs[i].ID] = &fs[i]
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	var out []Hit
	var holds []uint64
	floor := false
	for k, c := range found {
		b, i := x.docs.at(c.doc)
		h := Hit{Score: c.score, Cue: c.cue, Retrievability: 1}
		if b.records[i].flags&isFact == 0 {
			h.Kind, h.Episode = KindEpisode, byEpisode[memory.EpisodeID(b.records[i].id)]
			if h.Episode == nil {
				continue
			}
			h.Retrievability = left(h.Episode, q.cue.Now, x.options.Decay)
			if by := byFact[replaced[c.doc]]; by != nil && by.Status == memory.Closed {
				h.Replaced = "taken back"
			} else if by != nil {
				h.Replaced = by.Text
			}
		} else {
			h.Kind, h.Fact = KindFact, byFact[memory.FactID(b.records[i].id)]
			if h.Fact == nil {
				continue
			}
			h.Replaced = inPlace(h.Fact, byFact[replaced[c.doc]], q.today)
		}
		has := x.wordsOf(&h)
		h.Quotes = x.quotes(q, &h, said, has)
		floor = floor || k < floorDepth && (c.tells || c.stands && c.cue >= standFloor || x.grip(q, &c, has) >= gripFloor)
		h.Because = x.because(q, &c, h, has)
		out, holds = append(out, h), append(holds, q.holding(has))
	}
	x.renew(q, out, holds)
	return out, floor
}

// inPlace says what stands where a retired fact stood; empty for one that
// stands itself.
func inPlace(f, now *memory.Fact, today memory.Day) string {
	switch {
	case f.StandsOn(today):
		return ""
	case now != nil && now.ID != f.ID:
		return now.Text
	case f.Status == memory.Closed:
		return "taken back"
	case f.ValidUntil != 0:
		return "until " + f.ValidUntil.String()
	}
	return "retired"
}
