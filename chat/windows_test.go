package chat_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/store"
	"muisto/model/builtin"
)

// twoWindows are two programs on one file.
func twoWindows(t *testing.T) (one, other *home) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.db")
	var homes []*home
	for range 2 {
		h, err := settle(t.Context(), path, builtin.New(4))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := h.leave(); err != nil {
				t.Error(err)
			}
		})
		homes = append(homes, h)
	}
	return homes[0], homes[1]
}

func (h *home) say(ctx context.Context, text string) error {
	h.clock.Set(h.clock.Now().Add(time.Minute))
	_, err := h.session.Turn(ctx, text, func(chat.Event) {})
	return err
}

// Both talk at once, each in a conversation of its own, and neither loses
// anything; one captures while the other talks and sleeps.
func TestTwoWindowsTalkAtOnce(t *testing.T) {
	one, other := twoWindows(t)
	if one.session.Conversation() == other.session.Conversation() {
		t.Fatal("both go on with the same conversation")
	}
	const turns = 15
	done := make(chan error, 2)
	for i, h := range []*home{one, other} {
		go func() {
			for n := range turns {
				err := h.say(t.Context(), fmt.Sprintf("No, the Heron review number %d of window %d is on Tuesday.", n, i))
				if n%5 == 4 && err == nil {
					err = h.session.Remember(t.Context())
				}
				if n%7 == 6 && err == nil {
					err = h.session.Sleep(t.Context(), "night")
				}
				if err != nil && !errors.Is(err, memory.ErrBusy) {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if err := one.session.Remember(t.Context()); err != nil {
		t.Fatal(err)
	}
	checkMemories(t, one.file)
	for i, h := range []*home{one, other} {
		messages, err := other.file.Messages(t.Context(), h.session.Conversation(), 0, 0)
		if err != nil || len(messages) != 2*turns {
			t.Errorf("window %d has %d messages: %v", i, len(messages), err)
		}
		if health, err := h.file.Health(t.Context()); err != nil || len(health.Troubles) > 0 {
			t.Errorf("window %d: %v, %v", i, health.Troubles, err)
		}
	}
}

// What one window has captured comes to mind in the other at its next turn, and
// the facts that the other has made of it stand in the first.
func TestEachWindowSeesWhatTheOtherRemembers(t *testing.T) {
	one, other := twoWindows(t)
	if err := other.say(t.Context(), "Good morning!"); err != nil {
		t.Fatal(err)
	}
	if err := one.say(t.Context(), "No, the Heron review is on Thursdays!"); err != nil {
		t.Fatal(err)
	}
	if err := one.session.Remember(t.Context()); err != nil {
		t.Fatal(err)
	}
	moments, err := other.session.Moments(t.Context(), chat.MomentQuery{Limit: 10})
	if err != nil || len(moments) == 0 {
		t.Fatalf("the other sees %v, %v", moments, err)
	}
	turn, err := other.session.Turn(t.Context(), "When is the Heron review?", func(chat.Event) {})
	if err != nil || len(turn.Recalled.Hits) == 0 {
		t.Fatalf("to the other comes to mind %v, %v", turn.Recalled.Hits, err)
	}
	if err := other.session.Sleep(t.Context(), "night"); err != nil {
		t.Fatal(err)
	}
	for _, h := range []*home{one, other} {
		facts, err := h.session.Facts(t.Context(), chat.FactQuery{})
		if err != nil || len(facts) == 0 {
			t.Errorf("facts %v, %v", facts, err)
		}
	}
}

// While another program brings in a long file, which holds the memory all the
// while, what is said waits for it, and both come in.
func TestWhatIsSaidWaitsForAnImport(t *testing.T) {
	one, other := twoWindows(t)
	begun, goOn, imported := make(chan bool), make(chan bool), make(chan error, 1)
	list := slices.Repeat([]memory.Message{{Conversation: "long", Role: memory.RoleUser, At: other.clock.Now(), Text: "from long ago"}}, 300)
	go func() {
		_, err := other.file.ImportStream(t.Context(), store.Incoming{Messages: func(yield func(memory.Message, error) bool) {
			for i, m := range list {
				if i == 200 { // some of it is in the file by now
					close(begun)
					<-goOn
				}
				if !yield(m, nil) {
					return
				}
			}
		}})
		imported <- err
	}()
	<-begun
	if found, err := one.file.Conversations(t.Context(), 0); err != nil || len(found) != 0 {
		t.Errorf("half of an import is seen: %v, %v", found, err)
	}
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	if err := one.say(short, "Who cannot wait is told."); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	cancel()
	said := make(chan error, 1)
	go func() { said <- one.say(t.Context(), "The Heron review is on Thursdays.") }()
	close(goOn)
	if err := errors.Join(<-imported, <-said); err != nil {
		t.Fatal(err)
	}
	found, err := one.file.Conversations(t.Context(), 0)
	if err != nil || len(found) != 2 {
		t.Errorf("there are %v, %v", found, err)
	}
}
