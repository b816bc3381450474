package store

import (
	"context"
	"slices"
	"testing"
	"time"

	"muisto/memory"
)

func TestUsageAddsUpByDayModelAndPurpose(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	for _, u := range []Usage{
		{Day: 3, Model: "gpt", Purpose: ForReply, Calls: 1, Reported: 1, Read: 100, Wrote: 10, Sent: 90, Whole: 400},
		{Day: 3, Model: "gpt", Purpose: ForReply, Calls: 1, Sent: 95, Whole: 500},
		{Day: 3, Model: "gpt", Purpose: ForCapture, Calls: 2, Reported: 2, Read: 700, Wrote: 70},
		{Day: 4, Model: "llama", Purpose: ForReply, Calls: 1},
		{Day: 1, Model: "gpt", Purpose: ForReply, Calls: 1},
	} {
		if err := s.AddUsage(ctx, u); err != nil {
			t.Fatal(err)
		}
	}
	want := []Usage{
		{Day: 4, Model: "llama", Purpose: ForReply, Calls: 1},
		{Day: 3, Model: "gpt", Purpose: ForCapture, Calls: 2, Reported: 2, Read: 700, Wrote: 70},
		{Day: 3, Model: "gpt", Purpose: ForReply, Calls: 2, Reported: 1, Read: 100, Wrote: 10, Sent: 185, Whole: 900},
	}
	if got := must[[]Usage](t)(s.Usage(ctx, 2)); !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if err := s.AddUsage(ctx, Usage{Day: 3, Model: "gpt", Purpose: "fun"}); err == nil {
		t.Error("a purpose that is not known was kept")
	}
}

func TestTheHistoryIsMeasuredOnce(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	measure := func() [2]int64 {
		t.Helper()
		messages, tokens, err := s.History(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return [2]int64{messages, tokens}
	}
	if got := measure(); got != [2]int64{} {
		t.Errorf("nothing is %v long", got)
	}
	texts := slices.Repeat([]string{"four", "päivää"}, countAtOnce)
	want := int64(0)
	var all []memory.Message
	for i, text := range texts {
		want += int64(memory.Tokens(text))
		all = append(all, user(text, noon.Add(time.Duration(i)*time.Second)))
	}
	must[ImportReport](t)(s.Import(ctx, all))
	for range 2 {
		if got := measure(); got != [2]int64{2 * countAtOnce, want} {
			t.Errorf("measured %v, want %v", got, want)
		}
	}
	// What streams in is counted when it is whole.
	r := must[memory.Message](t)(s.AppendMessage(ctx, reply("It")))
	measure()
	text := "It is on Friday, as I said."
	if err := s.FinishMessage(ctx, r.Key, text, Whole); err != nil {
		t.Fatal(err)
	}
	if got := measure(); got[1] != want+int64(memory.Tokens(text)) {
		t.Errorf("measured %v after a reply", got)
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := s.History(over); err == nil {
		t.Error("it went on after its context had ended")
	}
}

func TestMomentsAndFactsAreCountedByDay(t *testing.T) {
	s := lived(t)
	moments, facts, err := s.Formed(t.Context(), 1, 4)
	if err != nil {
		t.Fatal(err)
	}
	day := memory.DayOf(noon, 4)
	if len(moments) != 1 || moments[day] != must[Counts](t)(s.Counts(t.Context())).Episodes {
		t.Errorf("moments %v", moments)
	}
	if n := must[[]memory.Fact](t)(s.Facts(t.Context(), FactQuery{Retired: true})); len(facts) != 1 || facts[day] != len(n) {
		t.Errorf("facts %v, and there are %d", facts, len(n))
	}
	if moments, facts, err = s.Formed(t.Context(), day+1, 4); err != nil || len(moments)+len(facts) != 0 {
		t.Errorf("later: %v, %v, %v", moments, facts, err)
	}
}

func TestADraftIsKept(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	read := func() string {
		t.Helper()
		conversation, text, err := s.Draft(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return conversation + "|" + text
	}
	for _, tt := range []struct{ conversation, text, want string }{
		{"c", "half a", "c|half a"}, {"d", "half a sentence\n", "d|half a sentence\n"}, {"c", "", "d|half a sentence\n"}, {"d", "", "|"}, {"c", "", "|"},
	} {
		if err := s.KeepDraft(ctx, tt.conversation, tt.text); err != nil {
			t.Fatal(err)
		}
		if got := read(); got != tt.want {
			t.Errorf("kept %q, want %q", got, tt.want)
		}
	}
	if err := s.KeepDraft(ctx, "c", string(make([]byte, maxText+1))); err == nil {
		t.Error("a draft without bounds")
	}
}
