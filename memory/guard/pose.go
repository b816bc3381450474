// Package guard tells text that must not be believed or kept: instructions in
// the guise of something said, and secrets.
//
// It knows patterns of text and nothing else.
package guard

import "regexp"

// poses match text that gives itself out for an instruction to a model, a
// system line, or a record of a memory. Such text is somebody's data: it may be
// seen to have been shared, and no more.
var poses = []*regexp.Regexp{
	regexp.MustCompile(`(?im)^\s*(system|assistant|developer)\s*(prompt|message|note)?\s*:`),
	regexp.MustCompile(`(?i)\[/?(inst|sys|system)\]|<\|[a-z_]{2,20}\|>|<</?sys>>|</?(system|memory|memories|instructions?)>`),
	regexp.MustCompile(`(?im)^\s*#{1,6}\s*(system|instructions?|new instructions?|prompt)\b`),
	regexp.MustCompile(`(?i)"role"\s*:\s*"(system|assistant|user|developer|tool)"`),
	regexp.MustCompile(`(?i)"(act|salience|authority|weight|new_fact|facts?|episodes?)"\s*:`),
	regexp.MustCompile(`(?i)\b(ignore|disregard|forget)\s+(all\s+|any\s+)?(the\s+|your\s+|my\s+)?(previous|prior|above|earlier|preceding)\s+(instructions?|prompts?|rules|messages?|context)`),
	regexp.MustCompile(`(?i)\b(record|store|save|remember|capture|log)\b[^.\n]{0,30}\bas an?\s+(correction|decision|commitment|fact|memory)\b`),
	regexp.MustCompile(`(?i)\b(update|overwrite|edit)\s+(your\s+|the\s+)?(memory|memories|facts?)\b\s*[.:]`),
	regexp.MustCompile(`(?i)\bremember permanently\b|\bnew fact\s*:`),
}

// Poses reports whether text reads like instructions to a model or like a
// record of a memory, rather than like something that a person says.
func Poses(text string) bool {
	for _, re := range poses {
		if re.MatchString(text) {
			return true
		}
	}
	return false
}
