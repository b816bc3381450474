package transcript

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"muisto/memory"
)

// plainItem is an entry of a file of message arrays: a conversation, which has
// its messages, or a message itself.
type plainItem struct {
	conversationHead
	said plainMessage // the same entry, taken for a message
}

type conversationHead struct {
	ConversationID label          `json:"conversation_id"`
	Conversation   label          `json:"conversation"`
	Session        label          `json:"session_id"`
	UUID           label          `json:"uuid"`
	Title          string         `json:"title"`
	Messages       []plainMessage `json:"messages"`
}

// UnmarshalJSON reads an entry as either.
func (i *plainItem) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &i.conversationHead); err != nil {
		return err
	}
	return json.Unmarshal(data, &i.said)
}

// plainMessage is a message as chat endpoints have it. Few writers say when it
// was.
type plainMessage struct {
	ID      label           `json:"id"`
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	Name    string          `json:"name"`
	times

	unread []string // what seems to hold a time, under a name that is not known
}

// UnmarshalJSON reads a message, and looks for its time where no known name has it.
func (m *plainMessage) UnmarshalJSON(data []byte) error {
	type fields plainMessage
	if err := json.Unmarshal(data, (*fields)(m)); err != nil {
		return err
	}
	if _, key := m.when(); key == "" && m.Role != "" {
		m.unread = unreadTimes(data)
	}
	return nil
}

func (i *plainItem) called() (kind, title string) {
	switch {
	case i.Messages != nil:
		return "conversation", cmp.Or(i.Title, i.said.Name)
	case i.said.Role != "":
		return "message", ""
	}
	return "entry", i.Title
}

// id is that of the conversation, where the entry has one.
func (h conversationHead) id() string {
	return string(cmp.Or(h.ConversationID, h.Conversation, h.Session))
}

// label is an id, a string or a number; anything else is none.
type label string

// UnmarshalJSON never fails.
func (l *label) UnmarshalJSON(data []byte) error {
	var text string
	var number json.Number
	switch {
	case json.Unmarshal(data, &text) == nil:
		*l = label(text)
	case json.Unmarshal(data, &number) == nil:
		*l = label(number)
	}
	return nil
}

// looseMessages are those of a file whose entries are messages, by the
// conversation that they name; most name none and are one.
type looseMessages struct {
	conversations []*plainItem
	at            map[string]*plainItem
	size          int64
}

func (f *File) takePlain(i *plainItem, loose *looseMessages, emit emit) error {
	switch {
	case i.Messages != nil:
		return f.takeConversation(i, emit)
	case i.said.Role == "":
		f.skipped.Others++
		return nil
	}
	if loose.size += int64(len(i.said.Content)); loose.size > f.most {
		return fmt.Errorf("the conversation is over %d MiB", f.most>>20)
	}
	loose.add(i)
	return nil
}

func (l *looseMessages) add(i *plainItem) {
	c, ok := l.at[i.id()]
	if !ok {
		c = &plainItem{conversationHead: conversationHead{ConversationID: label(i.id())}}
		if l.at == nil {
			l.at = map[string]*plainItem{}
		}
		l.at[i.id()] = c
		l.conversations = append(l.conversations, c)
	}
	c.Messages = append(c.Messages, i.said)
}

func (f *File) takeLoose(loose *looseMessages, emit emit) error {
	for _, c := range loose.conversations {
		if err := f.takeConversation(c, emit); err != nil {
			return err
		}
	}
	return nil
}

// takeConversation gives messages without ids one that stands for all that was
// said up to them, and a conversation without one an id for all up to its first
// answer: so they are known again when the file comes back, longer perhaps.
func (f *File) takeConversation(c *plainItem, emit emit) error {
	when, _ := c.said.when()
	began, err := when.in(f.opts.Zone)
	if err != nil {
		return err
	}
	messages, err := f.plainMessages(c.Messages)
	if err != nil || len(messages) == 0 {
		return err
	}
	opening := ""
	chain := ""
	for i := range messages {
		m := &messages[i]
		chain = derivedID("", chain, string(m.Role), m.Text)
		m.ID = cmp.Or(m.ID, chain)
		if opening == "" && (m.Role == memory.RoleAssistant || i == len(messages)-1) {
			opening = chain
		}
	}
	id := cmp.Or(c.id(), string(c.said.ID), string(c.UUID), "messages-"+opening)
	for i := range messages {
		messages[i].Conversation = id
	}
	f.date(messages, began)
	f.entitle(id, cmp.Or(c.Title, c.said.Name))
	return emitAll(messages, emit)
}

func (f *File) plainMessages(list []plainMessage) ([]memory.Message, error) {
	var messages []memory.Message
	for i, said := range list {
		role := memory.Role(said.Role)
		text, err := contentText(said.Content)
		if err != nil {
			return nil, fmt.Errorf("message %d: %w", i+1, err)
		}
		if role == memory.RoleAssistant {
			text = withoutThinking(text)
		}
		switch {
		case !role.Valid():
			f.skipped.Machine++
			continue
		case strings.TrimSpace(text) == "":
			f.skipped.Empty++
			continue
		}
		when, key := said.when()
		if f.spelled.time = note(f.spelled.time, key); key != "" {
			f.spelled.text = note(f.spelled.text, "content")
		}
		for _, name := range said.unread {
			f.spelled.unread = note(f.spelled.unread, name)
		}
		at, err := when.in(f.opts.Zone)
		if err != nil {
			return nil, fmt.Errorf("message %d: %w", i+1, err)
		}
		m := memory.Message{ID: string(said.ID), Role: role, At: at, Text: text, Finished: true}
		if role == memory.RoleUser {
			m.Speaker = strings.TrimSpace(said.Name)
		}
		messages = append(messages, m)
	}
	return messages, nil
}

// contentText is a content that is a text, or the parts of a list that are one.
func contentText(content json.RawMessage) (string, error) {
	var text string
	if len(content) == 0 || json.Unmarshal(content, &text) == nil {
		return text, nil
	}
	var parts []struct {
		Type       string `json:"type"`
		Text       string `json:"text"`
		Transcript string `json:"transcript"` // of what was spoken
	}
	if json.Unmarshal(content, &parts) != nil {
		return "", errors.New(`its "content" is neither text nor a list of parts`)
	}
	var texts []string
	for _, part := range parts {
		if said := cmp.Or(part.Text, part.Transcript); !ofMachine(part.Type) && strings.TrimSpace(said) != "" {
			texts = append(texts, said)
		}
	}
	return strings.Join(texts, "\n\n"), nil
}

// ofMachine reports whether a part of a message is none that a person wrote or
// was answered with. What a part of another kind says is not dropped.
func ofMachine(kind string) bool {
	return strings.Contains(kind, "tool") || strings.Contains(kind, "thinking") || strings.Contains(kind, "reasoning") ||
		strings.Contains(kind, "function") || strings.HasSuffix(kind, "_result") || kind == "token_budget" || kind == "flag"
}

// withoutThinking drops the reasoning that some models put before their answer.
// Some servers leave out its opening mark; the closing one then stands on a line
// of its own.
func withoutThinking(text string) string {
	const opens, closes = "<think>", "</think>"
	trimmed := strings.TrimLeft(text, " \t\r\n")
	before, after, ok := strings.Cut(trimmed, closes)
	switch {
	case strings.HasPrefix(trimmed, opens) && !ok:
		return "" // it never came to an answer
	case strings.HasPrefix(trimmed, opens), ok && strings.HasSuffix(before, "\n") && strings.HasPrefix(after, "\n") && !strings.Contains(before, opens):
		return strings.TrimLeft(after, " \t\r\n")
	}
	return text
}

// derivedID makes an id of what it stands for.
func derivedID(kind string, parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	id := hex.EncodeToString(h.Sum(nil)[:16])
	if kind == "" {
		return id
	}
	return kind + "-" + id
}

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

func emitAll(messages []memory.Message, emit emit) error {
	for _, m := range messages {
		if err := emit(m); err != nil {
			return err
		}
	}
	return nil
}
