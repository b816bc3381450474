package chat

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
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
		{"some came", false, []string{"I am "}, false, []string{"hello", "I am back."}},
		{"the person stopped it", false, []string{"I am ", "slow."}, true, []string{"hello", "I am back."}},
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
			recent, err := h.recent(t.Context(), tt.private)
			if got := texts(recent); err != nil || strings.Join(got, "|") != "hello|I am back." {
				t.Errorf("the conversation is %q, %v", got, err)
			}
		})
	}
}

func TestARetriedReplyStandsInThePlaceOfTheOther(t *testing.T) {
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
	entries, err := h.History(t.Context(), HistoryQuery{})
	if err != nil || len(entries) != 2 || entries[1].Parent != entries[0].Key || len(entries[1].Branches) != 2 || !entries[1].Finished {
		t.Fatalf("history %+v, %v", entries, err)
	}
	if replied, ok := h.events[len(h.events)-1].(Replied); ok && !slices.Equal(replied.Branches, entries[1].Branches) {
		t.Errorf("told %v", replied.Branches)
	}
	if err := h.ShowBranch(t.Context(), entries[1].Branches[0]); err != nil {
		t.Fatal(err)
	}
	if got := h.stored(t); len(got) != 2 || got[1].Text != "half " || got[1].Finished {
		t.Errorf("the other one: %+v", got)
	}
}

func TestAnotherReplyThatDoesNotComeTakesNoPlace(t *testing.T) {
	s := &script{pieces: []string{"ok"}}
	h := open(t, file(t), s)
	defer h.close(t)
	if err := h.again(t); !errors.Is(err, ErrNothingSaid) {
		t.Errorf("in an empty conversation: %v", err)
	}
	h.turn(t, "hello")
	s.pieces, s.err = nil, errors.New("the server is down; start it")
	if err := h.again(t); err == nil {
		t.Error("it did not fail")
	}
	if got := texts(h.stored(t)); !slices.Equal(got, []string{"hello", "ok"}) {
		t.Errorf("stored %q", got)
	}
}
