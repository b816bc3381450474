package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// troublesShown bounds how many findings a check brings.
const troublesShown = 20

// Health says how the file is.
type Health struct {
	Path string
	// Size is that of the file and its write-ahead log, in bytes.
	Size int64
	// Form is the number of the last migration.
	Form   int
	Counts Counts
	// JournalMode is "wal".
	JournalMode string
	// Copies are the copies from before migrations, the newest first.
	Copies []string
	// Leftovers are unfinished copies that a program which was killed has left,
	// as far as can be told.
	Leftovers []string
	// Troubles are what SQLite found wrong, empty for a sound file.
	Troubles []string
}

// Health looks at every page of the file, which takes a while for a large one.
// Damage is told in Troubles, as far as the file can be read; an error means
// that it could not be looked at.
func (s *Store) Health(ctx context.Context) (Health, error) {
	h := Health{Path: s.path, Copies: Copies(s.path), Leftovers: parts(s.path, dead, unknown)}
	for _, name := range []string{s.path, s.path + "-wal"} {
		info, err := os.Stat(name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return h, fmt.Errorf("check the memory: %w", err)
		}
		h.Size += info.Size()
	}
	err := s.read(ctx, func(tx *sql.Tx) error {
		h.Troubles = []string{}
		for _, look := range []func(context.Context, *sql.Tx, *Health) error{lookAtForm, lookAtPages, lookAtKeys, lookAtWaiting, lookAtCounts} {
			err := look(ctx, tx, &h)
			if isDamage(err) {
				h.Troubles = append(h.Troubles, err.Error())
				continue
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return h, wrap(err, "check the memory")
}

func lookAtForm(ctx context.Context, tx *sql.Tx, h *Health) error {
	if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&h.Form); err != nil {
		return err
	}
	if err := tx.QueryRowContext(ctx, `PRAGMA journal_mode`).Scan(&h.JournalMode); err != nil {
		return err
	}
	var err error
	h.Counts, err = countAll(ctx, tx)
	return err
}

func lookAtPages(ctx context.Context, tx *sql.Tx, h *Health) error {
	return each(ctx, tx, func(rows *sql.Rows) error {
		var finding string
		err := rows.Scan(&finding)
		if finding != "ok" {
			h.Troubles = append(h.Troubles, finding)
		}
		return err
	}, fmt.Sprintf(`PRAGMA integrity_check(%d)`, troublesShown))
}

func lookAtKeys(ctx context.Context, tx *sql.Tx, h *Health) error {
	return each(ctx, tx, func(rows *sql.Rows) error {
		var table, parent string
		var id, key sql.NullInt64
		err := rows.Scan(&table, &id, &parent, &key)
		if len(h.Troubles) < troublesShown {
			h.Troubles = append(h.Troubles, fmt.Sprintf("row %d of %s points to a row of %s that is not there", id.Int64, table, parent))
		}
		return err
	}, `PRAGMA foreign_key_check`)
}

// lookAtWaiting finds ended messages of which nobody knows whether they were
// captured.
func lookAtWaiting(ctx context.Context, tx *sql.Tx, h *Health) error {
	return each(ctx, tx, func(rows *sql.Rows) error {
		var key int64
		var n int
		err := rows.Scan(&key, &n)
		h.Troubles = append(h.Troubles, fmt.Sprintf("message %d is marked %d times as captured, pending or set aside", key, n))
		return err
	}, `SELECT key, n FROM (SELECT m.key, (SELECT count(*) FROM captured WHERE message = m.key) + (SELECT count(*) FROM waiting WHERE message = m.key)
		+ (SELECT count(*) FROM set_aside WHERE message = m.key) AS n FROM messages m WHERE m.state <> 'streaming') marked
		WHERE n <> 1 AND NOT (n = 0 AND key IN (SELECT message FROM withdrawn_messages)) ORDER BY key LIMIT ?`, troublesShown)
}

// lookAtCounts counts what is otherwise only kept count of.
func lookAtCounts(ctx context.Context, tx *sql.Tx, h *Health) error {
	var wrong int
	err := tx.QueryRowContext(ctx, `SELECT
		(SELECT count(*) FROM totals WHERE messages <> (SELECT count(*) FROM messages) OR episodes <> (SELECT count(*) FROM episodes))
		+ (SELECT count(*) FROM conversations c WHERE messages <> (SELECT count(*) FROM messages WHERE conversation = c.key))`).Scan(&wrong)
	if wrong > 0 {
		h.Troubles = append(h.Troubles, fmt.Sprintf("%d of the numbers of messages and episodes are off", wrong))
	}
	return err
}

// Sweep removes the leftovers that Health tells of.
func (s *Store) Sweep() error {
	if err := sweep(s.path, dead, unknown); err != nil {
		return fmt.Errorf("remove what is left of copies: %w", err)
	}
	return nil
}
