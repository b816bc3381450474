package transcript

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"muisto/memory"
)

// codexLine is a line of a session of Codex: an item in an envelope, or, in older
// sessions, the item itself.
type codexLine struct {
	Timestamp moment          `json:"timestamp"`
	Type      string          `json:"type"`
	Payload   json.RawMessage `json:"payload"`

	ID      string          `json:"id"`
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type codexItem struct {
	Type    string          `json:"type"`
	ID      string          `json:"id"`
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	Message string          `json:"message"`
	Source  json.RawMessage `json:"source"`
	At      moment          `json:"timestamp"`
}

// codexSession is what is read of one session. What the person typed and what
// they saw is there twice: as an event, and among the items for the model, where
// there are also texts that the program adds. The events are taken where they are.
type codexSession struct {
	id            string
	began         moment
	events, items []memory.Message
	heard         map[memory.Role]bool // there are events of this role
	size          int64
	subagent      bool
}

func isCodex(has func(string) bool) bool {
	return has("timestamp") && has("type") && has("payload") || has("id") && has("timestamp") && has("instructions") && !has("role")
}

func (f *File) readCodex(in *bufio.Reader, emit emit) error {
	s := codexSession{heard: map[memory.Role]bool{}}
	err := eachLine(in, func(text []byte) error {
		var l codexLine
		if err := json.Unmarshal(text, &l); err != nil {
			return explain(err)
		}
		return f.takeCodex(&s, &l)
	})
	if err != nil {
		return err
	}
	messages := s.said()
	if s.subagent {
		f.skipped.Machine += len(messages)
		return nil
	}
	began, err := s.began.in(f.opts.Zone)
	if err != nil {
		return err
	}
	chain := ""
	for i := range messages {
		m := &messages[i]
		chain = derivedID("", chain, string(m.Role), m.Text)
		m.ID = chain
		m.Conversation = cmp.Or(s.id, "codex-"+began.UTC().Format(time.RFC3339))
	}
	f.date(messages, began)
	return emitAll(messages, emit)
}

// said are the messages of a session: of each side its events, else its items.
func (s *codexSession) said() []memory.Message {
	var list []memory.Message
	i := 0
	for _, item := range s.items {
		for i < len(s.events) && !s.events[i].At.After(item.At) {
			list = append(list, s.events[i])
			i++
		}
		if !s.heard[item.Role] {
			list = append(list, item)
		}
	}
	return append(list, s.events[i:]...)
}

func (f *File) takeCodex(s *codexSession, l *codexLine) error {
	item := codexItem{Type: l.Type, ID: l.ID, Role: l.Role, Content: l.Content}
	if l.Payload != nil {
		item = codexItem{}
		if err := json.Unmarshal(l.Payload, &item); err != nil {
			return nil // an item of another shape holds no message
		}
	}
	switch {
	case l.Type == "session_meta" || l.Type == "" && l.ID != "":
		s.begin(l, item)
		return nil
	case l.Type == "event_msg" && item.Type == "user_message":
		return f.hear(s, &s.events, memory.RoleUser, l.Timestamp, ownWords(item.Message))
	case l.Type == "event_msg" && item.Type == "agent_message":
		return f.hear(s, &s.events, memory.RoleAssistant, l.Timestamp, trimmed(item.Message))
	case item.Type == "message" && item.Role == string(memory.RoleUser):
		return f.hear(s, &s.items, memory.RoleUser, l.Timestamp, ownWords(agentText(item.Content)))
	case item.Type == "message" && item.Role == string(memory.RoleAssistant):
		return f.hear(s, &s.items, memory.RoleAssistant, l.Timestamp, trimmed(agentText(item.Content)))
	}
	f.skipped.Machine++
	return nil
}

// begin takes what a session says of itself; what it was forked from may follow.
func (s *codexSession) begin(l *codexLine, item codexItem) {
	if s.id != "" {
		return
	}
	s.id, s.began = cmp.Or(item.ID, l.ID), l.Timestamp
	s.subagent = strings.Contains(string(item.Source), "subagent")
}

func (f *File) hear(s *codexSession, list *[]memory.Message, role memory.Role, when moment, text string) error {
	if text == "" {
		f.skipped.Machine++
		return nil
	}
	at, err := when.in(f.opts.Zone)
	if err != nil {
		return err
	}
	if s.size += int64(len(text)); s.size > f.most {
		return fmt.Errorf("the session is over %d MiB", f.most>>20)
	}
	if list == &s.events {
		s.heard[role] = true
	}
	*list = append(*list, memory.Message{Role: role, At: at, Text: text, Finished: true})
	return nil
}

func trimmed(text string) string { return strings.TrimSpace(text) }
