package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"muisto/memory"
)

// titleLength bounds a title, in characters.
const titleLength = 200

// beginConversation gives the key of a conversation, which is made if it is not
// there, and notes that a message of it is from at.
func beginConversation(ctx context.Context, tx *sql.Tx, id string, at time.Time) (int64, error) {
	var key int64
	err := tx.QueryRowContext(ctx, insertConversation, id, micros(at)).Scan(&key)
	return key, err
}

const insertConversation = `INSERT INTO conversations (id, last_at) VALUES (?1, ?2)
	ON CONFLICT (id) DO UPDATE SET last_at = CASE WHEN conversations.last_at < ?2 THEN ?2 ELSE conversations.last_at END RETURNING key`

// conversationKey finds a conversation; memory.ErrNotFound if there is none.
func conversationKey(ctx context.Context, tx *sql.Tx, id string) (int64, error) {
	var key int64
	err := tx.QueryRowContext(ctx, `SELECT key FROM conversations WHERE id = ?`, id).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("conversation %q: %w", id, memory.ErrNotFound)
	}
	return key, err
}

// newestKey is the newest message of a conversation that is shown, 0 if it has
// none.
func newestKey(ctx context.Context, tx *sql.Tx, conversation string) (int64, error) {
	var key int64
	err := tx.QueryRowContext(ctx, `SELECT m.key FROM messages m WHERE m.conversation = (SELECT key FROM conversations WHERE id = ?)
		AND `+shown+`ORDER BY m.at DESC, m.key DESC LIMIT 1`, conversation).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return key, err
}

// conversationName is what a conversation c is called: by its title, else by the
// first words of the person in it.
const conversationName = `CASE WHEN c.title <> '' THEN c.title ELSE c.opening END`

// setOpening looks those words up again; it goes on with a WHERE over
// conversations.
const setOpening = `UPDATE conversations SET opening = ` + openingOf

const openingOf = `coalesce((SELECT substr(m.text, 1, 80) FROM messages m
	WHERE m.conversation = conversations.key AND m.role = 'user' AND ` + shown + `ORDER BY m.at, m.key LIMIT 1), '') `

// selectConversations goes on with a WHERE or an ORDER BY over c and h. The
// first and the last message are looked up for the rows that are given alone.
const selectConversations = `SELECT c.id, ` + conversationName + `,
	(SELECT at FROM messages WHERE conversation = c.key ORDER BY at, key LIMIT 1),
	(SELECT offset FROM messages WHERE conversation = c.key ORDER BY at, key LIMIT 1),
	(SELECT at FROM messages WHERE conversation = c.key ORDER BY at DESC, key DESC LIMIT 1),
	(SELECT offset FROM messages WHERE conversation = c.key ORDER BY at DESC, key DESC LIMIT 1), c.messages, h.conversation IS NOT NULL
	FROM conversations c LEFT JOIN hidden_conversations h ON h.conversation = c.key `

func scanConversation(r row) (memory.Conversation, error) {
	var c memory.Conversation
	var first, last int64
	var firstOffset, lastOffset int
	err := r.Scan(&c.ID, &c.Title, &first, &firstOffset, &last, &lastOffset, &c.Messages, &c.Hidden)
	c.StartedAt, c.LastAt = timeOf(first, firstOffset), timeOf(last, lastOffset)
	return c, err
}

// ConversationQuery asks for a stretch of the list of conversations.
type ConversationQuery struct {
	// Filter keeps those whose name contains it, in any case of ASCII letters;
	// empty for all.
	Filter string
	// Hidden takes in those that are hidden.
	Hidden bool
	// After is the id of the one that the stretch comes after; empty for the
	// first.
	After string
	// Limit is how many to give at most; 0 for all.
	Limit int
}

// Conversations lists the conversations that are not hidden, the one with the
// newest message first; limit 0 is no limit.
func (s *Store) Conversations(ctx context.Context, limit int) ([]memory.Conversation, error) {
	return s.ListConversations(ctx, ConversationQuery{Limit: limit})
}

// ListConversations gives a stretch of the list, the one with the newest message
// first.
func (s *Store) ListConversations(ctx context.Context, q ConversationQuery) ([]memory.Conversation, error) {
	list := []memory.Conversation{}
	where, args := `WHERE c.messages > 0`, []any{}
	if !q.Hidden {
		where += ` AND h.conversation IS NULL`
	}
	if q.Filter != "" {
		where += ` AND ` + conversationName + ` LIKE ? ESCAPE '\'`
		args = append(args, pattern(q.Filter))
	}
	if q.After != "" {
		where += ` AND (c.last_at, c.key) < (SELECT last_at, key FROM conversations WHERE id = ?)`
		args = append(args, q.After)
	}
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			c, err := scanConversation(rows)
			list = append(list, c)
			return err
		}, selectConversations+where+` ORDER BY c.last_at DESC, c.key DESC LIMIT ?`, append(args, orAll(q.Limit))...)
	})
	return list, wrap(err, "list conversations")
}

// LatestConversation is the one with the newest message; memory.ErrNotFound if
// there is none.
func (s *Store) LatestConversation(ctx context.Context) (memory.Conversation, error) {
	list, err := s.Conversations(ctx, 1)
	if err != nil {
		return memory.Conversation{}, err
	}
	if len(list) == 0 {
		return memory.Conversation{}, fmt.Errorf("the latest conversation: %w", memory.ErrNotFound)
	}
	return list[0], nil
}

// Conversation gives one conversation, hidden or not; memory.ErrNotFound if it
// is not there.
func (s *Store) Conversation(ctx context.Context, id string) (memory.Conversation, error) {
	var found *memory.Conversation
	err := s.read(ctx, func(tx *sql.Tx) error {
		err := each(ctx, tx, func(rows *sql.Rows) error {
			c, err := scanConversation(rows)
			found = &c
			return err
		}, selectConversations+`WHERE c.messages > 0 AND c.id = ?`, id)
		if err == nil && found == nil {
			return memory.ErrNotFound
		}
		return err
	})
	if err != nil {
		return memory.Conversation{}, fmt.Errorf("look up conversation %q: %w", id, err)
	}
	return *found, nil
}

// Rename gives a conversation a title; an empty one goes back to its first
// words.
func (s *Store) Rename(ctx context.Context, id, title string) error {
	title = shortTitle(title)
	err := s.write(ctx, func(tx *sql.Tx) error {
		key, err := conversationKey(ctx, tx, id)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE conversations SET title = ? WHERE key = ?`, title, key)
		return err
	})
	return wrap(err, "name a conversation")
}

func shortTitle(title string) string {
	if r := []rune(title); len(r) > titleLength {
		return string(r[:titleLength])
	}
	return title
}

// Hide takes a conversation out of the list; its messages and moments stay.
func (s *Store) Hide(ctx context.Context, id string) error {
	return s.setHidden(ctx, id, `INSERT INTO hidden_conversations (conversation, at) VALUES (?1, ?2) ON CONFLICT DO NOTHING`)
}

// Unhide puts it back.
func (s *Store) Unhide(ctx context.Context, id string) error {
	return s.setHidden(ctx, id, `DELETE FROM hidden_conversations WHERE conversation = ?1 AND CAST(?2 AS INTEGER) IS NOT NULL`)
}

func (s *Store) setHidden(ctx context.Context, id, query string) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		key, err := conversationKey(ctx, tx, id)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, query, key, micros(s.clock.Now()))
		return err
	})
	return wrap(err, "change the list of conversations")
}

// orAll is how a statement spells a limit, of which 0 and less is none.
func orAll(limit int) int64 {
	if limit <= 0 {
		return math.MaxInt64
	}
	return int64(limit)
}
