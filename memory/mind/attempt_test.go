package mind

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"muisto/crash"
	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/neocortex"
	"muisto/memory/recall"
	"muisto/memory/store"
)

// brittle is an echo that fails on any batch in which a text says so.
type brittle struct {
	echo
	hang chan struct{} // what "hang" waits for
}

func (b *brittle) Encode(ctx context.Context, batch hippocampus.Batch, complaints []string) ([]hippocampus.Proposal, error) {
	for _, m := range slices.Concat(batch.Context, batch.Messages) {
		if strings.Contains(m.Text, "crash") {
			var none []int
			_ = none[len(m.Text)]
		}
		if strings.Contains(m.Text, "hang") {
			<-b.hang // and not the context
			return nil, errors.New("let go of at the end of the test")
		}
	}
	return b.echo.Encode(ctx, batch, complaints)
}

func setAside(t *testing.T, m *Mind) []string {
	t.Helper()
	list, err := m.Store.SetAside(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, a := range list {
		texts = append(texts, a.Message.Text)
	}
	return texts
}

func pendingIn(t *testing.T, m *Mind) int {
	t.Helper()
	counts, err := m.Store.Counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return counts.Waiting
}

func TestAMessageThatCrashesCaptureIsSetAsideAndTheRestGoesOn(t *testing.T) {
	for _, tt := range []struct {
		name  string
		texts []string
		aside []string
	}{
		{"alone", []string{"crash"}, []string{"crash"}},
		{"first", []string{"crash", "b", "c", "d", "e"}, []string{"crash"}},
		{"last", []string{"a", "b", "c", "d", "crash"}, []string{"crash"}},
		{"two of them", []string{"a", "crash 1", "b", "c", "crash 2", "d", "e"}, []string{"crash 1", "crash 2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMind(t, &brittle{})
			m.Crashes = crash.Log{File: filepath.Join(t.TempDir(), "crash.log")}
			for i, text := range tt.texts {
				bring(t, m, say("a", at(18, 9, i), memory.RoleUser, text))
			}
			report := capture(t, m, CaptureScope{})
			if got := setAside(t, m); !slices.Equal(got, tt.aside) || report.SetAside != len(tt.aside) {
				t.Errorf("set aside %q, reported %d", got, report.SetAside)
			}
			if want := len(tt.texts) - len(tt.aside); report.Messages != want || len(report.Episodes) != want || pendingIn(t, m) != 0 {
				t.Errorf("captured %d messages, %d moments, %d pending", report.Messages, len(report.Episodes), pendingIn(t, m))
			}
			if details, err := os.ReadFile(m.Crashes.File); err != nil || !strings.Contains(string(details), "attempt_test.go") {
				t.Errorf("the details %q, %v", details, err)
			}
			bring(t, m, say("a", at(18, 10, 0), memory.RoleUser, "after"))
			if after := capture(t, m, CaptureScope{}); after.Messages != 1 || after.SetAside != 0 {
				t.Errorf("what comes after: %+v", after)
			}
			health, err := m.Store.Health(t.Context())
			if err != nil || len(health.Troubles) > 0 {
				t.Errorf("health %q, %v", health.Troubles, err)
			}
		})
	}
}

func TestAMessageThatNeverEndsIsSetAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		enc := &brittle{hang: make(chan struct{})}
		m := newMind(t, enc)
		defer close(enc.hang)
		bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "hang"), say("a", at(19, 9, 1), memory.RoleUser, "fine"))
		report := capture(t, m, CaptureScope{})
		if got := setAside(t, m); !slices.Equal(got, []string{"hang"}) || report.Messages != 1 {
			t.Errorf("set aside %q, captured %d", got, report.Messages)
		}
	})
}

func TestWorkThatDoesNotEndIsBoundedAndLeftAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		enc := &brittle{hang: make(chan struct{})}
		m := newMind(t, enc)
		for i := range maxStuck {
			bring(t, m, say("a", at(18+i, 9, 0), memory.RoleUser, "hang"))
		}
		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		time.AfterFunc(time.Second, cancel)
		if _, err := m.Capture(ctx, CaptureScope{}, func(CaptureProgress) {}); err == nil || time.Since(began) > workTime/2 {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		if got := setAside(t, m); len(got) != 0 || pendingIn(t, m) != maxStuck {
			t.Errorf("being stopped set aside %q", got)
		}
		_, err := m.Capture(t.Context(), CaptureScope{}, func(CaptureProgress) {})
		if err == nil || !strings.Contains(err.Error(), "start it again") {
			t.Errorf("with %d hanging: %v", m.stuck.Load(), err)
		}
		close(enc.hang)
		synctest.Wait()
		if m.stuck.Load() != 0 {
			t.Errorf("%d are stuck", m.stuck.Load())
		}
	})
}

func TestAnEndpointIsWaitedForWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := &echo{}
		m := newMind(t, slow)
		m.Endpoint = true
		slow.fail = func() ([]hippocampus.Proposal, error) {
			time.Sleep(10 * workTime) // on the bubble's clock
			slow.fail = nil
			return nil, nil
		}
		bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "fine"))
		if report := capture(t, m, CaptureScope{}); report.Messages != 1 || report.SetAside != 0 {
			t.Errorf("report %+v", report)
		}
	})
}

// A program that is killed at a message leaves it on record.
func TestAMessageThatGetsTheProgramKilledTwiceIsSetAside(t *testing.T) {
	m := newMind(t, &echo{})
	bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "one"), say("a", at(18, 9, 1), memory.RoleUser, "two"))
	messages, err := m.Store.Uncaptured(t.Context(), "a", 0)
	if err != nil {
		t.Fatal(err)
	}
	die := func(keys ...int64) { // what is left of a program that dies at them
		lease, err := m.Store.Acquire(t.Context(), captureLease, leaseTime)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Store.FailAbandoned(t.Context(), lease, killed); err != nil {
			t.Fatal(err)
		}
		if err := m.Store.BeginAttempt(t.Context(), lease, keys); err != nil {
			t.Fatal(err)
		}
		if err := m.Store.Release(t.Context(), lease); err != nil {
			t.Fatal(err)
		}
	}
	die(messages[0].Key, messages[1].Key)
	die(messages[0].Key, messages[1].Key)
	die(messages[0].Key)
	report := capture(t, m, CaptureScope{})
	if got := setAside(t, m); !slices.Equal(got, []string{"one"}) || report.SetAside != 1 || report.Messages != 1 {
		t.Errorf("set aside %q, report %+v", got, report)
	}
	if n, err := m.Store.TakeUp(t.Context()); n != 1 || err != nil {
		t.Fatalf("took up %d, %v", n, err)
	}
	if again := capture(t, m, CaptureScope{}); again.Messages != 1 || len(setAside(t, m)) != 0 {
		t.Errorf("tried again: %+v", again)
	}
}

func TestWhatIsErasedIsNoLongerSetAside(t *testing.T) {
	m := newMind(t, &brittle{})
	bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "crash"))
	capture(t, m, CaptureScope{})
	list, err := m.Store.SetAside(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	if _, err := m.Store.Erase(t.Context(), store.Targets{Messages: []int64{list[0].Message.Key}}); err != nil {
		t.Fatal(err)
	}
	health, err := m.Store.Health(t.Context())
	if got := setAside(t, m); len(got) != 0 || err != nil || len(health.Troubles) != 0 {
		t.Errorf("set aside %q, troubles %q, %v", got, health.Troubles, err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write(context.Context, neocortex.Request, []string) ([]neocortex.Proposal, error) {
	panic("a fault")
}

func TestACrashOfTheWriterIsAnError(t *testing.T) {
	m := newMind(t, &echo{})
	m.Writer = brokenWriter{}
	for _, endpoint := range []bool{false, true} {
		m.Endpoint = endpoint
		if _, err := (boundedWriter{m}).Write(t.Context(), neocortex.Request{}, nil); !crash.Is(err) {
			t.Errorf("error %v", err)
		}
	}
}

func TestRecallEndsWithItsContext(t *testing.T) {
	m := newMind(t, &echo{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Recall(ctx, recall.Cue{Text: "anything", Now: at(20, 12, 0)}); err == nil {
		t.Error("it went on")
	}
}
