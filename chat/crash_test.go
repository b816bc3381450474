package chat_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"muisto/chat"
	"muisto/demo"
	"muisto/memory"
	"muisto/memory/archive"
	"muisto/memory/mind"
	"muisto/memory/store"
	"muisto/model"
	"muisto/model/builtin"
)

// Set in a process of this binary that lives on a file until it is killed: the
// file, and what it does in which order.
const (
	victimFile = "MUISTO_TEST_VICTIM"
	victimSeed = "MUISTO_TEST_VICTIM_SEED"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(victimFile); path != "" {
		if err := liveUntilKilled(path); err != nil {
			fmt.Println("failed", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// slowly is the built-in model with replies that come in pieces.
type slowly struct {
	builtin.Model
	random *rand.Rand
}

func (s slowly) Reply(ctx context.Context, p model.Prompt, emit func(string)) (model.Usage, error) {
	usage, err := s.Model.Reply(ctx, p, emit)
	for range s.random.IntN(4) {
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return usage, ctx.Err()
		}
		emit(" And a little more.")
	}
	return usage, err
}

// home is a memory with a session on it, as the program has them.
type home struct {
	path    string
	file    *store.Store
	session *chat.Session
	clock   *demo.Clock
	watched chan struct{}
}

func settle(ctx context.Context, path string, replier model.Replier) (*home, error) {
	clock := demo.NewClock(time.Date(2026, 5, 18, 9, 0, 0, 0, time.FixedZone("", 3*60*60)))
	file, err := store.Open(ctx, path, store.Options{Clock: clock})
	if err != nil {
		return nil, err
	}
	if last, err := file.LatestConversation(ctx); err == nil {
		clock.Set(last.LastAt.Add(2 * time.Hour))
	}
	within := builtin.New(4)
	m, err := mind.New(mind.Options{
		Store: file, Clock: clock, Encoder: within, Writer: within, Builtin: within,
		Settings: mind.Settings{Decay: memory.DefaultDecay, DayTurn: 4, BatchTokens: 2000, RecallBudget: 800, StateDays: 90, NightCalls: 50},
	})
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	session, err := chat.Open(ctx, chat.Options{
		Mind: m, Store: file, Clock: clock, Replier: replier, ContextTokens: 4096,
		Quiet: time.Minute, DayTurn: 4, Decay: memory.DefaultDecay,
	})
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	h := &home{path, file, session, clock, make(chan struct{})}
	go func() {
		defer close(h.watched)
		for range session.Events() { // a screen that keeps up
		}
	}()
	return h, nil
}

func (h *home) leave() error {
	err := h.session.Close()
	<-h.watched
	return errors.Join(err, h.file.Close())
}

// liveUntilKilled does whatever can be done to a memory, and writes a line for
// everything that a person would have seen by then.
func liveUntilKilled(path string) error {
	seed, err := strconv.ParseUint(os.Getenv(victimSeed), 10, 64)
	if err != nil {
		return err
	}
	ctx, random := context.Background(), rand.New(rand.NewPCG(seed, 1))
	h, err := settle(ctx, path, slowly{builtin.New(4), random})
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		h.clock.Set(h.clock.Now().Add(time.Duration(1+random.IntN(8)) * time.Hour))
		if err := h.something(ctx, random, n); err != nil && !errors.Is(err, memory.ErrBusy) {
			return err
		}
	}
}

// something does one thing, most often a turn.
func (h *home) something(ctx context.Context, random *rand.Rand, n int) error {
	told := func(what string, err error) error {
		if err == nil {
			fmt.Println(what)
		}
		return err
	}
	switch random.IntN(14) {
	case 0, 1:
		return told("remembered", h.session.Remember(ctx))
	case 2:
		scope := []mind.SleepScope{mind.Due, "night", "week"}[random.IntN(3)]
		return told("slept", h.session.Sleep(ctx, scope))
	case 3:
		return h.bringIn(ctx, n)
	case 4:
		return h.review(ctx, random, told)
	case 5:
		return h.erase(ctx, random)
	case 6:
		return told("exported", h.file.Export(ctx, func(archive.Line) error { return nil }))
	case 7:
		copied := h.path + ".copy"
		if err := os.Remove(copied); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return told("copied", h.file.Backup(ctx, copied))
	case 8:
		return told("began anew", h.session.NewConversation(ctx))
	}
	return h.turn(ctx, random, n)
}

func (h *home) turn(ctx context.Context, random *rand.Rand, n int) error {
	day := []string{"Monday", "Tuesday", "Thursday", "Friday"}[random.IntN(4)]
	_, err := h.session.Turn(ctx, fmt.Sprintf("No, the Heron launch number %d-%d is on %s.", os.Getpid(), n, day), func(e chat.Event) {
		switch e := e.(type) {
		case chat.Said:
			fmt.Printf("said %s\n", e.Message.Text)
		case chat.Piece:
			fmt.Println("piece")
		}
	})
	return err
}

const broughtIn = 20 // messages of an import

func (h *home) bringIn(ctx context.Context, n int) error {
	mark := fmt.Sprintf("b%d-%d", os.Getpid(), n)
	var list []memory.Message
	for i := range broughtIn {
		list = append(list, memory.Message{
			Conversation: mark, ID: fmt.Sprint(i), Role: memory.RoleUser, At: h.clock.Now().AddDate(0, -1, 0),
			Text: fmt.Sprintf("%s: I met Noor in Bergen, for the time number %d.", mark, i),
		})
	}
	_, err := h.file.Import(ctx, list)
	if err == nil {
		fmt.Println("brought", mark)
	}
	return err
}

func (h *home) review(ctx context.Context, random *rand.Rand, told func(string, error) error) error {
	facts, err := h.session.Facts(ctx, chat.FactQuery{})
	if err != nil || len(facts) == 0 {
		return err
	}
	f := facts[random.IntN(len(facts))]
	switch random.IntN(4) {
	case 0:
		_, err = h.session.CorrectFact(ctx, f.ID, fmt.Sprintf("The Heron launch is on day %d.", random.IntN(1000)))
	case 1:
		_, err = h.session.ConfirmFact(ctx, f.ID)
	case 2:
		_, err = h.session.RetireFact(ctx, f.ID)
	default:
		if _, _, err = h.session.UndoFact(ctx); errors.Is(err, store.ErrNothingToUndo) || errors.Is(err, store.ErrRetired) {
			err = nil
		}
	}
	return told("reviewed", err)
}

// erase says that it is about to, so that what is gone is not taken for lost.
func (h *home) erase(ctx context.Context, random *rand.Rand) error {
	said, err := h.session.Written(ctx, 30)
	if err != nil || len(said) == 0 {
		return err
	}
	text := said[random.IntN(len(said))]
	found, err := h.session.Search(ctx, text, 1)
	if err != nil || len(found.Messages) == 0 {
		return err
	}
	target := store.Targets{Messages: []int64{found.Messages[0].Key}}
	going, err := h.session.PreviewErase(ctx, target)
	if err != nil {
		return err
	}
	for _, m := range going.Messages {
		fmt.Printf("erasing %s\n", m.Text)
	}
	if _, err := h.session.Erase(ctx, target); err != nil {
		return err
	}
	for _, m := range going.Messages {
		fmt.Printf("erased %s\n", m.Text)
	}
	return nil
}

var kills = flag.Int("kills", 16, "how often a process is killed")

// seen is what the killed processes have shown.
type seen struct {
	said, brought, erasing, erased map[string]bool
	did                            map[string]int
}

func (s *seen) note(t *testing.T, line string) {
	t.Helper()
	what, rest, _ := strings.Cut(line, " ")
	s.did[what]++
	switch what {
	case "said":
		s.said[rest] = true
	case "brought":
		s.brought[rest] = true
	case "erasing":
		s.erasing[rest] = true
	case "erased":
		s.erased[rest] = true
	case "failed":
		t.Fatal(line)
	}
}

// A process that is killed at any moment of whatever it does loses no message
// that was shown as sent, doubles nothing, leaves a sound file and nothing to do
// by hand.
func TestNothingIsLostWhenTheProcessIsKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	s := &seen{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]int{}}
	if testing.Short() {
		*kills = min(*kills, 4)
	}
	for range *kills {
		runAndKill(t, path, random, s)
		checkAfterKill(t, path, s)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d kills; seen before them: %v", *kills, s.did)
	if len(s.said) < *kills/2 {
		t.Fatalf("only %d messages were shown in %d runs", len(s.said), *kills)
	}
}

// runAndKill lets a process live until it has written a few lines and a little
// longer, then kills it wherever it is.
func runAndKill(t *testing.T, path string, random *rand.Rand, s *seen) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), victimFile+"="+path, fmt.Sprintf("%s=%d", victimSeed, random.Uint64()))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	scan := bufio.NewScanner(out)
	for lines := random.IntN(25); lines >= 0 && scan.Scan(); lines-- {
		s.note(t, scan.Text())
	}
	for range random.IntN(20_000) { // into the middle of what comes next
		runtime.Gosched()
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for scan.Scan() { // what was written before the end was shown
		s.note(t, scan.Text())
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != -1 {
		t.Fatalf("the process ended by itself: %v", err)
	}
}

func checkAfterKill(t *testing.T, path string, s *seen) {
	t.Helper()
	ctx := t.Context()
	file, err := store.Open(ctx, path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}()
	health, err := file.Health(ctx)
	if err != nil || len(health.Troubles) > 0 {
		t.Errorf("the file is not sound: %v, %v", health.Troubles, err)
	}
	if left, err := filepath.Glob(path + "*.part-*"); err != nil || len(left) > len(health.Leftovers)+1 {
		t.Errorf("left: %v, %v", left, err)
	}
	checkMessages(t, file, s)
	checkMemories(t, file)
	checkErased(t, path, s)
	if copied, err := store.Open(ctx, path+".copy", store.Options{}); err == nil {
		if health, err := copied.Health(ctx); err != nil || len(health.Troubles) > 0 {
			t.Errorf("the copy is not sound: %v, %v", health.Troubles, err)
		}
		if err := copied.Close(); err != nil {
			t.Error(err)
		}
	}
}

// checkMessages holds the file to what was shown, and imports to all or
// nothing.
func checkMessages(t *testing.T, file *store.Store, s *seen) {
	t.Helper()
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
		if strings.HasPrefix(c.ID, "b") && len(messages) != broughtIn {
			t.Errorf("%d messages of the import %s are there", len(messages), c.ID)
		}
		s.brought[c.ID] = false
		for _, m := range messages {
			if m.Role == memory.RoleUser {
				stored[m.Text]++
			}
		}
	}
	for id, missing := range s.brought {
		if missing {
			t.Errorf("the import %s is lost", id)
		}
		s.brought[id] = strings.HasPrefix(id, "b")
	}
	for text := range s.said {
		if n := stored[text]; n > 1 || n == 0 && !s.erasing[text] {
			t.Errorf("%q was shown as sent and is stored %d times", text, n)
		}
	}
}

// checkMemories holds moments and facts to being formed once, of what is there.
func checkMemories(t *testing.T, file *store.Store) {
	t.Helper()
	episodes, err := file.EpisodesAfter(t.Context(), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	formed, there := map[int64]memory.Episode{}, map[memory.EpisodeID]bool{}
	for _, e := range episodes {
		there[e.ID] = true
		for _, source := range e.Sources {
			if other, ok := formed[source.Key]; ok && !other.FormedAt.Equal(e.FormedAt) {
				t.Errorf("message %d became %s and later %s", source.Key, other.ID, e.ID)
			}
			formed[source.Key] = e
		}
	}
	facts, err := file.Facts(t.Context(), store.FactQuery{})
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]memory.FactID{}
	for _, f := range facts {
		if other, ok := known[f.Text]; ok {
			t.Errorf("%s and %s both say %q", f.ID, other, f.Text)
		}
		known[f.Text] = f.ID
		if len(f.Sources) == 0 {
			t.Errorf("%s rests on nothing", f.ID)
		}
	}
}

// checkErased looks for what was erased in every byte that is left.
func checkErased(t *testing.T, path string, s *seen) {
	t.Helper()
	for _, end := range []string{"", "-wal"} {
		data, err := os.ReadFile(path + end)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		for text := range s.erased {
			if strings.HasPrefix(text, "[erased]") {
				continue // what an earlier erasure left of a reply, which others may say as well
			}
			if bytes.Contains(data, []byte(text)) {
				t.Errorf("%q was erased and is in the file%s", text, end)
			}
		}
	}
}
