package recall

import (
	"slices"
	"strings"

	"muisto/memory"
)

// Bounds on what a memory is found by of the messages that it came from: the
// beginning of a person's words, and less of a reply, which says much that
// nobody asked to be remembered.
const (
	maxSaidUser  = 2000 // bytes
	maxSaidAgent = 400
	// maxSaidSources is how many of its messages count.
	maxSaidSources = 4
)

// exchange is what a memory came from: a message of a person and the reply to it.
type exchange struct {
	// key is the first message; 0 where it is not known.
	key  int64
	text string
}

// exchangeOf gives what was said where an episode comes from, as far as it is
// found by it.
func exchangeOf(e *memory.Episode, said map[int64]memory.Message) exchange {
	var x exchange
	if len(e.Sources) == 0 || len(said) == 0 {
		return x
	}
	var b strings.Builder
	for _, m := range exchangeMessages(e, said) {
		if x.key == 0 {
			x.key = m.Key
		}
		most := maxSaidUser
		if m.Role == memory.RoleAssistant {
			most = maxSaidAgent
		}
		b.WriteString(clip(m.Text, most))
		b.WriteByte('\n')
	}
	x.text = b.String()
	return x
}

// exchangeMessages are the messages that an episode came from, each with what it
// replies to or the reply to it.
func exchangeMessages(e *memory.Episode, said map[int64]memory.Message) []memory.Message {
	var out []memory.Message
	add := func(m memory.Message) {
		if !slices.ContainsFunc(out, func(o memory.Message) bool { return o.Key == m.Key }) {
			out = append(out, m)
		}
	}
	for _, s := range e.Sources[:min(len(e.Sources), maxSaidSources)] {
		m, ok := said[s.Key]
		if !ok {
			continue
		}
		if asked, ok := said[m.Parent]; ok && m.Role == memory.RoleAssistant && asked.Role == memory.RoleUser {
			add(asked)
		}
		add(m)
		if reply, ok := replyTo(m, said); ok {
			add(reply)
		}
	}
	return out
}

// replyTo gives the reply to a message where it was stored right after it.
func replyTo(m memory.Message, said map[int64]memory.Message) (memory.Message, bool) {
	reply, ok := said[m.Key+1]
	return reply, ok && reply.Parent == m.Key && m.Role == memory.RoleUser && reply.Role == memory.RoleAssistant
}
