package store

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muisto/memory"
)

func TestAMessageIsReadAsItWasStored(t *testing.T) {
	s := openNew(t)
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		zone := time.FixedZone("", 60*rapid.IntRange(-14*60, 14*60).Draw(r, "offset"))
		m := memory.Message{
			Conversation: rapid.StringN(1, 20, -1).Draw(r, "conversation"),
			Role:         rapid.SampledFrom([]memory.Role{memory.RoleUser, memory.RoleAssistant}).Draw(r, "role"),
			Speaker:      rapid.String().Draw(r, "speaker"),
			Text:         rapid.String().Draw(r, "text") + rapid.SampledFrom([]string{"", "\x00", "a\x00b", "\xff"}).Draw(r, "tail"),
			At:           time.UnixMicro(rapid.Int64Range(-60e15, 250e15).Draw(r, "at")).In(zone),
			Finished:     rapid.Bool().Draw(r, "finished"),
		}
		done, err := s.AppendMessage(t.Context(), m)
		if err != nil {
			r.Fatal(err)
		}
		read, err := s.MessagesByKey(t.Context(), []int64{done.Key})
		if err != nil {
			r.Fatal(err)
		}
		if len(read) != 1 || !reflect.DeepEqual(read[0], done) {
			r.Fatalf("read %+v\nstored %+v", read, done)
		}
		m.Key, m.ID, m.Parent = done.Key, done.ID, done.Parent
		if !m.At.Equal(done.At) || m.At.Format(time.RFC3339Nano) != done.At.Format(time.RFC3339Nano) {
			r.Fatalf("time %v became %v", m.At, done.At)
		}
		m.At = done.At
		if !reflect.DeepEqual(m, done) {
			r.Fatalf("gave back %+v\nfor %+v", done, m)
		}
	})
}

func TestTheStoreNamesAndLinksMessages(t *testing.T) {
	s := openNew(t)
	said := say(t, s, "one", "two", "three")
	for i, m := range said {
		if m.Key != int64(i+1) || m.Parent != int64(i) {
			t.Errorf("%q has key %d and parent %d", m.Text, m.Key, m.Parent)
		}
	}
	branch := user("two again", noon.Add(time.Hour))
	branch.Parent = said[0].Key
	if got := must[memory.Message](t)(s.AppendMessage(t.Context(), branch)); got.Parent != said[0].Key {
		t.Errorf("parent %d", got.Parent)
	}
}

func TestAnOwnIDGivesWayToAnImportedOne(t *testing.T) {
	s := openNew(t)
	imported := user("I came first", noon)
	imported.ID = "m2"
	must[ImportReport](t)(s.Import(t.Context(), []memory.Message{imported}))
	if said := say(t, s, "and I second"); said[0].ID == "m2" || said[0].ID == "" {
		t.Errorf("id %q", said[0].ID)
	}
}

func TestWhatCannotBeAMessageIsRefused(t *testing.T) {
	s := openNew(t)
	for name, spoil := range map[string]func(m *memory.Message){
		"no conversation":   func(m *memory.Message) { m.Conversation = "" },
		"no role":           func(m *memory.Message) { m.Role = "" },
		"foreign role":      func(m *memory.Message) { m.Role = "system" },
		"huge text":         func(m *memory.Message) { m.Text = strings.Repeat("x", maxText+1) },
		"huge id":           func(m *memory.Message) { m.ID = strings.Repeat("x", maxID+1) },
		"huge speaker":      func(m *memory.Message) { m.Speaker = strings.Repeat("x", maxID+1) },
		"huge conversation": func(m *memory.Message) { m.Conversation = strings.Repeat("x", maxID+1) },
		"year 10000":        func(m *memory.Message) { m.At = time.Date(10000, 1, 2, 0, 0, 0, 0, time.UTC) },
		"no time":           func(m *memory.Message) { m.At = time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC) },
		"parent not there":  func(m *memory.Message) { m.Parent = 99 },
	} {
		m := user("text", noon)
		spoil(&m)
		if _, err := s.AppendMessage(t.Context(), m); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if n := must[Counts](t)(s.Counts(t.Context())); n != (Counts{}) {
		t.Errorf("left %+v", n)
	}
}

func reply(text string) memory.Message {
	return memory.Message{Conversation: "c", Role: memory.RoleAssistant, Text: text, At: noon.Add(time.Minute)}
}

func TestAReplyGrowsUntilItEnds(t *testing.T) {
	for _, test := range []struct {
		ending   Ending
		finished bool
	}{{Whole, true}, {Stopped, false}} {
		s, ctx := openNew(t), t.Context()
		say(t, s, "hello")
		m := must[memory.Message](t)(s.AppendMessage(ctx, reply("Hel")))
		if err := s.GrowMessage(ctx, m.Key, "Hello, y"); err != nil {
			t.Fatal(err)
		}
		if err := s.GrowMessage(ctx, m.Key, "Help"); err == nil {
			t.Error("the text was replaced by another")
		}
		if got := must[[]memory.Message](t)(s.Uncaptured(ctx, "c", 0)); len(got) != 1 {
			t.Errorf("a streaming reply waits for capture: %v", got)
		}
		if err := s.FinishMessage(ctx, m.Key, "Hello, you.", test.ending); err != nil {
			t.Fatal(err)
		}
		got := must[[]memory.Message](t)(s.Uncaptured(ctx, "c", 0))
		if len(got) != 2 || got[1].Text != "Hello, you." || got[1].Finished != test.finished {
			t.Errorf("waiting: %+v", got)
		}
		if err := s.GrowMessage(ctx, m.Key, "Hello, you. And"); !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("growing after the end: %v", err)
		}
		if err := s.FinishMessage(ctx, m.Key, "Hello, you. And", Whole); !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("ending twice: %v", err)
		}
	}
}

func TestAReplyMayEndEmpty(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	m := must[memory.Message](t)(s.AppendMessage(ctx, reply("")))
	if err := s.FinishMessage(ctx, m.Key, "", Stopped); err != nil {
		t.Fatal(err)
	}
}

func TestAGrownReplyIsKnownWhenImported(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	m := must[memory.Message](t)(s.AppendMessage(ctx, reply("Hel")))
	if err := s.FinishMessage(ctx, m.Key, "Hello.", Whole); err != nil {
		t.Fatal(err)
	}
	again := reply("Hello.")
	if got := must[ImportReport](t)(s.Import(ctx, []memory.Message{again})); got.Messages != 0 {
		t.Errorf("%+v", got)
	}
}

func TestOnlyTheRepliesOfTheDeadAreAbandoned(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	mine := must[memory.Message](t)(s.AppendMessage(ctx, reply("mine")))
	theirs := *s
	theirs.self.born = "0" // the number is in use again, by a later process
	lost := must[memory.Message](t)(theirs.AppendMessage(ctx, reply("lost")))
	theirs.self = process{}
	far := must[memory.Message](t)(theirs.AppendMessage(ctx, reply("far")))
	old := reply("old")
	old.At = noon.Add(-2 * abandonedAfter)
	forgotten := must[memory.Message](t)(theirs.AppendMessage(ctx, old))

	want := []int64{forgotten.Key}
	if look(s.self) == alive {
		want = append(want, lost.Key)
	}
	if n := must[int](t)(s.FinishAbandoned(ctx)); n != len(want) {
		t.Errorf("%d were marked, want %d", n, len(want))
	}
	waiting := keysOf(must[[]memory.Message](t)(s.Uncaptured(ctx, "c", 0)))
	if !slices.Equal(waiting, want) {
		t.Errorf("waiting %v, want %v", waiting, want)
	}
	for _, m := range []memory.Message{mine, far} {
		if err := s.FinishMessage(ctx, m.Key, m.Text+"!", Whole); err != nil {
			t.Error(err)
		}
	}
}

func TestRecalledIsKeptForItsReply(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	m := say(t, s, "one")[0]
	if err := s.SaveRecalled(ctx, m.Key, []Recalled{{Kind: "fact", ID: "f9"}}); err != nil {
		t.Fatal(err)
	}
	want := []Recalled{{"fact", "f3", 0.9, 0.8, 1, `[{"word":"launch"}]`}, {"episode", "e1", 0.4, 0.5, 0.8, ""}}
	if err := s.SaveRecalled(ctx, m.Key, want); err != nil {
		t.Fatal(err)
	}
	if got := must[[]Recalled](t)(s.RecalledFor(ctx, m.Key)); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if err := s.SaveRecalled(ctx, 99, want); err == nil {
		t.Error("kept for a message that is not there")
	}
}
