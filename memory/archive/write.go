package archive

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// Writer writes a file, line by line.
type Writer struct {
	out   *bufio.Writer
	enc   *json.Encoder
	lines int64
}

// NewWriter begins a file.
func NewWriter(w io.Writer) (*Writer, error) {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	a := &Writer{out: out, enc: enc}
	return a, a.Write(&Header{Version: Version})
}

// Write writes one line.
func (w *Writer) Write(l Line) error {
	l.setType(l.kind())
	if err := w.enc.Encode(l); err != nil {
		return fmt.Errorf("write a %s: %w", l.kind(), err)
	}
	w.lines++
	return nil
}

// End ends the file.
func (w *Writer) End() error {
	if err := w.Write(&End{Lines: w.lines}); err != nil {
		return err
	}
	if err := w.out.Flush(); err != nil {
		return fmt.Errorf("write the last lines: %w", err)
	}
	return nil
}
