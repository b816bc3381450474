package builtin

import (
	"strings"
	"unicode/utf8"

	"muisto/memory/guard"
	ownwords "muisto/memory/voice"
)

// A text of more lines or runes than these is a paste: nobody types that much
// in one go in a chat, and what it says is not the writer's own word.
const (
	pasteLines = 20
	pasteRunes = 2400
)

// longLead is how long an opening paragraph may be and still be taken for the
// writer's own words above a paste.
const longLead = 500

// parts says which parts of a message its writer typed, and what else it holds.
type parts struct {
	typed []span
	// code and lines are set where something was pasted.
	code     bool
	language string // as named at the fence, may be empty
	lines    int
	// planted: some of it reads like instructions to a program.
	planted bool
}

func (p parts) pasted() bool { return p.lines > 0 }

// partsOf tells what was typed from what was pasted, and from planted
// instructions.
func partsOf(text string) parts {
	var p parts
	lines := linesOf(text)
	own := ownOf(text)
	var typed []span
	code := 0 // lines shown that look like it
	for i, l := range lines {
		line := strings.TrimSpace(l.of(text))
		next := ""
		if i+1 < len(lines) {
			next = lines[i+1].of(text)
		}
		said := piecesIn(own, l)
		switch {
		case line != "" && len(said) == 0 && !(line[0] == '#' && heading(line, next, strings.TrimSpace(text[l.end:]) != "")):
			p.shows(line)
			if looksLikeCode(line) {
				code++
			}
		case p.planted || readsLikeInstructions(line) || guard.Poses(line):
			p.planted = true
		case line != "" && heading(line, next, strings.TrimSpace(text[l.end:]) != ""):
			// It says nothing of its writer.
		default:
			if length(said) < l.end-l.start {
				p.lines++
			}
			typed = append(typed, said...)
		}
	}
	if p.code { // in a fence, which says nothing of what stands outside
		code = 0
	}
	typed = p.dropCode(text, typed, code)
	p.typed = p.dropPaste(text, joinLines(typed))
	return p
}

// shows counts a line that its writer only shows.
func (p *parts) shows(line string) {
	p.lines++
	if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
		if language := strings.Trim(line, "`~ "); !p.code || language != "" && p.language == "" {
			p.language = language
		}
		p.code = true
	}
}

// ownOf are the parts of a text that are its writer's own words, with what they
// quote within a line: that is read as a quotation.
func ownOf(text string) []span {
	var own []span
	for _, s := range ownwords.Spans(text) {
		if s.Kind == ownwords.Own || s.Kind == ownwords.Quoted && len(own) > 0 && own[len(own)-1].end == s.Start && isQuotation(text[s.Start:s.End]) {
			own = append(own, span{s.Start, s.End})
		}
	}
	return joinLines(own)
}

func isQuotation(s string) bool {
	return !strings.Contains(s, "\n") && strings.HasPrefix(s, `"`) && strings.HasSuffix(s, `"`) && len(s) > 1 ||
		!strings.Contains(s, "\n") && (strings.HasPrefix(s, "“") || strings.HasPrefix(s, "„") || strings.HasPrefix(s, "«")) && strings.ContainsAny(s, "”“»")
}

// piecesIn are the parts of spans that lie in a line and hold more than space.
func piecesIn(spans []span, line span) []span {
	var out []span
	for _, s := range spans {
		s = span{max(s.start, line.start), min(s.end, line.end)}
		if s.start < s.end {
			out = append(out, s)
		}
	}
	return out
}

func length(spans []span) int {
	n := 0
	for _, s := range spans {
		n += s.end - s.start
	}
	return n
}

func linesOf(text string) []span {
	var out []span
	start := 0
	for start <= len(text) {
		k := strings.IndexByte(text[start:], '\n')
		if k < 0 {
			out = append(out, span{start, len(text)})
			break
		}
		out = append(out, span{start, start + k + 1})
		start += k + 1
	}
	return out
}

// joinLines joins neighbouring lines.
func joinLines(lines []span) []span {
	var out []span
	for _, l := range lines {
		if len(out) > 0 && out[len(out)-1].end == l.start {
			out[len(out)-1].end = l.end
			continue
		}
		out = append(out, l)
	}
	return out
}

// dropCode takes out code that stands in no fence: three lines or more that
// look like it, with n of them left out already.
func (p *parts) dropCode(text string, lines []span, n int) []span {
	const few = 3 // lines
	for _, l := range lines {
		if looksLikeCode(l.of(text)) {
			n++
		}
	}
	if n < few {
		return lines
	}
	var kept []span
	inCode := false
	for _, l := range lines {
		line := l.of(text)
		if looksLikeCode(line) {
			inCode = true
		} else if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, " ") && !strings.HasPrefix(strings.TrimSpace(line), "#") {
			inCode = inCode && !strings.ContainsAny(line, " ")
		}
		if inCode {
			p.lines++
			p.code = true
			continue
		}
		kept = append(kept, l)
	}
	return kept
}

func looksLikeCode(line string) bool {
	t := strings.TrimSpace(line)
	if t == "" {
		return false
	}
	for _, end := range []string{";", "{", "}", "};", ");", "),", "],", "->", "=>"} {
		if strings.HasSuffix(t, end) {
			return true
		}
	}
	for _, start := range []string{"import ", "from ", "def ", "class ", "func ", "return ", "#include", "package ", "const ", "var ", "let ", "function ", "public ", "private ", "//", "/*", "</", "SELECT ", "at java", "Traceback", "File \""} {
		if strings.HasPrefix(t, start) && strings.ContainsAny(t, "(){}=<>;\"'/.:") {
			return true
		}
	}
	if f := strings.Fields(t); f[0] == "import" && len(f) <= 4 {
		return true
	}
	return strings.HasSuffix(t, ":") && (strings.HasPrefix(t, "if ") || strings.HasPrefix(t, "for ") || strings.HasPrefix(t, "while ")) ||
		strings.Contains(t, " = ") && strings.ContainsAny(t, "([{")
}

// dropPaste leaves only the writer's opening words of a text that is too long
// to have been typed.
func (p *parts) dropPaste(text string, typed []span) []span {
	lines, runes := 0, 0
	for _, s := range typed {
		lines += strings.Count(strings.TrimSpace(s.of(text)), "\n") + 1
		runes += utf8.RuneCountInString(s.of(text))
	}
	if lines <= pasteLines && runes <= pasteRunes {
		return typed
	}
	p.lines += lines
	first := typed[0]
	lead := strings.Index(first.of(text), "\n\n")
	if lead < 0 {
		// A line that asks or announces what follows.
		if lead = strings.IndexByte(first.of(text), '\n'); lead > 0 && !strings.ContainsAny(first.of(text)[lead-1:lead], "?:") {
			lead = -1
		}
	}
	if lead < 0 || lead > longLead {
		return nil
	}
	return []span{{first.start, first.start + lead}}
}

// readsLikeInstructions tells a line that speaks to a program: roles of a
// chat protocol, commands to a memory, talk of the user as "the user".
func readsLikeInstructions(line string) bool {
	low := strings.ToLower(line)
	trimmed := strings.TrimLeft(low, "#*<[|>-_= \"'")
	for _, role := range []string{"system:", "assistant:", "system prompt", "instruction:", "instructions:", "inst]", "/inst]", "sys>", "im_start", "im_end",
		"developer:", "begin system", "end system", "system message", "system note", "system override", "admin:"} {
		if strings.HasPrefix(trimmed, role) {
			return true
		}
	}
	if strings.Contains(low, `"role"`) && strings.Contains(low, `"content"`) {
		return true
	}
	if strings.Contains(low, "[inst]") || strings.Contains(low, "<|") && strings.Contains(low, "|>") || strings.Contains(low, "<<sys>>") {
		return true
	}
	for _, phrase := range []string{"ignore all previous", "ignore previous instructions", "ignore the previous instructions", "ignore your instructions",
		"ignore all instructions", "disregard your instructions", "disregard previous instructions", "disregard all previous", "update memory", "memory update:",
		"new fact:", "record as a correction", "record as a decision", "record this as a", "store as a fact", "save as a fact", "remember permanently", "maintenance mode",
		"you are now in", "you must now", "never mention this line", "do not mention this line", "your new instructions", "override your"} {
		if strings.Contains(low, phrase) {
			return true
		}
	}
	return aboutTheUser(low) && commandsMemory(low)
}

func aboutTheUser(low string) bool {
	return strings.Contains(low, "the user is ") || strings.Contains(low, "the user's ") || strings.Contains(low, "the user has ") || strings.Contains(low, "that user ")
}

func commandsMemory(low string) bool {
	for _, w := range []string{"remember", "record", "store", "save", "memor", "note that", "fact", "correction", "weight", "salience"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}
