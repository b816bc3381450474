package mind

import (
	"context"

	"muisto/memory"
	"muisto/memory/recall"
)

// Load reads the memory index, until it is whole or ctx ends. It is run in the
// background at the start; Recall waits for what is missing.
func (m *Mind) Load(ctx context.Context) error { return m.memory.Load(ctx) }

// KeepIndex keeps the memory index on disk, beside the memory, until ctx ends. It
// is run in the background after Load.
func (m *Mind) KeepIndex(ctx context.Context) { m.memory.Keep(ctx) }

// SaveIndex does at once what KeepIndex does, where there is anything to do. A
// command that ends after one recall calls it last.
func (m *Mind) SaveIndex(ctx context.Context) error { return m.memory.Save(ctx) }

// Index tells how the memory index on disk is, and its size in bytes.
func (m *Mind) Index(ctx context.Context) (recall.Condition, int64, error) {
	return m.memory.Image(ctx)
}

// Recall gives what a cue brings to mind. Unless the cue says otherwise, it
// keeps to the budget of the settings. It writes nothing.
func (m *Mind) Recall(ctx context.Context, cue recall.Cue) (recall.Result, error) {
	if cue.Budget == 0 && cue.Limit == 0 {
		cue.Budget = m.Settings.RecallBudget - m.Settings.RecallBudget/standingShare
	}
	if cue.Vector == nil {
		cue.Vector = m.embedded(ctx, cue.Text)
	}
	clock := newWatch()
	defer clock.pause()
	var found recall.Result
	err := m.bounded(ctx, "look for what belongs here", clock, func() (err error) {
		found, err = m.found(ctx, cue)
		return err
	})
	if err != nil {
		return recall.Result{}, err
	}
	return found, nil
}

// found looks among what is remembered, what is not captured yet, and what belongs
// there for no cue.
func (m *Mind) found(ctx context.Context, cue recall.Cue) (recall.Result, error) {
	result, err := m.memory.Recall(ctx, cue)
	if err != nil {
		return recall.Result{}, err
	}
	pending, err := m.Store.NewestPending(ctx, recall.MaxPending)
	if err != nil {
		return recall.Result{}, err
	}
	if result.Said, err = recall.Pending(ctx, pending, cue, recall.Options{Decay: m.Settings.Decay, DayTurn: m.Settings.DayTurn}); err != nil {
		return recall.Result{}, err
	}
	standing, err := m.standing(ctx, cue, result.Hits)
	if err != nil {
		return recall.Result{}, err
	}
	return withFitting(result, standing, cue), nil
}

// maxFitting bounds how many of what belongs there for no cue are hits of it.
const maxFitting = 5

// withFitting makes hits of what belongs there for no cue and answers the cue all
// the same, though it shares no word with it.
func withFitting(result recall.Result, standing []recall.Hit, cue recall.Cue) recall.Result {
	score, fitting := recall.FitScore, 0
	if n := len(result.Hits); n > 0 {
		score = min(score, result.Hits[n-1].Score)
	}
	for _, h := range standing {
		about := ""
		if h.Fact != nil {
			about = h.Fact.About
		} else {
			about = h.Episode.About
		}
		full := cue.Limit > 0 && len(result.Hits) >= cue.Limit || fitting == maxFitting
		if full || !recall.FitsBySelf(cue.Text, about, h.Text()) {
			result.Standing = append(result.Standing, h)
			continue
		}
		h.Score, h.Cue, h.Because = score, score, []recall.Reason{{Kind: recall.ByMeaning, Weight: score}}
		result.Hits, fitting = append(result.Hits, h), fitting+1
	}
	return result
}

// Overridden gives the fact that stands in the place of what a moment says;
// false where nothing has put it right.
func (m *Mind) Overridden(ctx context.Context, id memory.EpisodeID) (memory.FactID, bool, error) {
	return m.memory.Overridden(ctx, id)
}
