package transcript

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"muisto/crash"
)

func TestAFaultInReadingAFileIsAnError(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.jsonl")
	if err := os.WriteFile(name, []byte(`{"at":"2026-05-04T08:00:00Z","role":"user","text":"hi"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(name, Options{Now: time.Unix(1e9, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.each(func(member) error { panic("a fault") }); !crash.Is(err) {
		t.Errorf("error %v", err)
	}
}
