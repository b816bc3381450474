package input

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// state is what the beginning of some input is.
type state int

const (
	partial state = iota // more has to come
	whole                // a key, a sequence or a character
	broken               // a sequence that something else cut off
	escape               // the Esc key
	alt                  // an ASCII key with Alt that looks like the beginning of a sequence
)

// first returns how long the first thing of b is, and what it is. b is not empty.
func first(b []byte) (int, state) {
	if b[0] != esc {
		return character(b, 0)
	}
	at := 1 // of what follows Esc, or Esc Esc
	if len(b) > 1 && b[1] == esc {
		at = 2
	}
	if len(b) == at {
		return 0, partial
	}
	switch b[at] {
	case '[':
		return csi(b, at+1)
	case 'O':
		return ss3(b, at+1)
	case ']':
		return answer(b, at+1, "0123456789")
	case 'P':
		return answer(b, at+1, "0123456789>!|")
	case '_':
		return answer(b, at+1, "G")
	case '^', 'X': // no terminal answers with these
		return at + 1, alt
	case esc, ctrlC: // Ctrl+C comes through, whatever was pressed before it
		return 1, escape
	}
	return character(b, at)
}

// character is the length of a character at i, with what is before it.
func character(b []byte, i int) (int, state) {
	if !utf8.FullRune(b[i:]) {
		return 0, partial
	}
	_, n := utf8.DecodeRune(b[i:])
	return i + n, whole
}

// csi is the length of a control sequence whose parameters begin at i.
func csi(b []byte, i int) (int, state) {
	first := i
	for i < len(b) && 0x20 <= b[i] && b[i] <= 0x3f {
		i++
	}
	n := i + 1
	switch {
	case i == len(b):
		return 0, partial
	case b[i] < 0x20 || b[i] > 0x7e:
		return i, broken
	case i == first && b[i] == 'M': // the old mouse report: three printable bytes
		n = i + 4
	case i == first && b[i] == '[': // a function key of the Linux console
		n = i + 2
	}
	for i++; i < min(n, len(b)); i++ {
		if b[i] < 0x20 {
			return i, broken
		}
	}
	if len(b) < n {
		return 0, partial
	}
	return n, whole
}

// ss3 is the length of a function key in its old form, whose modifier begins at i.
func ss3(b []byte, i int) (int, state) {
	for i < len(b) && '0' <= b[i] && b[i] <= '9' {
		i++
	}
	switch {
	case i == len(b):
		return 0, partial
	case b[i] < 0x20 || b[i] > 0x7e:
		return i, broken
	}
	return i + 1, whole
}

// answer is the length of a terminal's answer that runs to its terminator. It can
// only begin with one of begins; else what came is a key with Alt.
func answer(b []byte, i int, begins string) (int, state) {
	if i == len(b) {
		return 0, partial
	}
	if strings.IndexByte(begins, b[i]) < 0 {
		return i, alt
	}
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\a':
			return i + 1, whole
		case c == esc && i+1 == len(b):
			return 0, partial
		case c == esc && b[i+1] == '\\':
			return i + 2, whole
		case c < 0x20 && c != '\t':
			return i, broken
		}
	}
	return 0, partial
}

// isTail reports whether a chunk is the rest of a sequence whose Esc was taken for
// the key: what no hand types at once.
func isTail(b []byte) bool {
	if len(b) < 2 {
		return false
	}
	switch b[0] {
	case '[':
		n, is := csi(b, 1)
		return strings.IndexByte("<?>0123456789", b[1]) >= 0 ||
			is == whole && n == len(b) && strings.IndexByte("ABCDEFHIMOPQRSZ[", b[1]) >= 0
	case 'O':
		return len(b) == 2 && 'P' <= b[1] && b[1] <= 'S'
	case ']':
		return strings.IndexByte("0123456789", b[1]) >= 0 && bytes.ContainsAny(b, ";\a")
	case 'P':
		return len(b) > 3 && strings.IndexByte("01>!", b[1]) >= 0 && strings.IndexByte("+$|", b[2]) >= 0
	}
	return false
}
