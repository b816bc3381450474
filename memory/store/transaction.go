package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"muisto/memory"
)

const (
	// writeAttempts is how often a write is tried that found the file taken. Each
	// waits busyTimeout, so this gives up after some five minutes, which is longer
	// than bringing in a million messages takes; whoever cannot wait ends the
	// context.
	writeAttempts = 60
	// writePause is the wait before another attempt.
	writePause = 50 * time.Millisecond
)

// read runs fn on one state of the file, however long it takes and whatever is
// written meanwhile.
func (s *Store) read(ctx context.Context, fn func(tx *sql.Tx) error) error {
	tx, err := s.reads.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return explain(err)
	}
	// There is nothing to commit; a rollback that fails leaves nothing behind.
	defer func() { _ = tx.Rollback() }()
	return explain(fn(tx))
}

// write runs fn in a transaction that holds the write lock from its beginning,
// and commits it. fn may be run more than once, and must not keep anything from
// a run that failed.
func (s *Store) write(ctx context.Context, fn func(tx *sql.Tx) error) error {
	return patiently(ctx, func() error { return s.writeOnce(ctx, fn) })
}

// patiently runs fn again while another program's write is in the way.
func patiently(ctx context.Context, fn func() error) error {
	for attempt := 1; ; attempt++ {
		err := fn()
		if !isTaken(err) || attempt == writeAttempts {
			return explain(err)
		}
		select {
		case <-time.After(writePause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *Store) writeOnce(ctx context.Context, fn func(tx *sql.Tx) error) error {
	tx, err := s.writes.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	finished := false
	defer func() {
		if !finished { // fn panics: whoever catches it must find the file free
			_ = tx.Rollback()
		}
	}()
	err = s.isStillOurs(ctx, tx)
	if err == nil {
		err = fn(tx)
	}
	finished = true
	if err != nil {
		if back := tx.Rollback(); back != nil && !errors.Is(back, sql.ErrTxDone) {
			return errors.Join(err, fmt.Errorf("undo the change: %w", back))
		}
		return err
	}
	return tx.Commit()
}

// isTaken reports whether another program's write was in the way.
func isTaken(err error) bool {
	code := codeOf(err)
	return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_LOCKED
}

// codeOf is SQLite's primary result code, or 0 for another error.
func codeOf(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}

// isDamage reports whether the file was found broken: by SQLite, or since the
// tables, the columns or the types are not there that we have made.
func isDamage(err error) bool {
	switch codeOf(err) {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return true
	case sqlite3.SQLITE_ERROR:
		return strings.Contains(err.Error(), "no such ") || strings.Contains(err.Error(), "foreign key mismatch")
	}
	return err != nil && strings.Contains(err.Error(), "sql: Scan error")
}

// said is a failure of SQLite's as a person can act on it. What SQLite says
// itself is kept for errors.Is and errors.As, and not shown.
type said struct {
	// says is what is wrong, next what to do about it.
	says, next string
	causes     []error
}

func (s *said) Error() string { return s.says + s.next }

func (s *said) Unwrap() []error { return s.causes }

// explain puts SQLite's failures as a person can act on them.
func explain(err error) error {
	if errors.As(err, new(*said)) {
		return err
	}
	if isDamage(err) {
		return &said{memory.ErrDamaged.Error(), `; "muisto doctor" tells how to go on`, []error{memory.ErrDamaged, err}}
	}
	switch codeOf(err) {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%w: the memory has been in use for too long, try again in a moment", memory.ErrBusy)
	case sqlite3.SQLITE_FULL:
		return &said{"the disk is full", "; nothing was changed, make room and try again", []error{err}}
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
		return &said{"the memory may not be written to", "; check the permissions of the file and its folder", []error{err}}
	case sqlite3.SQLITE_IOERR:
		return &said{"the disk is failing or full", "; nothing was changed, see to it and try again", []error{err}}
	}
	return err
}

// each calls scan for every row of a query.
func each(ctx context.Context, tx *sql.Tx, scan func(rows *sql.Rows) error, query string, args ...any) error {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	for rows.Next() {
		if err := scan(rows); err != nil {
			return errors.Join(err, rows.Close())
		}
	}
	return errors.Join(rows.Err(), rows.Close())
}
