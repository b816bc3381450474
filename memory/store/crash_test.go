package store

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"muisto/memory"
)

// Set in a child process: what it is to do, and on which file.
const (
	childTask = "MUISTO_STORE_TEST_TASK"
	childFile = "MUISTO_STORE_TEST_FILE"
)

func TestMain(m *testing.M) {
	tasks := map[string]func(context.Context, *Store) error{"live": live, "talk": talk}
	task, ok := tasks[os.Getenv(childTask)]
	if os.Getenv(childTask) == "open" {
		task, ok = func(context.Context, *Store) error { return nil }, true
		fmt.Println("opening")
	}
	if !ok {
		os.Exit(m.Run())
	}
	if err := runTask(task); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func runTask(task func(context.Context, *Store) error) error {
	ctx := context.Background()
	s, err := Open(ctx, os.Getenv(childFile), Options{Clock: memory.FixedClock(noon)})
	if err != nil {
		return err
	}
	defer s.Close()
	return task(ctx, s)
}

// ack is what a child says once the store has returned.
type ack struct {
	Key      int64
	Text     string // it is stored at least this far
	Captured bool
}

// live chats and captures without end.
func live(ctx context.Context, s *Store) error {
	out := json.NewEncoder(os.Stdout)
	if _, err := s.FinishAbandoned(ctx); err != nil {
		return err
	}
	for n := 0; ; n++ {
		m, err := s.AppendMessage(ctx, user(fmt.Sprintf("turn %d", n), noon))
		if err != nil {
			return err
		}
		if err := out.Encode(ack{Key: m.Key, Text: m.Text}); err != nil {
			return err
		}
		if err := answer(ctx, s, out, n); err != nil {
			return err
		}
		if n%3 == 2 {
			if err := capture(ctx, s, out); err != nil {
				return err
			}
		}
	}
}

func answer(ctx context.Context, s *Store, out *json.Encoder, n int) error {
	m, err := s.AppendMessage(ctx, reply("As"))
	if err != nil {
		return err
	}
	for i := range 4 {
		m.Text += strings.Repeat(fmt.Sprintf(" I said %d,", n), 10*(i+1))
		if err := s.GrowMessage(ctx, m.Key, m.Text); err != nil {
			return err
		}
		if err := out.Encode(ack{Key: m.Key, Text: m.Text}); err != nil {
			return err
		}
	}
	return s.FinishMessage(ctx, m.Key, m.Text, Whole)
}

func capture(ctx context.Context, s *Store, out *json.Encoder) error {
	lease, err := s.Acquire(ctx, "capture", time.Minute)
	if err != nil {
		return err
	}
	batch, err := s.Uncaptured(ctx, "c", 0)
	if err != nil {
		return err
	}
	c := Capture{Conversation: "c", Lease: lease, Encoder: "test", At: noon, Speakers: map[string][]byte{"user": {1}}}
	for _, m := range batch {
		c.Messages = append(c.Messages, m.Key)
		c.Episodes = append(c.Episodes, episodeOf("It was said.", m))
	}
	if _, err := s.RecordCapture(ctx, c); err != nil {
		return err
	}
	for _, key := range c.Messages {
		if err := out.Encode(ack{Key: key, Captured: true}); err != nil {
			return err
		}
	}
	return s.Release(ctx, lease)
}

// child starts this binary on a task.
func child(t *testing.T, task, path string) *exec.Cmd {
	t.Helper()
	exe := must[string](t)(os.Executable())
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(os.Environ(), childTask+"="+task, childFile+"="+path)
	cmd.Stderr = os.Stderr
	return cmd
}

// TestNothingIsLostWhenKilled kills a chatting, capturing process at random
// points, again and again on one file, and looks at what is left each time.
func TestNothingIsLostWhenKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "muisto.db")
	texts, captured := map[int64]string{}, map[int64]bool{}
	random := seeded(t)
	for range *kills {
		killed(t, path, random, func(a ack) {
			if a.Captured {
				captured[a.Key] = true
			} else {
				texts[a.Key] = a.Text
			}
		})
		checkAfterKill(t, path, texts, captured)
		if t.Failed() {
			return
		}
	}
	if len(captured) == 0 || len(texts) < *kills {
		t.Errorf("only %d messages and %d captured ones were seen", len(texts), len(captured))
	}
}

// kills is how often a process is killed, in each test.
var kills = flag.Int("kills", 12, "how often a process is killed")

// seeded is a source of numbers whose seed is told, for few kills in a short
// test.
func seeded(t *testing.T) *rand.Rand {
	t.Helper()
	if testing.Short() {
		*kills = min(*kills, 4)
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 2))
}

// A process that is killed while it brings a file of an older form up to date,
// at any point of copying and of migrating, leaves the file as it was or as it
// is to be, with its copy, and the next start does the rest.
func TestAKilledMigrationIsGoneOnWith(t *testing.T) {
	steps, random := stepsWith(t), seeded(t)
	first := filepath.Join(t.TempDir(), "old.db")
	old := must[*Store](t)(connect(first, Options{}))
	if err := old.migrate(t.Context(), steps[:2]); err != nil {
		t.Fatal(err)
	}
	fillOld(t, old)
	data := closedBytes(t, old)
	path := filepath.Join(t.TempDir(), "muisto.db")
	early := 0
	for range *kills {
		for _, name := range append(Copies(path), path, path+"-wal", path+"-shm") {
			if err := removeAll(name); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := child(t, "open", path)
		pipe, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		bufio.NewScanner(pipe).Scan()
		linger(random.IntN(200_000))
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if cmd.Wait() != nil {
			early++
		}
		s := openAt(t, path)
		h := must[Health](t)(s.Health(t.Context()))
		if len(h.Troubles) > 0 || h.Form != len(steps) || h.Counts.Messages != 500 || len(h.Copies) == 0 {
			t.Fatalf("after a kill: %+v", h)
		}
		if left := parts(path, dead, unknown, alive); len(left) > 0 && look(s.self) == alive {
			t.Errorf("left %v", left)
		}
		back := openAt(t, h.Copies[0])
		if got := must[Health](t)(back.Health(t.Context())); len(got.Troubles) > 0 || got.Counts.Messages != 500 {
			t.Errorf("the copy: %+v", got)
		}
		for _, s := range []*Store{s, back} {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if err := removeAll(append(Copies(h.Copies[0]), Copies(path)...)...); err != nil {
			t.Fatal(err)
		}
	}
	if early == 0 {
		t.Errorf("none of %d kills came in time", *kills)
	}
}

// fillOld puts 500 messages into a file of the second form.
func fillOld(t *testing.T, s *Store) {
	t.Helper()
	err := s.write(t.Context(), func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(t.Context(), `INSERT INTO conversations (key, id, last_at) VALUES (1, 'c', 500)`); err != nil {
			return err
		}
		for i := range 500 {
			if _, err := tx.ExecContext(t.Context(), `INSERT INTO messages (conversation, id, own_id, role, speaker, at, offset, text, state)
				VALUES (1, ?1, 0, 'user', '', ?1, 0, ?2, 'finished')`, i+1, strings.Repeat("from long ago ", 40)); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(t.Context(), `INSERT INTO waiting (conversation, at, message) SELECT conversation, at, key FROM messages`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// killed lets a child live for a drawn number of acknowledgements and a little
// more, kills it, and passes on all that it acknowledged.
func killed(t *testing.T, path string, random *rand.Rand, seen func(ack)) {
	t.Helper()
	cmd := child(t, "live", path)
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(pipe)
	for n, last := 0, random.IntN(40); lines.Scan(); n++ {
		var a ack
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			break // the last line, cut short: it was never said
		}
		seen(a)
		if n == last {
			linger(random.IntN(5_000))
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != -1 {
		t.Fatalf("the child ended by itself: %v", err)
	}
}

// linger passes a little time, so that kills fall within transactions as well
// as right after them.
func linger(turns int) {
	for range turns {
		runtime.Gosched()
	}
}

func checkAfterKill(t *testing.T, path string, texts map[int64]string, captured map[int64]bool) {
	t.Helper()
	ctx := t.Context()
	s := must[*Store](t)(Open(ctx, path, Options{Clock: memory.FixedClock(noon)}))
	defer s.Close()
	if h := must[Health](t)(s.Health(ctx)); len(h.Troubles) > 0 {
		t.Errorf("troubles: %v", h.Troubles)
	}
	stored := map[int64]memory.Message{}
	for _, m := range must[[]memory.Message](t)(s.Messages(ctx, "c", 0, 0)) {
		stored[m.Key] = m
	}
	for key, text := range texts {
		if !strings.HasPrefix(stored[key].Text, text) {
			t.Errorf("message %d was shown as %q and is %q", key, text, stored[key].Text)
		}
	}
	cited := map[int64]int{}
	for _, e := range must[[]memory.Episode](t)(s.EpisodesAfter(ctx, 0, 0)) {
		cited[e.Sources[0].Key]++
	}
	for key := range stored {
		if n := cited[key]; n > 1 || captured[key] && n != 1 {
			t.Errorf("message %d was captured %d times (acknowledged: %v)", key, n, captured[key])
		}
	}
	if look(s.self) != alive {
		return // elsewhere a lease ends by time
	}
	if lease, err := s.Acquire(ctx, "capture", time.Minute); err != nil {
		t.Errorf("the dead process keeps its lease: %v", err)
	} else if err := s.Release(ctx, lease); err != nil {
		t.Error(err)
	}
}
