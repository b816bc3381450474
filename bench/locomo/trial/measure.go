// Package trial turns the conversations of LoCoMo into memories, asks recall
// every question, and counts what it brings.
package trial

import (
	"context"
	"fmt"
	"time"

	"muisto/bench/locomo/dataset"
	"muisto/memory"
	"muisto/memory/recall"
)

// Recaller is what is measured.
type Recaller interface {
	Recall(ctx context.Context, cue recall.Cue) (recall.Result, error)
}

// Depths are the k of the recalls at k.
var Depths = [...]int{5, 10, 25, 50}

// Score is what one question brought.
type Score struct {
	Category int
	// Found is the share of the evidence in the first k results, for each of
	// Depths.
	Found [len(Depths)]float64
	// Nothing: no hit at all came.
	Nothing bool
	Took    time.Duration
}

// Ask measures every question that has evidence, asked a day after the last
// turn.
func Ask(ctx context.Context, s dataset.Sample, m *Memories, r Recaller, clock memory.Clock) ([]Score, error) {
	var out []Score
	for _, q := range s.Questions {
		if len(q.Evidence) == 0 {
			continue
		}
		start := clock.Now()
		result, err := r.Recall(ctx, recall.Cue{Text: q.Text, Now: s.Asked(), Limit: m.limit()})
		if err != nil {
			return nil, fmt.Errorf("ask %q: %w", q.Text, err)
		}
		score := Score{Category: q.Category, Took: clock.Now().Sub(start), Nothing: len(result.Hits) == 0}
		for i, k := range Depths {
			score.Found[i] = m.found(q.Evidence, result.Hits, k)
		}
		out = append(out, score)
	}
	return out, nil
}

// limit is how many hits are asked for: where several memories may come from
// one turn, enough that fifty distinct turns are among them.
func (m *Memories) limit() int {
	deepest := Depths[len(Depths)-1]
	if m.shared {
		return 4 * deepest
	}
	return deepest
}

// found gives |evidence in the first k| / |evidence|. Results are read in order
// until k memories are, or, where several may come from one turn, until k
// distinct turns are seen.
func (m *Memories) found(evidence []string, hits []recall.Hit, k int) float64 {
	seen := map[string]bool{}
	for i, h := range hits {
		if !m.shared && i == k || m.shared && len(seen) >= k {
			break
		}
		if h.Episode == nil {
			continue
		}
		for _, id := range m.turns[h.Episode.ID] {
			if !m.shared || len(seen) < k {
				seen[id] = true
			}
		}
	}
	n := 0
	for _, id := range evidence {
		if seen[id] {
			n++
		}
	}
	return float64(n) / float64(len(evidence))
}
