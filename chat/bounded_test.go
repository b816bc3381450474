package chat

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"muisto/crash"
	"muisto/model"
)

// broken is a Replier that says something, then fails as it is told to.
type broken struct{ fail func() }

func (b broken) Reply(_ context.Context, _ model.Prompt, emit func(string)) (model.Usage, error) {
	emit("It is ")
	b.fail()
	return model.Usage{}, nil
}

func TestAFaultInAReplyIsASentence(t *testing.T) {
	h := open(t, filepath.Join(t.TempDir(), "m.db"), &script{pieces: []string{"Fine."}})
	defer h.close(t)
	works := h.o.Replier
	h.o.Replier = broken{func() { panic("a fault") }}
	turn, err := h.Session.turn(t.Context(), "How is it?", 0, func(Event) {})
	if !crash.Is(err) || !strings.Contains(err.Error(), "finish this reply") || turn.Reply.Text != "It is " {
		t.Errorf("%q, %v", turn.Reply.Text, err)
	}
	h.o.Replier = works
	if turn, err := h.Session.turn(t.Context(), "And now?", 0, func(Event) {}); err != nil || turn.Reply.Text != "Fine." {
		t.Errorf("afterwards %q, %v", turn.Reply.Text, err)
	}
}

func TestAReplyThatDoesNotEndIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, filepath.Join(t.TempDir(), "m.db"), &script{})
		defer h.close(t)
		never := make(chan struct{})
		defer close(never)
		h.o.Replier = broken{func() { <-never }}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began := time.Now()
		turn, err := h.Session.turn(ctx, "How is it?", 0, func(Event) {})
		if took := time.Since(began); took > time.Minute+2*lastWait || !errors.Is(err, context.DeadlineExceeded) || turn.Reply.Text != "It is " {
			t.Errorf("%q, %v after %v", turn.Reply.Text, err, took)
		}
	})
}
