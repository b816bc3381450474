package neocortex

import (
	_ "embed"
	"regexp"
	"strings"

	"muisto/memory"
)

//go:embed asked.txt
var askedLines string

// asking and remembering are the beginnings of words by which a moment says
// that the user asked the agent for something, and that it was to remember it.
var asking, remembering = readAsked(askedLines)

func readAsked(lines string) (asking, remembering *regexp.Regexp) {
	words := make(map[string][]string)
	for line := range strings.Lines(lines) {
		kind, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(kind, "#") {
			continue
		}
		for _, w := range strings.Split(rest, ", ") {
			words[kind] = append(words[kind], regexp.QuoteMeta(w))
		}
	}
	pattern := func(kind string) *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:` + strings.Join(words[kind], "|") + `)|(?:` + strings.Join(words[kind+" unspaced"], "|") + `)`)
	}
	return pattern("ask"), pattern("remember")
}

// asksToRemember reports whether in a moment the user asks the agent to
// remember something.
func asksToRemember(e memory.Episode) bool {
	return isWord(e) && asking.MatchString(e.What) && remembering.MatchString(e.What)
}

// isWish reports whether a moment is an instruction to the agent that is meant
// to last: the user asks for something, of the agent's ways.
func isWish(e memory.Episode) bool {
	if !isWord(e) {
		return false
	}
	subject, _, _ := strings.Cut(strings.ToLower(e.About), ":")
	subject = strings.TrimPrefix(strings.TrimSpace(subject), "the ")
	ofAgent := strings.HasPrefix(subject, "agent") || strings.HasPrefix(subject, "muisto") || strings.HasPrefix(subject, "assistant")
	return ofAgent && asking.MatchString(e.What)
}
