package chat

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"muisto/memory"
	"muisto/memory/mind"
)

// What is said off the record comes to no part of the memory and to no byte on
// the disk: not the words, not what was said to them, not when a reply fails,
// is stopped or is tried again.
func TestOffTheRecordLeavesNoByte(t *testing.T) {
	path := file(t)
	s := &script{pieces: []string{"Quellmoor it is, ", "Quellmoor."}}
	h := open(t, path, s)
	h.turn(t, "The boiler in Turku is broken.")
	if err := h.SetPrivate(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	h.turn(t, "No, the Quellmoor regatta is on Friday.")
	s.err = errors.New("it broke off")
	if _, err := h.Turn(t.Context(), "Quellmoor again", func(Event) {}); err == nil {
		t.Fatal("it did not fail")
	}
	s.err = nil
	if err := h.again(t); err != nil {
		t.Fatal(err)
	}
	if err := h.Remember(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := h.KeepDraft(t.Context(), "the regatta, not sent yet"); err != nil {
		t.Fatal(err)
	}
	nowhere(t, path) // while it goes on
	if err := h.SetPrivate(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	h.turn(t, "What about the boiler?")
	if err := errors.Join(h.Remember(t.Context()), h.Sleep(t.Context(), mind.SleepScope(memory.Month))); err != nil {
		t.Fatal(err)
	}
	for _, p := range s.prompts[len(s.prompts)-1:] {
		for _, m := range p.Window {
			if strings.Contains(m.Text, "Quellmoor") && m.Key == 0 {
				t.Errorf("back on the record, %q goes to the model", m.Text)
			}
		}
	}
	found, err := h.Search(t.Context(), "regatta", 10)
	if err != nil || len(found.Messages)+len(found.Episodes)+len(found.Facts) != 0 {
		t.Errorf("found %+v, %v", found, err)
	}
	h.close(t)
	nowhere(t, path)
}

// Off the record, nothing waits to be remembered, and the model knows; what was
// said before goes on waiting.
func TestOffTheRecordNothingComesToWait(t *testing.T) {
	s := &script{pieces: []string{"ok"}}
	h := open(t, file(t), s)
	defer h.close(t)
	private := func(on bool) {
		t.Helper()
		if err := h.SetPrivate(t.Context(), on); err != nil {
			t.Fatal(err)
		}
	}
	doing := func() Doing {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.status.Doing
	}
	private(true)
	h.turn(t, "I must never tell anyone.")
	if got := doing(); got != Idle {
		t.Errorf("it is %s", got)
	}
	if p := s.prompts[len(s.prompts)-1]; !p.Private || !strings.Contains(p.System, offRecord) {
		t.Errorf("the model is not told: %+v", p)
	}
	private(false)
	h.turn(t, "The boiler in Turku is broken.")
	if got := doing(); got != Waiting {
		t.Errorf("on the record, it is %s", got)
	}
	if p := s.prompts[len(s.prompts)-1]; p.Private || strings.Contains(p.System, offRecord) {
		t.Errorf("the model is told that it is off the record: %+v", p)
	}
	private(true)
	h.turn(t, "This is for nobody.")
	if got := doing(); got != Waiting {
		t.Errorf("with something said before, it is %s", got)
	}
}

// nowhere finds the word of the test in no file of the memory.
func nowhere(t *testing.T, path string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Dir(path), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if bytes.Contains(data, []byte("regatta")) || bytes.Contains(data, []byte("Quellmoor again")) {
			t.Errorf("%s holds what was said off the record", filepath.Base(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
