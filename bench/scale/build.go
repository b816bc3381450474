package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the driver that the store uses too

	"muisto/memory"
	"muisto/memory/store"
)

// questions is how many are asked, and leaseTime far longer than a build takes.
const (
	questions = 300
	leaseTime = 24 * time.Hour
)

// question is one that was made from an episode.
type question struct {
	Text    string           `json:"text"`
	Episode memory.EpisodeID `json:"episode"`
}

func storePath(folder string) string     { return filepath.Join(folder, "memory.db") }
func ftsPath(folder string) string       { return filepath.Join(folder, "fts.db") }
func questionsPath(folder string) string { return filepath.Join(folder, "questions.json") }

// build makes a store of n episodes in the folder, a table of FTS5 with the
// same rows, and the questions.
func build(ctx context.Context, folder string, n int) error {
	if err := fill(ctx, folder, n); err != nil {
		return err
	}
	return index(ctx, folder)
}

// fill makes the store and the questions.
func fill(ctx context.Context, folder string, n int) (err error) {
	l, err := newLife(n)
	if err != nil {
		return err
	}
	file, err := store.Open(ctx, storePath(folder), store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	lease, err := file.Acquire(ctx, "capture", leaseTime)
	if err != nil {
		return err
	}
	var asked []question
	for i := 0; i < n; i += perConversation {
		formed, err := conversation(ctx, file, lease, l, i, min(n, i+perConversation))
		if err != nil {
			return err
		}
		for len(asked) < questions && int(formed[len(formed)-1].ID) > len(asked)*(n/questions) {
			e := formed[l.random.IntN(len(formed))]
			asked = append(asked, question{l.question(e), e.ID})
		}
	}
	raw, err := json.Marshal(asked)
	if err != nil {
		return err
	}
	return os.WriteFile(questionsPath(folder), raw, 0o600)
}

// conversation stores the episodes from to to−1 of a life as one.
func conversation(ctx context.Context, file *store.Store, lease store.Lease, l *life, from, to int) ([]memory.Episode, error) {
	var episodes []memory.Episode
	var messages []memory.Message
	for i := from; i < to; i++ {
		e := l.episode(i)
		episodes = append(episodes, e)
		messages = append(messages, memory.Message{ID: fmt.Sprint(i), Conversation: e.Conversation, Role: memory.RoleUser, At: e.LastAt, Text: e.What, Finished: true})
	}
	if _, err := file.Import(ctx, messages); err != nil {
		return nil, err
	}
	stored, err := file.Uncaptured(ctx, episodes[0].Conversation, 0)
	if err != nil {
		return nil, err
	}
	if len(stored) != len(episodes) {
		return nil, fmt.Errorf("%d of %d messages wait for capture", len(stored), len(episodes))
	}
	var keys []int64
	for i, m := range stored {
		keys = append(keys, m.Key)
		episodes[i].Sources = []memory.Source{{Key: m.Key, ID: m.ID}}
	}
	return file.RecordCapture(ctx, store.Capture{
		Conversation: episodes[0].Conversation, Lease: lease, Messages: keys, Episodes: episodes,
		Encoder: "made up", At: episodes[len(episodes)-1].LastAt,
	})
}

// index fills FTS5 with the rows of the store.
func index(ctx context.Context, folder string) (err error) {
	fts, err := sql.Open("sqlite", ftsPath(folder))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, fts.Close()) }()
	fts.SetMaxOpenConns(1) // what is attached belongs to a connection
	for _, step := range []string{
		`CREATE VIRTUAL TABLE episodes USING fts5(what, tokenize = 'porter unicode61')`,
		`ATTACH '` + storePath(folder) + `' AS store`,
		`INSERT INTO episodes (rowid, what) SELECT id, what FROM store.episodes`,
	} {
		if _, err := fts.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("fill FTS5: %w", err)
		}
	}
	return nil
}
