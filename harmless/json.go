package harmless

import (
	"fmt"
	"io"
	"unicode/utf8"
)

// JSON gives a writer of JSON that says the same without anything that drives a
// terminal: what JSON lets stand as it is (8-bit controls, marks that reorder or
// hide text) is written out as \u escapes. Nothing is held back but the
// beginning of a character whose end has not come.
func JSON(to io.Writer) io.Writer { return &jsonWriter{to: to} }

type jsonWriter struct {
	to   io.Writer
	rest []byte
}

// Write takes the next bytes of a JSON text.
func (w *jsonWriter) Write(p []byte) (int, error) {
	data := append(w.rest, p...)
	out := make([]byte, 0, len(data))
	for len(data) > 0 && utf8.FullRune(data) {
		r, n := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && n == 1:
			out = append(out, "\uFFFD"...)
		case r == 0x7f, isC1(r), isUnseen(r), isTag(r), isLineBreak(r):
			out = appendEscape(out, r)
		default:
			out = append(out, data[:n]...)
		}
		data = data[n:]
	}
	w.rest = append([]byte(nil), data...)
	if _, err := w.to.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// appendEscape writes a rune as JSON does: one beyond the first plane as a pair.
func appendEscape(out []byte, r rune) []byte {
	if r < 0x10000 {
		return fmt.Appendf(out, `\u%04x`, r)
	}
	r -= 0x10000
	return fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
}
