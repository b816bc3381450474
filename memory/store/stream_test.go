package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muisto/memory"
)

func stream(messages []memory.Message, end error) iter.Seq2[memory.Message, error] {
	return func(yield func(memory.Message, error) bool) {
		for _, m := range messages {
			if !yield(m, nil) {
				return
			}
		}
		if end != nil {
			yield(memory.Message{}, end)
		}
	}
}

func TestAnErrorOfTheSourceImportsNothing(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	var messages []memory.Message
	for i := range 3 * bulkSize {
		messages = append(messages, imported(fmt.Sprint(i), "hi", i))
	}
	broken := errors.New("line 7: it is torn")
	if _, err := s.ImportStream(ctx, Incoming{Messages: stream(messages, broken)}); err != broken {
		t.Errorf("error %v, want it as it was", err)
	}
	if _, err := s.PreviewImport(ctx, stream(messages, broken)); err != broken {
		t.Errorf("error %v, want it as it was", err)
	}
	if _, err := PreviewNewImport(ctx, stream(messages, broken)); err != broken {
		t.Errorf("error %v, want it as it was", err)
	}
	if got := must[Counts](t)(s.Counts(ctx)); got != (Counts{}) {
		t.Errorf("left %+v", got)
	}
}

func TestABadMessageIsNamedByItsPlace(t *testing.T) {
	bad := imported("b", "hi", 0)
	bad.Role = "tool"
	list := stream([]memory.Message{imported("a", "hi", 0), bad}, nil)
	s := openNew(t)
	_, first := s.ImportStream(t.Context(), Incoming{Messages: list})
	_, second := s.PreviewImport(t.Context(), list)
	_, third := PreviewNewImport(t.Context(), list)
	for _, err := range []error{first, second, third} {
		if err == nil || !strings.Contains(err.Error(), "message 2: ") {
			t.Errorf("error %v", err)
		}
	}
}

func TestABrokenOffImportStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	list := stream([]memory.Message{imported("a", "hi", 0)}, nil)
	if _, err := PreviewNewImport(ctx, list); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := openNew(t).ImportStream(ctx, Incoming{Messages: list}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestTitlesComeWithAnImport(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	bring := func(id, title string) {
		t.Helper()
		must[ImportReport](t)(s.ImportStream(ctx, Incoming{
			Messages: stream([]memory.Message{imported(id, "hi", 0)}, nil),
			Title:    func(string) string { return title },
		}))
	}
	called := func(want string) {
		t.Helper()
		if got := must[memory.Conversation](t)(s.Conversation(ctx, "c")).Title; got != want {
			t.Errorf("it is called %q, want %q", got, want)
		}
	}
	bring("a", "")
	called("hi")
	bring("a", "Canoe plans")
	called("Canoe plans")
	bring("b", "Another name")
	called("Canoe plans")
	if err := s.Rename(ctx, "c", ""); err != nil {
		t.Fatal(err)
	}
	bring("b", strings.Repeat("ä", titleLength+1))
	called(strings.Repeat("ä", titleLength))
}

func TestAnImportOfManyConversationsAtOnce(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	var messages []memory.Message
	for i := range 5*bulkSize + 7 {
		m := imported("", fmt.Sprint("message ", i), i)
		if i%3 == 0 {
			m.ID = fmt.Sprint("x", i)
		}
		m.Conversation = fmt.Sprint(i % 10)
		messages = append(messages, m)
	}
	report := must[ImportReport](t)(s.Import(ctx, messages))
	if report != (ImportReport{Conversations: 10, Messages: len(messages)}) {
		t.Errorf("%+v", report)
	}
	for c := range 10 {
		var want []string
		for i, m := range messages {
			if i%10 == c {
				want = append(want, m.Text)
			}
		}
		list := must[[]memory.Message](t)(s.Messages(ctx, fmt.Sprint(c), 0, 0))
		var got []string
		parent := int64(0)
		for _, m := range list {
			got = append(got, m.Text)
			if m.Parent != parent {
				t.Fatalf("%s follows %d, want %d", m.ID, m.Parent, parent)
			}
			parent = m.Key
		}
		if !slices.Equal(got, want) {
			t.Errorf("conversation %d holds %v", c, got)
		}
		conversation := must[memory.Conversation](t)(s.Conversation(ctx, fmt.Sprint(c)))
		if !conversation.LastAt.Equal(list[len(list)-1].At) {
			t.Errorf("conversation %d goes to %v", c, conversation.LastAt)
		}
	}
	if got := must[Counts](t)(s.Counts(ctx)); got.Waiting != len(messages) {
		t.Errorf("%d wait, want %d", got.Waiting, len(messages))
	}
}

// TestWhatIsForeseenComes draws imports of alike messages and holds both ways of
// previewing to what then happens, however few ids are held.
func TestWhatIsForeseenComes(t *testing.T) {
	line := func(ids ...string) *rapid.Generator[memory.Message] {
		return rapid.Custom(func(r *rapid.T) memory.Message {
			return memory.Message{
				Conversation: rapid.SampledFrom([]string{"c", "d", "e"}).Draw(r, "conversation"),
				ID:           rapid.SampledFrom(ids).Draw(r, "id"),
				Role:         memory.RoleUser,
				Text:         rapid.SampledFrom([]string{"hi", "ho"}).Draw(r, "text"),
				At:           noon.Add(time.Duration(rapid.IntRange(0, 1).Draw(r, "minute")) * time.Minute),
			}
		})
	}
	rapid.Check(t, func(r *rapid.T) {
		s, ctx := openNew(t), t.Context()
		files := [][]memory.Message{
			rapid.SliceOfN(line("", "", "a", "b"), 2, 12).Draw(r, "first file"),
			rapid.SliceOfN(line("", "", "a", "b", "m1", "m2"), 0, 12).Draw(r, "second file"),
		}
		for i, file := range files {
			foreseen, err := s.PreviewImport(ctx, stream(file, nil))
			if err != nil {
				r.Fatal(err)
			}
			fresh, err := PreviewNewImport(ctx, stream(file, nil))
			if err != nil {
				r.Fatal(err)
			}
			var report ImportReport
			most := rapid.IntRange(1, 6).Draw(r, "held")
			err = s.write(ctx, func(tx *sql.Tx) error {
				im, err := beginImport(ctx, tx)
				if err != nil {
					return err
				}
				im.most = most
				err = im.run(ctx, Incoming{Messages: stream(file, nil)})
				report = im.report
				return errors.Join(err, im.close())
			})
			if err != nil {
				r.Fatal(err)
			}
			if foreseen != report || i == 0 && fresh != report {
				r.Fatalf("previewed %+v, into a new memory %+v, came %+v", foreseen, fresh, report)
			}
		}
	})
}
