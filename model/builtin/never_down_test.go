package builtin

import (
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
)

func TestAMessageThatIsAllLeadInIsEncoded(t *testing.T) {
	for _, text := range []string{"Honestly?", "Well?", "So, honestly?", "Anyway, could you?", "Okay?", "Hm?", "And, could or?"} {
		batch := hippocampus.Batch{Messages: []memory.Message{
			{ID: "m1", Role: memory.RoleUser, Text: text, At: time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)},
			{ID: "m2", Role: memory.RoleAssistant, Text: text, At: time.Date(2026, 5, 4, 9, 1, 0, 0, time.UTC)},
			{ID: "m3", Role: memory.RoleUser, Text: text, At: time.Date(2026, 5, 4, 9, 2, 0, 0, time.UTC)},
		}}
		if _, err := New(4).Encode(t.Context(), batch, nil); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
