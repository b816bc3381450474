package mind

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"muisto/memory"
	"muisto/memory/recall"
)

// image is the file and its log, byte for byte.
func image(t *testing.T, m *Mind) []byte {
	t.Helper()
	var all []byte
	for _, name := range []string{m.Store.Path(), m.Store.Path() + "-wal"} {
		data, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	return all
}

func TestAThousandRecallsWriteNothing(t *testing.T) {
	m, _ := withFact(t)
	var messages []memory.Message
	for i := range 50 {
		messages = append(messages, say("b", at(19, 9, i), memory.RoleUser, fmt.Sprintf("The canoe number %d is in Savonlinna.", i)))
	}
	bring(t, m, messages...)
	capture(t, m, CaptureScope{})
	before := image(t, m)
	first := recalled(t, m, "where is the canoe?")
	for i := range 1000 {
		if _, err := m.Recall(t.Context(), recall.Cue{Text: fmt.Sprintf("canoe %d or the Heron launch?", i), Now: m.Clock.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(before, image(t, m)) {
		t.Error("the file has changed")
	}
	if again := recalled(t, m, "where is the canoe?"); again != first {
		t.Errorf("the same question brings %q, and brought %q before", again, first)
	}
}

// What is formed comes to mind at the next turn, whoever formed it.
func TestNewMomentsAreFoundByTheNextTurn(t *testing.T) {
	m := newMind(t, &echo{})
	bring(t, m, say("a", at(18, 9, 0), memory.RoleUser, "The boiler in Turku is broken."))
	capture(t, m, CaptureScope{})
	if got := recalled(t, m, "what about the boiler?"); got == "" {
		t.Fatal("nothing comes to mind")
	}
	bring(t, m, say("a", at(18, 10, 0), memory.RoleUser, "The canoe is in Savonlinna."))
	capture(t, m, CaptureScope{})
	if got := recalled(t, m, "where is the canoe?"); got == "" {
		t.Error("the new moment does not come to mind")
	}
}
