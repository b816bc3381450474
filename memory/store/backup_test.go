package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"muisto/memory"
)

func TestABackupIsWholeAndPrivate(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	say(t, s, "one", "two")
	captureAll(t, s, "c")
	to := filepath.Join(t.TempDir(), "copy.db")
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

func TestABackupLeavesWhatIsThere(t *testing.T) {
	s := openNew(t)
	say(t, s, "one")
	dir := t.TempDir()
	to := filepath.Join(dir, "copy.db")
	if err := os.WriteFile(to, []byte("an older copy"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(t.Context(), to); !errors.Is(err, os.ErrExist) {
		t.Errorf("error %v", err)
	}
	if got := must[[]byte](t)(os.ReadFile(to)); string(got) != "an older copy" {
		t.Errorf("it holds %q", got)
	}
	if err := s.Backup(t.Context(), s.Path()); !errors.Is(err, os.ErrExist) {
		t.Errorf("the memory in place of itself: %v", err)
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "nowhere", "copy.db")); err == nil {
		t.Error("a copy in a folder that is not there")
	}
}

func TestABackupThatFailsLeavesNothing(t *testing.T) {
	s := openNew(t)
	say(t, s, "one")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if err := s.Backup(ctx, filepath.Join(dir, "copy.db")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if left := must[[]os.DirEntry](t)(os.ReadDir(dir)); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}

// A copy is one state of the file, whatever another program writes meanwhile.
func TestABackupIsOneStateWhileAnotherWrites(t *testing.T) {
	s := openNew(t)
	say(t, s, "first")
	writer := child(t, "live", s.Path())
	writer.Stdout = nil
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	last := 0
	for i := range 10 {
		to := filepath.Join(dir, fmt.Sprint(i))
		if err := s.Backup(t.Context(), to); err != nil {
			t.Fatal(err)
		}
		h := must[Health](t)(openAt(t, to).Health(t.Context()))
		if len(h.Troubles) > 0 || h.Counts.Messages < last || h.Counts.Messages == 0 {
			t.Errorf("copy %d: %+v, after one of %d messages", i, h, last)
		}
		last = h.Counts.Messages
	}
	if err := writer.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := writer.Wait(); writer.ProcessState.ExitCode() != -1 {
		t.Fatalf("the writer ended by itself: %v", err)
	}
}

// What is left of a copy whose program was killed goes at the next start; what
// may still be written stays.
func TestWhatIsLeftOfCopiesGoes(t *testing.T) {
	if look(thisProcess()) != alive {
		t.Skip("processes cannot be looked up here")
	}
	s := openNew(t)
	say(t, s, "one")
	gone := thisProcess()
	gone.born = "0"
	write := func(name string) string {
		t.Helper()
		if err := os.WriteFile(name, []byte("half a copy"), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	there := func(name string) bool {
		_, err := os.Stat(name)
		return err == nil
	}
	left := []string{
		write(s.Path() + partMark + gone.spelled() + "-1"), write(s.Path() + partMark + gone.spelled() + "-1-journal"),
		write(s.Path() + ".bak-3" + partMark + gone.spelled() + "-22"),
	}
	running := write(s.Path() + ".bak-3" + partMark + thisProcess().spelled() + "-22")
	old := write(s.Path() + partMark + "12345")
	others := write(s.Path() + "x" + partMark + gone.spelled() + "-1")
	openAt(t, s.Path())
	for _, name := range left {
		if there(name) {
			t.Errorf("%s is still there", name)
		}
	}
	if !there(running) || !there(old) || !there(others) {
		t.Error("something went that may still be written, or is another's")
	}
	if h := must[Health](t)(s.Health(t.Context())); !slices.Equal(h.Leftovers, []string{old}) {
		t.Errorf("leftovers %v", h.Leftovers)
	}
	if err := s.Sweep(); err != nil || there(old) || !there(running) {
		t.Errorf("swept: %v", err)
	}
	must[Erasure](t)(s.Erase(t.Context(), Targets{Messages: []int64{1}}))
	if there(running) || !there(others) {
		t.Error("an erase leaves no copy of the text, and what is another's")
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

func TestAFileIsWrittenWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	to := filepath.Join(dir, "export.jsonl")
	gone := thisProcess()
	gone.born = "0"
	if err := os.WriteFile(to+partMark+gone.spelled()+"-1", []byte("half of it"), 0o600); err != nil {
		t.Fatal(err)
	}
	fill := func(text string, err error) func(string) error {
		return func(part string) error { return errors.Join(os.WriteFile(part, []byte(text), 0o600), err) }
	}
	if err := WriteOver(to, fill("all of it", nil)); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left")
	if err := WriteOver(to, fill("half of something else", full)); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if got := must[[]byte](t)(os.ReadFile(to)); string(got) != "all of it" {
		t.Errorf("it holds %q", got)
	}
	left := must[[]os.DirEntry](t)(os.ReadDir(dir))
	if len(left) != 1 && look(thisProcess()) == alive {
		t.Errorf("left %v", left)
	}
	if info := must[os.FileInfo](t)(os.Stat(to)); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
}
