package builtin

import (
	"context"
	"strings"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/neocortex"
	"muisto/memory/recall"
	"muisto/model"
	"muisto/unicodetest"
)

// FuzzReply has the model answer anything, with anything in mind.
func FuzzReply(f *testing.F) {
	for _, s := range append(unicodetest.Texts(), "", "Honestly?", "remember that x", "forget it", "२", "“", "why?", "\xff") {
		f.Add(s, "The user likes tea.")
		f.Add("What did I say about tea?", s)
	}
	f.Fuzz(func(t *testing.T, text, remembered string) {
		at := time.Date(2026, 5, 18, 14, 0, 0, 0, time.UTC)
		day := memory.DayOf(at, 4)
		var b strings.Builder
		_, err := New(4).Reply(context.Background(), model.Prompt{
			Window: []memory.Message{
				{Role: memory.RoleUser, At: at, Text: remembered},
				{Role: memory.RoleAssistant, At: at, Text: remembered},
				{Role: memory.RoleUser, At: at, Text: text},
			},
			Recalled: []recall.Hit{
				{Kind: recall.KindFact, Fact: &memory.Fact{ID: 1, Text: remembered, About: remembered, From: []memory.Day{day}}},
				{Kind: recall.KindEpisode, Episode: &memory.Episode{ID: 2, What: remembered, Day: day, LastAt: at}},
			},
			Now: at.Add(time.Hour),
		}, func(s string) { b.WriteString(s) })
		if err != nil || strings.TrimSpace(b.String()) == "" {
			t.Fatalf("the reply to %q is %q, %v", text, b.String(), err)
		}
	})
}

// FuzzWrite has facts written of anything that may be remembered.
func FuzzWrite(f *testing.F) {
	for _, s := range append(unicodetest.Texts(), "", "Honestly?", "The user lives in Oslo.", "\xff") {
		f.Add(s, "the user: home")
		f.Add("The user likes tea.", s)
	}
	f.Fuzz(func(t *testing.T, what, about string) {
		at := time.Date(2026, 5, 18, 14, 0, 0, 0, time.UTC)
		r := neocortex.Request{Today: memory.DayOf(at, 4), StateDays: 90}
		for i, act := range memory.Acts() {
			r.Episodes = append(r.Episodes, memory.Episode{
				ID: memory.EpisodeID(i + 1), What: what, About: about, Act: act, Actor: memory.RoleUser, When: what,
				FirstAt: at, LastAt: at.AddDate(0, 0, i), Day: memory.DayOf(at.AddDate(0, 0, i), 4), Names: []memory.Name{{Text: about, Type: memory.Thing}},
			})
		}
		r.Known = []memory.Fact{{ID: 1, Text: what, About: about, Kind: memory.World, Status: memory.Active, Authority: memory.ByUser}}
		proposals, err := New(4).Write(context.Background(), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		neocortex.Check(r, proposals)
	})
}
