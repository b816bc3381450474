package chat

import (
	"errors"
	"os"
	"testing"

	"muisto/memory/store"
)

func TestWhatIsSaidIntoADeletedFileIsNotShownAsSent(t *testing.T) {
	path := file(t)
	h := open(t, path, &script{pieces: []string{"ok"}})
	defer h.close(t)
	h.turn(t, "hello")
	if err := os.Rename(path, path+"-gone"); err != nil {
		t.Skip("an open file cannot be moved here:", err)
	}
	said := false
	_, err := h.Turn(t.Context(), "are you there?", func(e Event) {
		if _, ok := e.(Said); ok {
			said = true
		}
	})
	if !errors.Is(err, store.ErrGone) || said {
		t.Errorf("said %v, error %v", said, err)
	}
	if err := os.Rename(path+"-gone", path); err != nil {
		t.Fatal(err)
	}
	h.turn(t, "and now?")
}
