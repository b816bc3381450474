package cli

import (
	"bytes"
	"context"
	"os"
	"testing"
	"time"

	"muisto/ui"
)

func TestTheDemoLeavesNothingBehind(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	err := runDemo(ctx, ui.Options{Input: new(bytes.Buffer), Output: new(bytes.Buffer), Environ: []string{"TERM=dumb"}})
	if err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
