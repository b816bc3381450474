package trial

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"muisto/bench/locomo/dataset"
	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/mind"
	"muisto/memory/store"
	"muisto/model/builtin"
)

// Capture makes the memories of a sample as the program does: its turns are
// stored as the messages of one conversation, both speakers as people under
// their names, and captured with the built-in model.
func Capture(ctx context.Context, s dataset.Sample) (_ *Memories, err error) {
	folder, err := os.MkdirTemp("", "locomo-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	clock := memory.FixedClock(s.Asked())
	file, err := store.Open(ctx, filepath.Join(folder, "memory.db"), store.Options{Clock: clock})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if _, err := file.Import(ctx, messages(s)); err != nil {
		return nil, err
	}
	model := builtin.New(dayTurn)
	m, err := mind.New(mind.Options{
		Store: file, Clock: clock, Encoder: model, EncoderName: "builtin " + hippocampus.PromptVersion,
		Writer: model, Builtin: model, BuiltinName: "builtin",
		Settings: mind.Settings{Decay: memory.DefaultDecay, DayTurn: dayTurn, BatchTokens: batchTokens, RecallBudget: 800, Users: speakers(s), StateDays: 90, NightCalls: 50},
	})
	if err != nil {
		return nil, err
	}
	if _, err := m.Capture(ctx, mind.CaptureScope{}, func(mind.CaptureProgress) {}); err != nil {
		return nil, fmt.Errorf("capture %s: %w", s.ID, err)
	}
	return formedIn(ctx, file)
}

// batchTokens is the program's for a window of 4,096 tokens.
const batchTokens = 4096 * 2 / 5

// speakers are the names of both friends: what each says is as good as the
// other's.
func speakers(s dataset.Sample) []string {
	var names []string
	for _, t := range s.Turns {
		if !slices.Contains(names, t.Speaker) {
			names = append(names, t.Speaker)
		}
	}
	return names
}

func messages(s dataset.Sample) []memory.Message {
	var out []memory.Message
	for _, t := range s.Turns {
		out = append(out, memory.Message{
			ID: t.ID, Conversation: s.ID, Role: memory.RoleUser, Speaker: t.Speaker, At: t.At, Text: t.Text, Finished: true,
		})
	}
	return out
}

func formedIn(ctx context.Context, file *store.Store) (*Memories, error) {
	episodes, err := file.EpisodesAfter(ctx, 0, 0)
	if err != nil {
		return nil, err
	}
	m := newMemories()
	m.shared = true
	var keys []int64
	for _, e := range episodes {
		var turns []string
		for _, source := range e.Sources {
			turns = append(turns, source.ID)
			keys = append(keys, source.Key)
		}
		m.add(e, turns)
	}
	said, err := file.MessagesByKey(ctx, keys)
	if err != nil {
		return nil, err
	}
	for _, message := range said {
		m.said[message.Key] = message
	}
	return m, nil
}
