package mind

import (
	"strings"
	"sync"

	"muisto/memory"
	"muisto/memory/guard"
	"muisto/memory/voice"
)

// typed is what of a message its writer wrote in their own voice: how a paste
// shouts is nobody's mood, and says nothing on how somebody usually writes. What
// the agent writes is all its own.
type typed struct {
	message memory.Message
	own     string
	layout  func() layout
}

// layout is whose the parts of a message are, up to where it stops being its
// writer's.
type layout struct {
	spans []voice.Span
	end   int
}

func typedOf(m memory.Message) typed {
	t := typed{message: m, own: m.Text}
	if m.Role != memory.RoleAssistant {
		t.own = guard.Plain(m.Text)
	}
	t.layout = sync.OnceValue(func() layout { // many parts may be asked about
		return layout{voice.Spans(m.Text), len(guard.Unposed(m.Text))}
	})
	return t
}

// empty reports whether the writer says nothing.
func (t typed) empty() bool { return strings.TrimSpace(t.own) == "" }

// of is what of a part of the message is its writer's own. How a part stands in
// the message says whose it is, so it is looked at there.
func (t typed) of(part string) string {
	if t.message.Role == memory.RoleAssistant {
		return part
	}
	start := strings.Index(t.message.Text, part)
	if start < 0 {
		return guard.Plain(part)
	}
	whose := t.layout()
	end := min(start+len(part), whose.end)
	var b strings.Builder
	for _, s := range whose.spans {
		from, to := max(s.Start, start), min(s.End, end)
		if s.Kind == voice.Own && from < to {
			b.WriteString(t.message.Text[from:to])
			b.WriteByte('\n')
		}
	}
	return b.String()
}
