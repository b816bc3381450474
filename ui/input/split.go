package input

import (
	"bytes"
	"fmt"
	"time"
	"unicode/utf8"
)

const (
	// escWait is how long an Esc byte is taken for the beginning of a sequence:
	// after it, the key was pressed.
	escWait = 50 * time.Millisecond
	// pieceWait is how long the rest of what cannot be a key by itself is waited
	// for, and after how long without input a paste ends by itself. A slow
	// connection delivers pieces up to two seconds apart.
	pieceWait = 3 * time.Second
	// bracketWait is how long a "[" that comes just after the Esc key is taken for
	// the rest of a sequence.
	bracketWait = 300 * time.Millisecond
	// maxSequence bounds a sequence, in bytes; what is longer is dropped.
	maxSequence = 1024
)

const (
	esc        = 0x1b
	ctrlC      = 0x03
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
	// The keys as the kitty protocol writes them, which nothing can be mistaken for.
	escKey    = "\x1b[27u"
	altEscKey = "\x1b[27;3u"
	ctrlCKey  = "\x1b[99;5u"
)

// splitter cuts input into whole keys, sequences and characters. It has no clock:
// wait says how long to wait for more, and expire that this time has passed.
type splitter struct {
	out  []byte // whole, to be passed on
	held []byte // the beginning of something

	pasting bool
	// brokenOff: the last paste ended by itself, so that the rest of it may come.
	brokenOff bool
	// escaped: the last thing passed on was an Esc by the clock, so that the rest
	// of a sequence may come without its first byte.
	escaped bool
	// bracket: a "[" is held that came just after such an Esc.
	bracket bool
	// tooLong: the middle of what is held is gone, and the rest goes with it.
	tooLong bool
	// unambiguous: the terminal writes its Esc key as a sequence (kitty protocol),
	// so that an Esc byte is always the beginning of one.
	unambiguous bool
}

// feed takes the next input.
func (s *splitter) feed(chunk []byte) {
	if s.bracket {
		s.bracket, s.escaped, s.held = false, true, nil
		chunk = append([]byte("["), chunk...)
	}
	switch {
	case len(chunk) == 0:
		return
	case s.escaped && string(chunk) == "[":
		s.bracket, s.escaped, s.held = true, false, []byte("[")
		return
	case s.escaped && isTail(chunk):
		s.held = append(s.held, esc)
	case s.brokenOff && endsPaste(chunk):
		s.startPaste()
	}
	s.escaped = false
	s.held = append(s.held, chunk...)
	for len(s.held) > 0 {
		n := s.next()
		if n == 0 {
			break
		}
		s.held = s.held[n:]
	}
	s.held = bytes.Clone(s.held) // not the tail of an ever longer array
	if n := len(s.held); n > maxSequence {
		s.held, s.tooLong = append(s.held[:3], s.held[n-1]), true
	}
}

// endsPaste reports whether a chunk has the end of a paste that began before it.
func endsPaste(chunk []byte) bool {
	before, _, ends := bytes.Cut(chunk, []byte(pasteEnd))
	return ends && !bytes.Contains(before, []byte(pasteStart))
}

// take returns what is whole, and forgets it.
func (s *splitter) take() []byte {
	out := s.out
	s.out = nil
	return out
}

// wait is how long to wait for more input; 0 where nothing is open.
func (s *splitter) wait() time.Duration {
	switch {
	case s.pasting && s.endsInCtrlC():
		return escWait
	case s.pasting:
		return pieceWait
	case len(s.held) == 0:
		return 0
	case s.bracket:
		return bracketWait
	case s.mayBeKey():
		return escWait
	}
	return pieceWait
}

// mayBeKey reports whether what is held can be a key by itself: Esc, Alt+Esc or a
// shifted key of rxvt (CSI 2 $).
func (s *splitter) mayBeKey() bool {
	switch held := string(s.held); {
	case held == "\x1b" || held == "\x1b\x1b":
		return !s.unambiguous
	default:
		return isRxvt(s.held)
	}
}

func isRxvt(b []byte) bool {
	digits, ok := bytes.CutPrefix(b, []byte("\x1b["))
	digits, shifted := bytes.CutSuffix(digits, []byte("$"))
	return ok && shifted && len(digits) > 0 && len(bytes.TrimLeft(digits, "0123456789")) == 0
}

// expire takes what is held for all there is: nothing came in the time to wait.
func (s *splitter) expire() {
	held := s.held
	s.held, s.bracket, s.tooLong = nil, false, false
	switch {
	case s.pasting:
		s.endPaste(held)
	case string(held) == "\x1b":
		s.out = append(s.out, escKey...)
		s.escaped = true
	case string(held) == "\x1b\x1b":
		s.out = append(s.out, altEscKey...)
	case len(held) == 2 && held[0] == esc && held[1] < utf8.RuneSelf:
		s.out = appendAltKey(s.out, held[1])
	case len(held) > 0 && (held[0] != esc || isRxvt(held)):
		s.out = append(s.out, held...) // a "[" after Esc, a byte that is not UTF-8
	default:
		// Half a sequence stands for nothing.
	}
}

// appendAltKey writes a key with Alt as the kitty protocol does: as Esc and the
// key it could be taken for the beginning of a sequence.
func appendAltKey(out []byte, key byte) []byte {
	return fmt.Appendf(out, "\x1b[%d;3u", key)
}

// startPaste and endPaste begin and end a paste where the terminal did not. Half a
// character or half an end that is held is dropped.
func (s *splitter) startPaste() {
	s.out = append(s.out, pasteStart...)
	s.pasting, s.brokenOff = true, false
}

func (s *splitter) endPaste(held []byte) {
	interrupted := bytes.Equal(held, []byte{ctrlC}) || string(held) == ctrlCKey
	s.out = append(s.out, pasteEnd...)
	s.pasting, s.brokenOff = false, true
	if interrupted {
		s.out = append(s.out, held...)
	}
}

// endsInCtrlC reports whether what is held is a Ctrl+C that nothing followed:
// within a paste one is text, at its end it is the key.
func (s *splitter) endsInCtrlC() bool {
	return string(s.held) == "\x03" || string(s.held) == ctrlCKey
}

// next passes on the first thing of what is held and returns its length; 0 where
// it is not whole.
func (s *splitter) next() int {
	if s.pasting {
		return s.nextPasted()
	}
	n, is := first(s.held)
	thing := s.held[:min(n, len(s.held))]
	switch {
	case is == partial:
		return 0
	case is == broken || s.tooLong:
		s.tooLong = false
		return n
	case is == escape:
		s.out = append(s.out, escKey...)
		return n
	case is == alt:
		s.out = appendAltKey(s.out, thing[len(thing)-1])
		return n
	case string(thing) == pasteEnd: // of a paste that ended by itself
		s.brokenOff = false
		return n
	case string(thing) == pasteStart:
		s.pasting, s.brokenOff = true, false
	}
	if flags, ok := kittyFlags(thing); ok {
		s.unambiguous = flags&1 != 0
	}
	s.out = append(s.out, thing...)
	return n
}

// nextPasted is next within a paste, where everything but its end is text.
func (s *splitter) nextPasted() int {
	if bytes.HasPrefix(s.held, []byte(pasteEnd)) {
		s.out = append(s.out, pasteEnd...)
		s.pasting = false
		return len(pasteEnd)
	}
	if s.endsInCtrlC() || bytes.HasPrefix([]byte(pasteEnd), s.held) || bytes.HasPrefix([]byte(ctrlCKey), s.held) {
		return 0
	}
	if !utf8.FullRune(s.held) {
		return 0
	}
	_, n := utf8.DecodeRune(s.held)
	s.out = append(s.out, s.held[:n]...)
	return n
}

// kittyFlags reads the terminal's answer on how it writes keys.
func kittyFlags(sequence []byte) (flags int, ok bool) {
	digits, ok := bytes.CutPrefix(sequence, []byte("\x1b[?"))
	digits, last := bytes.CutSuffix(digits, []byte("u"))
	if !ok || !last || len(digits) == 0 || len(digits) > 3 {
		return 0, false
	}
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, false
		}
		flags = 10*flags + int(d-'0')
	}
	return flags, true
}
