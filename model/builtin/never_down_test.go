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

func TestAQuestionWithoutItsMarkIsAQuestion(t *testing.T) {
	for text, want := range map[string]memory.Act{
		"what happened on december 7":            memory.Routine,
		"what happened after the meeting":        memory.Routine,
		"who called about the flat":              memory.Routine,
		"where does Aino live":                   memory.Routine,
		"when do I start work":                   memory.Routine,
		"what happened was that the car stalled": memory.Observation,
		"what I like is tea with honey":          memory.Observation,
	} {
		batch := hippocampus.Batch{Messages: []memory.Message{{ID: "m1", Role: memory.RoleUser, Text: text, At: time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)}}}
		got, err := New(4).Encode(t.Context(), batch, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range got {
			if p.Act != string(want) {
				t.Errorf("%q is a %s, want %s: %s", text, p.Act, want, p.What)
			}
		}
	}
}
