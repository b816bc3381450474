package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"muisto/memory"
)

// ErrCaptured: a message was captured before, or is not there to be captured.
var ErrCaptured = errors.New("the message does not wait for capture")

// Capture is what came of one batch.
type Capture struct {
	Conversation string
	// Lease is the one under which the batch was read.
	Lease Lease
	// Messages are the keys of the batch, all of which count as captured.
	Messages []int64
	// Episodes are what was made of them, without IDs. Each has sources, by Key,
	// within the batch.
	Episodes []memory.Episode
	// Speakers are the running statistics of those who spoke, by
	// memory.Message.SpeakerKey, as the amygdala spells them.
	Speakers map[string][]byte
	// Encoder is the model that proposed the episodes.
	Encoder string
	At      time.Time
}

// RecordCapture stores a capture, all of it or nothing, and gives the episodes
// back as they are stored: with their IDs, the IDs of their sources, and their
// names in the spelling that is on record.
//
// It fails with memory.ErrBusy if the lease was lost, and with ErrCaptured if
// any of the messages was captured already.
func (s *Store) RecordCapture(ctx context.Context, c Capture) ([]memory.Episode, error) {
	var formed []memory.Episode
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := checkLease(ctx, tx, c.Lease); err != nil {
			return err
		}
		conversation, err := conversationKey(ctx, tx, c.Conversation)
		if err != nil {
			return err
		}
		if err := checkSources(c); err != nil {
			return err
		}
		return withPrepared(ctx, tx, func(free context.Context, tx runner) error {
			key, err := insertCapture(free, tx, conversation, c)
			if err != nil {
				return err
			}
			if formed, err = insertEpisodes(free, tx, key, conversation, c); err != nil {
				return err
			}
			return errors.Join(ctx.Err(), saveSpeakers(free, tx, c.Speakers))
		})
	})
	if err != nil {
		return nil, fmt.Errorf("record a capture: %w", err)
	}
	return formed, nil
}

// insertCapture takes the batch from the messages that wait.
func insertCapture(ctx context.Context, tx runner, conversation int64, c Capture) (int64, error) {
	if len(c.Messages) == 0 {
		return 0, errors.New("the batch is empty")
	}
	var key int64
	err := tx.QueryRowContext(ctx, `INSERT INTO captures (conversation, encoder, messages, formed_at) VALUES (?, ?, ?, ?) RETURNING key`,
		conversation, c.Encoder, len(c.Messages), micros(c.At)).Scan(&key)
	if err != nil {
		return 0, err
	}
	for _, message := range c.Messages {
		if err := takeWaiting(ctx, tx, conversation, message); err != nil {
			return 0, err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO captured (message, capture) VALUES (?, ?)`, message, key); err != nil {
			return 0, err
		}
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM capture_attempts WHERE message IN (SELECT value FROM json_each(?))`, listOf(c.Messages))
	return key, err
}

func takeWaiting(ctx context.Context, tx runner, conversation, message int64) error {
	result, err := tx.ExecContext(ctx, `DELETE FROM waiting WHERE conversation = ?1
		AND at = (SELECT at FROM messages WHERE key = ?2) AND message = ?2`, conversation, message)
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err == nil && n != 1 {
		err = fmt.Errorf("message %d: %w", message, ErrCaptured)
	}
	return err
}

func checkSources(c Capture) error {
	batch := make(map[int64]bool, len(c.Messages))
	for _, key := range c.Messages {
		batch[key] = true
	}
	for _, e := range c.Episodes {
		if len(e.Sources) == 0 {
			return fmt.Errorf("the episode %q has no source", e.What)
		}
		for _, source := range e.Sources {
			if !batch[source.Key] {
				return fmt.Errorf("the episode %q cites message %d, which is not in the batch", e.What, source.Key)
			}
		}
	}
	return nil
}

// SpeakerStats gives the running statistics of these speakers, as they were last
// stored; a speaker without any is left out.
func (s *Store) SpeakerStats(ctx context.Context, keys []string) (map[string][]byte, error) {
	stats := make(map[string][]byte, len(keys))
	err := s.read(ctx, func(tx *sql.Tx) error {
		for _, key := range keys {
			var blob []byte
			err := tx.QueryRowContext(ctx, `SELECT stats FROM speakers WHERE key = ?`, key).Scan(&blob)
			if errors.Is(err, sql.ErrNoRows) {
				continue
			}
			if err != nil {
				return err
			}
			stats[key] = blob
		}
		return nil
	})
	return stats, wrap(err, "read how people write")
}

func saveSpeakers(ctx context.Context, tx runner, stats map[string][]byte) error {
	for key, blob := range stats {
		if _, err := tx.ExecContext(ctx, `INSERT INTO speakers (key, stats) VALUES (?, ?)
			ON CONFLICT (key) DO UPDATE SET stats = excluded.stats`, key, blob); err != nil {
			return err
		}
	}
	return nil
}
