package chat

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"muisto/memory"
)

func (h *house) again(t *testing.T) error {
	t.Helper()
	err := make(chan error, 1)
	go func() { err <- h.Again(t.Context()) }()
	for {
		select {
		case e := <-h.Events():
			h.events = append(h.events, e)
		case err := <-err:
			return err
		}
	}
}

func TestAFailedReplyIsTriedAgainWithoutSayingItTwice(t *testing.T) {
	tests := []struct {
		name    string
		private bool
		pieces  []string // that came before it failed
		stop    bool
		stored  []string
	}{
		{"nothing came", false, nil, false, []string{"hello", "I am back."}},
		{"some came", false, []string{"I am "}, false, []string{"hello", "I am ", "I am back."}},
		{"the person stopped it", false, []string{"I am ", "slow."}, true, []string{"hello", "I am ", "I am back."}},
		{"off the record, nothing came", true, nil, false, nil},
		{"off the record, some came", true, []string{"I am "}, false, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &script{pieces: tt.pieces, err: errors.New("the server is down; start it"), pause: time.Millisecond}
			h := open(t, file(t), s)
			defer h.close(t)
			if err := h.SetPrivate(t.Context(), tt.private); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if tt.stop {
				s.during = cancel
			}
			if _, err := h.Turn(ctx, "hello", func(Event) {}); err == nil {
				t.Fatal("it did not fail")
			}
			s.pieces, s.err, s.during = []string{"I am ", "back."}, nil, nil
			if err := h.again(t); err != nil {
				t.Fatal(err)
			}
			var stored []string
			for _, m := range h.stored(t) {
				stored = append(stored, m.Text)
			}
			if strings.Join(stored, "|") != strings.Join(tt.stored, "|") {
				t.Errorf("stored %q, want %q", stored, tt.stored)
			}
			if window := s.prompts[1].Window; len(window) != 1 || window[0].Text != "hello" {
				t.Errorf("asked with %+v", window)
			}
			retrying, said := 0, 0
			for _, e := range h.events {
				switch e.(type) {
				case Retrying:
					retrying++
				case Said:
					said++
				}
			}
			if retrying != 1 || said != 0 {
				t.Errorf("%d times Retrying, %d times Said", retrying, said)
			}
			if err := h.again(t); !errors.Is(err, ErrAnswered) || len(s.prompts) != 2 {
				t.Errorf("a third try: %v after %d prompts", err, len(s.prompts))
			}
		})
	}
}

func TestARetriedReplyAnswersTheMessage(t *testing.T) {
	s := &script{pieces: []string{"half "}, err: errors.New("it broke off")}
	h := open(t, file(t), s)
	defer h.close(t)
	if _, err := h.Turn(t.Context(), "hello", func(Event) {}); err == nil {
		t.Fatal("it did not fail")
	}
	s.err = nil
	if err := h.again(t); err != nil {
		t.Fatal(err)
	}
	stored := h.stored(t)
	if len(stored) != 3 || stored[1].Parent != stored[0].Key || stored[2].Parent != stored[0].Key || stored[1].Finished || !stored[2].Finished {
		t.Errorf("stored %+v", stored)
	}
}

func TestThereIsNothingToTryAgain(t *testing.T) {
	h := open(t, file(t), &script{pieces: []string{"ok"}})
	defer h.close(t)
	if err := h.again(t); !errors.Is(err, ErrAnswered) {
		t.Errorf("in an empty conversation: %v", err)
	}
	h.turn(t, "hello")
	if err := h.again(t); !errors.Is(err, ErrAnswered) {
		t.Errorf("after a whole reply: %v", err)
	}
	if stored := h.stored(t); len(stored) != 2 || stored[1].Role != memory.RoleAssistant {
		t.Errorf("stored %+v", stored)
	}
}
