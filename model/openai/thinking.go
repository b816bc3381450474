package openai

import "strings"

// thinking takes the reasoning out of a reply that comes in pieces, wherever a
// piece ends: what is between marks as in marks(), in any case. An opening mark
// without a closing one hides the rest. A mark right after a backtick, or in a
// fenced block, is spoken about and stays. The zero value is ready.
type thinking struct {
	// rest may be the beginning of a mark.
	rest string
	// inside are the marks of which one ends the reasoning; none outside of it.
	inside []string
	// header is what has come of a channel's header, while inHeader.
	header   string
	inHeader bool
	// started: something visible has been returned.
	started bool
	// ticks is how many backticks ended the text returned so far.
	ticks int
	// fenced: the text returned so far ends in a fenced block.
	fenced bool
	// thought: there was reasoning.
	thought bool
	// open is what came since the mark that opened the reasoning, at most maxOpen
	// bytes.
	open string
}

// maxOpen bounds what is kept of reasoning in case its end never comes.
const maxOpen = 64 << 10

// Write takes the next piece and returns what of it is no reasoning. If unsay is
// true, a closing mark came without an opening one: all that was returned before
// was reasoning, and text is what follows.
func (t *thinking) Write(piece string) (text string, unsay bool) {
	s := t.rest + piece
	t.rest = ""
	var out strings.Builder
	for s != "" {
		switch {
		case t.inHeader:
			s = t.readHeader(s)
			continue
		case len(t.inside) > 0:
			s = t.skip(s)
			continue
		}
		i := strings.IndexAny(s, markStarts)
		if i < 0 {
			t.give(&out, s)
			break
		}
		t.give(&out, s[:i])
		s = s[i:]
		m, maybe := t.markAt(s)
		if maybe {
			t.rest = s
			return out.String(), unsay
		}
		switch m.does {
		case opens:
			t.inside, t.thought, t.open = m.until, true, m.text
		case closes:
			out.Reset()
			*t = thinking{thought: true}
			unsay = true
		case begins:
			t.inHeader, t.header = true, m.text
		case isNone:
			m.text = s[:1]
			t.give(&out, m.text)
		}
		s = s[len(m.text):]
	}
	return out.String(), unsay
}

// Flush ends the reply and returns what was held back.
func (t *thinking) Flush() string {
	var out strings.Builder
	if !t.hidden() {
		t.give(&out, t.rest)
	}
	*t = thinking{thought: t.thought}
	return out.String()
}

// unclosed returns what came since an opening mark that was never closed, where
// something visible came before it: then it is no reasoning but spoken about.
func (t *thinking) unclosed() string {
	if !t.started || len(t.inside) == 0 || len(t.open) >= maxOpen {
		return ""
	}
	return t.open + t.rest
}

// hidden reports whether what comes next is reasoning, as far as is known.
func (t *thinking) hidden() bool { return len(t.inside) > 0 || t.inHeader }

// skip passes over reasoning, and over the mark that ends it, but for one that
// begins a channel.
func (t *thinking) skip(s string) string {
	low := lowered(s)
	first, length := -1, 0
	for _, mark := range t.inside {
		if i := strings.Index(low, mark); i >= 0 && (first < 0 || i < first) {
			first, length = i, len(mark)
		}
	}
	if first >= 0 {
		if m := findMark(low[first:]); m.does == begins {
			length = 0
		}
		t.inside, t.open = nil, ""
		return s[first+length:]
	}
	for _, mark := range t.inside {
		for n := min(len(s), len(mark)-1); n > len(t.rest); n-- {
			if strings.HasPrefix(mark, low[len(s)-n:]) {
				t.rest = s[len(s)-n:]
				break
			}
		}
	}
	if t.open != "" && len(t.open) < maxOpen {
		t.open += s[:len(s)-len(t.rest)]
	}
	return ""
}

// maxHeaderText bounds the header of a channel in bytes: a name, and whom it is
// to.
const maxHeaderText = 256

// readHeader reads what names a channel, up to the message in it. Only what is
// in a channel that is final, or has no name, is for the person.
func (t *thinking) readHeader(s string) string {
	t.header += s
	low := lowered(t.header)
	i := strings.Index(low, messageMark)
	if i < 0 {
		if len(t.header) > maxHeaderText {
			t.inHeader, t.inside, t.thought = false, channelEnds(), true
		}
		return ""
	}
	rest := t.header[i+len(messageMark):]
	t.inHeader, t.header = false, ""
	_, name, found := strings.Cut(low[:i], channelMark)
	if name = strings.TrimSpace(name); found && !strings.HasPrefix(name, "final") {
		t.inside, t.thought = channelEnds(), true
	}
	return rest
}

// markAt finds the mark that s begins with; maybe if the next piece will tell.
func (t *thinking) markAt(s string) (m mark, maybe bool) {
	if t.ticks > 0 || t.fenced {
		return mark{}, false
	}
	low := lowered(s[:min(len(s), maxMark)])
	if m = findMark(low); m.does != isNone {
		return m, false
	}
	for _, m := range marks() {
		if strings.HasPrefix(m.text, low) {
			return mark{}, true
		}
	}
	return mark{}, false
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
