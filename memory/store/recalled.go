package store

import (
	"context"
	"database/sql"
	"errors"
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
		return insertRecalled(ctx, tx, reply, list)
	})
	return wrap(err, "keep what came to mind")
}

func insertRecalled(ctx context.Context, tx runner, reply int64, list []Recalled) error {
	because := make([]string, len(list))
	for i, r := range list {
		because[i] = r.Because
		if _, err := tx.ExecContext(ctx, `INSERT INTO recalled (reply, position, kind, item, score, cue, retrievability, because)
			VALUES (?, ?, ?, ?, ?, ?, ?, '')`, reply, i, r.Kind, r.ID, r.Score, r.Cue, r.Retrievability); err != nil {
			return err
		}
	}
	packed, err := pack(because...)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO recalled_because (reply, packed) VALUES (?1, ?2)
		ON CONFLICT (reply) DO UPDATE SET packed = ?2`, reply, packed)
	return err
}

// becauses gives why each thing came to mind for a reply, from where it is.
type becauses struct {
	texts []string
}

// of is the reason of the thing at a position, which is written in its row where
// it is not packed.
func (b becauses) of(position int, written string) string {
	if written == "" && position < len(b.texts) {
		return b.texts[position]
	}
	return written
}

func unpackBecauses(packed []byte) (becauses, error) {
	if packed == nil {
		return becauses{}, nil
	}
	texts, err := unpack(packed)
	return becauses{texts}, err
}

// RecalledFor gives what came to mind for a reply, best first.
func (s *Store) RecalledFor(ctx context.Context, reply int64) ([]Recalled, error) {
	list := []Recalled{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		var packed []byte
		err := tx.QueryRowContext(ctx, `SELECT packed FROM recalled_because WHERE reply = ?`, reply).Scan(&packed)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		because, err := unpackBecauses(packed)
		if err != nil {
			return err
		}
		return each(ctx, tx, func(rows *sql.Rows) error {
			var r Recalled
			var position int
			err := rows.Scan(&position, &r.Kind, &r.ID, &r.Score, &r.Cue, &r.Retrievability, &r.Because)
			r.Because = because.of(position, r.Because)
			list = append(list, r)
			return err
		}, `SELECT position, kind, item, score, cue, retrievability, because FROM recalled WHERE reply = ? ORDER BY position`, reply)
	})
	return list, wrap(err, "read what came to mind")
}
