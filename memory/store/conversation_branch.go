package store

import (
	"context"
	"database/sql"
	"fmt"

	"muisto/memory"
)

// A place is where one of several messages stands, of which one is shown: a
// message that was written anew, a reply that was made again. Messages that came
// after one that is not shown are not shown either. All stay, and are captured
// once each.

// AppendInstead stores m in the place of a message of its conversation, which is
// not shown any more, nor what came after it. Else it does as AppendMessage; the
// parent is that of the other message.
func (s *Store) AppendInstead(ctx context.Context, m memory.Message, instead int64) (memory.Message, error) {
	var done memory.Message
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		done, err = s.appendInstead(ctx, tx, m, instead)
		return err
	})
	return done, wrap(err, "store a message in the place of another")
}

func (s *Store) appendInstead(ctx context.Context, tx *sql.Tx, m memory.Message, instead int64) (memory.Message, error) {
	other, err := messageAt(ctx, tx, instead)
	if err != nil {
		return m, err
	}
	if other.Conversation != m.Conversation {
		return m, fmt.Errorf("message %d is of another conversation", instead)
	}
	m, err = s.appendAfter(ctx, tx, m, other.Parent)
	if err != nil {
		return m, err
	}
	for _, key := range []int64{instead, m.Key} { // the one that stood there first, too
		if _, err := tx.ExecContext(ctx, `INSERT INTO branches (message, conversation, place, chosen) SELECT ?1, conversation,
			coalesce((SELECT place FROM branches WHERE message = ?2), ?2), coalesce((SELECT max(chosen) FROM branches), 0) + 1
			FROM messages WHERE key = ?2 ON CONFLICT DO NOTHING`, key, instead); err != nil {
			return m, err
		}
	}
	return m, choose(ctx, tx, m.Key)
}

// Choose shows the branch that a message is on.
func (s *Store) Choose(ctx context.Context, key int64) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return choose(ctx, tx, key) })
	return wrap(err, "show another branch")
}

func choose(ctx context.Context, tx *sql.Tx, key int64) error {
	m, err := messageAt(ctx, tx, key)
	if err != nil {
		return err
	}
	conversation, err := conversationKey(ctx, tx, m.Conversation)
	if err != nil {
		return err
	}
	behind, err := numbersOf(ctx, tx, `WITH RECURSIVE `+chain+`SELECT b.message FROM chain JOIN branches b ON b.message = chain.key
		ORDER BY b.message`, key)
	if err != nil {
		return err
	}
	for _, message := range behind {
		if _, err := tx.ExecContext(ctx, `UPDATE branches SET chosen = (SELECT max(chosen) FROM branches) + 1 WHERE message = ?`, message); err != nil {
			return err
		}
	}
	return setAside(ctx, tx, conversation)
}

// setAside works out which messages of a conversation are not shown.
func setAside(ctx context.Context, tx runner, conversation int64) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM aside WHERE conversation = ?`, conversation); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO aside (conversation, message) WITH RECURSIVE off (key) AS (
		SELECT message FROM branches b WHERE conversation = ?1 AND chosen < (
			SELECT max(chosen) FROM branches WHERE conversation = ?1 AND place = b.place)
		UNION SELECT m.key FROM messages m JOIN off ON m.parent = off.key)
		SELECT ?1, key FROM off`, conversation)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, setOpening+`WHERE key = ?`, conversation)
	return err
}

// shown keeps of the messages m those that are shown.
const shown = `NOT EXISTS (SELECT 1 FROM aside WHERE conversation = m.conversation AND message = m.key) `

// chain goes from message ?1 back to the first on its branch.
const chain = `chain (key) AS (SELECT CAST(?1 AS INTEGER) UNION ALL
	SELECT m.parent FROM messages m JOIN chain ON m.key = chain.key WHERE m.parent IS NOT NULL) `

// offBranch is what would not be shown of conversation ?2 if the branch of
// message ?1 were.
const offBranch = `WITH RECURSIVE ` + chain + `, off (key) AS (
	SELECT message FROM branches b WHERE conversation = ?2 AND message NOT IN (SELECT key FROM chain) AND (
		EXISTS (SELECT 1 FROM branches o WHERE o.conversation = ?2 AND o.place = b.place AND o.message IN (SELECT key FROM chain))
		OR chosen < (SELECT max(chosen) FROM branches o WHERE o.conversation = ?2 AND o.place = b.place))
	UNION SELECT m.key FROM messages m JOIN off ON m.parent = off.key) `

// isAside reports whether a message is not shown.
func isAside(ctx context.Context, tx *sql.Tx, key int64) (bool, error) {
	var aside bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM aside a JOIN messages m ON m.key = ?1
		WHERE a.conversation = m.conversation AND a.message = ?1)`, key).Scan(&aside)
	return aside, err
}

// Place says where a message stands that shares its place with others.
type Place struct {
	// Messages are the keys of all that stand there, in the order of arrival.
	Messages []int64
	// Aside: the message is not shown.
	Aside bool
}

// Places gives the places of those of the messages that share theirs with
// others, or are not shown.
func (s *Store) Places(ctx context.Context, keys []int64) (map[int64]Place, error) {
	places := map[int64]Place{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		if err := each(ctx, tx, func(rows *sql.Rows) error {
			var message, other int64
			err := rows.Scan(&message, &other)
			p := places[message]
			p.Messages = append(p.Messages, other)
			places[message] = p
			return err
		}, `SELECT b.message, o.message FROM json_each(?) k JOIN branches b ON b.message = k.value
			JOIN branches o ON o.conversation = b.conversation AND o.place = b.place ORDER BY b.message, o.message`, listOf(keys)); err != nil {
			return err
		}
		aside, err := numbersOf(ctx, tx, `SELECT m.key FROM json_each(?) k JOIN messages m ON m.key = k.value
			JOIN aside a ON a.conversation = m.conversation AND a.message = m.key`, listOf(keys))
		for _, key := range aside {
			p := places[key]
			p.Aside = true
			places[key] = p
		}
		return err
	})
	return places, wrap(err, "read the branches of a conversation")
}
