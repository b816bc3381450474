package store

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"muisto/memory"
	"muisto/memory/archive"
)

// closedBytes closes a memory and gives its bytes.
func closedBytes(t testing.TB, s *Store) []byte {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return must[[]byte](t)(os.ReadFile(s.Path()))
}

// grown is a memory of many pages in which everything has happened that can.
func grown(t *testing.T) *Store {
	t.Helper()
	s := lived(t)
	var many []memory.Message
	for i := range 200 {
		many = append(many, memory.Message{
			Conversation: fmt.Sprint("long", i%7), Role: memory.RoleUser, At: noon, ID: fmt.Sprint("x", i),
			Text: fmt.Sprintf("message %d: %s", i, strings.Repeat("words and words ", i%40)),
		})
	}
	many[100].Text = strings.Repeat("a text that runs over several pages, ", 500)
	must[ImportReport](t)(s.Import(t.Context(), many))
	captureAll(t, s, "long0")
	captureAll(t, s, "long1")
	if _, err := s.writes.ExecContext(t.Context(), `UPDATE speakers SET stats = CAST('{}' AS BLOB)`); err != nil {
		t.Fatal(err)
	}
	return s
}

// spoilt is a file with these bytes, and the sum of them.
func spoilt(t testing.TB, data []byte) (path string, unchanged func()) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "muisto.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	before := sha256.Sum256(data)
	return path, func() {
		t.Helper()
		if after := sha256.Sum256(must[[]byte](t)(os.ReadFile(path))); after != before {
			t.Error("the damaged file was changed")
		}
	}
}

// repaired repairs a file and makes sure that what comes of it is sound, can be
// exported, and is restored from that as it is.
func repaired(t testing.TB, path string) (*Store, Repaired, error) {
	t.Helper()
	to := path + ".repaired"
	done, err := Repair(t.Context(), path, to, Options{Clock: memory.FixedClock(noon)})
	if err != nil {
		if _, there := os.Stat(to); there == nil {
			t.Error("a repair that failed has left something")
		}
		return nil, done, err
	}
	s := openAt(t, to)
	if h := must[Health](t)(s.Health(t.Context())); len(h.Troubles) > 0 {
		t.Errorf("troubles: %v", h.Troubles)
	}
	text := exported(t, s)
	again := openNew(t)
	if _, err := again.Restore(t.Context(), archived(text)); err != nil {
		t.Errorf("what was repaired is not restored: %v", err)
	} else if second := exported(t, again); !bytes.Equal(second, text) {
		t.Error("restored from an export of it, " + differing(second, text))
	}
	for _, query := range []string{
		`SELECT count(*) FROM episodes WHERE id NOT IN (SELECT episode FROM episode_sources)`,
		`SELECT count(*) FROM facts WHERE id NOT IN (SELECT fact FROM fact_sources) AND id NOT IN (SELECT key FROM erased WHERE kind = 'fact')`,
		`SELECT count(*) FROM guard WHERE open <> 0`,
		`SELECT count(*) FROM waiting w JOIN captured c ON c.message = w.message`,
	} {
		var n int
		if err := s.reads.QueryRowContext(t.Context(), query).Scan(&n); err != nil || n != 0 {
			t.Errorf("%s: %d, %v", query, n, err)
		}
	}
	say(t, s, "and it goes on")
	return s, done, nil
}

func TestRepairBringsBackASoundMemoryAsItWas(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil func(t *testing.T, s *Store)
	}{
		{"nothing wrong", func(*testing.T, *Store) {}},
		{"rewritten", func(t *testing.T, s *Store) {
			if _, err := s.writes.ExecContext(t.Context(), `VACUUM`); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := grown(t)
			if _, err := s.FinishAbandoned(t.Context()); err != nil {
				t.Fatal(err)
			}
			test.spoil(t, s)
			want := exported(t, s)
			path, unchanged := spoilt(t, closedBytes(t, s))
			done := must[Repaired](t)(Repair(t.Context(), path, path+".new", Options{}))
			unchanged()
			if len(done.Left) > 0 || done.Lost != (Holding{}) || done.Unreadable+done.Broken > 0 {
				t.Errorf("something was lost: %+v", done)
			}
			if got := exported(t, openAt(t, path+".new")); string(got) != string(want) {
				t.Error(differing(got, want))
			}
		})
	}
}

// differing shows the first lines in which two exports differ.
func differing(got, want []byte) string {
	is, was := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range is {
		if i >= len(was) || is[i] != was[i] {
			return fmt.Sprintf("it came back differently, from line %d:\n%s\nwas\n%s", i+1,
				strings.Join(is[i:min(i+2, len(is))], "\n"), strings.Join(was[min(i, len(was)):min(i+2, len(was))], "\n"))
		}
	}
	return "it is cut"
}

// pagesOf says which pages a table or index is on.
func pagesOf(t testing.TB, s *Store, names string) []int {
	t.Helper()
	var list []int
	db := must[*sql.DB](t)(sql.Open("sqlite", fileURL(s.Path(), nil)))
	defer db.Close()
	rows := must[*sql.Rows](t)(db.QueryContext(t.Context(), `SELECT pageno FROM dbstat WHERE `+names))
	defer rows.Close()
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	if rows.Err() != nil || len(list) == 0 {
		t.Fatalf("no pages of %s: %v", names, rows.Err())
	}
	return list
}

// What is only there to find things by takes nothing with it.
func TestDamagedIndexesLoseNothing(t *testing.T) {
	s := grown(t)
	if _, err := s.FinishAbandoned(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := exported(t, s)
	pages := pagesOf(t, s, `name IN (SELECT name FROM sqlite_schema WHERE type = 'index')`)
	data := closedBytes(t, s)
	random := rand.New(rand.NewPCG(7, 7))
	for _, n := range pages {
		for i := range 4096 {
			data[(n-1)*4096+i] = byte(random.Uint32())
		}
	}
	path, unchanged := spoilt(t, data)
	done := must[Repaired](t)(Repair(t.Context(), path, path+".new", Options{}))
	unchanged()
	if done.Lost != (Holding{}) || len(done.Left) > 0 || done.Broken > 0 {
		t.Errorf("%d index pages: %+v", len(pages), done)
	}
	if got := exported(t, openAt(t, path+".new")); string(got) != string(want) {
		t.Error(differing(got, want))
	}
}

// Whatever is done to a file, it is told or read, never written over, and what
// a repair makes of it is sound.
func TestDamageIsToldAndRepaired(t *testing.T) {
	whole := closedBytes(t, grown(t))
	page := func(d []byte, n int) []byte { return d[(n-1)*4096 : n*4096] }
	for _, test := range []struct {
		name  string
		spoil func(d []byte) []byte
		// opened: it may pass for sound at first; nothing: there is nothing to save.
		opened, nothing bool
	}{
		{name: "a quarter cut off", spoil: func(d []byte) []byte { return d[:len(d)/4*3] }},
		{name: "cut within a page", spoil: func(d []byte) []byte { return d[:len(d)-1000] }},
		{name: "header alone", spoil: func(d []byte) []byte { return d[:100] }, nothing: true},
		{name: "one byte", spoil: func(d []byte) []byte { return d[:1] }, nothing: true},
		{name: "magic flipped", spoil: func(d []byte) []byte { d[3] ^= 0x40; return d }},
		{name: "header gone", spoil: func(d []byte) []byte { clear(d[:100]); return d }},
		{name: "first page gone", spoil: func(d []byte) []byte { clear(page(d, 1)); return d }},
		{name: "page size flipped", spoil: func(d []byte) []byte { d[16] ^= 0x30; return d }},
		{name: "form flipped", spoil: func(d []byte) []byte { d[60] ^= 0x40; return d }},
		{name: "mark flipped", spoil: func(d []byte) []byte { d[68] ^= 0x40; return d }},
		{name: "list of free pages flipped", spoil: func(d []byte) []byte { d[35] ^= 0x07; return d }, opened: true},
		{name: "text", spoil: func([]byte) []byte { return []byte(strings.Repeat("Dear diary, ", 1000)) }, nothing: true},
		{name: "noise", spoil: func(d []byte) []byte {
			random := rand.New(rand.NewPCG(3, 3))
			for i := range d {
				d[i] = byte(random.Uint32())
			}
			return d
		}, nothing: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			path, unchanged := spoilt(t, test.spoil(bytes.Clone(whole)))
			s, err := Open(t.Context(), path, Options{})
			if err == nil {
				err = s.Close()
				if !test.opened {
					t.Error("it was opened")
				}
			}
			if err != nil && !errors.Is(err, memory.ErrDamaged) && !errors.Is(err, memory.ErrNewer) {
				t.Errorf("error %v", err)
			}
			unchanged()
			_, done, err := repaired(t, path)
			unchanged()
			switch {
			case test.nothing && !errors.Is(err, ErrNothingSaved):
				t.Errorf("error %v", err)
			case !test.nothing && err != nil:
				t.Error(err)
			case err == nil && done.Saved.Messages == 0:
				t.Errorf("nothing was saved: %+v", done)
			}
		})
	}
}

// damages is how many files are spoilt at random.
var damages = flag.Int("damages", 24, "how many files are spoilt at random")

func TestFlippedBitsAreNeverFollowedAnywhere(t *testing.T) {
	whole := closedBytes(t, grown(t))
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	if testing.Short() {
		*damages = min(*damages, 4)
	}
	saved := 0
	for range *damages {
		data := bytes.Clone(whole)
		for range 1 << random.IntN(10) {
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
		}
		if random.IntN(4) == 0 {
			data = data[:random.IntN(len(data))]
		}
		path, unchanged := spoilt(t, data)
		lookEverywhere(t, path)
		unchanged()
		_, done, err := repaired(t, path)
		if err != nil && !errors.Is(err, ErrNothingSaved) && !errors.Is(err, memory.ErrNewer) {
			t.Error(err)
		}
		unchanged()
		saved += done.Saved.Messages
		if t.Failed() {
			if err := os.WriteFile(filepath.Join(os.TempDir(), fmt.Sprint("spoilt-", seed)), data, 0o600); err != nil {
				t.Error(err)
			}
			return
		}
	}
	if saved < *damages*20 {
		t.Errorf("only %d messages were saved from %d files", saved, *damages)
	}
}

// lookEverywhere reads a file that may be damaged as the program would.
func lookEverywhere(t *testing.T, path string) {
	t.Helper()
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		if !errors.Is(err, memory.ErrDamaged) && !errors.Is(err, memory.ErrNewer) {
			t.Errorf("opened: %v", err)
		}
		return
	}
	defer s.Close()
	if _, err := s.Health(t.Context()); err != nil {
		t.Errorf("looked at: %v", err)
	}
	if err := s.Export(t.Context(), func(archive.Line) error { return nil }); err != nil {
		checkSentence(t, err)
	}
}

// talking is a memory whose last messages are in its log alone, copied while it
// was open, as a power cut would leave it.
func talking(t *testing.T) (path string) {
	t.Helper()
	s := openNew(t)
	for i := range 30 {
		say(t, s, fmt.Sprint("message ", i))
	}
	path = filepath.Join(t.TempDir(), "muisto.db")
	for _, end := range []string{"", "-wal"} {
		if err := os.WriteFile(path+end, must[[]byte](t)(os.ReadFile(s.Path()+end)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func TestALogThatIsBrokenInItsMiddleIsNotCutThere(t *testing.T) {
	path := talking(t)
	log := must[[]byte](t)(os.ReadFile(path + "-wal"))
	log[len(log)/2] ^= 0x10
	if err := os.WriteFile(path+"-wal", log, 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, path, memory.ErrDamaged)
	if after := must[[]byte](t)(os.ReadFile(path + "-wal")); !bytes.Equal(after, log) {
		t.Error("the log was changed")
	}
	_, done, err := repaired(t, path)
	if err != nil || done.Saved.Messages < 28 {
		t.Errorf("saved %+v, %v", done, err)
	}
}

// What was being written when the power went was not told to anybody.
func TestALogThatEndsInTheMiddleOfACommitIsGoneOnWith(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil func(log []byte) []byte
	}{
		{"cut", func(l []byte) []byte { return l[:len(l)-100] }},
		{"last frame", func(l []byte) []byte { l[len(l)-100] ^= 1; return l }},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := talking(t)
			log := test.spoil(must[[]byte](t)(os.ReadFile(path + "-wal")))
			if err := os.WriteFile(path+"-wal", log, 0o600); err != nil {
				t.Fatal(err)
			}
			s := openAt(t, path)
			if n := must[Counts](t)(s.Counts(t.Context())).Messages; n != 29 {
				t.Errorf("%d messages", n)
			}
			say(t, s, "and on it goes")
		})
	}
}

// An empty file that was not always empty is not begun anew.
func TestAnEmptyFileThatWasAMemoryIsLeftAlone(t *testing.T) {
	for _, test := range []struct {
		name   string
		beside string
		there  bool
	}{
		{"emptied, with a log", "-wal", true}, {"gone, with a log", "-wal", false}, {"emptied, with a copy", ".bak-3", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "muisto.db")
			if test.there {
				if err := os.WriteFile(path, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(path+test.beside, []byte("something"), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Open(t.Context(), path, Options{})
			if !errors.Is(err, memory.ErrDamaged) || !strings.Contains(err.Error(), test.beside) {
				t.Errorf("error %v", err)
			}
			if got := must[[]byte](t)(os.ReadFile(path + test.beside)); string(got) != "something" {
				t.Errorf("beside it is %q", got)
			}
		})
	}
}

func TestARepairedMemoryTakesThePlaceAndTheDamagedOneIsKept(t *testing.T) {
	path := talking(t)
	was, log := must[[]byte](t)(os.ReadFile(path)), must[[]byte](t)(os.ReadFile(path+"-wal"))
	done := must[Repaired](t)(Repair(t.Context(), path, path+".repaired", Options{}))
	kept := must[string](t)(done.Replace())
	if got := must[[]byte](t)(os.ReadFile(kept)); !bytes.Equal(got, was) {
		t.Error("the damaged one is not as it was")
	}
	if got := must[[]byte](t)(os.ReadFile(kept + "-wal")); !bytes.Equal(got, log) {
		t.Error("its log is not as it was")
	}
	s := openAt(t, path)
	if n := must[Counts](t)(s.Counts(t.Context())).Messages; n != 30 {
		t.Errorf("%d messages", n)
	}
}

func TestRepairOverwritesNothing(t *testing.T) {
	path := talking(t)
	if err := os.WriteFile(path+".repaired", []byte("something"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{path, path + ".repaired"} {
		before := must[[]byte](t)(os.ReadFile(to))
		if _, err := Repair(t.Context(), path, to, Options{}); !errors.Is(err, os.ErrExist) {
			t.Errorf("error %v", err)
		}
		if after := must[[]byte](t)(os.ReadFile(to)); !bytes.Equal(after, before) {
			t.Errorf("%s was written over", to)
		}
	}
}

// Every older form is repaired as it is, and brought up to date.
func TestRepairKnowsEveryForm(t *testing.T) {
	steps := stepsWith(t)
	for n := 1; n <= len(steps); n++ {
		path := filepath.Join(t.TempDir(), "muisto.db")
		old := must[*Store](t)(connect(path, Options{}))
		if err := old.migrate(t.Context(), steps[:n]); err != nil {
			t.Fatal(err)
		}
		tx := must[*sql.Tx](t)(old.writes.BeginTx(t.Context(), nil))
		for _, query := range []string{
			`INSERT INTO conversations (key, id, last_at) VALUES (1, 'c', 5)`,
			`INSERT INTO messages (conversation, id, own_id, role, speaker, at, offset, text, state) VALUES (1, 'm1', 0, 'user', '', 5, 0, 'from long ago', 'finished')`,
			`INSERT INTO waiting (conversation, at, message) VALUES (1, 5, 1)`,
		} {
			if _, err := tx.ExecContext(t.Context(), query); err != nil {
				t.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		closedBytes(t, old)
		s, done, err := repaired(t, path)
		if err != nil || done.Saved != (Holding{Conversations: 1, Messages: 1}) || version(t, s.Path()) != len(steps) {
			t.Errorf("form %d: %+v, %v", n, done, err)
		}
	}
}

func TestANewerMemoryIsNotRepaired(t *testing.T) {
	path := filepath.Join(t.TempDir(), "muisto.db")
	s := openAt(t, path)
	if err := s.migrate(t.Context(), stepsWith(t, `CREATE TABLE more (x INTEGER) STRICT`)); err != nil {
		t.Fatal(err)
	}
	closedBytes(t, s)
	if _, _, err := repaired(t, path); !errors.Is(err, memory.ErrNewer) {
		t.Errorf("error %v", err)
	}
}
