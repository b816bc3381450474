package openai

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// halves puts together characters that were cut in two where a stream was
// divided: the bytes of one in UTF-8, or the surrogates of one in UTF-16. What
// stays half is U+FFFD. The zero value is ready.
type halves struct{ held string }

// write takes the next piece and returns what is whole by now.
func (h *halves) write(piece string) string {
	s := h.held + piece
	h.held = ""
	if utf8.ValidString(s) {
		return s
	}
	var out strings.Builder
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if r != utf8.RuneError || n > 1 {
			out.WriteString(s[:n])
			s = s[n:]
			continue
		}
		high, isHigh := surrogate(s)
		switch {
		case isHigh && len(s) == surrogateBytes && utf16.IsSurrogate(high) && high < lowSurrogates,
			!isHigh && !utf8.FullRuneInString(s):
			h.held = s
			return out.String()
		case isHigh:
			n = surrogateBytes
			low, _ := surrogate(s[surrogateBytes:])
			if r = utf16.DecodeRune(high, low); r != utf8.RuneError {
				n *= 2
			}
		}
		out.WriteRune(r)
		s = s[n:]
	}
	return out.String()
}

// end returns what stands for the rest.
func (h *halves) end() string {
	if h.held == "" {
		return ""
	}
	h.held = ""
	return string(utf8.RuneError)
}

// A surrogate is held as the three bytes that UTF-8 would have for it, which are
// no valid UTF-8 (WTF-8).
const (
	surrogateBytes = 3
	lowSurrogates  = 0xDC00
)

// surrogate reads the one that s begins with, if it does.
func surrogate(s string) (rune, bool) {
	if len(s) < surrogateBytes || s[0] != 0xED || s[1] < 0xA0 || s[1] > 0xBF || s[2] < 0x80 || s[2] > 0xBF {
		return 0, false
	}
	return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), true
}

// unquoted reads a JSON string that is known to be valid, and keeps what is half
// a character in it. It returns false for any other value.
func unquoted(data []byte) (string, bool) {
	data = bytes.TrimSpace(data)
	if len(data) < 2 || data[0] != '"' {
		return "", false
	}
	data = data[1 : len(data)-1]
	out := make([]byte, 0, len(data))
	for i := 0; i < len(data); i++ {
		if data[i] != '\\' || i+1 == len(data) {
			out = append(out, data[i])
			continue
		}
		i++
		if data[i] != 'u' {
			out = append(out, escaped(data[i]))
			continue
		}
		r, err := strconv.ParseUint(string(data[i+1:min(i+5, len(data))]), 16, 16)
		if err != nil {
			return "", false
		}
		i += 4
		if utf16.IsSurrogate(rune(r)) {
			out = append(out, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
			continue
		}
		out = utf8.AppendRune(out, rune(r))
	}
	return string(out), true
}

// escaped is what a letter after a backslash stands for.
func escaped(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}
