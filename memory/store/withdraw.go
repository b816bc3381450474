package store

import (
	"context"
	"database/sql"

	"muisto/memory"
)

// Withdraw takes back, for good, what an undo undoes: these messages are not
// captured any more, and these episodes come to no list but EpisodesByID.
// All of it stays on record.
func (s *Store) Withdraw(ctx context.Context, messages []int64, episodes []memory.EpisodeID) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		return withdraw(ctx, tx, micros(s.clock.Now()), messages, episodes)
	})
	return wrap(err, "withdraw")
}

func withdraw(ctx context.Context, tx *sql.Tx, at int64, messages []int64, episodes []memory.EpisodeID) error {
	for _, key := range messages {
		if _, err := tx.ExecContext(ctx, `INSERT INTO withdrawn_messages (message, at) VALUES (?, ?) ON CONFLICT DO NOTHING`, key, at); err != nil {
			return err
		}
		if err := forgetPending(ctx, tx, []int64{key}); err != nil {
			return err
		}
	}
	for _, id := range episodes {
		if _, err := tx.ExecContext(ctx, `INSERT INTO withdrawn_episodes (episode, at) VALUES (?, ?) ON CONFLICT DO NOTHING`, id, at); err != nil {
			return err
		}
	}
	return nil
}

// Withdrawn lists the episodes that have been withdrawn.
func (s *Store) Withdrawn(ctx context.Context) ([]memory.EpisodeID, error) {
	list := []memory.EpisodeID{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var id memory.EpisodeID
			err := rows.Scan(&id)
			list = append(list, id)
			return err
		}, `SELECT episode FROM withdrawn_episodes ORDER BY episode`)
	})
	return list, wrap(err, "read what was withdrawn")
}
