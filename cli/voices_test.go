package cli

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/store"
)

// voices are messages that were written without a look at how they are read:
// theirs hold what somebody else says, own are the user's corrections.
type voices struct {
	Theirs, Own []heard
}

type heard struct {
	Kind, Name, Text string
	// Via is how it comes in: said unless it is "import" or "mcp".
	Via     string
	Role    memory.Role
	Speaker string
}

func readVoices(t *testing.T) voices {
	t.Helper()
	data, err := os.ReadFile("testdata/voices.json")
	if err != nil {
		t.Fatal(err)
	}
	var v voices
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestNoOtherVoiceGainsAuthority(t *testing.T) {
	var list []injection
	for _, v := range readVoices(t).Theirs {
		in := injection{name: v.Kind + ", " + v.Name, role: memory.RoleUser, text: v.Text, speaker: v.Speaker}
		switch {
		case v.Via == "mcp":
			in.role, in.speaker = memory.RoleAssistant, "guest"
		case v.Role != "":
			in.role = v.Role
		}
		list = append(list, in)
	}
	if len(list) < 90 {
		t.Errorf("only %d messages", len(list))
	}
	for name, quotes := range map[string]func(line, clean string) (string, bool){
		"the built-in model":         nil,
		"an endpoint that quotes it": func(line, _ string) (string, bool) { return line, true },
	} {
		t.Run(name, func(t *testing.T) { holdsAgainst(t, attacked(t, quotes, list)) })
	}
}

func TestTheUsersOwnVoiceKeepsItsAuthority(t *testing.T) {
	own := readVoices(t).Own
	if len(own) < 30 {
		t.Errorf("only %d messages", len(own))
	}
	p := openParts(t, "http://127.0.0.1:1", "2026-06-20T12:00:00Z")
	p.config.Model.Name, p.config.Model.BaseURL = "builtin", ""
	if err := p.wire(); err != nil {
		t.Fatal(err)
	}
	tell(t, p)
	var messages []memory.Message
	for i, v := range own {
		at := time.Date(2026, 6, 1, 8, i, 0, 0, time.UTC)
		messages = append(messages,
			memory.Message{Conversation: v.Name, Role: memory.RoleAssistant, At: at.Add(-time.Second), Text: "The Heron launch is on Friday."},
			memory.Message{Conversation: v.Name, Role: memory.RoleUser, At: at, Text: v.Text})
	}
	say(t, p, messages)
	episodes, err := p.store.Browse(t.Context(), store.BrowseQuery{Now: p.clock.Now(), Limit: 10000})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range own {
		if !slices.ContainsFunc(episodes, func(e memory.Episode) bool {
			return e.Conversation == v.Name && e.Actor == memory.RoleUser && (e.Act == memory.Correction || e.Act == memory.Decision)
		}) {
			t.Errorf("%s: %q sets nothing right", v.Name, v.Text)
		}
	}
}
