package chat

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/store"
	"muisto/model"
)

// meter is a Replier that reports what it took.
type meter struct {
	usage   model.Usage
	prompts []model.Prompt
}

func (m *meter) Reply(_ context.Context, p model.Prompt, emit func(string)) (model.Usage, error) {
	m.prompts = append(m.prompts, p)
	emit("A reply of a few words.")
	return m.usage, nil
}

func TestATurnIsCounted(t *testing.T) {
	h := open(t, file(t), &script{})
	defer h.close(t)
	m := &meter{usage: model.Usage{PromptTokens: 1_000_000, ReplyTokens: 500_000}}
	h.o.Tariff = Tariff{Prices: map[string]Price{"gpt": {In: 0.25, Out: 2}}, Currency: "$"}
	if err := h.SetModel(Model{Name: "gpt", Replier: m, ContextTokens: 4096}); err != nil {
		t.Fatal(err)
	}
	if h.ModelName() != "gpt" {
		t.Errorf("the model is %s", h.ModelName())
	}
	h.turn(t, "one")
	h.turn(t, "two")
	if h.status.Last != (Spent{1_000_000, 500_000, 1.25, true}) || h.status.Today != (Spent{2_000_000, 1_000_000, 2.5, true}) {
		t.Errorf("last %+v, today %+v", h.status.Last, h.status.Today)
	}
	stats, err := h.Stats(t.Context(), 30)
	if err != nil || len(stats.Days) != 1 {
		t.Fatalf("stats %+v, %v", stats, err)
	}
	day := stats.Days[0]
	if day.Replies != 2 || day.Within != 0 || day.Calls() != 2 || day.Spent != h.status.Today || len(stats.Unpriced) != 0 {
		t.Errorf("the day %+v", day)
	}
	if stats.To-stats.From != 29 || stats.To != memory.DayOf(h.Now(), 4) {
		t.Errorf("from %s to %s", stats.From, stats.To)
	}

	// With little said, memory is no saving: its block comes on top.
	if day.Sent <= 0 || day.Whole >= day.Sent {
		t.Errorf("sent %d, whole %d", day.Sent, day.Whole)
	}
	var sent int64
	for _, p := range m.prompts {
		sent += int64(memory.Tokens(p.System))
		for _, w := range p.Window {
			sent += int64(memory.Tokens(w.Text) + messageOverhead)
		}
	}
	if day.Sent != sent {
		t.Errorf("sent %d, and the prompts are %d long", day.Sent, sent)
	}
}

func TestTheWholeHistoryIsWhatEveryConversationHolds(t *testing.T) {
	h := open(t, file(t), &script{})
	defer h.close(t)
	m := &meter{}
	if err := h.SetModel(Model{Name: "gpt", Replier: m, ContextTokens: 4096}); err != nil {
		t.Fatal(err)
	}
	var old []memory.Message
	for i := range 400 {
		old = append(old, memory.Message{
			Conversation: "old", Role: memory.RoleUser, At: h.Now().Add(time.Duration(i-1000) * time.Hour), Text: strings.Repeat("word ", 100),
		})
	}
	if _, err := h.store.Import(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	h.turn(t, "hello")
	stats, err := h.Stats(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	whole := int64(400 * (memory.Tokens(old[0].Text) + messageOverhead))
	got := stats.Total.Whole - whole
	p := m.prompts[0]
	rest := int64(memory.Tokens(p.System) - memory.Tokens(blockIn(p.System)) + memory.Tokens("hello") + messageOverhead)
	if got != rest || stats.Total.Sent > whole/10 {
		t.Errorf("%d beyond the old messages, want %d; sent %d of %d", got, rest, stats.Total.Sent, stats.Total.Whole)
	}
	if h.status.Last != (Spent{}) || stats.Total.Spent != (Spent{}) {
		t.Errorf("an endpoint that reports nothing has told %+v", h.status.Last)
	}
}

func TestTheModelWithinSendsNothing(t *testing.T) {
	h := open(t, file(t), &script{})
	defer h.close(t)
	if err := h.SetModel(Model{Name: "builtin", Replier: &meter{}, ContextTokens: 4096, Within: true}); err != nil {
		t.Fatal(err)
	}
	h.turn(t, "hello")
	stats, err := h.Stats(t.Context(), 30)
	if err != nil || stats.Total != (Day{Replies: 1, Within: 1}) {
		t.Errorf("stats %+v, %v", stats.Total, err)
	}
}

func TestModelsWithoutAPriceAreNamed(t *testing.T) {
	h := open(t, file(t), &script{})
	defer h.close(t)
	day := memory.DayOf(h.Now(), 4)
	for _, u := range []store.Usage{
		{Day: day, Model: "dear", Purpose: store.ForReply, Calls: 1, Reported: 1, Read: 1e6, Wrote: 1e6, Sent: 1},
		{Day: day - 1, Model: "new", Purpose: store.ForCapture, Calls: 4, Reported: 1, Read: 10, Wrote: 1},
		{Day: day - 1, Model: "new", Purpose: store.ForNight, Calls: 5, Reported: 1, Read: 10, Wrote: 1},
		{Day: day - 1, Model: "mute", Purpose: store.ForCapture, Calls: 1},
		{Day: day - 40, Model: "old", Purpose: store.ForReply, Calls: 1, Reported: 1, Read: 10, Wrote: 1, Sent: 1},
	} {
		if err := h.store.AddUsage(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
	h.o.Tariff = Tariff{Prices: map[string]Price{"dear": {In: 1, Out: 10}}}
	stats, err := h.Stats(t.Context(), 30)
	if err != nil || !slices.Equal(stats.Unpriced, []string{"new"}) || len(stats.Days) != 2 {
		t.Fatalf("stats %+v, %v", stats, err)
	}
	if d := stats.Days[1]; d.Captures != 5 || d.Nights != 5 || d.Calls() != 10 || d.Spent.Priced {
		t.Errorf("yesterday %+v", d)
	}
	if stats.Total.Spent.Cost != 11 || stats.Total.Spent.Read != 1e6+20 {
		t.Errorf("in all %+v", stats.Total.Spent)
	}
}

func TestAmountsAreAsLongAsTheyTellSomething(t *testing.T) {
	for sum, want := range map[float64]string{0: "$0.00", 12.3: "$12.30", 0.12: "$0.12", 0.0123: "$0.012", 0.0042: "$0.0042", 0.00000004: "$0.000000"} {
		if got := (Tariff{Currency: "$"}).Amount(sum); got != want {
			t.Errorf("%v is %s, want %s", sum, got, want)
		}
	}
}

func TestADraftComesBack(t *testing.T) {
	path := file(t)
	draft := func(h *house) string {
		t.Helper()
		text, err := h.Draft(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	h := open(t, path, &script{pieces: []string{"ok"}})
	if err := h.KeepDraft(t.Context(), "before anything was said"); err != nil {
		t.Fatal(err)
	}
	h.close(t)
	h = open(t, path, &script{pieces: []string{"ok"}})
	if got := draft(h); got != "before anything was said" {
		t.Errorf("the draft is %q", got)
	}
	h.turn(t, "hello")
	if err := h.KeepDraft(t.Context(), ""); err != nil || draft(h) != "" {
		t.Errorf("the draft is %q after it was sent, %v", draft(h), err)
	}
	if err := h.KeepDraft(t.Context(), "half a"); err != nil {
		t.Fatal(err)
	}
	other := open(t, path, &script{})
	if got := draft(other); got != "" {
		t.Errorf("another window has the draft %q", got)
	}
	if err := other.KeepDraft(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	other.close(t)
	h.close(t)
	h = open(t, path, &script{})
	defer h.close(t)
	if got := draft(h); got != "half a" {
		t.Errorf("the draft is %q", got)
	}
	if err := h.SetPrivate(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if err := h.KeepDraft(t.Context(), "a secret"); err != nil {
		t.Fatal(err)
	}
	if got := draft(h); got != "" {
		t.Errorf("off the record, the draft %q is kept", got)
	}
}
