package store

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muisto/memory"
)

func (s *Store) shownTexts(t testing.TB) string {
	t.Helper()
	var list []string
	for _, m := range must[[]memory.Message](t)(s.Messages(t.Context(), "c", 0, 0)) {
		list = append(list, m.Text)
	}
	return fmt.Sprint(list)
}

// anew is a message a while after another.
func anew(text string, after memory.Message) memory.Message {
	return user(text, after.At.Add(time.Hour))
}

func TestAMessageWrittenAnewBeginsABranch(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	said := say(t, s, "a", "b", "c", "d")
	again := must[memory.Message](t)(s.AppendInstead(ctx, anew("B", said[3]), said[1].Key))
	if again.Parent != said[0].Key {
		t.Errorf("its parent is %d", again.Parent)
	}
	next := must[memory.Message](t)(s.AppendMessage(ctx, anew("C", again)))
	if got := s.shownTexts(t); got != "[a B C]" || next.Parent != again.Key {
		t.Errorf("shown %s, after %d", got, next.Parent)
	}
	third := must[memory.Message](t)(s.AppendInstead(ctx, anew("ß", next), again.Key))
	places := must[map[int64]Place](t)(s.Places(ctx, []int64{said[0].Key, said[1].Key, said[2].Key, third.Key}))
	all := []int64{said[1].Key, again.Key, third.Key}
	if len(places) != 3 || !slices.Equal(places[said[1].Key].Messages, all) || !slices.Equal(places[third.Key].Messages, all) ||
		!places[said[1].Key].Aside || places[third.Key].Aside || !places[said[2].Key].Aside {
		t.Errorf("places %+v", places)
	}
	for _, tt := range []struct {
		choose memory.Message
		want   string
	}{
		{said[1], "[a b c d]"}, {again, "[a B C]"}, {third, "[a ß]"}, {next, "[a B C]"}, {said[3], "[a b c d]"},
	} {
		if err := s.Choose(ctx, tt.choose.Key); err != nil {
			t.Fatal(err)
		}
		if got := s.shownTexts(t); got != tt.want {
			t.Errorf("with %s chosen: %s, want %s", tt.choose.Text, got, tt.want)
		}
	}
	last := must[memory.Message](t)(s.AppendMessage(ctx, anew("e", third)))
	if got := s.shownTexts(t); got != "[a b c d e]" || last.Parent != said[3].Key {
		t.Errorf("it goes on as %s", got)
	}
	for _, err := range []error{
		s.Choose(ctx, 99),
		func() error { _, err := s.AppendInstead(ctx, anew("x", last), 99); return err }(),
	} {
		if !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("a message that is not there: %v", err)
		}
	}
	if _, err := s.AppendInstead(ctx, inConversation("other", "x", noon), said[0].Key); err == nil {
		t.Error("it stands in a place of another conversation")
	}
}

func TestTheFirstMessageCanBeWrittenAnew(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	said := say(t, s, "a", "b")
	must[memory.Message](t)(s.AppendInstead(ctx, anew("A", said[1]), said[0].Key))
	if got := s.shownTexts(t); got != "[A]" {
		t.Errorf("shown %s", got)
	}
	if got := must[memory.Conversation](t)(s.Conversation(ctx, "c")); got.Title != "A" {
		t.Errorf("it is called %s", got.Title)
	}
}

// A message on a branch that is not shown is read with what was around it.
func TestABranchThatIsNotShownIsReadAsItWas(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	said := say(t, s, "a", "b", "c", "d")
	must[memory.Message](t)(s.AppendInstead(ctx, anew("B", said[3]), said[1].Key))
	for _, tt := range []struct {
		list func() ([]memory.Message, error)
		want string
	}{
		{func() ([]memory.Message, error) { return s.Messages(ctx, "c", said[2].Key, 0) }, "[a b]"},
		{func() ([]memory.Message, error) { return s.MessagesAfter(ctx, "c", said[1].Key, 0) }, "[c d]"},
		{func() ([]memory.Message, error) { return s.MessagesFrom(ctx, "c", said[1].Key, 2) }, "[b c]"},
		{func() ([]memory.Message, error) { return s.MessagesFrom(ctx, "c", said[0].Key, 0) }, "[a B]"},
		{func() ([]memory.Message, error) { return s.Before(ctx, said[3], 2) }, "[b c]"},
	} {
		var got []string
		for _, m := range must[[]memory.Message](t)(tt.list()) {
			got = append(got, m.Text)
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("read %v, want %s", got, tt.want)
		}
	}
}

// Both branches are captured, each message once.
func TestBranchesAreCapturedOnce(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	said := say(t, s, "a", "b")
	if got := captureAll(t, s, "c"); len(got) != 2 {
		t.Fatalf("captured %v", got)
	}
	again := must[memory.Message](t)(s.AppendInstead(ctx, anew("B", said[1]), said[1].Key))
	if err := s.Choose(ctx, said[1].Key); err != nil {
		t.Fatal(err)
	}
	if got := must[[]memory.Message](t)(s.Uncaptured(ctx, "c", 0)); len(got) != 1 || got[0].Key != again.Key {
		t.Errorf("waiting: %v", texts(got))
	}
	captureAll(t, s, "c")
	if c := must[Counts](t)(s.Counts(ctx)); c.Episodes != 3 || c.Waiting != 0 {
		t.Errorf("counts %+v", c)
	}
}

func TestWhatIsAddedToABranchThatIsNotShownIsNotShown(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	old := []memory.Message{
		{Conversation: "c", ID: "1", Role: memory.RoleUser, At: noon, Text: "a"},
		{Conversation: "c", ID: "2", Role: memory.RoleAssistant, At: noon.Add(time.Minute), Text: "b"},
	}
	must[ImportReport](t)(s.Import(ctx, old))
	must[memory.Message](t)(s.AppendInstead(ctx, anew("B", old[1]), 2))
	must[ImportReport](t)(s.Import(ctx, append(old, memory.Message{Conversation: "c", ID: "3", Role: memory.RoleUser, At: noon.Add(2 * time.Minute), Text: "c"})))
	if got := s.shownTexts(t); got != "[a B]" {
		t.Errorf("shown %s", got)
	}
}

// TestOneMessageOfEachPlaceIsShown says, writes anew and chooses at random: what
// is shown is always one chain from the first message to the last.
func TestOneMessageOfEachPlaceIsShown(t *testing.T) {
	s, ctx, runs := openNew(t), t.Context(), 0
	rapid.Check(t, func(r *rapid.T) {
		runs++
		id, at := fmt.Sprint("c", runs), noon
		shown := func() []memory.Message { return must[[]memory.Message](t)(s.Messages(ctx, id, 0, 0)) }
		said := []memory.Message{must[memory.Message](t)(s.AppendMessage(ctx, inConversation(id, "0", at)))}
		for i := range rapid.IntRange(1, 6).Draw(r, "steps") {
			at = at.Add(time.Minute)
			m := inConversation(id, fmt.Sprint(i+1), at)
			switch rapid.IntRange(0, 3).Draw(r, "step") {
			case 0, 1:
				said = append(said, must[memory.Message](t)(s.AppendMessage(ctx, m)))
			case 2:
				said = append(said, must[memory.Message](t)(s.AppendInstead(ctx, m, rapid.SampledFrom(shown()).Draw(r, "instead").Key)))
			case 3:
				chosen := rapid.SampledFrom(said).Draw(r, "chosen")
				if err := s.Choose(ctx, chosen.Key); err != nil {
					r.Fatal(err)
				}
				if !slices.Contains(keysOf(shown()), chosen.Key) {
					r.Fatalf("%s was chosen and is not shown", chosen.Text)
				}
			}
			isOneChain(r, shown())
		}
		for _, m := range said {
			isOneChain(r, append(must[[]memory.Message](t)(s.Messages(ctx, id, m.Key, 0)), must[[]memory.Message](t)(s.MessagesFrom(ctx, id, m.Key, 0))...))
		}
	})
}

func isOneChain(t *rapid.T, messages []memory.Message) {
	before := int64(0)
	for _, m := range messages {
		if m.Parent != before {
			t.Fatalf("%s stands after %d, and its parent is %d", m.Text, before, m.Parent)
		}
		before = m.Key
	}
}
