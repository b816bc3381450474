package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muisto/memory"
)

func imported(id, text string, minute int) memory.Message {
	m := user(text, noon.Add(time.Duration(minute)*time.Minute))
	m.ID, m.Finished = id, false
	return m
}

func texts(list []memory.Message) []string {
	var all []string
	for _, m := range list {
		all = append(all, m.ID+":"+m.Text)
	}
	return all
}

func TestWhichMessagesAreTheSame(t *testing.T) {
	type step struct {
		messages []memory.Message
		added    int
	}
	other := imported("", "hi", 0)
	other.Conversation = "d"
	assistant := imported("", "hi", 0)
	assistant.Role = memory.RoleAssistant
	for _, test := range []struct {
		name  string
		steps []step
		want  []string
	}{
		{"by id", []step{{[]memory.Message{imported("a", "hi", 0)}, 1}, {[]memory.Message{imported("a", "hi there", 3)}, 0}}, []string{"a:hi"}},
		{"the same id twice in one file", []step{{[]memory.Message{imported("a", "hi", 0), imported("a", "hi", 0)}, 1}}, []string{"a:hi"}},
		{"without an id", []step{{[]memory.Message{imported("", "hi", 0)}, 1}, {[]memory.Message{imported("", "hi", 0)}, 0}}, []string{"m1:hi"}},
		{"the same line twice in one file", []step{
			{[]memory.Message{imported("", "hi", 0), imported("", "hi", 0)}, 2},
			{[]memory.Message{imported("", "hi", 0), imported("", "hi", 0)}, 0},
			{[]memory.Message{imported("", "hi", 0)}, 0},
			{[]memory.Message{imported("", "hi", 0), imported("", "hi", 0), imported("", "hi", 0)}, 1}},
			[]string{"m1:hi", "m2:hi", "m3:hi"}},
		{"another time, text, role or conversation", []step{
			{[]memory.Message{imported("", "hi", 0)}, 1},
			{[]memory.Message{imported("", "hi", 1), imported("", "ho", 0), assistant, other}, 4}},
			[]string{"m1:hi", "m3:ho", "m4:hi", "m2:hi"}},
		{"one with an id is not one without", []step{
			{[]memory.Message{imported("a", "hi", 0)}, 1}, {[]memory.Message{imported("", "hi", 0)}, 1}},
			[]string{"a:hi", "m2:hi"}},
		{"an id like one of ours, of another message", []step{
			{[]memory.Message{imported("", "hi", 0)}, 1},
			{[]memory.Message{imported("m1", "ho", 1)}, 1},
			{[]memory.Message{imported("m1", "ho", 1), imported("", "hi", 0)}, 0}},
			[]string{"m1:hi", "m1~2:ho"}},
		{"an id of ours that comes back", []step{
			{[]memory.Message{imported("", "hi", 0)}, 1},
			{[]memory.Message{imported("m1", "hi", 0)}, 0}},
			[]string{"m1:hi"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := openNew(t)
			for i, step := range test.steps {
				got := must[ImportReport](t)(s.Import(t.Context(), step.messages))
				if got.Messages != step.added || got.Messages+got.Duplicates != len(step.messages) {
					t.Errorf("import %d: %+v, want %d added", i+1, got, step.added)
				}
			}
			if got := texts(must[[]memory.Message](t)(s.Messages(t.Context(), "c", 0, 0))); !slices.Equal(got, test.want) {
				t.Errorf("stored %v, want %v", got, test.want)
			}
		})
	}
}

// TestImportingAgainAddsNothing draws files from few values, so that lines are
// often alike, and imports them in a drawn order, some twice. A line without an
// id is stored as often as the file has it that has it most often.
func TestImportingAgainAddsNothing(t *testing.T) {
	line := rapid.Custom(func(r *rapid.T) memory.Message {
		return memory.Message{
			Conversation: rapid.SampledFrom([]string{"c", "d"}).Draw(r, "conversation"),
			ID:           rapid.SampledFrom([]string{"", "", "a", "b", "m1", "m2"}).Draw(r, "id"),
			Role:         rapid.SampledFrom([]memory.Role{memory.RoleUser, memory.RoleAssistant}).Draw(r, "role"),
			Text:         rapid.SampledFrom([]string{"hi", "ho"}).Draw(r, "text"),
			At:           noon.Add(time.Duration(rapid.IntRange(0, 1).Draw(r, "minute")) * time.Minute),
		}
	})
	type identity struct{ conversation, role, text, at string }
	rapid.Check(t, func(r *rapid.T) {
		s := openNew(t)
		files := rapid.SliceOfN(rapid.SliceOfN(line, 0, 8), 1, 3).Draw(r, "files")
		most := map[identity]int{}
		for _, file := range files {
			first, err := s.Import(t.Context(), file)
			if err != nil {
				r.Fatal(err)
			}
			again, err := s.Import(t.Context(), file)
			if err != nil {
				r.Fatal(err)
			}
			if again.Messages != 0 || again.Duplicates != len(file) || first.Messages+first.Duplicates != len(file) {
				r.Fatalf("first %+v, again %+v of %d", first, again, len(file))
			}
			here := map[identity]int{}
			for _, m := range file {
				if m.ID == "" {
					id := identity{m.Conversation, string(m.Role), m.Text, m.At.Format(time.RFC3339)}
					here[id]++
					most[id] = max(most[id], here[id])
				}
			}
		}
		checkStored(r, s, func(m memory.Message) bool { return !slices.Contains([]string{"a", "b"}, m.ID) }, func(got []memory.Message) {
			stored := map[identity]int{}
			for _, m := range got {
				stored[identity{m.Conversation, string(m.Role), m.Text, m.At.Format(time.RFC3339)}]++
			}
			for id, n := range most {
				if stored[id] < n {
					r.Fatalf("%v is stored %d times, want at least %d", id, stored[id], n)
				}
			}
		})
	})
}

func checkStored(r *rapid.T, s *Store, keep func(memory.Message) bool, check func([]memory.Message)) {
	var all []memory.Message
	for _, c := range []string{"c", "d"} {
		list, err := s.Messages(r.Context(), c, 0, 0)
		if err != nil {
			r.Fatal(err)
		}
		seen := map[string]bool{}
		for _, m := range list {
			if seen[m.ID] {
				r.Fatalf("the id %s is there twice", m.ID)
			}
			seen[m.ID] = true
			if keep(m) {
				all = append(all, m)
			}
		}
	}
	check(all)
}

func TestABadMessageImportsNothing(t *testing.T) {
	s := openNew(t)
	bad := imported("", "hi", 0)
	bad.Role = "tool"
	if _, err := s.Import(t.Context(), []memory.Message{imported("", "good", 0), bad}); err == nil {
		t.Fatal("no error")
	}
	if got := must[Counts](t)(s.Counts(t.Context())); got != (Counts{}) {
		t.Errorf("left %+v", got)
	}
}

func TestImportedMessagesFollowEachOther(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	must[ImportReport](t)(s.Import(ctx, []memory.Message{imported("a", "one", 0), imported("b", "two", 10)}))
	must[ImportReport](t)(s.Import(ctx, []memory.Message{imported("x", "between", 5), imported("y", "last", 20)}))
	parents := map[string]int64{}
	for _, m := range must[[]memory.Message](t)(s.Messages(ctx, "c", 0, 0)) {
		if !m.Finished {
			t.Errorf("%s is not whole", m.ID)
		}
		parents[m.ID] = m.Parent
	}
	if want := map[string]int64{"a": 0, "b": 1, "x": 1, "y": 3}; fmt.Sprint(parents) != fmt.Sprint(want) {
		t.Errorf("parents %v, want %v", parents, want)
	}
	c := must[memory.Conversation](t)(s.LatestConversation(ctx))
	if !c.LastAt.Equal(noon.Add(20*time.Minute)) || !c.StartedAt.Equal(noon) || c.Messages != 4 {
		t.Errorf("%+v", c)
	}
}
