package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"muisto/memory"
)

// ErrGone: the file that was opened is not at its path any more. What is written
// to it is lost when the program ends.
var ErrGone = errors.New("the memory file was deleted or replaced while it was open")

// isStillOurs fails if, since it was opened, the file was deleted or replaced,
// or brought up to date by a newer program. It is asked within each write.
func (s *Store) isStillOurs(ctx context.Context, tx *sql.Tx) error {
	if s.file != nil {
		now, err := os.Stat(s.path)
		switch {
		case errors.Is(err, os.ErrNotExist), err == nil && !os.SameFile(s.file, now):
			return fmt.Errorf("%w; nothing more is kept in %s: quit and start muisto again", ErrGone, s.path)
		case err != nil:
			return err
		}
	}
	if s.latest == 0 {
		return nil
	}
	var version int64
	if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	if version > int64(s.latest) {
		return fmt.Errorf("%w (form %d, this one knows %d); nothing more is written by this one: quit and start the newer muisto", memory.ErrNewer, version, s.latest)
	}
	return nil
}
