package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"muisto/memory"
)

// PendingConversation is a conversation with messages that wait for capture.
type PendingConversation struct {
	Conversation string
	Messages     int
	// FirstAt and LastAt are the times, in UTC, of the first and the last of them.
	FirstAt, LastAt time.Time
}

// Pending lists the conversations with messages that wait for capture, the one
// with the oldest first.
func (s *Store) Pending(ctx context.Context) ([]PendingConversation, error) {
	list := []PendingConversation{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var p PendingConversation
			var first, last int64
			err := rows.Scan(&p.Conversation, &p.Messages, &first, &last)
			p.FirstAt, p.LastAt = timeOf(first, 0), timeOf(last, 0)
			list = append(list, p)
			return err
		}, `SELECT c.id, w.n, w.first, w.last FROM
			(SELECT conversation, count(*) AS n, min(at) AS first, max(at) AS last FROM waiting GROUP BY conversation) w
			JOIN conversations c ON c.key = w.conversation ORDER BY w.first, c.key`)
	})
	return list, wrap(err, "look for what waits for capture")
}

// Uncaptured gives the messages of a conversation that wait for capture, oldest
// first; limit 0 is no limit. A reply that still streams in is not among them.
func (s *Store) Uncaptured(ctx context.Context, conversation string, limit int) ([]memory.Message, error) {
	return s.UncapturedAfter(ctx, conversation, memory.Message{}, limit)
}

// UncapturedAfter gives those of them that come after the given message; the
// zero Message for all.
func (s *Store) UncapturedAfter(ctx context.Context, conversation string, after memory.Message, limit int) ([]memory.Message, error) {
	list := []memory.Message{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		key, err := conversationKey(ctx, tx, conversation)
		if errors.Is(err, memory.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		list, err = queryMessages(ctx, tx, selectMessages+`JOIN waiting w ON w.message = m.key
			WHERE w.conversation = ?1 AND (CAST(?3 AS INTEGER) = 0 OR (w.at, w.message) > (?2, ?3)) ORDER BY w.at, w.message LIMIT ?4`,
			key, micros(after.At), after.Key, orAll(limit))
		return err
	})
	return list, wrap(err, "read what waits for capture")
}

// NewestPending gives the newest messages that wait for capture, whatever their
// conversation, oldest first; limit bounds how many.
func (s *Store) NewestPending(ctx context.Context, limit int) ([]memory.Message, error) {
	var list []memory.Message
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		list, err = queryMessages(ctx, tx, selectMessages+`JOIN waiting w ON w.message = m.key
			WHERE w.message IN (SELECT message FROM waiting ORDER BY message DESC LIMIT ?) ORDER BY w.at, w.message`, limit)
		return err
	})
	return list, wrap(err, "read what waits for capture")
}
