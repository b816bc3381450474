package chat

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"muisto/memory/mind"
)

// instead writes a message anew.
func (h *house) instead(t *testing.T, key int64, text string) error {
	t.Helper()
	_, err := h.Session.turn(t.Context(), text, key, func(e Event) { h.events = append(h.events, e) })
	return err
}

func TestAnEarlierMessageIsWrittenAnew(t *testing.T) {
	s := &script{pieces: []string{"ok"}}
	h := open(t, file(t), s)
	defer h.close(t)
	h.turn(t, "the launch is on Friday")
	h.turn(t, "and the party on Saturday")
	first := h.stored(t)
	s.pieces = []string{"right"}
	if err := h.instead(t, first[2].Key, "and the party on Sunday"); err != nil {
		t.Fatal(err)
	}
	if got := texts(h.stored(t)); !slices.Equal(got, []string{"the launch is on Friday", "ok", "and the party on Sunday", "right"}) {
		t.Errorf("shown %q", got)
	}
	if got := texts(s.prompts[2].Window); strings.Join(got, "|") != "the launch is on Friday|ok|and the party on Sunday" {
		t.Errorf("the prompt holds %q", got)
	}
	var said Said
	for _, e := range h.events {
		if e, ok := e.(Said); ok {
			said = e
		}
	}
	if said.Instead != first[2].Key || !slices.Equal(said.Branches, []int64{first[2].Key, said.Message.Key}) {
		t.Errorf("told %+v", said)
	}

	// Back on the other branch, it goes on from there.
	if err := h.ShowBranch(t.Context(), first[2].Key); err != nil {
		t.Fatal(err)
	}
	h.turn(t, "bring cake")
	if got := texts(s.prompts[3].Window); strings.Join(got, "|") != "the launch is on Friday|ok|and the party on Saturday|ok|bring cake" {
		t.Errorf("the prompt holds %q", got)
	}

	// All of it is captured, once.
	for range 2 {
		if err := h.capture(t.Context(), mind.CaptureScope{}, func(Leaving) {}); err != nil {
			t.Fatal(err)
		}
	}
	if c, err := h.Counts(t.Context()); err != nil || c.Moments != 4 || c.Pending != 0 {
		t.Errorf("counts %+v, %v", c, err)
	}
}

func TestAnotherBranchIsReadFromItsPlace(t *testing.T) {
	h := open(t, file(t), &script{pieces: []string{"ok"}})
	defer h.close(t)
	h.turn(t, "one")
	h.turn(t, "two")
	old := h.stored(t)
	if err := h.instead(t, old[0].Key, "another one"); err != nil {
		t.Fatal(err)
	}
	entries, err := h.History(t.Context(), HistoryQuery{Part: From, Key: old[2].Key, Limit: 9})
	if err != nil || len(entries) != 2 || entries[0].Text != "two" || !entries[0].Aside {
		t.Errorf("history %+v, %v", entries, err)
	}
}

func TestNothingIsWrittenAnewOffTheRecord(t *testing.T) {
	h := open(t, file(t), &script{pieces: []string{"ok"}})
	defer h.close(t)
	h.turn(t, "hello")
	if err := h.SetPrivate(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if err := h.instead(t, 1, "hello again"); err == nil || !strings.Contains(err.Error(), "/private") {
		t.Errorf("error %v", err)
	}
	if got := texts(h.stored(t)); !slices.Equal(got, []string{"hello", "ok"}) {
		t.Errorf("stored %q", got)
	}
}

func TestNoBranchIsShownDuringAReply(t *testing.T) {
	s := &script{pieces: []string{"ok"}}
	h := open(t, file(t), s)
	defer h.close(t)
	h.turn(t, "hello")
	s.during = func() {
		if err := h.ShowBranch(t.Context(), 1); !errors.Is(err, ErrReplying) {
			t.Errorf("error %v", err)
		}
	}
	h.turn(t, "and on")
}
