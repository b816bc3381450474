package cli

import (
	"os"
	"path/filepath"
	"testing"

	"muisto/bench/locomo/dataset"
	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/store"
)

// Real conversations, whose ids repeat from one to the next, come in whole, are
// captured with sources, and add nothing when they come again.
func TestRealConversations(t *testing.T) {
	locomo := os.Getenv("MUISTO_LOCOMO") // see CONTRIBUTING.md
	if testing.Short() || locomo == "" {
		t.Skip("takes a while, and MUISTO_LOCOMO has to name the file")
	}
	samples, err := dataset.Load(locomo)
	if err != nil {
		t.Fatal(err)
	}
	var messages []memory.Message
	for _, s := range samples {
		first := s.Turns[0].Speaker
		for _, turn := range s.Turns {
			role := memory.RoleAssistant
			if turn.Speaker == first {
				role = memory.RoleUser
			}
			messages = append(messages, memory.Message{
				Conversation: s.ID, ID: turn.ID, Role: role, Speaker: turn.Speaker, At: turn.At, Text: turn.Text, Finished: true,
			})
		}
	}
	g := &global{db: filepath.Join(t.TempDir(), "m.db"), model: "builtin", now: "2026-01-01T00:00:00Z"}
	p, err := g.open(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.close(); err != nil {
			t.Error(err)
		}
	}()
	for round := range 2 {
		report, err := p.store.Import(t.Context(), messages)
		if err != nil {
			t.Fatal(err)
		}
		captured, err := p.mind.Capture(t.Context(), mind.CaptureScope{}, func(mind.CaptureProgress) {})
		if err != nil {
			t.Fatal(err)
		}
		if round == 1 {
			if report.Messages != 0 || captured.Messages != 0 || len(captured.Episodes) != 0 {
				t.Errorf("a second time adds %+v and captures %d messages", report, captured.Messages)
			}
			continue
		}
		if report.Messages != len(messages) || captured.Messages != len(messages) {
			t.Errorf("of %d messages %d came in and %d were captured", len(messages), report.Messages, captured.Messages)
		}
	}
	episodes, err := p.store.Episodes(t.Context(), store.EpisodeQuery{})
	if err != nil {
		t.Fatal(err)
	}
	if len(episodes) < len(messages)/2 {
		t.Errorf("%d moments of %d messages", len(episodes), len(messages))
	}
	for _, e := range episodes {
		if len(e.Sources) == 0 {
			t.Errorf("%s has no source: %s", e.ID, e.What)
		}
	}
}
