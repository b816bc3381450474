package neocortex

import (
	_ "embed"
	"regexp"
	"strings"

	"muisto/memory"
	"muisto/memory/asked"
	"muisto/memory/ground"
	"muisto/memory/guard"
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

// asksIn reports whether a moment is of what the user asks to be remembered, in
// the messages that it rests on or in its own words.
func asksIn(e memory.Episode, said []string) bool {
	return isWord(e) && (asksToRemember(e) || saidSo(e, said, asked.ToRemember))
}

// wishesIn reports the same of how the agent is to be from now on.
func wishesIn(e memory.Episode, said []string) bool {
	return isWord(e) && (isWish(e) || saidSo(e, said, asked.Wishes))
}

// saidSo reports whether a sentence of the user's that is found says what a moment
// says. What is quoted or pasted is nobody's request.
func saidSo(e memory.Episode, said []string, find func(string) []string) bool {
	for _, text := range said {
		for _, sentence := range find(guard.Plain(text)) {
			if len(ground.Telling(sentence, nil)) == 0 || ground.ShareWord(sentence, e.What, nil) {
				return true
			}
		}
	}
	return false
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
