package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"muisto/memory"
)

// stepsWith are the real migrations and more after them.
func stepsWith(t *testing.T, more ...string) []string {
	t.Helper()
	return append(must[[]string](t)(readSteps(migrations, "sqlite", 1)), more...)
}

func version(t *testing.T, path string) int {
	t.Helper()
	db := must[*sql.DB](t)(sql.Open("sqlite", fileURL(path, nil)))
	defer db.Close()
	var n int
	if err := db.QueryRowContext(t.Context(), `PRAGMA user_version`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAMigrationIsPrecededByACopy(t *testing.T) {
	s := openNew(t)
	say(t, s, "before")
	now := version(t, s.Path())
	if kept := Copies(s.Path()); len(kept) != 0 {
		t.Fatalf("a new file was copied: %v", kept)
	}
	steps := stepsWith(t, `CREATE TABLE more (x INTEGER) STRICT; UPDATE messages SET text = 'after';`)
	if err := s.migrate(t.Context(), steps); err != nil {
		t.Fatal(err)
	}
	kept := Copies(s.Path())
	if len(kept) != 1 || !strings.HasSuffix(kept[0], fmt.Sprintf(".bak-%d", now)) {
		t.Fatalf("copies %v", kept)
	}
	if info := must[os.FileInfo](t)(os.Stat(kept[0])); info.Mode().Perm() != 0o600 {
		t.Errorf("the copy has mode %o", info.Mode().Perm())
	}
	old := openAt(t, kept[0])
	for _, test := range []struct {
		s    *Store
		want string
	}{{old, "before"}, {s, "after"}} {
		got := must[[]memory.Message](t)(test.s.Messages(t.Context(), "c", 0, 0))
		if len(got) != 1 || got[0].Text != test.want {
			t.Errorf("%s holds %v, want %q", test.s.Path(), got, test.want)
		}
	}
	if _, err := s.writes.ExecContext(t.Context(), `UPDATE messages SET text = 'x'`); err == nil {
		t.Error("the migration left the guard open")
	}
	if left, _ := filepath.Glob(s.Path() + ".part-*"); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}

// TestEveryFormLeadsToTheLast fills a file of each older form with a message,
// and opens it.
func TestEveryFormLeadsToTheLast(t *testing.T) {
	steps := stepsWith(t)
	for n := 1; n <= len(steps); n++ {
		path := filepath.Join(t.TempDir(), "muisto.db")
		old := must[*Store](t)(connect(path, Options{}))
		if err := old.migrate(t.Context(), steps[:n]); err != nil {
			t.Fatal(err)
		}
		if err := old.write(t.Context(), func(tx *sql.Tx) error { // as any form can be written to
			first, err := old.appendAfter(t.Context(), tx, user("from long ago", noon), 0)
			if err == nil {
				_, err = old.appendAfter(t.Context(), tx, user("and after", noon.Add(time.Minute)), first.Key)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := old.Close(); err != nil {
			t.Fatal(err)
		}
		s := openAt(t, path)
		h := must[Health](t)(s.Health(t.Context()))
		if len(h.Troubles) > 0 || h.Form != len(steps) || h.Counts != (Counts{Conversations: 1, Messages: 2, Waiting: 2}) {
			t.Errorf("from form %d: %+v", n, h)
		}
		if kept := Copies(path); n < len(steps) && len(kept) != 1 {
			t.Errorf("from form %d: copies %v", n, kept)
		}
		if got := must[[]memory.Message](t)(s.Messages(t.Context(), "c", 0, 0)); len(got) != 2 || got[0].Text != "from long ago" {
			t.Errorf("from form %d: %v", n, got)
		}
	}
}

func TestAFailedMigrationChangesNothing(t *testing.T) {
	s := openNew(t)
	say(t, s, "before")
	now := version(t, s.Path())
	steps := stepsWith(t, `CREATE TABLE more (x INTEGER) STRICT; UPDATE messages SET text = 'after'; UPDATE nowhere SET x = 1;`)
	if err := s.migrate(t.Context(), steps); err == nil {
		t.Fatal("no error")
	}
	if got := version(t, s.Path()); got != now {
		t.Errorf("form %d, want %d", got, now)
	}
	if got := must[[]memory.Message](t)(s.Messages(t.Context(), "c", 0, 0)); got[0].Text != "before" {
		t.Errorf("text %q", got[0].Text)
	}
	if err := s.migrate(t.Context(), stepsWith(t, `CREATE TABLE more (x INTEGER) STRICT`)); err != nil {
		t.Errorf("the next try: %v", err)
	}
}

func TestNoMigrationWithoutItsCopy(t *testing.T) {
	s := openNew(t)
	now := version(t, s.Path())
	// A folder in the place of the copy.
	if err := os.MkdirAll(filepath.Join(fmt.Sprintf("%s.bak-%d", s.Path(), now), "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.migrate(t.Context(), stepsWith(t, `CREATE TABLE more (x INTEGER) STRICT`)); err == nil {
		t.Fatal("no error")
	}
	if got := version(t, s.Path()); got != now {
		t.Errorf("form %d, want %d", got, now)
	}
}

func TestFewCopiesAreKept(t *testing.T) {
	s := openNew(t)
	now := version(t, s.Path())
	var more []string
	for i := range 2 * copiesKept {
		more = append(more, fmt.Sprintf(`CREATE TABLE more%d (x INTEGER) STRICT`, i))
		if err := s.migrate(t.Context(), stepsWith(t, more...)); err != nil {
			t.Fatal(err)
		}
	}
	kept := Copies(s.Path())
	if len(kept) != copiesKept || kept[0] != fmt.Sprintf("%s.bak-%d", s.Path(), now+2*copiesKept-1) {
		t.Errorf("copies %v", kept)
	}
}

func TestStepsAreNumberedWithoutAGap(t *testing.T) {
	for _, names := range [][]string{{"0001_a.sql", "0003_b.sql"}, {"0002_a.sql"}, {"a.sql"}} {
		files := fstest.MapFS{}
		for _, name := range names {
			files["migrations/sqlite/"+name] = &fstest.MapFile{Data: []byte("SELECT 1")}
		}
		if _, err := readSteps(files, "sqlite", 1); err == nil {
			t.Errorf("%v was taken", names)
		}
	}
}

// refused opens a file that cannot be used, and checks that it is left as it was.
func refused(t *testing.T, path string, want error) string {
	t.Helper()
	before := must[[]byte](t)(os.ReadFile(path))
	s, err := Open(t.Context(), path, Options{})
	if err == nil {
		s.Close()
	}
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
	if after := must[[]byte](t)(os.ReadFile(path)); string(before) != string(after) {
		t.Error("the file was changed")
	}
	return err.Error()
}

// closedFile is a sound file with a few messages, closed again.
func closedFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "muisto.db")
	s := openAt(t, path)
	for range 50 {
		say(t, s, strings.Repeat("something long to fill pages ", 50))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestANewerFileIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "muisto.db")
	s := openAt(t, path)
	if err := s.migrate(t.Context(), stepsWith(t, `CREATE TABLE more (x INTEGER) STRICT`)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if said := refused(t, path, memory.ErrNewer); !strings.Contains(said, path) || !strings.Contains(said, "--db") {
		t.Errorf("the sentence is %q", said)
	}
}

func TestADamagedFileIsLeftAlone(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil func(data []byte) []byte
	}{
		{"text", func([]byte) []byte { return []byte(strings.Repeat("Dear diary, ", 1000)) }},
		{"a short note", func([]byte) []byte { return []byte(strings.Repeat("milk ", 100)) }},
		{"one byte", func([]byte) []byte { return []byte("x") }},
		{"half", func(d []byte) []byte { return d[:len(d)/2] }},
		{"last page missing", func(d []byte) []byte { return d[:len(d)-4096] }},
		{"header only", func(d []byte) []byte { return d[:100] }},
		{"first page zero", func(d []byte) []byte { clear(d[:4096]); return d }},
		{"magic flipped", func(d []byte) []byte { d[3] ^= 0x40; return d }},
		{"schema flipped", func(d []byte) []byte {
			for i := 100; i < 4096; i++ {
				d[i] ^= 0x55
			}
			return d
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := closedFile(t)
			data := must[[]byte](t)(os.ReadFile(path))
			if err := os.WriteFile(path, test.spoil(data), 0o600); err != nil {
				t.Fatal(err)
			}
			refused(t, path, memory.ErrDamaged)
		})
	}
}

func TestADamagedFileNamesItsCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "muisto.db")
	s := openAt(t, path)
	if err := s.keepCopy(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := refused(t, path, memory.ErrDamaged); !strings.Contains(said, path+".bak-1") {
		t.Errorf("the sentence is %q", said)
	}
}

func TestAForeignFileIsLeftAlone(t *testing.T) {
	for _, setup := range []string{
		`CREATE TABLE bookmarks (url TEXT)`,
		`PRAGMA application_id = 1234`,
		`PRAGMA user_version = 3`,
		`PRAGMA application_id = 1836413299; PRAGMA user_version = 1`, // ours, with its tables gone
		`PRAGMA journal_mode = WAL; CREATE TABLE bookmarks (url TEXT)`,
	} {
		t.Run(setup, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "other.db")
			db := must[*sql.DB](t)(sql.Open("sqlite", fileURL(path, nil)))
			if _, err := db.ExecContext(context.Background(), setup); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			refused(t, path, memory.ErrDamaged)
		})
	}
}

// TestAFileThatWasOnlyMarkedIsGoneOnWith: the program died right after making it.
func TestAFileThatWasOnlyMarkedIsGoneOnWith(t *testing.T) {
	path := filepath.Join(t.TempDir(), "muisto.db")
	db := must[*sql.DB](t)(sql.Open("sqlite", fileURL(path, nil)))
	if _, err := db.ExecContext(t.Context(), fmt.Sprintf(`PRAGMA application_id = %d`, applicationID)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	say(t, openAt(t, path), "hello")
}

// TestDamageInsideIsToldByName flips bytes far from what opening looks at.
func TestDamageInsideIsToldByName(t *testing.T) {
	path := closedFile(t)
	data := must[[]byte](t)(os.ReadFile(path))
	at := strings.Index(string(data), "something long")
	page := at - at%4096
	for i := page; i < page+16; i++ {
		data[i] ^= 0xff
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	s := openAt(t, path)
	h := must[Health](t)(s.Health(t.Context()))
	if len(h.Troubles) == 0 {
		t.Error("the damage was not found")
	}
	if _, err := s.Messages(t.Context(), "c", 0, 0); !errors.Is(err, memory.ErrDamaged) {
		t.Errorf("reading it: %v", err)
	}
}
