package harmless

import (
	"strings"
	"unicode/utf8"
)

// maxSwallowed bounds in bytes what one sequence may hide. Links and titles are
// far shorter; a sequence that is never finished must not eat the page.
const maxSwallowed = 4096

// state is where in an escape sequence a Stream stands (ECMA-48, section 5).
type state uint8

const (
	ground  state = iota
	escape        // after ESC
	nF            // after ESC and intermediate bytes
	control       // in a CSI sequence
	command       // in an OSC, DCS, APC, PM or SOS string
)

// Stream is Text for what comes in pieces: the results of Write and Flush,
// strung together, are what Text makes of the whole, wherever it was cut. The
// zero value is ready.
type Stream struct {
	state state
	// swallowed counts the bytes hidden since the sequence began.
	swallowed int
	// flagTags is how many tags may follow as part of a flag.
	flagTags int
	// rest is the beginning of a character whose end has not come yet.
	rest string
}

// Write takes the next piece and gives what of it is safe to draw by now.
func (st *Stream) Write(piece string) string {
	if st.state == ground && st.rest == "" && isHarmless(piece) {
		return piece
	}
	s := st.rest + piece
	st.rest = ""
	var out strings.Builder
	out.Grow(len(s))
	for s != "" {
		if !utf8.FullRuneInString(s) {
			// The copy lets go of the piece it was cut from.
			st.rest = strings.Clone(s)
			break
		}
		s = s[st.step(&out, s):]
	}
	return out.String()
}

// Flush ends the text and gives what was held back. The Stream can be used
// anew.
func (st *Stream) Flush() string {
	var out strings.Builder
	for s := st.rest; s != ""; {
		s = s[st.step(&out, s):]
	}
	*st = Stream{}
	return out.String()
}

// step takes the first character of s and gives its length.
func (st *Stream) step(out *strings.Builder, s string) int {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 && isC1(rune(s[0])) {
		r = rune(s[0]) // a C1 control in its raw 8-bit form
	}
	if st.state != ground {
		st.swallowed += n
		if st.swallowed > maxSwallowed {
			st.state = ground
		}
	}
	if st.continues(r) {
		return n
	}
	st.state = ground
	st.take(out, r)
	return n
}

// continues reports whether r belongs to the sequence under way, and moves on
// in it. What does not belong is taken as if no sequence had been there.
func (st *Stream) continues(r rune) bool {
	switch st.state {
	case escape:
		switch {
		case ' ' <= r && r <= '/':
			st.state = nF
		case r == '[':
			st.state = control
		case r == ']' || r == 'P' || r == 'X' || r == '^' || r == '_':
			st.state = command
		case '0' <= r && r <= '~':
			st.state = ground
		default:
			return false
		}
		return true
	case nF:
		if '0' <= r && r <= '~' {
			st.state = ground
			return true
		}
		return ' ' <= r && r <= '/'
	case control:
		if '@' <= r && r <= '~' {
			st.state = ground
			return true
		}
		return ' ' <= r && r <= '?'
	case command:
		return !endsCommand(r)
	}
	return false
}

// endsCommand: BEL, ST, CAN and SUB end a string; ESC begins what ends it; so
// does a line, since no title or link has a second one.
func endsCommand(r rune) bool {
	return r == '\a' || r == '\n' || r == 0x18 || r == 0x1a || r == 0x1b || isC1(r)
}

// take handles r outside of any sequence.
func (st *Stream) take(out *strings.Builder, r rune) {
	if isTag(r) {
		if st.flagTags > 0 {
			st.flagTags--
			out.WriteRune(r)
		}
		return
	}
	st.flagTags = 0
	switch r {
	case flag:
		st.flagTags = maxFlagTags
		out.WriteRune(r)
	case 0x1b:
		st.begin(escape)
	case 0x9b:
		st.begin(control)
	case 0x90, 0x98, 0x9d, 0x9e, 0x9f:
		st.begin(command)
	case '\n', '\t':
		out.WriteRune(r)
	default:
		switch {
		case r < ' ' || r == 0x7f || isC1(r) || isUnseen(r):
		case isLineBreak(r):
			out.WriteByte('\n')
		default:
			out.WriteRune(r)
		}
	}
}

func (st *Stream) begin(s state) {
	st.state = s
	st.swallowed = 0
}
