package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/charmbracelet/x/term"

	"muisto/harmless"
)

// progress is one line on standard error that is written over as work goes on.
// Where standard error is no terminal, it says nothing.
type progress struct {
	w     io.Writer
	shown bool
	err   error
}

func newProgress(w io.Writer) *progress {
	if f, ok := w.(*os.File); ok && term.IsTerminal(f.Fd()) {
		return &progress{w: w}
	}
	return &progress{w: io.Discard}
}

// say writes the line anew.
func (p *progress) say(format string, args ...any) {
	_, err := fmt.Fprintf(p.w, "\r\x1b[K%s", harmless.Line(fmt.Sprintf(format, args...)))
	p.shown, p.err = true, errors.Join(p.err, err)
}

// end takes the line away, and returns what went wrong with writing it.
func (p *progress) end() error {
	if p.shown {
		_, err := fmt.Fprint(p.w, "\r\x1b[K")
		p.err = errors.Join(p.err, err)
	}
	return p.err
}
