package scenarios

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"muisto/cli"
)

// asProgram makes the test binary the program.
const asProgram = "SCENARIO_RUNS_THE_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(cli.Main(context.Background()))
	}
	os.Exit(m.Run())
}

// program is the program under test on one fresh memory.
type program struct {
	t      *testing.T
	folder string
	env    []string
	model  []string
	script *script // nil with the built-in model
	files  int
}

func newProgram(t *testing.T, zone string) *program {
	t.Helper()
	if testing.Short() {
		t.Skip("starts the program hundreds of times")
	}
	p := &program{t: t, folder: t.TempDir(), model: []string{"--model", "builtin"}}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "OPENAI_") && !strings.HasPrefix(v, "MUISTO_") {
			p.env = append(p.env, v)
		}
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		p.env = append(p.env, name+"="+p.folder)
	}
	if zone == "" {
		zone = "UTC"
	}
	p.env = append(p.env, "TZ="+zone, "NO_COLOR=1", asProgram+"=1")
	return p
}

// run runs a command as at a time, which may be empty, and returns what it prints.
func (p *program) run(now string, args ...string) []byte {
	p.t.Helper()
	const patience = 2 * time.Minute
	ctx, stop := context.WithTimeout(p.t.Context(), patience)
	defer stop()
	all := append([]string{"--db", filepath.Join(p.folder, "m.db")}, p.model...)
	if now != "" {
		all = append(all, "--now", now)
	}
	cmd := exec.CommandContext(ctx, os.Args[0], append(all, args...)...)
	var complaint bytes.Buffer
	cmd.Env, cmd.Stderr = p.env, &complaint
	out, err := cmd.Output()
	if err != nil {
		p.t.Fatalf("%s: %v: %s", strings.Join(args, " "), err, &complaint)
	}
	return out
}

// list runs a command that prints records as JSON.
func list[T any](p *program, now string, args ...string) []T {
	p.t.Helper()
	var records []T
	if out := p.run(now, append(args, "--json")...); len(out) > 0 {
		if err := json.Unmarshal(out, &records); err != nil {
			p.t.Fatalf("%s: %v", strings.Join(args, " "), err)
		}
	}
	return records
}

// say imports messages.
func (p *program) say(messages []message) {
	p.t.Helper()
	var lines bytes.Buffer
	for _, m := range messages {
		line, err := json.Marshal(m)
		if err != nil {
			p.t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	p.files++
	path := filepath.Join(p.folder, fmt.Sprintf("say%d.jsonl", p.files))
	if err := os.WriteFile(path, lines.Bytes(), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.run("", "import", "--format", "jsonl", path)
}
