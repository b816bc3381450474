package guard

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	// fenceLine matches a line that begins or ends like a fence of a prompt.
	fenceLine = regexp.MustCompile(`(?m)^([\s>#*-]*)[=═＝⁼꞊᐀゠⩵]{3,}|[=═＝⁼꞊᐀゠⩵]{3,}(\s*)$`)
	// fenceWords matches the words of one anywhere.
	fenceWords = regexp.MustCompile(`(?i)[=═＝⁼꞊᐀゠⩵]{2,}(\s*(?:end\s+of\s+)?(?:more\s+)?(?:memory|messages|moments|known\s+facts))(?:\s*[=═＝⁼꞊᐀゠⩵]+)?`)
	// turnMark matches the marks of chat templates that are no brackets of XML,
	// which JSON writes out.
	turnMark = regexp.MustCompile(`(?i)\[(/?(?:inst|sys|system|system_prompt|tool_calls?|tool_results?|available_tools))\]`)
)

// Fenced is a text as it may stand between the fences of a prompt: with nothing
// that looks like a fence or like the mark of another turn, and without marks
// that a model reads and nobody sees.
func Fenced(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if !isPlainASCII(text) {
		text = strings.Map(seen, text)
	}
	if strings.ContainsAny(text, "=═＝⁼꞊᐀゠⩵") {
		text = fenceLine.ReplaceAllString(text, "$1==$2")
		text = fenceWords.ReplaceAllString(text, "==,$1")
	}
	return turnMark.ReplaceAllString(text, "($1)")
}

// seen is the rune itself, or -1 for one that nobody sees. The joiners that
// scripts and emoji need are seen by what they join.
func seen(r rune) rune {
	switch {
	case r < utf8.RuneSelf, r == 0x200c, r == 0x200d:
		return r
	case unicode.In(r, unicode.Cf, unicode.Co), unicode.IsControl(r):
		return -1
	}
	return r
}
