package report

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// browser is a Chromium on this machine; "" for none.
func browser() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// TestABrowserShowsThePage opens the page as a phone would. Its style applies,
// which a wrong hash in the policy would forbid, nothing runs, and nothing is
// wider than the screen.
func TestABrowserShowsThePage(t *testing.T) {
	program := browser()
	if program == "" {
		t.Skip("no Chromium on this machine")
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "memory.html")
	if err := os.WriteFile(file, []byte(written(t, sample())), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	args := []string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + folder, "--enable-logging=stderr",
		"--virtual-time-budget=2000", "--window-size=390,844",
	}
	run := func(more ...string) (string, string) {
		var out, log strings.Builder
		cmd := exec.CommandContext(ctx, program, append(append(args[:len(args):len(args)], more...), "file://"+file)...)
		cmd.Stdout, cmd.Stderr = &out, &log
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd.Args, err, log.String())
		}
		return out.String(), log.String()
	}
	dom, log := run("--dump-dom")
	for _, want := range []string{"The launch is on Friday.", "&lt;script&gt;alert(1)&lt;/script&gt;", "</html>"} {
		if !strings.Contains(dom, want) {
			t.Errorf("the document lacks %q", want)
		}
	}
	if strings.Contains(log, "Content Security Policy") || strings.Contains(log, "Refused to") {
		t.Errorf("the policy forbids a part of the page:\n%s", log)
	}
	picture := filepath.Join(folder, "page.png")
	run("--screenshot=" + picture)
	if info, err := os.Stat(picture); err != nil || info.Size() < 5000 {
		t.Errorf("no picture: %v", err)
	}
	if keep := os.Getenv("MUISTO_REPORT_PICTURE"); keep != "" {
		data, err := os.ReadFile(picture)
		if err == nil {
			err = os.WriteFile(keep, data, 0o600)
		}
		if err != nil {
			t.Error(err)
		}
	}
}
