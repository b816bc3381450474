package markdown

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"charm.land/glamour/v2"

	"muisto/crash"
	"muisto/ui/cell"
	"muisto/ui/look"
)

func TestAFaultInDrawingLeavesTheText(t *testing.T) {
	r := NewRenderer(look.New(look.Dark, cell.ByRune))
	r.Crashes = crash.Log{File: filepath.Join(t.TempDir(), "crash.log")}
	r.term, r.width = &glamour.TermRenderer{}, 80 // one that cannot draw
	lines := strings.Join(r.Draw("The *text* stays.", 80), "\n")
	if !strings.Contains(lines, "The *text* stays.") || !strings.Contains(lines, "draw this text") {
		t.Errorf("drawn %q", lines)
	}
	if _, err := os.Stat(r.Crashes.File); err != nil {
		t.Error(err)
	}
	if again := strings.Join(r.Draw("The *text* stays.", 80), "\n"); strings.Contains(again, "*") {
		t.Errorf("the next time %q", again)
	}
}
