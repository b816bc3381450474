package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"muisto/memory"
)

func TestABackupIsWholeAndPrivate(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	say(t, s, "one", "two")
	captureAll(t, s, "c")
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(to, []byte("an older copy"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(ctx, to); err != nil {
		t.Fatal(err)
	}
	say(t, s, "after it")
	if info := must[os.FileInfo](t)(os.Stat(to)); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
	back := openAt(t, to)
	if got := must[Counts](t)(back.Counts(ctx)); got != (Counts{Conversations: 1, Messages: 2, Episodes: 2}) {
		t.Errorf("the copy holds %+v", got)
	}
	if h := must[Health](t)(back.Health(ctx)); len(h.Troubles) > 0 || h.JournalMode != "wal" {
		t.Errorf("%+v", h)
	}
}

func TestABackupThatFailsLeavesWhatWasThere(t *testing.T) {
	s := openNew(t)
	say(t, s, "one")
	dir := t.TempDir()
	to := filepath.Join(dir, "copy.db")
	if err := os.WriteFile(to, []byte("an older copy"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Backup(ctx, to); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if got := must[[]byte](t)(os.ReadFile(to)); string(got) != "an older copy" {
		t.Errorf("it holds %q", got)
	}
	if left := must[[]os.DirEntry](t)(os.ReadDir(dir)); len(left) != 1 {
		t.Errorf("left %v", left)
	}
	if err := s.Backup(t.Context(), s.Path()); err == nil {
		t.Error("the memory was replaced by its own copy")
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "nowhere", "copy.db")); err == nil {
		t.Error("a copy in a folder that is not there")
	}
}

func TestHealthOfASoundFile(t *testing.T) {
	s := openNew(t)
	say(t, s, "one", "two")
	h := must[Health](t)(s.Health(t.Context()))
	if h.Path != s.Path() || h.Size == 0 || h.Form != version(t, s.Path()) || h.JournalMode != "wal" || h.Troubles == nil || len(h.Troubles) != 0 {
		t.Errorf("%+v", h)
	}
	if h.Counts != (Counts{Conversations: 1, Messages: 2, Waiting: 2}) {
		t.Errorf("%+v", h.Counts)
	}
}

func TestHealthFindsWhatDoesNotFit(t *testing.T) {
	for _, statement := range []string{
		`DELETE FROM waiting`,
		`UPDATE totals SET messages = 7`,
		`UPDATE conversations SET messages = 7`,
		`PRAGMA foreign_keys = 0; INSERT INTO captured (message, capture) VALUES (1, 77)`,
	} {
		s := openNew(t)
		say(t, s, "one")
		if _, err := s.writes.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		if h := must[Health](t)(s.Health(t.Context())); len(h.Troubles) == 0 {
			t.Errorf("nothing was found after %s", statement)
		}
	}
}

func TestABusyFileIsToldInWords(t *testing.T) {
	s := openNew(t)
	say(t, s, "one")
	if _, err := s.writes.ExecContext(t.Context(), `PRAGMA busy_timeout = 1`); err != nil {
		t.Fatal(err)
	}
	other := openAt(t, s.Path())
	tx, err := other.writes.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := s.AppendMessage(t.Context(), user("two", noon)); !errors.Is(err, memory.ErrBusy) {
		t.Errorf("error %v", err)
	}
}
