package input

import (
	"os"

	"github.com/charmbracelet/x/term"
)

// Terminal is a terminal whose input comes whole. It has the descriptor of the
// file, so that who reads it can set its mode and wait on it.
type Terminal struct {
	*os.File
	reader reader
}

// Open reads a terminal's input whole; ok is false where the file is no terminal,
// or the system has its own way to read one (Windows, whose console gives keys
// and not bytes).
func Open(file *os.File) (t *Terminal, ok bool) {
	if file == nil || !term.IsTerminal(file.Fd()) || !canWait(file) {
		return nil, false
	}
	return &Terminal{File: file, reader: reader{from: waited{file}}}, true
}

// Read implements io.Reader: it returns whole keys, sequences and characters.
func (t *Terminal) Read(p []byte) (int, error) { return t.reader.Read(p) }
