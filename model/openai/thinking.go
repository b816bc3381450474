package openai

import "strings"

// thinking takes the reasoning out of a reply that comes in pieces: what
// stands between <think> and </think>, or in <thinking> tags, wherever a piece
// ends. An opening tag without a closing one hides the rest. A tag right after
// a backtick, or in a fenced block, is spoken about and stays. The zero value
// is ready.
type thinking struct {
	// rest may be the beginning of a tag.
	rest string
	// inside is the closing tag that is waited for; empty outside of reasoning.
	inside string
	// started: something visible has been given.
	started bool
	// ticks is how many backticks ended the text given so far.
	ticks int
	// fenced: the text given so far ends in a fenced block.
	fenced bool
	// thought: there was reasoning.
	thought bool
}

// tag is a pair of them.
type tag struct{ open, close string }

func tags() [2]tag {
	return [2]tag{{"<think>", "</think>"}, {"<thinking>", "</thinking>"}}
}

// Write takes the next piece and gives what of it is no reasoning. If unsay is
// true, a closing tag came without an opening one: all that was given before
// was reasoning, and text is what follows.
func (t *thinking) Write(piece string) (text string, unsay bool) {
	s := t.rest + piece
	t.rest = ""
	var out strings.Builder
	for s != "" {
		if t.inside != "" {
			s = t.skip(s)
			continue
		}
		i := strings.IndexByte(s, '<')
		if i < 0 {
			t.give(&out, s)
			break
		}
		t.give(&out, s[:i])
		s = s[i:]
		kind, n := t.tagAt(s)
		switch kind {
		case opens:
			t.inside = strings.Replace(s[:n], "<", "</", 1)
			t.thought = true
		case closes:
			out.Reset()
			*t = thinking{thought: true}
			unsay = true
		case mayBe:
			t.rest = s
			return out.String(), unsay
		case noTag:
			t.give(&out, s[:n])
		}
		s = s[n:]
	}
	return out.String(), unsay
}

// Flush ends the reply and gives what was held back.
func (t *thinking) Flush() string {
	var out strings.Builder
	if t.inside == "" {
		t.give(&out, t.rest)
	}
	*t = thinking{thought: t.thought}
	return out.String()
}

// skip passes over reasoning.
func (t *thinking) skip(s string) string {
	if i := strings.Index(s, t.inside); i >= 0 {
		s = s[i+len(t.inside):]
		t.inside = ""
		return s
	}
	for n := min(len(s), len(t.inside)-1); n > 0; n-- {
		if strings.HasPrefix(t.inside, s[len(s)-n:]) {
			t.rest = s[len(s)-n:]
			break
		}
	}
	return ""
}

type tagKind int

const (
	noTag tagKind = iota
	opens
	closes
	// mayBe: the next piece will tell.
	mayBe
)

// tagAt says what s begins with, and how long that is.
func (t *thinking) tagAt(s string) (tagKind, int) {
	if t.ticks > 0 || t.fenced {
		return noTag, 1
	}
	kind := noTag
	for _, pair := range tags() {
		switch {
		case strings.HasPrefix(s, pair.open):
			return opens, len(pair.open)
		case strings.HasPrefix(s, pair.close):
			return closes, len(pair.close)
		case strings.HasPrefix(pair.open, s), strings.HasPrefix(pair.close, s):
			kind = mayBe
		}
	}
	return kind, 1
}

// give passes text on, but no white space before the first of it.
func (t *thinking) give(out *strings.Builder, text string) {
	if !t.started {
		text = strings.TrimLeft(text, " \t\r\n")
	}
	if text == "" {
		return
	}
	t.started = true
	out.WriteString(text)
	for i := range len(text) {
		if text[i] == '`' {
			t.ticks++
			continue
		}
		if t.ticks >= 3 {
			t.fenced = !t.fenced
		}
		t.ticks = 0
	}
}

// withoutThinking takes the reasoning out of a whole reply.
func withoutThinking(reply string) (text string, lone bool) {
	var t thinking
	text, lone = t.Write(reply)
	return text + t.Flush(), lone
}
