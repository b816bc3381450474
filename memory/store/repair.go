package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"muisto/memory"
	"muisto/memory/archive"
	"muisto/memory/store/salvage"
)

// ErrNothingSaved: there is nothing in the file that a repair could save.
var ErrNothingSaved = errors.New("nothing of a memory could be read from it")

// Repaired says what became of a damaged memory.
type Repaired struct {
	// From is the damaged file, To the new one.
	From, To string
	// Saved counts what is in the new one.
	Saved Holding
	// Lost counts what the damaged one held besides, as far as it tells.
	Lost Holding
	// Left are the rows that were read and left out, since they make no sense or
	// point to what is lost: their number, by what they are of.
	Left map[string]int
	// Unreadable counts rows, and Broken pages, that could not be made out.
	Unreadable, Broken int
}

// Holding counts what a memory holds.
type Holding struct {
	Conversations, Messages, Episodes, Facts int
}

// Repair reads what can be read of the damaged memory at path, the log beside it
// included, and makes a sound one of it at to, where there must be nothing yet.
// It changes nothing at path; nobody else must be writing there meanwhile.
//
// It fails with memory.ErrNewer for a file of a newer muisto, and with
// ErrNothingSaved where nothing can be read, or that is another program's.
func Repair(ctx context.Context, path, to string, opts Options) (Repaired, error) {
	r, err := repair(ctx, path, to, opts)
	if err != nil {
		return r, fmt.Errorf("repair %s: %w", path, explain(err))
	}
	return r, nil
}

func repair(ctx context.Context, path, to string, opts Options) (done Repaired, err error) {
	if done.From, err = filepath.Abs(path); err != nil {
		return done, err
	}
	if done.To, err = filepath.Abs(to); err != nil {
		return done, err
	}
	err = writeNew(done.To, func(part string) (err error) {
		from, err := salvage.Open(done.From)
		if errors.Is(err, salvage.ErrForeign) {
			return ErrNothingSaved
		}
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, from.Close()) }()
		into, err := connect(part, opts)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, into.Close(), removeAll(part+"-wal", part+"-shm")) }()
		return into.fill(ctx, from, &done)
	})
	return done, err
}

// fill makes an empty file the memory that is salvaged from another.
func (s *Store) fill(ctx context.Context, from *salvage.File, done *Repaired) error {
	steps, err := readSteps(migrations, "sqlite", 1)
	if err != nil {
		return err
	}
	found, err := readSchema(from)
	if err != nil {
		return err
	}
	n, err := found.form(ctx, steps)
	if err != nil {
		return err
	}
	if err := s.createWith(ctx, steps[:n]); err != nil {
		return err
	}
	// What is read may point to what is not read yet, or never.
	if _, err := s.writes.ExecContext(ctx, `PRAGMA foreign_keys = 0`); err != nil {
		return err
	}
	m := mending{left: map[string]int{}}
	if err := s.opened(ctx, func(tx *sql.Tx) error { return load(ctx, tx, from, found, &m) }); err != nil {
		return err
	}
	for ; n < len(steps); n++ {
		if err := s.apply(ctx, int64(n+1), steps[n]); err != nil {
			return fmt.Errorf("bring it to form %d: %w", n+1, err)
		}
	}
	err = s.opened(ctx, func(tx *sql.Tx) error {
		m.tx = tx
		return m.mend(ctx)
	})
	if err != nil {
		return err
	}
	done.Left, done.Lost, done.Unreadable, done.Broken = m.left, m.lost, from.Lost, from.Broken
	if _, err := s.writes.ExecContext(ctx, `PRAGMA foreign_keys = 1`); err != nil {
		return err
	}
	return s.holds(ctx, done)
}

// opened runs fn in a transaction that may alter what is kept for good. Nobody
// else knows the file yet, so fn is run once.
func (s *Store) opened(ctx context.Context, fn func(tx *sql.Tx) error) error {
	return s.writeOnce(ctx, func(tx *sql.Tx) error {
		if err := openGuard(ctx, tx); err != nil {
			return err
		}
		if err := fn(tx); err != nil {
			return err
		}
		return closeGuard(ctx, tx)
	})
}

// holds counts what was saved, and makes sure that it is sound.
func (s *Store) holds(ctx context.Context, done *Repaired) error {
	h, err := s.Health(ctx)
	if err != nil {
		return err
	}
	if len(h.Troubles) > 0 {
		return fmt.Errorf("what was made of it is not sound: %s", h.Troubles[0])
	}
	err = s.read(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM conversations), (SELECT count(*) FROM messages),
			(SELECT count(*) FROM episodes), (SELECT count(*) FROM facts)`).
			Scan(&done.Saved.Conversations, &done.Saved.Messages, &done.Saved.Episodes, &done.Saved.Facts)
	})
	if err == nil && done.Saved == (Holding{}) {
		err = ErrNothingSaved
	}
	if err != nil {
		return err
	}
	// All of it can be read and written, or it is not sound either.
	out, err := archive.NewWriter(io.Discard)
	if err == nil {
		err = s.Export(ctx, out.Write)
	}
	if err != nil {
		return fmt.Errorf("what was made of it is not sound: %w", err)
	}
	was := done.Lost
	done.Lost = Holding{ // what was read and left out is lost, whatever the file counts
		Conversations: done.Left["conversations"],
		Messages:      max(done.Left["messages"], was.Messages-done.Saved.Messages),
		Episodes:      max(done.Left["episodes"], was.Episodes-done.Saved.Episodes),
		Facts:         max(done.Left["facts"], was.Facts-done.Saved.Facts),
	}
	return nil
}

// Replace puts the repaired memory in the place of the damaged one, which stays
// beside it, with its log, under the name that is given back. At every moment
// there is a file at From.
func (r Repaired) Replace() (kept string, err error) {
	for n := 1; ; n++ {
		kept = fmt.Sprintf("%s.damaged-%d", r.From, n)
		if err := errors.Join(refuseTaken(kept), refuseTaken(kept+"-wal")); err == nil {
			break
		} else if !errors.Is(err, os.ErrExist) {
			return "", fmt.Errorf("keep the damaged memory: %w", err)
		}
	}
	if err := os.Link(r.From, kept); err != nil {
		return "", fmt.Errorf("keep the damaged memory: %w", err)
	}
	err = os.Rename(r.From+"-wal", kept+"-wal")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return kept, fmt.Errorf("keep the log of the damaged memory: %w", err)
	}
	// A log or an index must never meet another file than its own.
	if err := removeAll(r.From+"-shm", r.From+indexMark); err != nil {
		return kept, fmt.Errorf("put the repaired memory in its place: %w", err)
	}
	if err := errors.Join(os.Rename(r.To, r.From), syncFolder(filepath.Dir(r.From))); err != nil {
		return kept, fmt.Errorf("put the repaired memory in its place: %w", err)
	}
	return kept, nil
}

// schema is what a damaged file says of its tables and indexes.
type schema struct {
	application, version int64
	marked               bool
	roots                map[string]uint32
}

func readSchema(from *salvage.File) (schema, error) {
	s := schema{roots: map[string]uint32{}}
	s.application, s.version, s.marked = from.Marks()
	isEntry := func(r salvage.Row) bool {
		if len(r.Values) != 5 {
			return false
		}
		_, text := r.Values[1].(string)
		_, number := r.Values[3].(int64)
		return text && number
	}
	err := from.Walk(1, salvage.Table, isEntry, func(rows []salvage.Row) error {
		for _, r := range rows {
			s.roots[r.Values[1].(string)] = uint32(r.Values[3].(int64))
		}
		return nil
	})
	return s, err
}

// form is how far the file had been brought, told from its header and from the
// tables that it has: either may be damaged.
func (s schema) form(ctx context.Context, steps []string) (int, error) {
	_, ours := s.roots["messages"]
	if s.marked && s.application != applicationID && !ours {
		return 0, fmt.Errorf("%w: %w", ErrNothingSaved, errForeign)
	}
	form := 0
	for n, tables := range tablesOf(steps) {
		for _, t := range tables {
			if _, ok := s.roots[t]; ok {
				form = n + 1
			}
		}
	}
	switch {
	case s.marked && s.version > highestForm:
		return len(steps), nil
	case s.marked && s.version > int64(len(steps)):
		return 0, fmt.Errorf("%w (form %d, this one knows %d)", memory.ErrNewer, s.version, len(steps))
	case s.marked && s.version > int64(form):
		return int(s.version), nil
	case form == 0:
		return len(steps), nil
	}
	return form, nil
}
