package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"muisto/memory/store"
)

// program is this program as a process of its own, on the memory at path.
func program(t *testing.T, path string, args ...string) (cmd *exec.Cmd, said *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	said = new(bytes.Buffer)
	cmd = exec.CommandContext(t.Context(), self)
	cmd.Args = append([]string{"muisto", "--db", path, "--model", "builtin"}, args...)
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Dir(path), "NO_COLOR=1")
	cmd.Stdout, cmd.Stderr = said, said
	return cmd, said
}

// Twenty programs say something at once, on a file that none has made yet, while
// another brings in a conversation: each is answered, and nothing is lost.
func TestTwentyProgramsTalkAtOnce(t *testing.T) {
	programs, imported := 20, 2000
	if testing.Short() {
		programs = 4
	}
	path := filepath.Join(t.TempDir(), "m.db")
	var lines strings.Builder
	for i := range imported {
		fmt.Fprintf(&lines, `{"at":"2026-05-18T09:00:00+03:00","role":"user","text":"line %d","conversation":"old","id":"%d"}`+"\n", i, i)
	}
	file := filepath.Join(t.TempDir(), "old.jsonl")
	if err := os.WriteFile(file, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var all []*exec.Cmd
	var outputs []*bytes.Buffer
	for i := range programs + 1 {
		args := []string{"say", fmt.Sprintf("The Heron review number %d is on Thursday.", i)}
		if i == programs {
			args = []string{"import", file}
		}
		cmd, said := program(t, path, args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all, outputs = append(all, cmd), append(outputs, said)
	}
	for i, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Errorf("program %d: %v: %s", i, err, outputs[i])
		}
	}
	s, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if health, err := s.Health(t.Context()); err != nil || len(health.Troubles) > 0 || health.Counts.Messages != 2*programs+imported {
		t.Errorf("it holds %+v, %v", health, err)
	}
}
