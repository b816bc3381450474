package builtin

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
)

// sessions reads real conversations between two friends, one batch a session.
func sessions(t testing.TB) []hippocampus.Batch {
	t.Helper()
	out, ok := readSessions(t)
	if !ok {
		t.Skip("MUISTO_LOCOMO names no file")
	}
	return out
}

func readSessions(t testing.TB) ([]hippocampus.Batch, bool) {
	t.Helper()
	file := os.Getenv("MUISTO_LOCOMO") // see CONTRIBUTING.md
	if file == "" {
		return nil, false
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var samples []struct {
		Conversation map[string]json.RawMessage `json:"conversation"`
	}
	if err := json.Unmarshal(raw, &samples); err != nil {
		t.Fatal(err)
	}
	var out []hippocampus.Batch
	for _, s := range samples {
		var user string
		if err := json.Unmarshal(s.Conversation["speaker_a"], &user); err != nil {
			t.Fatal(err)
		}
		for n := 1; s.Conversation["session_"+strconv.Itoa(n)] != nil; n++ {
			var turns []struct{ Speaker, Text string }
			if err := json.Unmarshal(s.Conversation["session_"+strconv.Itoa(n)], &turns); err != nil {
				t.Fatal(err)
			}
			var b hippocampus.Batch
			for i, turn := range turns {
				role := memory.RoleUser
				if turn.Speaker != user {
					role = memory.RoleAssistant
				}
				b.Messages = append(b.Messages, memory.Message{Role: role, Speaker: turn.Speaker, Text: turn.Text, At: time.Date(2023, 5, n, 12, i, 0, 0, time.UTC)})
			}
			if len(b.Messages) > 0 {
				out = append(out, b)
			}
		}
	}
	return out, true
}

// Friends who chat hardly ever set each other right: most of what looks like a
// correction there would be a mistake.
func TestFriendsChattingAreNotCorrectingEachOther(t *testing.T) {
	const most = 0.01 // of the messages
	messages, corrections := 0, 0
	for _, b := range sessions(t) {
		ps := encode(t, b)
		holds(t, b, ps)
		messages += len(b.Messages)
		for _, p := range ps {
			if p.Act == string(memory.Correction) {
				corrections++
			}
		}
	}
	t.Logf("%d corrections in %d messages", corrections, messages)
	if float64(corrections) > most*float64(messages) {
		t.Errorf("%d corrections in %d messages", corrections, messages)
	}
}
