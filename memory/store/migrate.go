package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"muisto/memory"
)

// applicationID marks an SQLite file as a memory of ours: "muis".
const applicationID = 0x6d756973

// migrations are the steps from an empty file to the present form, in a folder
// named after the dialect of SQL: 0001_….sql, 0002_….sql, … One that has been
// released is never edited. A step runs with the guard open.
//
//go:embed migrations
var migrations embed.FS

// highestForm is beyond what any muisto will number its migrations by: a higher
// number in a file is damage.
const highestForm = 1 << 20

// form is the state of a file: how far it has been brought.
type form struct {
	application, version int64
	empty                bool
}

func (s *Store) bringUpToDate(ctx context.Context) error {
	steps, err := readSteps(migrations, "sqlite", 1)
	if err != nil {
		return err
	}
	return s.migrate(ctx, steps)
}

// readSteps returns the texts of the migrations of a dialect in order, which are
// numbered without a gap from first on.
func readSteps(files fs.FS, dialect string, first int) ([]string, error) {
	folder := "migrations/" + dialect + "/"
	names, err := fs.Glob(files, folder+"*.sql")
	if err != nil {
		return nil, err
	}
	steps := make([]string, len(names))
	for i, name := range names {
		var number int
		if _, err := fmt.Sscanf(name, folder+"%04d_", &number); err != nil || number != first+i {
			return nil, fmt.Errorf("migration %s should be number %d", name, first+i)
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		steps[i] = string(text)
	}
	return steps, nil
}

// migrate brings the file to the form that steps lead to. A file that holds
// something is copied first, once, as its person left it.
func (s *Store) migrate(ctx context.Context, steps []string) error {
	s.latest = len(steps)
	var f form
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		f, err = formOf(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	if err := f.check(len(steps)); err != nil {
		return err
	}
	if f.version == int64(len(steps)) {
		return s.read(ctx, func(tx *sql.Tx) error { return touch(ctx, tx) })
	}
	if f.version == 0 {
		return s.createWith(ctx, steps)
	}
	if err := s.keepCopy(ctx, f.version); err != nil {
		return fmt.Errorf("copy the file before it is brought up to date: %w", err)
	}
	for n := f.version; n < int64(len(steps)); n++ {
		if err := s.apply(ctx, n+1, steps[n]); err != nil {
			return fmt.Errorf("bring the file to form %d: %w", n+1, err)
		}
	}
	return nil
}

// createWith makes an empty file a memory, by all steps at once: there is
// nothing yet that a step by itself would keep.
func (s *Store) createWith(ctx context.Context, steps []string) error {
	if err := patiently(ctx, func() error { return s.create(ctx) }); err != nil {
		return err
	}
	return s.apply(ctx, 1, steps...)
}

func formOf(ctx context.Context, tx *sql.Tx) (form, error) {
	var f form
	var tables int
	for _, q := range []struct {
		query string
		to    any
	}{
		{`PRAGMA application_id`, &f.application},
		{`PRAGMA user_version`, &f.version},
		{`SELECT count(*) FROM sqlite_schema`, &tables},
	} {
		if err := tx.QueryRowContext(ctx, q.query).Scan(q.to); err != nil {
			return form{}, err
		}
	}
	f.empty = tables == 0
	return f, nil
}

// check refuses a file that is not ours or is ahead of us.
func (f form) check(latest int) error {
	blank := f.empty && f.application == 0 && f.version == 0
	switch {
	case !blank && f.application != applicationID:
		return fmt.Errorf("%w: %w", memory.ErrDamaged, errForeign)
	case f.version > highestForm:
		return fmt.Errorf("%w: its form cannot be %d", memory.ErrDamaged, f.version)
	case f.version > int64(latest):
		return fmt.Errorf("%w (form %d, this one knows %d)", memory.ErrNewer, f.version, latest)
	case f.version < 0, f.empty != (f.version == 0):
		return fmt.Errorf("%w: its tables are missing", memory.ErrDamaged)
	}
	return nil
}

// touch looks at the root of each large table, so that gross damage shows at
// once. Looking at every page is left to Health: it takes too long.
func touch(ctx context.Context, tx *sql.Tx) error {
	var open, last int64
	return tx.QueryRowContext(ctx, `SELECT open, coalesce((SELECT max(key) FROM messages), 0) + coalesce((SELECT max(id) FROM episodes), 0)
		FROM guard`).Scan(&open, &last)
}

// create makes an empty file ours. The mark comes first, on its own: after a
// crash here the file is either still empty or already known for ours.
func (s *Store) create(ctx context.Context) error {
	if _, err := s.writes.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, applicationID)); err != nil {
		return err
	}
	var mode string
	if err := s.writes.QueryRowContext(ctx, `PRAGMA journal_mode = WAL`).Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("the file system cannot hold a write-ahead log (mode %s); choose another folder", mode)
	}
	return nil
}

// apply takes the migrations that begin with number first, in one transaction,
// and notes that they were taken. Those that another program has taken in the
// meantime are passed over.
func (s *Store) apply(ctx context.Context, first int64, steps ...string) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		var version int64
		if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
			return err
		}
		for i, text := range steps {
			if number := first + int64(i); number > version {
				if err := applyOne(ctx, tx, number, text); err != nil {
					return fmt.Errorf("migration %d: %w", number, err)
				}
			}
		}
		return nil
	})
}

func applyOne(ctx context.Context, tx *sql.Tx, number int64, text string) error {
	if number > 1 { // the first makes the guard
		if err := openGuard(ctx, tx); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, text); err != nil {
		return err
	}
	if err := closeGuard(ctx, tx); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, number))
	return err
}

// openGuard lets this transaction alter what is kept for good. Nobody else sees
// it open, as long as closeGuard is called before the commit.
func openGuard(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `UPDATE guard SET open = 1`)
	return err
}

func closeGuard(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `UPDATE guard SET open = 0`)
	return err
}

// errForeign: the file is sound, and of another program.
var errForeign = errors.New("it belongs to another program")

// advise adds to an error of Open what the person can do.
func advise(path string, err error) error {
	switch {
	case errors.Is(err, memory.ErrNewer):
		return fmt.Errorf("%w; it was left as it is: install that version, or name another file with --db", err)
	case errors.Is(err, errForeign):
		return fmt.Errorf("%w; it was left as it is: name another file with --db", err)
	case !errors.Is(err, memory.ErrDamaged):
		return err
	}
	next := `; it was left as it is: save what can be read of it with "muisto doctor --repair --db ` + path + `"`
	if kept := Copies(path); len(kept) > 0 {
		next += ", go on with the copy from before the last update, " + kept[0]
	}
	next += ", or name another file with --db"
	if s := new(said); errors.As(err, &s) {
		return &said{s.says, next, []error{err}}
	}
	return fmt.Errorf("%w%s", err, next)
}
