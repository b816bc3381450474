package recall

import (
	"context"
	"fmt"
	"slices"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

// Bounds on what has been said and is not captured yet.
const (
	// MaxPending is how many messages are looked at, the newest.
	MaxPending = 200
	// maxPendingText is what of each, in bytes.
	maxPendingText = 2000
	// maxPendingHits is how many come.
	maxPendingHits = 3
)

// Pending finds what fits a cue among messages that are not captured yet, as it was
// said. Those whose keys the cue has seen are left out.
func Pending(ctx context.Context, messages []memory.Message, cue Cue, o Options) ([]Said, error) {
	shelf := Slice{Episodes: map[memory.EpisodeID]memory.Episode{}}
	byID := map[memory.EpisodeID]memory.Message{}
	var list []memory.Episode
	for _, m := range messages[max(len(messages)-MaxPending, 0):] {
		if slices.Contains(cue.Seen, m.Key) {
			continue
		}
		e := memory.Episode{
			ID: memory.EpisodeID(len(list) + 1), What: clip(m.Text, maxPendingText), Actor: m.Role, Act: memory.Observation, Salience: observation,
			FirstAt: m.At, LastAt: m.At, Day: memory.DayOf(m.At, o.DayTurn), Conversation: m.Conversation,
		}
		if m.Speaker != "" {
			e.Who = []string{m.Speaker}
		}
		list, shelf.Episodes[e.ID], byID[e.ID] = append(list, e), e, m
	}
	if len(list) == 0 {
		return nil, nil
	}
	words, err := vectors.Builtin()
	if err != nil {
		return nil, err
	}
	x := NewIndex(shelf, words, Options{Decay: o.Decay, DayTurn: o.DayTurn})
	x.Add(list)
	result, err := x.Recall(ctx, Cue{Text: cue.Text, Now: cue.Now, Limit: maxPendingHits})
	if err != nil {
		return nil, fmt.Errorf("look through what is not captured yet: %w", err)
	}
	var out []Said
	for _, h := range result.Hits {
		m := byID[h.Episode.ID]
		out = append(out, Said{Message: m, Part: x.fitting(cue, m.Text), Score: h.Score})
	}
	return out, nil
}

// fitting is the part of a message that fits a cue best, or its beginning.
func (x *Index) fitting(cue Cue, text string) string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	q := x.query(cue)
	x.balance(q)
	for _, t := range q.terms {
		q.ideal += t.ideal
	}
	if part, _ := x.bestPart(q, clip(text, maxPendingText), nil); part != "" {
		return part
	}
	return clip(text, maxQuote)
}
