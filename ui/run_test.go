package ui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"muisto/chat"
)

// terminal is what a program writes to, and a signal for what it wrote.
type terminal struct {
	mu      sync.Mutex
	written bytes.Buffer
	grown   *sync.Cond
}

func newTerminal() *terminal {
	t := &terminal{}
	t.grown = sync.NewCond(&t.mu)
	return t
}

func (t *terminal) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.grown.Broadcast()
	return t.written.Write(b)
}

// until waits for text to have been written.
func (t *terminal) until(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for !strings.Contains(t.written.String(), text) {
		t.grown.Wait()
	}
}

func runIn(t *testing.T, ctx context.Context, f *fake, play func(keys io.Writer, screen *terminal)) error {
	t.Helper()
	// Not ours: the highlighter keeps a clock for a second, and the library's
	// reader of keys, cut off in the middle of one, stays with it.
	defer goleak.VerifyNone(t,
		goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"),
		goleak.IgnoreAnyFunction("github.com/charmbracelet/ultraviolet.(*TerminalReader).StreamEvents"))
	in, keys := io.Pipe()
	screen := newTerminal()
	done := make(chan error, 1)
	go func() {
		o := Options{Theme: Dark, Input: in, Output: screen, Environ: []string{"TERM=xterm-256color"}}
		done <- Run(ctx, f, o)
	}()
	play(keys, screen)
	err := <-done
	in.Close()
	keys.Close()
	return err
}

func TestRunEndsWithNothingLeftRunning(t *testing.T) {
	f := newFake()
	err := runIn(t, t.Context(), f, func(keys io.Writer, screen *terminal) {
		screen.until("muisto")
		io.WriteString(keys, "\x04") // ctrl+d
	})
	if err != nil {
		t.Fatal(err)
	}
	if f.calls[len(f.calls)-1] != "leave" {
		t.Errorf("called %q", f.calls)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	f := newFake()
	f.hold = make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	err := runIn(t, ctx, f, func(keys io.Writer, screen *terminal) {
		screen.until("muisto")
		io.WriteString(keys, "hi\r")
		screen.until("\x1b")
		cancel()
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("a context that ends is no failure: %v", err)
	}
}

func TestRunOutlastsASessionThatEnds(t *testing.T) {
	f := newFake()
	err := runIn(t, t.Context(), f, func(keys io.Writer, screen *terminal) {
		f.events <- chat.Status{Doing: chat.Idle}
		close(f.events)
		screen.until("muisto")
		io.WriteString(keys, "\x04")
	})
	if err != nil {
		t.Fatal(err)
	}
}
