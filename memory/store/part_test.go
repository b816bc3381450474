package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func fillWith(text string) func(part string) error {
	return func(part string) error { return os.WriteFile(part, []byte(text), 0o600) }
}

func TestWritingOverALinkWritesWhatItPointsTo(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target", link); err != nil {
		t.Skip("no links here:", err)
	}
	if err := WriteOver(link, fillWith("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 || string(must[[]byte](t)(os.ReadFile(target))) != "new" {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.Remove(target); err != nil {
		t.Fatal(err)
	}
	if err := WriteOver(link, fillWith("new")); err == nil || isThere(target) {
		t.Errorf("through a link to nothing: %v", err)
	}
	if err := WriteOver(dir, fillWith("new")); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("over a folder: %v", err)
	}
}

func TestAMemoryKnowsItsOwnFiles(t *testing.T) {
	s := openNew(t)
	dir := filepath.Dir(s.Path())
	for name, owns := range map[string]bool{
		"muisto.db": true, "muisto.db-wal": true, "muisto.db-shm": true, "muisto.db-journal": true, "MUISTO.DB-WAL": true,
		"muisto.db.bak-7": true, "muisto.db.damaged-1": true, "muisto.db.damaged-1-wal": true, "muisto.db.repaired": true,
		"muisto.db.part-x": true, "muisto.db.index": true, "muisto.db.index.part-x": true, "muisto.db.md": false, "muisto.db.bak": false, "export.jsonl": false, "muisto.db2": false,
	} {
		if s.Owns(filepath.Join(dir, name)) != owns {
			t.Errorf("%s: %v", name, !owns)
		}
	}
	hard := filepath.Join(t.TempDir(), "innocent")
	if err := os.Link(s.Path(), hard); err == nil && !s.Owns(hard) {
		t.Error("another name of the memory")
	}
	soft := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(s.Path(), soft); err == nil && !s.Owns(soft) {
		t.Error("a link to the memory")
	}
}
