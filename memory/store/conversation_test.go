package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"muisto/memory"
)

func inConversation(id, text string, at time.Time) memory.Message {
	m := user(text, at)
	m.Conversation = id
	return m
}

func idsOf(list []memory.Conversation) string {
	var ids []string
	for _, c := range list {
		ids = append(ids, c.ID)
	}
	return strings.Join(ids, " ")
}

func TestConversationsAreListedNewestFirst(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	if _, err := s.LatestConversation(ctx); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("the latest of none: %v", err)
	}
	for i, id := range []string{"a", "b", "c", "a"} {
		must[memory.Message](t)(s.AppendMessage(ctx, inConversation(id, fmt.Sprint("text ", i), noon.Add(time.Duration(i)*time.Hour))))
	}
	old := inConversation("old", "long ago", noon.AddDate(-1, 0, 0))
	must[ImportReport](t)(s.Import(ctx, []memory.Message{old}))
	if got := idsOf(must[[]memory.Conversation](t)(s.Conversations(ctx, 0))); got != "a c b old" {
		t.Errorf("listed %s", got)
	}
	if got := idsOf(must[[]memory.Conversation](t)(s.Conversations(ctx, 2))); got != "a c" {
		t.Errorf("listed %s", got)
	}
	got := must[memory.Conversation](t)(s.LatestConversation(ctx))
	want := memory.Conversation{ID: "a", Title: "text 0", StartedAt: stored(noon), LastAt: stored(noon.Add(3 * time.Hour)), Messages: 2}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestAConversationIsHiddenAndShown(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	must[memory.Message](t)(s.AppendMessage(ctx, inConversation("a", "one", noon)))
	must[memory.Message](t)(s.AppendMessage(ctx, inConversation("b", "two", noon.Add(time.Hour))))
	for range 2 {
		if err := s.Hide(ctx, "b"); err != nil {
			t.Fatal(err)
		}
	}
	if got := idsOf(must[[]memory.Conversation](t)(s.Conversations(ctx, 0))); got != "a" {
		t.Errorf("listed %s", got)
	}
	if got := must[memory.Conversation](t)(s.Conversation(ctx, "b")); got.Messages != 1 {
		t.Errorf("hidden: %+v", got)
	}
	if err := s.Unhide(ctx, "b"); err != nil {
		t.Fatal(err)
	}
	if got := idsOf(must[[]memory.Conversation](t)(s.Conversations(ctx, 0))); got != "b a" {
		t.Errorf("listed %s", got)
	}
	for _, err := range []error{s.Hide(ctx, "x"), s.Unhide(ctx, "x"), s.Rename(ctx, "x", "y")} {
		if !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("what is not there: %v", err)
		}
	}
}

func TestAConversationIsNamed(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	say(t, s, "the first words")
	for _, test := range []struct{ name, want string }{
		{"Offsite", "Offsite"}, {"", "the first words"}, {strings.Repeat("ä", 2*titleLength), strings.Repeat("ä", titleLength)},
	} {
		if err := s.Rename(ctx, "c", test.name); err != nil {
			t.Fatal(err)
		}
		if got := must[memory.Conversation](t)(s.Conversation(ctx, "c")); got.Title != test.want {
			t.Errorf("title %q", got.Title)
		}
	}
}

// What a conversation is called by follows its first words, however they come to
// be others.
func TestAConversationIsCalledByItsFirstWords(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	called := func(want string) {
		t.Helper()
		if got := must[memory.Conversation](t)(s.Conversation(ctx, "c")); got.Title != want {
			t.Errorf("it is called %q, want %q", got.Title, want)
		}
		if got := must[[]memory.Conversation](t)(s.ListConversations(ctx, ConversationQuery{Filter: want})); len(got) != 1 {
			t.Errorf("%d are called %q", len(got), want)
		}
	}
	greeting := user("Good morning", noon.Add(-time.Hour))
	greeting.Role = memory.RoleAssistant
	must[memory.Message](t)(s.AppendMessage(ctx, greeting))
	said := say(t, s, "the second", "the third")
	called("the second")
	must[memory.Message](t)(s.AppendInstead(ctx, anew("written anew", said[1]), said[0].Key))
	called("written anew")
	if err := s.Choose(ctx, said[0].Key); err != nil {
		t.Fatal(err)
	}
	called("the second")
	first := must[memory.Message](t)(s.AppendMessage(ctx, user("the first", noon.Add(-time.Minute))))
	called("the first")
	must[Erasure](t)(s.Erase(ctx, Targets{Messages: []int64{first.Key}}))
	called(Erased)
	must[ImportReport](t)(s.Import(ctx, []memory.Message{user("before that", noon.Add(-time.Hour))}))
	called("before that")
	text := exported(t, s)
	again := openNew(t)
	must[Restored](t)(again.Restore(ctx, archived(text)))
	if got := must[memory.Conversation](t)(again.Conversation(ctx, "c")); got.Title != "before that" {
		t.Errorf("restored, it is called %q", got.Title)
	}
}

// TestPagesMeet reads a conversation page by page, with many messages at one
// time and some that arrived out of order.
func TestPagesMeet(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	for i := range 23 {
		must[memory.Message](t)(s.AppendMessage(ctx, user(fmt.Sprint(i), noon.Add(time.Duration(i%4)*time.Hour))))
		must[memory.Message](t)(s.AppendMessage(ctx, inConversation("other", "x", noon)))
	}
	whole := must[[]memory.Message](t)(s.Messages(ctx, "c", 0, 0))
	if len(whole) != 23 || !slices.IsSortedFunc(whole, func(a, b memory.Message) int {
		return max(-1, min(1, a.At.Compare(b.At)*100+int(a.Key-b.Key)))
	}) {
		t.Fatalf("out of order: %v", texts(whole))
	}
	var pages []memory.Message
	for before := int64(0); ; {
		page := must[[]memory.Message](t)(s.Messages(ctx, "c", before, 5))
		if len(page) == 0 {
			break
		}
		pages, before = append(page, pages...), page[0].Key
	}
	if !slices.Equal(keysOf(pages), keysOf(whole)) {
		t.Errorf("pages %v\nwhole %v", keysOf(pages), keysOf(whole))
	}
	if got := must[[]memory.Message](t)(s.Before(ctx, whole[10], 3)); !slices.Equal(keysOf(got), keysOf(whole[7:10])) {
		t.Errorf("before: %v", keysOf(got))
	}
	if got := must[[]memory.Message](t)(s.Before(ctx, whole[0], 3)); len(got) != 0 {
		t.Errorf("before the first: %v", keysOf(got))
	}
	if got := must[[]memory.Message](t)(s.Messages(ctx, "none", 0, 0)); got == nil || len(got) != 0 {
		t.Errorf("a conversation that is not there: %v", got)
	}
	if _, err := s.Messages(ctx, "c", 999, 5); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("before a message that is not there: %v", err)
	}
	keys := []int64{9, 2, 999, 5}
	if got := keysOf(must[[]memory.Message](t)(s.MessagesByKey(ctx, keys))); !slices.Equal(got, []int64{9, 2, 5}) {
		t.Errorf("by key: %v", got)
	}
}

func TestWhatWasWrittenComesNewestFirstAndOnce(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	say(t, s, "one", "two", "one", "")
	must[memory.Message](t)(s.AppendMessage(ctx, reply("not mine")))
	if got := must[[]string](t)(s.Written(ctx, 0)); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("written %q", got)
	}
}

func TestWhatWaitsIsListedByConversation(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	say(t, s, "one", "two", "three")
	must[memory.Message](t)(s.AppendMessage(ctx, inConversation("old", "x", noon.Add(-time.Hour))))
	got := must[[]PendingConversation](t)(s.Pending(ctx))
	want := []PendingConversation{
		{"old", 1, noon.Add(-time.Hour).UTC(), noon.Add(-time.Hour).UTC()},
		{"c", 3, noon.UTC(), noon.Add(2 * time.Minute).UTC()},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if got := must[[]memory.Message](t)(s.Uncaptured(ctx, "c", 2)); len(got) != 2 || got[0].Text != "one" {
		t.Errorf("the first two: %v", texts(got))
	}
	captureAll(t, s, "c")
	if got := must[[]PendingConversation](t)(s.Pending(ctx)); len(got) != 1 || got[0].Conversation != "old" {
		t.Errorf("left %v", got)
	}
}

func TestConversationsAreListedPageByPageAndByName(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	for i := range 23 {
		id := fmt.Sprintf("c%02d", i)
		must[memory.Message](t)(s.AppendMessage(ctx, inConversation(id, fmt.Sprintf("Words 100%% of %s", id), noon.Add(time.Duration(i/3)*time.Hour))))
	}
	whole := idsOf(must[[]memory.Conversation](t)(s.Conversations(ctx, 0)))
	var pages []memory.Conversation
	for after := ""; ; {
		page := must[[]memory.Conversation](t)(s.ListConversations(ctx, ConversationQuery{After: after, Limit: 5}))
		if len(page) == 0 {
			break
		}
		pages, after = append(pages, page...), page[len(page)-1].ID
	}
	if idsOf(pages) != whole || len(pages) != 23 {
		t.Errorf("pages %s\nwhole %s", idsOf(pages), whole)
	}
	if err := errors.Join(s.Rename(ctx, "c07", "Lisbon offsite"), s.Hide(ctx, "c08")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		q    ConversationQuery
		want string
	}{
		{ConversationQuery{Filter: "LISBON"}, "c07"},
		{ConversationQuery{Filter: "c07"}, ""}, // its first words are not its name any more
		{ConversationQuery{Filter: "100% of c2"}, "c22 c21 c20"},
		{ConversationQuery{Filter: "100_"}, ""},
		{ConversationQuery{Filter: "of c08"}, ""},
		{ConversationQuery{Filter: "of c08", Hidden: true}, "c08"},
	} {
		list := must[[]memory.Conversation](t)(s.ListConversations(ctx, tt.q))
		if got := idsOf(list); got != tt.want {
			t.Errorf("%+v gives %s", tt.q, got)
		}
		if tt.q.Hidden && !list[0].Hidden {
			t.Error("it does not say that it is hidden")
		}
	}
}
