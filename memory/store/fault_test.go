package store

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/archive"
	"muisto/memory/store/faulty"
)

// faults is how many faults each piece of work meets; 0 is one at every write.
var faults = flag.Int("faults", 4, "how many faults each piece of work meets, spread over its writes; 0 for one at each")

// raw is what no person can make anything of.
var raw = regexp.MustCompile(`\(\d+\)|(?i)sqlite|SQL logic|disk I/O|database is|database or|constraint|unable to open`)

// checkSentence holds an error to being a sentence for a person.
func checkSentence(t *testing.T, err error) {
	t.Helper()
	if text := err.Error(); raw.MatchString(text) || len(text) < 20 {
		t.Errorf("the sentence is %q", text)
	}
}

// work is one thing that is done to a memory.
type work struct {
	name string
	do   func(ctx context.Context, t *testing.T, s *Store, dir string) error
	// steps are the migrations with which the file is opened; nil for the usual.
	steps func(t *testing.T) []string
	// empty: it begins with no file.
	empty bool
}

func works() []work {
	said := func(ctx context.Context, _ *testing.T, s *Store, _ string) error {
		m, err := s.AppendMessage(ctx, inConversation("new", "said", noon))
		if err != nil {
			return err
		}
		m, err = s.AppendMessage(ctx, memory.Message{Conversation: "new", Role: memory.RoleAssistant, At: noon, Text: "As"})
		if err != nil {
			return err
		}
		if err := s.GrowMessage(ctx, m.Key, "As I said"); err != nil {
			return err
		}
		return s.FinishMessage(ctx, m.Key, "As I said, "+strings.Repeat("at length, ", 2000), Whole)
	}
	return []work{
		{name: "making it", do: said, empty: true},
		{name: "talking", do: said},
		{name: "capturing", do: func(ctx context.Context, _ *testing.T, s *Store, _ string) error {
			lease, err := s.Acquire(ctx, "capture", 0) // whoever comes next need not wait for it
			if err != nil {
				return err
			}
			return capturePending(ctx, s, lease)
		}},
		{name: "importing", do: func(ctx context.Context, _ *testing.T, s *Store, _ string) error {
			var many []memory.Message
			for i := range 300 {
				many = append(many, memory.Message{Conversation: "brought", Role: memory.RoleUser, At: noon, ID: fmt.Sprint(i), Text: strings.Repeat("long ", i)})
			}
			_, err := s.Import(ctx, many)
			return err
		}},
		{name: "reviewing", do: func(ctx context.Context, _ *testing.T, s *Store, _ string) error {
			if _, err := s.Retire(ctx, 6, noon); err != nil {
				return err
			}
			_, _, err := s.Undo(ctx, noon)
			return err
		}},
		{name: "erasing", do: func(ctx context.Context, _ *testing.T, s *Store, _ string) error {
			_, err := s.Erase(ctx, Targets{Messages: []int64{4}})
			return err
		}},
		{name: "copying", do: func(ctx context.Context, _ *testing.T, s *Store, dir string) error {
			return s.Backup(ctx, filepath.Join(dir, "copy.db"))
		}},
		{name: "migrating", do: func(context.Context, *testing.T, *Store, string) error { return nil },
			steps: func(t *testing.T) []string {
				return stepsWith(t, `CREATE TABLE more (x INTEGER) STRICT; INSERT INTO more SELECT key FROM messages; UPDATE messages SET speaker = 'someone';`)
			}},
		{name: "restoring", empty: true, do: func(ctx context.Context, t *testing.T, s *Store, dir string) error {
			text, err := os.ReadFile(filepath.Join(filepath.Dir(dir), "export.jsonl"))
			if err != nil {
				return err
			}
			_, err = s.Restore(ctx, archived(text))
			return err
		}},
	}
}

// inDir opens the memory in a folder and does the work.
func (w work) inDir(t *testing.T, dir string) (err error) {
	ctx := t.Context()
	path := filepath.Join(dir, "muisto.db")
	var s *Store
	if w.steps != nil {
		if s, err = connect(path, Options{Clock: memory.FixedClock(noon)}); err != nil {
			return err
		}
		if err := s.migrate(ctx, w.steps(t)); err != nil {
			return errors.Join(explain(err), s.Close())
		}
	} else if s, err = Open(ctx, path, Options{Clock: memory.FixedClock(noon)}); err != nil {
		return err
	}
	return errors.Join(w.do(ctx, t, s, dir), s.Close())
}

// TestEveryWriteMayFail does each piece of work on a disk that fails at one of
// its writes: it ends in a sentence, what was there before is there afterwards,
// and the next time it goes through.
func TestEveryWriteMayFail(t *testing.T) {
	if err := faulty.Register(); err != nil {
		t.Fatal(err)
	}
	top := t.TempDir()
	whole := lived(t)
	if _, err := whole.FinishAbandoned(t.Context()); err != nil {
		t.Fatal(err)
	}
	base := exported(t, whole)
	if err := os.WriteFile(filepath.Join(top, "export.jsonl"), base, 0o600); err != nil {
		t.Fatal(err)
	}
	data := closedBytes(t, whole)
	for _, w := range works() {
		for _, kind := range []faulty.Kind{faulty.Full, faulty.Broken, faulty.Dead} {
			t.Run(fmt.Sprint(w.name, " on a ", kind, " disk"), func(t *testing.T) {
				begin := func(name string) string {
					t.Helper()
					dir := filepath.Join(top, w.name+kind.String()+name)
					if err := os.Mkdir(dir, 0o700); err != nil {
						t.Fatal(err)
					}
					if !w.empty {
						if err := os.WriteFile(filepath.Join(dir, "muisto.db"), data, 0o600); err != nil {
							t.Fatal(err)
						}
					}
					return dir
				}
				faulty.Arm(1<<40, kind)
				if err := w.inDir(t, begin("without")); err != nil {
					t.Fatal(err)
				}
				_, writes := faulty.Disarm()
				struck := 0
				for _, n := range faulty.Spread(writes, *faults) {
					dir := begin(fmt.Sprint(n))
					faulty.Arm(n, kind)
					err := w.inDir(t, dir)
					came, _ := faulty.Disarm()
					if came {
						struck++
					}
					if err != nil {
						checkSentence(t, err)
					}
					w.checkAfter(t, dir, base, fmt.Sprintf("write %d of %d", n, writes))
					if t.Failed() {
						t.Fatalf("at write %d of %d: %v", n, writes, err)
					}
				}
				t.Logf("%d faults in %d writes", struck, writes)
				if struck == 0 {
					t.Error("no fault came")
				}
			})
		}
	}
}

// checkAfter opens the memory on a sound disk: it is sound, holds what it held,
// and the work can be done.
func (w work) checkAfter(t *testing.T, dir string, base []byte, at string) {
	t.Helper()
	path := filepath.Join(dir, "muisto.db")
	if err := removeAll(filepath.Join(dir, "copy.db")); err != nil {
		t.Fatal(err)
	}
	if w.steps == nil {
		s := must[*Store](t)(Open(t.Context(), path, Options{Clock: memory.FixedClock(noon)}))
		if h := must[Health](t)(s.Health(t.Context())); len(h.Troubles) > 0 {
			t.Errorf("%s: troubles %v", at, h.Troubles)
		}
		if !w.empty && w.name != "erasing" {
			checkHolds(t, s, base)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if w.name == "restoring" { // it may have gone through
		if err := removeAll(path); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.inDir(t, dir); err != nil && !errors.Is(err, ErrRetired) {
		t.Errorf("%s: the next time: %v", at, err)
	}
	left := parts(path, dead, unknown, alive)
	if len(left) > 0 {
		t.Errorf("%s: left %v", at, left)
	}
}

// checkHolds holds a memory to every message and moment of an export.
func checkHolds(t *testing.T, s *Store, base []byte) {
	t.Helper()
	texts := func(export []byte) map[int64]string {
		m := map[int64]string{}
		for l, err := range archived(export) {
			if err != nil {
				t.Fatal(err)
			}
			if l, ok := l.(*archive.Message); ok {
				m[l.Key] = l.Text
			}
		}
		return m
	}
	is := texts(exported(t, s))
	for key, text := range texts(base) {
		if is[key] != text {
			t.Errorf("message %d was %q and is %q", key, text, is[key])
		}
	}
}

// A lease that a full disk kept from being given back does not bar the way.
func TestALeaseIsGivenBackOnAFullDisk(t *testing.T) {
	if err := faulty.Register(); err != nil {
		t.Fatal(err)
	}
	s := openNew(t)
	l := must[Lease](t)(s.Acquire(t.Context(), "capture", time.Minute))
	faulty.Arm(1, faulty.Full)
	err := s.Release(t.Context(), l)
	if came, _ := faulty.Disarm(); err == nil || !came {
		t.Fatalf("given back: %v", err)
	}
	must[Lease](t)(s.Acquire(t.Context(), "capture", time.Minute))
}
