package chat

import (
	"errors"
	"slices"
	"testing"

	"muisto/memory"
)

func TestAnEarlierConversationIsResumed(t *testing.T) {
	h := open(t, file(t), &script{pieces: []string{"ok"}})
	defer h.close(t)
	h.turn(t, "the first one")
	first := h.Conversation()
	if err := h.NewConversation(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.turn(t, "the second one")
	second := h.Conversation()
	if err := errors.Join(h.Resume(t.Context(), second), h.Resume(t.Context(), first)); err != nil {
		t.Fatal(err)
	}
	h.turn(t, "and on")
	if got := texts(h.stored(t)); h.Conversation() != first || !slices.Equal(got, []string{"the first one", "ok", "and on", "ok"}) {
		t.Errorf("in %s: %q", h.Conversation(), got)
	}
	if err := h.Resume(t.Context(), "nowhere"); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a conversation that is not there: %v", err)
	}
	list, err := h.Conversations(t.Context(), ConversationQuery{})
	if err != nil || len(list) != 2 || list[0].ID != first || list[0].Messages != 4 {
		t.Errorf("listed %+v, %v", list, err)
	}
}

func TestAConversationThatIsOpenElsewhereIsNotResumed(t *testing.T) {
	path := file(t)
	one := open(t, path, &script{pieces: []string{"ok"}})
	defer one.close(t)
	one.turn(t, "hello")
	two := open(t, path, &script{})
	defer two.close(t)
	before := two.Conversation()
	if err := two.Resume(t.Context(), one.Conversation()); !errors.Is(err, memory.ErrBusy) {
		t.Errorf("error %v", err)
	}
	if two.Conversation() != before {
		t.Error("it went there all the same")
	}
}

func TestNothingIsResumedDuringAReply(t *testing.T) {
	s := &script{pieces: []string{"ok"}}
	h := open(t, file(t), s)
	defer h.close(t)
	h.turn(t, "the first one")
	first := h.Conversation()
	if err := h.NewConversation(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.during = func() {
		if err := h.Resume(t.Context(), first); !errors.Is(err, ErrReplying) {
			t.Errorf("error %v", err)
		}
	}
	h.turn(t, "the second one")
}

func texts(messages []memory.Message) []string {
	var list []string
	for _, m := range messages {
		list = append(list, m.Text)
	}
	return list
}

func TestTheNamedConversationGoesOn(t *testing.T) {
	path := file(t)
	h := open(t, path, &script{pieces: []string{"ok"}})
	h.turn(t, "the first one")
	first := h.Conversation()
	if err := h.NewConversation(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.turn(t, "the second one")
	defer h.close(t)
	o := h.o
	o.Conversation = first
	other, err := Open(t.Context(), o)
	if err != nil || other.Conversation() != first {
		t.Fatalf("%v", err)
	}
	if _, err := Open(t.Context(), o); !errors.Is(err, memory.ErrBusy) {
		t.Errorf("it is open already: %v", err)
	}
	if err := other.Close(); err != nil {
		t.Error(err)
	}
	o.Conversation = "nowhere"
	if _, err := Open(t.Context(), o); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("one that is not there: %v", err)
	}
}
