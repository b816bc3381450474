package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"muisto/memory"
)

// scrub rewrites the file without what was deleted, empties its log, and
// removes the index file, the copies and what a crash may have left of one. The
// rewriting tells whoever has the words in an index that it is out of date: what
// they write after that is no good, and what they wrote before is removed.
func (s *Store) scrub(ctx context.Context) error {
	if err := s.IndexFile().Remove(); err != nil {
		return err
	}
	err := patiently(ctx, func() error {
		_, err := s.writes.ExecContext(ctx, `VACUUM`)
		return err
	})
	if err != nil {
		return err
	}
	if err := s.emptyLog(ctx); err != nil {
		return err
	}
	copies, _ := s.copies(ctx)
	return errors.Join(s.IndexFile().Remove(), removeAll(append(copies, parts(s.path, dead, unknown, alive)...)...))
}

// copies lists the copies that go with an erasure, and those that stay since
// somebody has gone on in them: they are memories of their own.
func (s *Store) copies(ctx context.Context) (going, ownMemories []string) {
	owned := map[string]bool{}
	for _, path := range copiesOf(s.path) {
		base := withoutSuffix(path)
		if _, looked := owned[base]; !looked {
			owned[base] = strings.Contains(base, ".repaired") && s.goneOnIn(ctx, base)
		}
		if owned[base] {
			ownMemories = append(ownMemories, path)
		} else {
			going = append(going, path)
		}
	}
	return going, ownMemories
}

// goneOnIn reports whether a copy holds a message that this memory does not.
func (s *Store) goneOnIn(ctx context.Context, path string) bool {
	db, err := sql.Open("sqlite", dsn(path, false))
	if err != nil {
		return false
	}
	defer db.Close() // nothing was written
	var conversation, id string
	if err := db.QueryRowContext(ctx, `SELECT c.id, m.id FROM messages m JOIN conversations c ON c.key = m.conversation
		ORDER BY m.key DESC LIMIT 1`).Scan(&conversation, &id); err != nil {
		return false // nobody can go on in what cannot be read
	}
	var n int
	err = s.reads.QueryRowContext(ctx, `SELECT count(*) FROM messages m JOIN conversations c ON c.key = m.conversation
		WHERE c.id = ? AND m.id = ?`, conversation, id).Scan(&n)
	return err == nil && n == 0
}

// emptyLog writes what is in the log into the file, and cuts the log.
func (s *Store) emptyLog(ctx context.Context) error {
	return patiently(ctx, func() error {
		var busy, logged, done int
		err := s.writes.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &logged, &done)
		if err == nil && busy != 0 {
			err = fmt.Errorf("%w: another program is reading the memory; close it and erase again", memory.ErrBusy)
		}
		return err
	})
}

// cutLog is emptyLog for what must not hold anything up: where somebody is
// reading, the log is cut the next time.
func (s *Store) cutLog(ctx context.Context) (err error) {
	conn, err := s.writes.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if _, err := conn.ExecContext(ctx, `PRAGMA busy_timeout = 0`); err != nil {
		return err
	}
	var busy, logged, done int
	err = conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &logged, &done)
	if isTaken(err) {
		err = nil
	}
	_, back := conn.ExecContext(ctx, fmt.Sprintf(`PRAGMA busy_timeout = %d`, busyTimeout.Milliseconds()))
	return errors.Join(err, back)
}

// copyMarks are what the names of copies of a memory go on with: before a
// migration, and of a damaged one and what was saved of it.
var copyMarks = []string{".bak", ".damaged", ".repaired"}

// copiesOf lists the files beside a memory that muisto has made of it, with
// their own logs.
func copiesOf(path string) []string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil
	}
	var found []string
	for _, e := range entries {
		if rest, ok := strings.CutPrefix(e.Name(), filepath.Base(path)); ok && isCopy(rest) {
			found = append(found, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return found
}

// isCopy reports whether the name of a memory goes on as that of a copy does:
// a mark, a number, and what SQLite adds.
func isCopy(rest string) bool {
	mark, number, numbered := strings.Cut(withoutSuffix(rest), "-")
	if !slices.Contains(copyMarks, mark) {
		return false
	}
	if !numbered {
		return mark == ".repaired"
	}
	_, err := strconv.Atoi(number)
	return err == nil
}

// withoutSuffix is the name of a memory whose file this is.
func withoutSuffix(name string) string {
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}

// Owns reports whether a path is, or would be, a file that this memory keeps:
// the memory itself, its log, a copy, or a part of one.
func (s *Store) Owns(path string) bool {
	path, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	folder, err := os.Stat(filepath.Dir(path))
	home, failed := os.Stat(filepath.Dir(s.path))
	if err == nil && failed == nil && os.SameFile(folder, home) && isOwnName(filepath.Base(path), filepath.Base(s.path)) {
		return true
	}
	there, err := os.Stat(path)
	if err != nil {
		return false
	}
	for _, own := range append(copiesOf(s.path), s.path, s.path+indexMark, s.path+"-wal", s.path+"-shm", s.path+"-journal") {
		if info, err := os.Stat(own); err == nil && os.SameFile(info, there) {
			return true
		}
	}
	return false
}

// isOwnName compares without case, as some file systems do.
func isOwnName(name, memory string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(name), strings.ToLower(memory))
	return ok && (withoutSuffix(rest) == "" || rest == indexMark || isCopy(rest) || strings.Contains(rest, partMark))
}
