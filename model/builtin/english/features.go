package english

import (
	"strings"
	"unicode"
)

// mix folds values into one hash (FNV-1a over words instead of bytes, with a
// last stir so that the first bits differ, too).
func mix(kind uint32, vs ...uint32) uint32 {
	h := uint32(2166136261) ^ kind*0x9E3779B1
	for _, v := range vs {
		h = (h ^ v) * 16777619
		h ^= h >> 15
	}
	h ^= h >> 16
	h *= 0x85EBCA6B
	h ^= h >> 13
	h *= 0xC2B2AE35
	return h ^ h>>16
}

func hashOf(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// normal is a word as the features see it: digits all alike.
func normal(low string) string {
	if !strings.ContainsAny(low, "0123456789") {
		return low
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return r
	}, low)
}

// shape is how a word is written: its first and later letters, digits, marks.
func shape(w string) uint32 {
	var s uint32
	for i, r := range w {
		switch {
		case unicode.IsUpper(r) && i == 0:
			s |= 1
		case unicode.IsUpper(r):
			s |= 2
		case unicode.IsLower(r):
			s |= 4
		case unicode.IsDigit(r):
			s |= 8
		case r == '-':
			s |= 16
		case r == '\'' || r == '’':
			s |= 32
		case r == '.' || r == '@' || r == '/':
			s |= 64
		default:
			s |= 128
		}
	}
	return s
}

func suffix(w string, n int) string {
	if len(w) <= n {
		return w
	}
	return w[len(w)-n:]
}

func prefix(w string, n int) string { return w[:min(n, len(w))] }
