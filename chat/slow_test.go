package chat

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/mind"
	"muisto/memory/store"
)

// slow is an Encoder that takes its time, or fails after it.
type slow struct {
	*script
	takes time.Duration
	fails error
	calls atomic.Int32
}

func (s *slow) Encode(ctx context.Context, b hippocampus.Batch, complaints []string) ([]hippocampus.Proposal, error) {
	s.calls.Add(1)
	select {
	case <-time.After(s.takes):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if s.fails != nil {
		return nil, s.fails
	}
	return s.script.Encode(ctx, b, complaints)
}

// While an endpoint takes half a minute for a batch, or never answers and is
// given up on, the chat stays usable, says what it is at, and has everything
// captured in the end, or pending for as long as there is no answer.
func TestASlowEndpointHoldsUpNothing(t *testing.T) {
	tests := []struct {
		name  string
		takes time.Duration
		fails error
	}{
		{"it answers after half a minute", 30 * time.Second, nil},
		{"it never answers, and is given up on", 5 * time.Minute, errors.New("the endpoint was silent for too long")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := file(t)
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				s := &slow{script: &script{pieces: []string{"ok"}}, takes: tt.takes, fails: tt.fails}
				h := openWith(t, path, s)
				leave := &script{pieces: []string{"ok"}}
				h.o.Mind.Builtin = leave
				var capturing atomic.Bool
				go func() {
					for e := range h.Events() {
						if st, ok := e.(Status); ok && st.Doing == Capturing {
							capturing.Store(true)
						}
					}
				}()
				var messages []memory.Message
				for i := range 200 {
					messages = append(messages, memory.Message{
						Conversation: "old", Role: memory.RoleUser, At: time.Date(2026, 5, 17, 9, i, 0, 0, time.UTC),
						Text: fmt.Sprintf("note number %d about the boiler", i), Finished: true,
					})
				}
				if _, err := h.store.Import(ctx, messages); err != nil {
					t.Fatal(err)
				}
				ran := make(chan error, 1)
				go func() { ran <- h.Run(ctx) }()
				wait(10 * time.Second)
				if s.calls.Load() != 1 || !capturing.Load() {
					t.Fatalf("%d calls at the start, told: %v", s.calls.Load(), capturing.Load())
				}
				began := h.Now()
				if err := h.Say(ctx, "are you there?"); err != nil {
					t.Error(err)
				}
				if took := h.Now().Sub(began); took > time.Second {
					t.Errorf("a turn took %v", took)
				}
				wait(3 * time.Hour)
				counts, err := h.Counts(ctx)
				switch {
				case err != nil:
					t.Error(err)
				case tt.fails == nil && (counts.Pending != 0 || counts.Moments < 200),
					tt.fails != nil && (counts.Pending != 202 || counts.Moments != 0):
					t.Errorf("in the end there is %+v", counts)
				case tt.fails != nil && (s.calls.Load() < 10 || s.calls.Load() > 40):
					t.Errorf("asked %d times in three hours", s.calls.Load())
				}
				cancel()
				<-ran
				h.close(t)
			})
		})
	}
}

// openWith is open with an encoder of its own.
func openWith(t *testing.T, path string, s *slow) *house {
	t.Helper()
	clock := memory.ClockFrom(time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC))
	file, err := store.Open(t.Context(), path, store.Options{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	m, err := mind.New(mind.Options{
		Store: file, Clock: clock, Encoder: s, Endpoint: true, Builtin: s.script, Writer: s.script,
		Settings: mind.Settings{Decay: memory.DefaultDecay, DayTurn: 4, BatchTokens: 2000, RecallBudget: 800, StateDays: 90, NightCalls: 50},
	})
	if err != nil {
		t.Fatal(err)
	}
	session, err := Open(t.Context(), Options{
		Mind: m, Store: file, Clock: clock, Replier: s.script, ContextTokens: 4096,
		Quiet: 90 * time.Second, DayTurn: 4, Decay: memory.DefaultDecay,
	})
	if err != nil {
		t.Fatal(err)
	}
	return &house{Session: session, store: file}
}
