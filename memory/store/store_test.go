package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"muisto/memory"
)

var noon = time.Date(2026, 5, 18, 12, 0, 0, 0, time.FixedZone("", 3*3600))

func openAt(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, Options{Clock: memory.FixedClock(noon)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func openNew(t testing.TB) *Store {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "muisto.db"))
}

func user(text string, at time.Time) memory.Message {
	return memory.Message{Conversation: "c", Role: memory.RoleUser, Text: text, At: at, Finished: true}
}

func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// say appends finished messages of the user, a minute apart.
func say(t testing.TB, s *Store, texts ...string) []memory.Message {
	t.Helper()
	var said []memory.Message
	for i, text := range texts {
		said = append(said, must[memory.Message](t)(s.AppendMessage(t.Context(), user(text, noon.Add(time.Duration(i)*time.Minute)))))
	}
	return said
}

func TestSettingsHoldOnEveryConnection(t *testing.T) {
	s := openNew(t)
	say(t, s, "hello")
	common := map[string]int64{
		"busy_timeout": busyTimeout.Milliseconds(), "foreign_keys": 1, "secure_delete": 1, "temp_store": 2,
		"trusted_schema": 0, "cell_size_check": 1, "cache_size": -cacheKiB,
	}
	own := map[*sql.DB]map[string]int64{
		s.reads:  {"query_only": 1},
		s.writes: {"query_only": 0, "synchronous": 2, "recursive_triggers": 1},
	}
	for db, more := range own {
		for i := range db.Stats().MaxOpenConnections {
			conn := must[*sql.Conn](t)(db.Conn(t.Context()))
			defer conn.Close() // held, so that the next is another one
			// A connection learns of the log when it first reads.
			if _, err := conn.ExecContext(t.Context(), `SELECT open FROM guard`); err != nil {
				t.Fatal(err)
			}
			for _, settings := range []map[string]int64{common, more} {
				for name, want := range settings {
					if got := pragma(t, conn, name); got != fmt.Sprint(want) {
						t.Errorf("connection %d of %d: %s = %s, want %d", i, db.Stats().MaxOpenConnections, name, got, want)
					}
				}
			}
			if got := pragma(t, conn, "journal_mode"); got != "wal" {
				t.Errorf("journal_mode = %s", got)
			}
		}
	}
}

func pragma(t *testing.T, conn *sql.Conn, name string) string {
	t.Helper()
	var got string
	if err := conn.QueryRowContext(context.Background(), "PRAGMA "+name).Scan(&got); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestWritesBeginImmediately(t *testing.T) {
	s := openNew(t)
	tx := must[*sql.Tx](t)(s.writes.BeginTx(t.Context(), nil))
	defer tx.Rollback()
	other := must[*sql.DB](t)(sql.Open("sqlite", "file:"+s.Path()+"?_pragma=busy_timeout(0)&_txlock=immediate"))
	defer other.Close()
	if _, err := other.BeginTx(t.Context(), nil); !isTaken(err) {
		t.Fatalf("a transaction that wrote nothing yet does not hold the write lock: %v", err)
	}
}

func TestReadsCannotWrite(t *testing.T) {
	s := openNew(t)
	if _, err := s.reads.ExecContext(t.Context(), `INSERT INTO conversations (id, last_at) VALUES ('x', 0)`); err == nil {
		t.Fatal("a read connection wrote")
	}
}

func TestFileAndFolderAreClosedToOthers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	s := openAt(t, filepath.Join(dir, "muisto.db"))
	say(t, s, "hello")
	for path, want := range map[string]os.FileMode{
		filepath.Dir(dir): 0o700, dir: 0o700, s.Path(): 0o600, s.Path() + "-wal": 0o600, s.Path() + "-shm": 0o600,
	} {
		info := must[os.FileInfo](t)(os.Stat(path))
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", path, got, want)
		}
	}
}

func TestAnOpenFileIsClosedToOthersWhenOpened(t *testing.T) {
	path := filepath.Join(t.TempDir(), "muisto.db")
	if err := openAt(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	openAt(t, path)
	if info := must[os.FileInfo](t)(os.Stat(path)); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
}

func TestOddFileNamesAreOpenedAsTheyAre(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a b.db", "100%25.db", "what?mode=memory.db", "#1.db", "päivä.db", "file:x.db"} {
		s := openAt(t, filepath.Join(dir, name))
		say(t, s, "hello")
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestReadingLeavesTheFile opens an up-to-date file and reads all there is.
func TestReadingLeavesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "muisto.db")
	s := openAt(t, path)
	said := say(t, s, "one", "two")
	captureAll(t, s, "c")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := must[[]byte](t)(os.ReadFile(path))
	s = openAt(t, path)
	ctx := t.Context()
	must[[]memory.Conversation](t)(s.Conversations(ctx, 0))
	must[[]memory.Message](t)(s.Messages(ctx, "c", 0, 0))
	must[[]memory.Episode](t)(s.Episodes(ctx, EpisodeQuery{}))
	must[[]memory.Episode](t)(s.EpisodesFrom(ctx, []int64{said[0].Key}))
	must[[]PendingConversation](t)(s.Pending(ctx))
	must[[]memory.Name](t)(s.KnownNames(ctx, 0))
	must[Health](t)(s.Health(ctx))
	during := must[[]byte](t)(os.ReadFile(path))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if after := must[[]byte](t)(os.ReadFile(path)); !bytes.Equal(before, during) || !bytes.Equal(before, after) {
		t.Error("reading changed the file")
	}
	left, err := filepath.Glob(path + "-*")
	if err != nil || len(left) > 0 {
		t.Errorf("closing left %v, %v", left, err)
	}
}

func TestOpenNamesWhatItCannotUse(t *testing.T) {
	for _, path := range []string{"", t.TempDir()} {
		if s, err := Open(t.Context(), path, Options{}); err == nil {
			t.Errorf("opened %q", path)
			s.Close()
		}
	}
}

func TestOpenEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, filepath.Join(t.TempDir(), "muisto.db"), Options{}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}
