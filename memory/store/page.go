package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"muisto/memory"
)

// selectMessages goes on with a JOIN, a WHERE or an ORDER BY over m and c.
const selectMessages = `SELECT m.key, m.id, c.id, coalesce(m.parent, 0), m.role, m.speaker, m.at, m.offset, m.text,
	m.state = 'finished' FROM messages m JOIN conversations c ON c.key = m.conversation `

// row is one row of an answer.
type row interface{ Scan(to ...any) error }

// scanMessage reads the columns of selectMessages.
func scanMessage(r row) (memory.Message, error) {
	var m memory.Message
	var at int64
	var offset int
	err := r.Scan(&m.Key, &m.ID, &m.Conversation, &m.Parent, &m.Role, &m.Speaker, &at, &offset, &m.Text, &m.Finished)
	m.At = timeOf(at, offset)
	return m, err
}

// queryMessages runs a query that begins with selectMessages.
func queryMessages(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]memory.Message, error) {
	list := []memory.Message{}
	err := each(ctx, tx, func(rows *sql.Rows) error {
		m, err := scanMessage(rows)
		list = append(list, m)
		return err
	}, query, args...)
	return list, err
}

// Messages gives a page of a conversation, oldest first: the limit messages
// before the one with the key before, or the last ones where that is 0. The
// order is by time, then by arrival. A limit of 0 is none. The pages are of the
// branch that is shown, or of that of the key where it is on another.
func (s *Store) Messages(ctx context.Context, conversation string, before int64, limit int) ([]memory.Message, error) {
	var page []memory.Message
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		page, err = messagesBefore(ctx, tx, conversation, before, limit)
		return err
	})
	return page, wrap(err, "read a conversation")
}

// Before gives the n messages before m in its conversation, oldest first.
func (s *Store) Before(ctx context.Context, m memory.Message, n int) ([]memory.Message, error) {
	if n <= 0 || m.Key == 0 {
		return []memory.Message{}, nil
	}
	return s.Messages(ctx, m.Conversation, m.Key, n)
}

// MessagesAfter gives a page of a conversation, oldest first: the limit
// messages after the one with the key after, or the first ones where that is 0.
func (s *Store) MessagesAfter(ctx context.Context, conversation string, after int64, limit int) ([]memory.Message, error) {
	var page []memory.Message
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		page, err = messagesAfter(ctx, tx, conversation, after, limit)
		return err
	})
	return page, wrap(err, "read a conversation")
}

// MessagesFrom is MessagesAfter with the message itself before them.
func (s *Store) MessagesFrom(ctx context.Context, conversation string, from int64, limit int) ([]memory.Message, error) {
	var page []memory.Message
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		page, err = messagesBeside(ctx, tx, conversation, from, `>=`, `ORDER BY m.at, m.key`, limit)
		return err
	})
	return page, wrap(err, "read a conversation")
}

// messagesBefore gives the limit messages before the one with the key before,
// or the last ones, oldest first.
func messagesBefore(ctx context.Context, tx *sql.Tx, conversation string, before int64, limit int) ([]memory.Message, error) {
	page, err := messagesBeside(ctx, tx, conversation, before, `<`, `ORDER BY m.at DESC, m.key DESC`, limit)
	slices.Reverse(page)
	return page, err
}

// messagesAfter gives the limit messages after the one with the key after, or
// the first ones, oldest first.
func messagesAfter(ctx context.Context, tx *sql.Tx, conversation string, after int64, limit int) ([]memory.Message, error) {
	return messagesBeside(ctx, tx, conversation, after, `>`, `ORDER BY m.at, m.key`, limit)
}

// messagesBeside reads the messages of a conversation on one side of another,
// or from its end where that is 0; none for a conversation that is not there.
func messagesBeside(ctx context.Context, tx *sql.Tx, conversation string, of int64, side, order string, limit int) ([]memory.Message, error) {
	key, err := conversationKey(ctx, tx, conversation)
	if errors.Is(err, memory.ErrNotFound) {
		return []memory.Message{}, nil
	}
	if err != nil {
		return nil, err
	}
	if of == 0 {
		return queryMessages(ctx, tx, selectMessages+`WHERE m.conversation = ? AND `+shown+order+` LIMIT ?`, key, orAll(limit))
	}
	m, err := messageAt(ctx, tx, of)
	if err != nil {
		return nil, err
	}
	aside, err := isAside(ctx, tx, of)
	if err != nil {
		return nil, err
	}
	with, on := ``, shown
	if aside {
		with, on = offBranch, `m.key NOT IN (SELECT key FROM off) `
	}
	return queryMessages(ctx, tx, with+selectMessages+`WHERE m.conversation = ?2 AND (m.at, m.key) `+side+` (?3, ?1) AND `+on+order+` LIMIT ?4`,
		of, key, micros(m.At), orAll(limit))
}

// messageAt gives the message with a key.
func messageAt(ctx context.Context, tx *sql.Tx, key int64) (memory.Message, error) {
	m, err := scanMessage(tx.QueryRowContext(ctx, selectMessages+`WHERE m.key = ?`, key))
	if errors.Is(err, sql.ErrNoRows) {
		return m, fmt.Errorf("message %d: %w", key, memory.ErrNotFound)
	}
	return m, err
}

// MessagesByKey gives the messages that have these keys, in that order; a key
// under which nothing is stored is passed over.
func (s *Store) MessagesByKey(ctx context.Context, keys []int64) ([]memory.Message, error) {
	list := []memory.Message{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		stmt, err := tx.PrepareContext(ctx, selectMessages+`WHERE m.key = ?`)
		if err != nil {
			return err
		}
		for _, key := range keys {
			m, err := scanMessage(stmt.QueryRowContext(ctx, key))
			if errors.Is(err, sql.ErrNoRows) {
				continue
			}
			if err != nil {
				return errors.Join(err, stmt.Close())
			}
			list = append(list, m)
		}
		return stmt.Close()
	})
	return list, wrap(err, "read messages")
}

// Written gives the texts that the person has written, the newest first and
// each once; limit bounds how many messages are looked at.
func (s *Store) Written(ctx context.Context, limit int) ([]string, error) {
	texts, seen := []string{}, map[string]bool{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var text string
			err := rows.Scan(&text)
			if !seen[text] && text != "" {
				seen[text] = true
				texts = append(texts, text)
			}
			return err
		}, `SELECT text FROM messages WHERE role = 'user' ORDER BY at DESC, key DESC LIMIT ?`, orAll(limit))
	})
	return texts, wrap(err, "read what was written")
}

// Counts are the numbers of what is stored.
type Counts struct {
	Conversations, Messages, Episodes int
	// Waiting is how many messages wait for capture.
	Waiting int
	// SetAside is how many are not captured, since capture fails on them.
	SetAside int
}

// Counts counts.
func (s *Store) Counts(ctx context.Context) (Counts, error) {
	var c Counts
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		c, err = countAll(ctx, tx)
		return err
	})
	return c, wrap(err, "count what is stored")
}

func countAll(ctx context.Context, tx *sql.Tx) (Counts, error) {
	var c Counts
	err := tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM conversations), messages,
		episodes - (SELECT count(*) FROM withdrawn_episodes), (SELECT count(*) FROM waiting), (SELECT count(*) FROM set_aside) FROM totals`).
		Scan(&c.Conversations, &c.Messages, &c.Episodes, &c.Waiting, &c.SetAside)
	return c, err
}
