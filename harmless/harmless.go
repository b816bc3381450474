// Package harmless makes text from outside safe to draw in a terminal: what a
// model, a file, a name or a server's error brings in can carry control
// sequences that move the cursor, write the clipboard or turn words around.
//
// It knows nothing of screens, styles or widths; it takes text and gives text.
package harmless

import (
	"strings"
	"unicode/utf8"
)

// Text gives s without anything that drives a terminal: escape sequences (CSI,
// OSC, DCS, APC, PM, SOS and the short ones) in their 7-bit and 8-bit forms,
// control characters but newline and tab, and the marks that reorder or hide
// text, tag characters but in a flag among them. Bytes that are not UTF-8 become U+FFFD. Letters of every script, joined
// emoji and variation selectors stay. It is idempotent.
//
// An unfinished sequence ends with its line, or after maxSwallowed bytes.
func Text(s string) string {
	if isHarmless(s) {
		return s
	}
	var st Stream
	return st.Write(s) + st.Flush()
}

// Line is Text on one line: newlines and tabs become spaces. It is for titles,
// names and messages that must not start a line of their own.
func Line(s string) string { return onOneLine.Replace(Text(s)) }

var onOneLine = strings.NewReplacer("\n", " ", "\t", " ")

// isHarmless reports whether Text has nothing to do, so that it need not copy.
func isHarmless(s string) bool {
	for i := 0; i < len(s); {
		if b := s[i]; b < utf8.RuneSelf {
			if b < ' ' && b != '\n' && b != '\t' || b == 0x7f {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || isC1(r) || isUnseen(r) || isTag(r) || isLineBreak(r) {
			return false
		}
		i += n
	}
	return true
}

func isC1(r rune) bool { return 0x80 <= r && r <= 0x9f }

func isLineBreak(r rune) bool { return r == 0x2028 || r == 0x2029 }

// isUnseen reports whether r is an invisible mark that reorders text or only
// hides in it. Joiners and variation selectors, which scripts and emoji need,
// are not among them.
func isUnseen(r rune) bool {
	switch {
	case 0x202a <= r && r <= 0x202e: // bidi embeddings and overrides
	case 0x2066 <= r && r <= 0x206f: // bidi isolates, deprecated format marks
	case r == 0x200e || r == 0x200f || r == 0x061c: // direction marks
	case r == 0x200b || r == 0x2060 || r == 0xfeff: // zero-width space, word joiner, BOM
	case 0xfff9 <= r && r <= 0xfffb: // interlinear annotations
	default:
		return false
	}
	return true
}

// isTag reports whether r is of the copy of ASCII that is never seen. It can
// hide a text of any length; what needs it are the flags of some regions.
func isTag(r rune) bool { return 0xe0000 <= r && r <= 0xe007f }

const (
	// flag begins such a flag, maxFlagTags are the most that follow in one.
	flag        = 0x1f3f4
	maxFlagTags = 7
)
