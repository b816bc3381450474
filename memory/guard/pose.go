// Package guard tells text that must not be believed: instructions in the
// guise of something said.
//
// It knows patterns of text and nothing else.
package guard

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"muisto/memory/voice"
)

// poses match text that gives itself out for an instruction to a model, a
// system line, or a record of a memory. Such text is somebody's data: it may be
// seen to have been shared, and no more.
var poses = poseList{
	// Lines of a transcript, and the marks that chat templates put around them.
	{`(?im)^\W*(system|assistant|developer|user|human)\s*(prompt|message|note|override|turn)?\s*[\])>*]*\s*:`, "system assistant developer user human"},
	{`(?i)<\|[a-z0-9_ .:-]{1,40}\|>|<\|?/?(start|end)_(of_turn|header_id)[a-z_]*\|?>|<</?sys>>`, "<| _of_turn _header_id sys>"},
	{`(?i)\[/?(inst|sys|system|system_prompt|system prompt|tool_calls?|tool_results?|available_tools)\]`, "inst] sys] system] prompt] tool_ _tools]"},
	{`(?i)</?(system|memory|memories|instructions?|assistant|human|user|developer|correction|facts?|moments?|messages?|tool_(call|result|response|output)s?|function_(call|result)s?)(\s[^<>\n]{0,80})?/?>`, "<"},
	{`(?im)^\W*(begin |end |new )?(system|developer) (prompt|message|note|override|instructions?)\b`, "system developer"},
	{`(?im)^\s*#{1,6}\s*(system|instructions?|new instructions?|prompt)\b`, "#"},
	{`(?im)^\s*#{1,6}\s*(assistant|user|response)\s*(:|$)`, "#"},
	// The fences of our own prompts.
	{`(?i)[=-]{3,}\s*(end\s+of\s+)?(more\s+)?(memory|messages|moments|known\s+facts)\b`, "=== ---"},
	// Records of a chat, and answers of a model that keeps a memory.
	{`(?i)["']?\brole["']?\s*[:=]\s*["'](system|assistant|user|developer|tool)\b`, "role"},
	{`(?i)["'](act|salience|authority|weight|new_fact|facts?|episodes?|touches|relation|superseded_by)["']\s*:`, "\" '"},
	// Orders to a model.
	{`(?i)\b(ignore|disregard|forget|override|bypass)\s+(all\s+|any\s+|everything\s+|and\s+|of\s+|the\s+|your\s+|my\s+|these\s+|those\s+){0,6}(previous|prior|above|earlier|preceding|existing|original|system)\s+(instructions?|prompts?|rules|messages?|context|directions?|guidelines)`, "ignore disregard forget override bypass"},
	{`(?i)\b(ignore|disregard|override)\s+(all\s+|any\s+)?(of\s+)?your\s+(instructions?|rules|guidelines|programming)\b`, "ignore disregard override"},
	{`(?i)\b(ignoriere|vergiss)\s+(alle\s+)?(vorherigen|bisherigen|fr(ü|u)heren)\s+(anweisungen|regeln)`, "anweisungen regeln"},
	{`(?i)\b(ignora|olvida)\s+(todas\s+)?(las\s+)?instrucciones\s+(anteriores|previas)`, "instrucciones"},
	{`(?i)\b(ignorez?|oubliez?)\s+(toutes\s+)?(les\s+)?(instructions|consignes)\s+pr(é|e)c(é|e)dentes`, "dentes"},
	{`(?i)\b(unohda|ohita)\s+(kaikki\s+)?(aiemmat|edelliset)\s+(ohjeet|k(ä|a)skyt)`, "unohda ohita"},
	{`(?i)\byour new instructions\b|\bmaintenance mode\b|\b(never|do not|don't) mention (this|that) (line|message)\b`, "instructions maintenance mention"},
	{`(?i)\b(record|store|save|remember|capture|log)\b[^.\n]{0,30}\bas an?\s+(correction|decision|commitment|retraction|fact|memory)\b`, "correction decision commitment retraction fact memory"},
	{`(?i)\bas (an? |the )?user'?s? (own )?(correction|decision|commitment|word)\b`, "user"},
	{`(?i)\b(update|overwrite|edit)\s+(your\s+|the\s+)?(memory|memories|facts?)\b\s*[.:]|\bmemory update\s*:`, "memor fact"},
	{`(?i)\bremember permanently\b|\bnew fact\s*:`, "permanently fact"},
	// A person does not speak of themselves as the user.
	{`(?i)\bthe user (has )?(corrected|overruled) (the agent|the assistant|you|me)\b|\bthe user'?s? (own )?(correction|decision) (is|was)\s*:?\s`, "user"},
}.compiled()

// pose is a pattern, and words of which one is in all that it matches, so that
// most text need not be held to it.
type pose struct{ pattern, words string }

type compiledPose struct {
	pattern *regexp.Regexp
	words   []string
}

type poseList []pose

func (l poseList) compiled() []compiledPose {
	list := make([]compiledPose, len(l))
	for i, p := range l {
		list[i] = compiledPose{regexp.MustCompile(p.pattern), strings.Fields(p.words)}
	}
	return list
}

// Poses reports whether text reads like instructions to a model or like a
// record of a memory, rather than like something that a person says. Letters
// that only look like others, hidden ones and base64 are seen through.
func Poses(text string) bool {
	plain := joined(undisguised(text))
	low := strings.ToLower(plain)
	for _, p := range poses {
		has := func(word string) bool { return strings.Contains(low, word) }
		if slices.ContainsFunc(p.words, has) && p.pattern.MatchString(plain) {
			return true
		}
	}
	return false
}

// spaced matches words whose letters stand apart: "S Y S T E M".
var spaced = regexp.MustCompile(`\b(?:[A-Za-z] ){3,}[A-Za-z]\b`)

func joined(text string) string {
	if !hasSpaced(text) {
		return text
	}
	return spaced.ReplaceAllStringFunc(text, func(s string) string { return strings.ReplaceAll(s, " ", "") })
}

// hasSpaced reports whether spaced may match: a letter, thrice, two bytes apart.
func hasSpaced(text string) bool {
	for i := 4; i < len(text); i++ {
		if text[i-1] == ' ' && text[i-3] == ' ' && isLetter(text[i]) && isLetter(text[i-2]) && isLetter(text[i-4]) {
			return true
		}
	}
	return false
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// Plain is what the writer of a message says in it: their own words, and
// nothing from the first line on that poses as something else.
func Plain(text string) string { return Unposed(voice.Says(text)) }

// Unposed is a text up to the first line that poses.
func Unposed(text string) string {
	if !Poses(text) {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	// What poses may run over lines: it ends in the first line that makes the
	// beginning pose, and starts in the last from which on it does.
	end := sort.Search(len(lines), func(n int) bool { return Poses(strings.Join(lines[:n+1], "")) })
	lines = lines[:min(end+1, len(lines))]
	start := sort.Search(len(lines), func(n int) bool { return !Poses(strings.Join(lines[n:], "")) }) - 1
	return strings.Join(lines[:max(start, 0)], "")
}
