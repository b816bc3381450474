package mind

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"muisto/memory"
	"muisto/memory/recall"
	"muisto/memory/store"
)

// kills is how often a process is killed.
var kills = flag.Int("kills", 6, "how often a process is killed")

// killedFile names, in a child process, the memory whose index it is to keep making.
const killedFile = "MUISTO_MIND_TEST_FILE"

func TestMain(m *testing.M) {
	if path := os.Getenv(killedFile); path != "" {
		if err := keepMaking(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	goleak.VerifyTestMain(m)
}

// keepMaking makes the index of a memory that grows, again and again.
func keepMaking(path string) error {
	ctx := context.Background()
	for {
		m, err := openMind(ctx, path)
		if err != nil {
			return err
		}
		if err := remember(ctx, m, 3); err != nil {
			return err
		}
		if err := m.Store.IndexFile().Remove(); err != nil { // else it is good enough
			return err
		}
		if err := m.Load(ctx); err != nil {
			return err
		}
		if err := m.SaveIndex(ctx); err != nil {
			return err
		}
		fmt.Println("made")
		if err := m.Store.Close(); err != nil {
			return err
		}
	}
}

func openMind(ctx context.Context, path string) (*Mind, error) {
	clock := memory.FixedClock(at(20, 12, 0))
	s, err := store.Open(ctx, path, store.Options{Clock: clock})
	if err != nil {
		return nil, err
	}
	return New(Options{Store: s, Clock: clock, Settings: Settings{Decay: memory.DefaultDecay, DayTurn: 4, RecallBudget: 800}})
}

// remember stores n moments more, all of them different.
func remember(ctx context.Context, m *Mind, n int) error {
	counts, err := m.Store.Counts(ctx)
	if err != nil {
		return err
	}
	var messages []memory.Message
	conversation := fmt.Sprint("c", counts.Episodes)
	for i := range n {
		k := counts.Episodes + i
		text := fmt.Sprintf("The user saw a %s heron%d near the %s.", []string{"grey", "young", "sleepy"}[k%3], k, []string{"canal", "harbour", "bridge", "mill"}[k%4])
		messages = append(messages, say(conversation, at(1+k%18, 9, k%60), memory.RoleUser, text))
	}
	if _, err := m.Store.Import(ctx, messages); err != nil {
		return err
	}
	lease, err := m.Store.Acquire(ctx, "capture", time.Minute)
	if err != nil {
		return err
	}
	stored, err := m.Store.Uncaptured(ctx, conversation, 0)
	if err != nil {
		return err
	}
	c := store.Capture{Conversation: conversation, Lease: lease, Encoder: "test", At: at(19, 9, 0)}
	for _, s := range stored {
		c.Messages = append(c.Messages, s.Key)
		c.Episodes = append(c.Episodes, memory.Episode{
			What: s.Text, About: "birds", Act: memory.Observation, Actor: memory.RoleUser, Salience: 0.25, Floor: 0.25, Lifespan: 9,
			FirstAt: s.At, LastAt: s.At, Day: memory.DayOf(s.At, 4), FormedAt: c.At, Conversation: conversation, Sources: []memory.Source{{Key: s.Key, ID: s.ID}},
		})
	}
	if _, err := m.Store.RecordCapture(ctx, c); err != nil {
		return err
	}
	return m.Store.Release(ctx, lease)
}

// withIndex is a memory of n moments whose index is on the disk.
func withIndex(t *testing.T, n int) *Mind {
	t.Helper()
	m := newMind(t, &echo{})
	if err := remember(t.Context(), m, n); err != nil {
		t.Fatal(err)
	}
	makeIndex(t, m)
	if _, err := os.Stat(m.Store.IndexFile().Path()); err != nil {
		t.Fatal(err)
	}
	return m
}

func makeIndex(t *testing.T, m *Mind) {
	t.Helper()
	if err := errors.Join(m.Load(t.Context()), m.SaveIndex(t.Context())); err != nil {
		t.Fatal(err)
	}
}

var someCues = []string{"a sleepy heron at the mill", "heron17", "what was near the harbour?", "yesterday", "herons by the bridge on 5 May"}

// asNew fails where something else comes to mind than a new index brings.
func asNew(t *testing.T, m *Mind) {
	t.Helper()
	fresh, err := recall.Follow(remembered{m.Store}, recall.Options{Decay: m.Settings.Decay, DayTurn: m.Settings.DayTurn})
	if err != nil {
		t.Fatal(err)
	}
	for _, cue := range someCues {
		c := recall.Cue{Text: cue, Now: m.Clock.Now(), Limit: 20}
		want, err := fresh.Recall(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Recall(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := hits(got), hits(want); a != b {
			t.Errorf("%q brought %s, a new index %s", cue, a, b)
		}
	}
}

func hits(r recall.Result) string {
	var b strings.Builder
	for _, h := range r.Hits {
		fmt.Fprintf(&b, "%s %.9g, ", h.ID(), h.Score)
	}
	return b.String()
}

// again is a mind of the same memory, as a new process has it.
func again(t *testing.T, m *Mind) *Mind {
	t.Helper()
	n, err := New(m.Options)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func isIndex(t *testing.T, m *Mind, want recall.Condition) {
	t.Helper()
	if c, _, err := m.Index(t.Context()); err != nil || c != want {
		t.Errorf("the index is %s, %v, want %s", c, err, want)
	}
}

func TestTheIndexIsPrivateAndFollowsTheMemory(t *testing.T) {
	m := withIndex(t, 600)
	info, err := os.Stat(m.Store.IndexFile().Path())
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	m = again(t, m)
	isIndex(t, m, recall.FreshImage)
	asNew(t, m)
	if err := remember(t.Context(), m, 30); err != nil {
		t.Fatal(err)
	}
	isIndex(t, m, recall.BehindImage)
	asNew(t, m)
	asNew(t, again(t, m))
	// A few do not have it made again, many do.
	makeIndex(t, m)
	isIndex(t, m, recall.BehindImage)
	if err := remember(t.Context(), m, 500); err != nil {
		t.Fatal(err)
	}
	makeIndex(t, m)
	isIndex(t, m, recall.FreshImage)
	asNew(t, again(t, m))
}

func TestTheIndexIsDeletedWhileTheProgramRuns(t *testing.T) {
	m := withIndex(t, 600)
	if err := os.Remove(m.Store.IndexFile().Path()); err != nil {
		t.Fatal(err)
	}
	isIndex(t, m, recall.NoImage)
	asNew(t, m)
	if err := remember(t.Context(), m, 500); err != nil {
		t.Fatal(err)
	}
	asNew(t, m)
	makeIndex(t, m)
	isIndex(t, m, recall.FreshImage)
}

func TestAFolderThatTakesNoIndex(t *testing.T) {
	m := withIndex(t, 600)
	path := m.Store.IndexFile().Path()
	// A folder of that name cannot be read as a file, nor replaced by one.
	if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(path, "theirs"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m = again(t, m)
	asNew(t, m)
	if err := m.SaveIndex(t.Context()); err == nil {
		t.Error("it was made")
	}
	asNew(t, m)
}

func TestAnErasureLeavesNothingInTheIndex(t *testing.T) {
	m := withIndex(t, 600)
	path := m.Store.IndexFile().Path()
	if len(traces(t, m, "heron123")) < 2 {
		t.Fatal("there is nothing in the index to erase")
	}
	// What a killed program has left of another.
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".part-x", data, 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := m.Store.EpisodesAfter(t.Context(), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	k := slices.IndexFunc(all, func(e memory.Episode) bool { return strings.Contains(e.What, "heron123") })
	if _, err := m.Erase(t.Context(), store.Targets{Episodes: []memory.EpisodeID{all[k].ID}}); err != nil {
		t.Fatal(err)
	}
	if left := traces(t, m, "heron123"); len(left) > 0 {
		t.Fatalf("it is in %v", left)
	}
	isIndex(t, m, recall.NoImage)
	// The one who had it in mind, and a new process.
	for _, m := range []*Mind{m, again(t, m)} {
		asNewer := again(t, m)
		makeIndex(t, m)
		isIndex(t, m, recall.FreshImage)
		if left := traces(t, m, "heron123"); len(left) > 0 {
			t.Fatalf("it is in %v again", left)
		}
		asNew(t, m)
		asNew(t, asNewer)
		if err := m.Store.IndexFile().Remove(); err != nil {
			t.Fatal(err)
		}
	}
}

// A memory whose file was replaced by an older copy of it, and then went on
// differently, does not use the index of what was.
func TestAnOlderCopyHasAnotherIndex(t *testing.T) {
	ctx := t.Context()
	m := withIndex(t, 600)
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := m.Store.Backup(ctx, path); err != nil {
		t.Fatal(err)
	}
	if err := remember(ctx, m, 500); err != nil {
		t.Fatal(err)
	}
	makeIndex(t, m)
	index, err := os.ReadFile(m.Store.IndexFile().Path())
	if err != nil {
		t.Fatal(err)
	}
	other, err := openMind(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Store.Close()
	if err := os.WriteFile(path+".index", index, 0o600); err != nil {
		t.Fatal(err)
	}
	isIndex(t, other, recall.StaleImage)
	for range 2 {
		if err := remember(ctx, other, 300); err != nil { // other conversations than those of the original
			t.Fatal(err)
		}
	}
	isIndex(t, other, recall.StaleImage)
	asNew(t, other)
}

// Whenever a program that makes the index is killed: recall is as from a new one.
func TestTheIndexSurvivesKills(t *testing.T) {
	m := withIndex(t, 600)
	path := m.Store.Path()
	if testing.Short() {
		*kills = min(*kills, 3)
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	found := map[recall.Condition]int{}
	for range *kills {
		killMaking(t, path, random)
		m = again(t, m)
		c, _, err := m.Index(t.Context())
		if err != nil || c == recall.DamagedImage || c == recall.StaleImage {
			t.Fatalf("the index is %s, %v", c, err)
		}
		found[c]++
		asNew(t, m)
		if t.Failed() {
			return
		}
	}
	makeIndex(t, m)
	if left, err := filepath.Glob(path + "*.part-*"); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	t.Logf("found %v", found)
}

// killMaking lets a process make the index a few times, and kills it at any moment
// of the next.
func killMaking(t *testing.T, path string, random *rand.Rand) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(os.Environ(), killedFile+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := make([]byte, len("made\n")*(1+random.IntN(3)))
	_, err = io.ReadFull(out, lines)
	timer := time.NewTimer(time.Duration(random.IntN(1<<(8+random.IntN(12)))) * time.Microsecond)
	<-timer.C
	_ = cmd.Process.Kill() // it may have ended, which is seen below
	if ended := cmd.Wait(); err != nil || ended == nil {
		t.Fatalf("the process ended by itself: %v, %v", ended, err)
	}
}
