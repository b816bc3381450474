// Package store keeps the memory in one SQLite file: messages, episodes, what
// is waiting for capture, what each reply was given, and who is at work.
//
// An exported method opens a transaction and calls small functions that take
// it, so that they compose. The package knows the domain, and what a pass of
// consolidation declares that it needs kept; nothing of how
// episodes are made, weighed, ranked or shown, nor of any model.
//
// What it promises: what a method has returned for survives the end of the
// process and of the machine; what is kept for good cannot be changed; a file
// that is not understood is left as it is.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"muisto/memory"
	"muisto/memory/store/salvage"
)

const (
	// busyTimeout is how long SQLite waits for another program's write.
	busyTimeout = 5 * time.Second
	// cacheKiB bounds the page cache of one connection.
	cacheKiB = 1024
	// walLimit is what the write-ahead log is cut back to, in bytes.
	walLimit = 4 << 20
	// smallest is the least size of a database, in bytes. SQLite takes a shorter
	// file for an empty one, and would write over it.
	smallest = 512
	// pageSize is that of the files that we make, in bytes.
	pageSize = 4096
	// readers is how many reads run side by side.
	readers = 3
)

// Options are what a Store needs from outside.
type Options struct {
	// Clock dates what the store dates itself; nil is the machine's clock.
	Clock memory.Clock
}

// Store is an open memory. It is safe for concurrent use, and any number of
// programs may have the same file open.
type Store struct {
	path string
	// reads cannot write: looking something up leaves the file as it is.
	reads *sql.DB
	often *often
	// writes is a single connection; it is made at the first write.
	writes *sql.DB
	clock  memory.Clock
	self   process
	// file is the one that was opened, nil until it is up to date, and latest the
	// newest schema version that is known here, or 0.
	file   os.FileInfo
	latest int
	// givenUp has the holders of leases that could not be given back.
	givenUp *sync.Map
}

// Open opens the memory at path, and makes it, with its folder, if there is
// none. It brings an older file up to date, after a copy of it (see Copies).
//
// It fails with memory.ErrNewer for a file of a newer muisto, and with
// memory.ErrDamaged for one that is damaged or is something else; either is
// left as it was.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	s, err := open(ctx, path, opts)
	if err != nil {
		return nil, fmt.Errorf("open memory %s: %w", path, advise(path, err))
	}
	return s, nil
}

func open(ctx context.Context, path string, opts Options) (*Store, error) {
	s, err := connect(path, opts)
	if err != nil {
		return nil, err
	}
	if err := s.bringUpToDate(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if s.file, err = os.Stat(s.path); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	// What is left of copies can wait for the next time; the memory cannot.
	_ = sweep(s.path, dead)
	return s, nil
}

// connect gives a store whose file is not looked at yet.
func connect(path string, opts Options) (*Store, error) {
	if path == "" {
		return nil, errors.New("no file is named")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := prepareFile(path); err != nil {
		return nil, err
	}
	s := &Store{path: path, clock: opts.Clock, self: thisProcess(), givenUp: new(sync.Map), often: new(often)}
	if s.clock == nil {
		s.clock = memory.SystemClock{}
	}
	if s.reads, err = sql.Open("sqlite", dsn(path, false)); err != nil {
		return nil, err
	}
	if s.writes, err = sql.Open("sqlite", dsn(path, true)); err != nil {
		return nil, errors.Join(err, s.reads.Close())
	}
	bound(s.reads, readers)
	bound(s.writes, 1)
	return s, nil
}

// bound keeps n connections open between uses: making one costs more than most
// queries do.
func bound(db *sql.DB, n int) {
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
}

// dsn spells the settings of a connection as the driver reads them. The file
// is in WAL mode, which it keeps itself; see create.
func dsn(path string, writes bool) string {
	q := url.Values{}
	add := func(name string, value int64) {
		q.Add("_pragma", name+"("+strconv.FormatInt(value, 10)+")")
	}
	add("busy_timeout", busyTimeout.Milliseconds())
	add("cache_size", -cacheKiB)
	add("temp_store", 2) // in memory: nothing of a conversation in /tmp
	add("trusted_schema", 0)
	add("cell_size_check", 1)
	add("foreign_keys", 1)
	add("secure_delete", 1)
	if writes {
		add("synchronous", 2) // full: what was said outlives a power cut
		add("fullfsync", 1)   // on macOS, where a plain sync stops at the drive's cache
		add("journal_size_limit", walLimit)
		add("recursive_triggers", 1) // else REPLACE would slip past the triggers
		q.Set("_txlock", "immediate")
	} else {
		add("query_only", 1)
	}
	q.Set("_defensive", "1")
	q.Set("_dqs", "0")
	return fileURL(path, q)
}

// fileURL spells an absolute path so that nothing in it is read as a setting.
func fileURL(path string, settings url.Values) string {
	slashed := filepath.ToSlash(path)
	if slashed[0] != '/' {
		slashed = "/" + slashed // C:/…
	}
	return (&url.URL{Scheme: "file", Path: slashed, RawQuery: settings.Encode()}).String()
}

// prepareFile makes the folder and an empty file if they are missing, readable
// by nobody else, and closes an existing file to others.
func prepareFile(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return createFile(path)
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("that is not a file")
	}
	if err := refuseCut(path, info.Size()); err != nil {
		return err
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if err := closeToOthers(name); err != nil {
			return err
		}
	}
	return nil
}

// refuseCut fails for a file that holds less than it did: SQLite would take it
// for an empty one, and write over it and over its log.
func refuseCut(path string, size int64) error {
	switch {
	case size > 0 && isThere(path+"-journal"):
		return nil // its beginning was cut short, and is taken back
	case size > 0 && size < smallest:
		return fmt.Errorf("%w: it is too short", memory.ErrDamaged)
	case size%pageSize != 0 && !hasLog(path) && !salvage.Whole(path, size):
		return fmt.Errorf("%w: it ends within a page", memory.ErrDamaged)
	case size > 0:
		return refuseBrokenLog(path)
	case hasLog(path) && isEmpty(path):
		return fmt.Errorf("%w: it is empty, and something is in its log %s-wal", memory.ErrDamaged, path)
	case len(Copies(path)) > 0:
		return fmt.Errorf("%w: it is empty, and was not once", memory.ErrDamaged)
	}
	return nil
}

// isEmpty reports whether there is nothing in the file, or no file: another
// program may have begun it since it was last looked at.
func isEmpty(path string) bool {
	info, err := os.Stat(path)
	return errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func hasLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// largestLog is the size in bytes up to which a log is looked through at every
// start. A larger one is that of an import, which leaves nothing if it is cut.
const largestLog = 64 << 20

// refuseBrokenLog fails for a log that is broken in its middle, which SQLite
// would cut there without a word. One that another program is just writing may
// look so at first, and elsewhere when it is looked at again.
func refuseBrokenLog(path string) error {
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() > largestLog {
		return nil // there is none, or it is for SQLite to say
	}
	first, err := salvage.LogBroken(path)
	if err != nil || first == 0 {
		return err
	}
	if again, err := salvage.LogBroken(path); err != nil || again != first {
		return err
	}
	return fmt.Errorf("%w: its log %s-wal is broken", memory.ErrDamaged, path)
}

func createFile(path string) error {
	if hasLog(path) && isEmpty(path) {
		return fmt.Errorf("%w: it is gone, and something is left in its log %s-wal", memory.ErrDamaged, path)
	}
	if err := createFolder(filepath.Dir(path)); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil // another program was quicker
	}
	if err != nil {
		return err
	}
	// A umask may have taken away what the owner needs. SQLite gives its other
	// files the mode of this one.
	return errors.Join(f.Chmod(0o600), f.Close())
}

// createFolder makes dir and what is missing above it. A folder that is there
// already is somebody's own, and stays as it is.
func createFolder(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := createFolder(parent); err != nil {
			return err
		}
	}
	err := os.Mkdir(dir, 0o700)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return os.Chmod(dir, 0o700)
}

// closeToOthers takes group and others off the mode of a file, if it is there.
func closeToOthers(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o077 == 0 {
		return nil
	}
	return os.Chmod(path, info.Mode().Perm()&0o700)
}

// Path is the file, as an absolute path.
func (s *Store) Path() string { return s.path }

// Close lets go of the file.
func (s *Store) Close() error {
	if err := errors.Join(s.reads.Close(), s.writes.Close()); err != nil {
		return fmt.Errorf("close memory %s: %w", s.path, err)
	}
	return nil
}
