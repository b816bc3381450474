package store

import (
	"context"
	"database/sql"
)

// Recalled is one thing that came to mind for a reply.
type Recalled struct {
	// Kind and ID name it: "fact" and "f3", say.
	Kind, ID string
	// Score, Cue and Retrievability are as recall gave them.
	Score, Cue, Retrievability float64
	// Because is why it came, in the caller's own spelling.
	Because string
}

// SaveRecalled keeps what came to mind for a reply, best first, in place of what
// was kept for it before.
func (s *Store) SaveRecalled(ctx context.Context, reply int64, list []Recalled) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM recalled WHERE reply = ?`, reply); err != nil {
			return err
		}
		for i, r := range list {
			if _, err := tx.ExecContext(ctx, `INSERT INTO recalled (reply, position, kind, item, score, cue, retrievability, because)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, reply, i, r.Kind, r.ID, r.Score, r.Cue, r.Retrievability, r.Because); err != nil {
				return err
			}
		}
		return nil
	})
	return wrap(err, "keep what came to mind")
}

// RecalledFor gives what came to mind for a reply, best first.
func (s *Store) RecalledFor(ctx context.Context, reply int64) ([]Recalled, error) {
	list := []Recalled{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var r Recalled
			err := rows.Scan(&r.Kind, &r.ID, &r.Score, &r.Cue, &r.Retrievability, &r.Because)
			list = append(list, r)
			return err
		}, `SELECT kind, item, score, cue, retrievability, because FROM recalled WHERE reply = ? ORDER BY position`, reply)
	})
	return list, wrap(err, "read what came to mind")
}
