package store

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"muisto/memory"
)

func TestAFileThatIsDeletedOrReplacedIsNoticed(t *testing.T) {
	for name, harm := range map[string]func(t *testing.T, path string) error{
		"deleted": func(_ *testing.T, path string) error { return os.Remove(path) },
		"all deleted": func(_ *testing.T, path string) error {
			return removeAll(path, path+"-wal", path+"-shm")
		},
		"renamed": func(_ *testing.T, path string) error { return os.Rename(path, path+"-other") },
		"replaced": func(t *testing.T, path string) error {
			other := openNew(t)
			say(t, other, "another")
			if err := other.Backup(t.Context(), path+"-new"); err != nil {
				return err
			}
			return os.Rename(path+"-new", path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := openNew(t)
			say(t, s, "one")
			if err := harm(t, s.Path()); err != nil {
				t.Skip("open files cannot be moved here:", err)
			}
			if _, err := s.AppendMessage(t.Context(), user("two", noon)); !errors.Is(err, ErrGone) {
				t.Errorf("a message: %v", err)
			}
			if err := s.KeepDraft(t.Context(), "c", "three"); !errors.Is(err, ErrGone) {
				t.Errorf("a draft: %v", err)
			}
		})
	}
}

func TestAFileThatANewerProgramHasMigratedIsNotWrittenTo(t *testing.T) {
	s := openNew(t)
	say(t, s, "one")
	newer := openAt(t, s.Path())
	if _, err := newer.writes.ExecContext(t.Context(), fmt.Sprintf(`PRAGMA user_version = %d`, s.latest+1)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.AppendMessage(t.Context(), user("two", noon)); !errors.Is(err, memory.ErrNewer) {
		t.Errorf("a message: %v", err)
	}
	if rows := rowsOf(t, s, `SELECT key FROM messages`); len(rows) != 1 {
		t.Errorf("messages %v", rows)
	}
}

// A newer file is told by its version alone, whatever it is like inside.
func TestANewerFileIsNotRepaired(t *testing.T) {
	for name, change := range map[string]string{
		"the same tables": ``,
		"one more column": `ALTER TABLE messages ADD COLUMN mood TEXT`,
		"one more table":  `CREATE TABLE moods (mood TEXT)`,
		"a table less":    `DROP TABLE usage`,
	} {
		t.Run(name, func(t *testing.T) {
			s := openNew(t)
			say(t, s, "one")
			unguarded(t, s, fmt.Sprintf(`PRAGMA user_version = %d; %s`, s.latest+1, change))
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			before := must[[]byte](t)(os.ReadFile(s.Path()))
			if _, err := Repair(t.Context(), s.Path(), s.Path()+".repaired", Options{}); !errors.Is(err, memory.ErrNewer) {
				t.Errorf("repair: %v", err)
			}
			if string(must[[]byte](t)(os.ReadFile(s.Path()))) != string(before) || isThere(s.Path()+".repaired") {
				t.Error("something was written")
			}
		})
	}
}

func TestADeletedDraftLeavesTheFileAtOnce(t *testing.T) {
	s := openNew(t)
	say(t, s, "one")
	if err := s.KeepDraft(t.Context(), "c", "about Quellmoor"); err != nil {
		t.Fatal(err)
	}
	if len(holding(t, s, "Quellmoor")) == 0 {
		t.Fatal("the draft is nowhere")
	}
	if err := s.KeepDraft(t.Context(), "c", ""); err != nil {
		t.Fatal(err)
	}
	if files := holding(t, s, "Quellmoor"); len(files) > 0 {
		t.Errorf("left in %v", files)
	}
	// Somebody who reads does not hold it up.
	if err := s.KeepDraft(t.Context(), "c", "again"); err != nil {
		t.Fatal(err)
	}
	tx, err := s.reads.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := tx.QueryRowContext(t.Context(), `SELECT count(*) FROM draft`).Scan(new(int)); err != nil {
		t.Fatal(err)
	}
	if err := s.KeepDraft(t.Context(), "c", ""); err != nil {
		t.Error(err)
	}
	if err := tx.Rollback(); err != nil {
		t.Error(err)
	}
}
