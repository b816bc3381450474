package chat

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/store"
)

// victim, set to a file, makes this binary chat on it until it is killed.
const victim = "MUISTO_TEST_VICTIM"

func TestMain(m *testing.M) {
	if path := os.Getenv(victim); path != "" {
		if err := chatUntilKilled(path); err != nil {
			fmt.Println("failed", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// chatUntilKilled takes turns and captures, and writes a line for everything
// that a screen would have shown by then.
func chatUntilKilled(path string) error {
	ctx := context.Background()
	clock := memory.SystemClock{}
	file, err := store.Open(ctx, path, store.Options{Clock: clock})
	if err != nil {
		return err
	}
	s := &script{pieces: []string{"a reply ", "that comes ", "in pieces"}, pause: saveEvery / 8}
	m, err := mind.New(mind.Options{
		Store: file, Clock: clock, Encoder: s, Builtin: s,
		Settings: mind.Settings{Decay: memory.DefaultDecay, DayTurn: 4, BatchTokens: 2000, RecallBudget: 800},
	})
	if err != nil {
		return err
	}
	session, err := Open(ctx, Options{
		Mind: m, Store: file, Clock: clock, Replier: s, ContextTokens: 4096,
		Quiet: time.Minute, DayTurn: 4, Decay: memory.DefaultDecay,
	})
	if err != nil {
		return err
	}
	go func() {
		for range session.Events() { // a screen that keeps up
		}
	}()
	for i := 0; ; i++ {
		text := fmt.Sprintf("message %d of %d", i, os.Getpid())
		_, err := session.Turn(ctx, text, func(e Event) {
			switch e := e.(type) {
			case Said:
				fmt.Printf("said %s\n", e.Message.Text)
			case Piece:
				fmt.Printf("piece %s\n", e.Text)
			}
		})
		if err != nil {
			return err
		}
		if err := session.Remember(ctx); err != nil && !errors.Is(err, memory.ErrBusy) {
			return err
		}
		fmt.Println("remembered")
	}
}

const kills = 100

// A process that is killed at any moment of a turn or a capture loses no
// message that was shown as sent, doubles no episode, and leaves a sound file.
func TestNothingIsLostWhenTheProcessIsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes")
	}
	path := filepath.Join(t.TempDir(), "m.db")
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	shown := map[string]bool{}
	for range kills {
		runAndKill(t, path, random.IntN(14), shown)
		checkAfterKill(t, path, shown)
		if t.Failed() {
			return
		}
	}
	if len(shown) < kills {
		t.Fatalf("only %d messages were shown in %d runs", len(shown), kills)
	}
}

// runAndKill lets a process chat until it has written that many lines, then
// kills it wherever it is.
func runAndKill(t *testing.T, path string, lines int, shown map[string]bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), victim+"="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	scan := bufio.NewScanner(out)
	for lines >= 0 && scan.Scan() {
		note(t, scan.Text(), shown)
		lines--
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for scan.Scan() { // what was written before the end was shown
		note(t, scan.Text(), shown)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the process ended by itself")
	}
}

func note(t *testing.T, line string, shown map[string]bool) {
	t.Helper()
	if text, ok := strings.CutPrefix(line, "said "); ok {
		shown[text] = true
	}
	if strings.HasPrefix(line, "failed") {
		t.Fatal(line)
	}
}

func checkAfterKill(t *testing.T, path string, shown map[string]bool) {
	t.Helper()
	file, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}()
	health, err := file.Health(t.Context())
	if err != nil || len(health.Troubles) > 0 {
		t.Errorf("the file is not sound: %v, %v", health.Troubles, err)
	}
	conversations, err := file.Conversations(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]int{}
	for _, c := range conversations {
		messages, err := file.Messages(t.Context(), c.ID, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range messages {
			if m.Role == memory.RoleUser {
				stored[m.Text]++
			}
		}
	}
	for text := range shown {
		if stored[text] != 1 {
			t.Errorf("%q was shown as sent and is stored %d times", text, stored[text])
		}
	}
	episodes, err := file.Episodes(t.Context(), store.EpisodeQuery{})
	if err != nil {
		t.Fatal(err)
	}
	formed := map[int64]memory.EpisodeID{}
	for _, e := range episodes {
		for _, s := range e.Sources {
			if other, ok := formed[s.Key]; ok {
				t.Errorf("message %d became %s and %s", s.Key, other, e.ID)
			}
			formed[s.Key] = e.ID
		}
	}
}
