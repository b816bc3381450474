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
	ConversationID label          `json:"conversation_id"`
	UUID           label          `json:"uuid"`
	Title          string         `json:"title"`
	Messages       []plainMessage `json:"messages"`

	// These both have.
	ID         label           `json:"id"`
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	Name       string          `json:"name"`
	CreatedAt  moment          `json:"created_at"`
	CreateTime moment          `json:"create_time"`
	Timestamp  moment          `json:"timestamp"`
}

// plainMessage is a message as chat endpoints have it. Few writers say when it
// was.
type plainMessage struct {
	ID         label           `json:"id"`
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	Name       string          `json:"name"`
	CreatedAt  moment          `json:"created_at"`
	CreateTime moment          `json:"create_time"`
	Timestamp  moment          `json:"timestamp"`
}

func (i *plainItem) called() (kind, title string) {
	switch {
	case i.Messages != nil:
		return "conversation", cmp.Or(i.Title, i.Name)
	case i.Role != "":
		return "message", ""
	}
	return "entry", i.Title
}

func (i *plainItem) message() plainMessage {
	return plainMessage{i.ID, i.Role, i.Content, i.Name, i.CreatedAt, i.CreateTime, i.Timestamp}
}

func (m plainMessage) when() moment {
	for _, at := range []moment{m.CreatedAt, m.CreateTime, m.Timestamp} {
		if at != (moment{}) {
			return at
		}
	}
	return moment{}
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

// looseMessages are those of a file that is one conversation.
type looseMessages struct {
	messages []plainMessage
	size     int64
}

func (f *File) takePlain(i *plainItem, loose *looseMessages, emit emit) error {
	switch {
	case i.Messages != nil:
		return f.takeConversation(i, emit)
	case i.Role == "":
		f.skipped.Others++
		return nil
	}
	if loose.size += int64(len(i.Content)); loose.size > f.most {
		return fmt.Errorf("the conversation is over %d MiB", f.most>>20)
	}
	loose.messages = append(loose.messages, i.message())
	return nil
}

func (f *File) takeLoose(loose *looseMessages, emit emit) error {
	if len(loose.messages) == 0 {
		return nil
	}
	return f.takeConversation(&plainItem{Messages: loose.messages}, emit)
}

// takeConversation gives messages without ids one that stands for all that was
// said up to them, and a conversation without one an id for all up to its first
// answer: so they are known again when the file comes back, longer perhaps.
func (f *File) takeConversation(c *plainItem, emit emit) error {
	began, err := c.message().when().in(f.opts.Zone)
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
	id := cmp.Or(string(c.ConversationID), string(c.ID), string(c.UUID), "messages-"+opening)
	for i := range messages {
		messages[i].Conversation = id
	}
	f.date(messages, began)
	f.entitle(id, cmp.Or(c.Title, c.Name))
	return emitAll(messages, emit)
}

func (f *File) plainMessages(list []plainMessage) ([]memory.Message, error) {
	var messages []memory.Message
	for i, said := range list {
		role := memory.Role(said.Role)
		text, err := said.text()
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
		at, err := said.when().in(f.opts.Zone)
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

// text is the content, or the parts of it that are text.
func (m plainMessage) text() (string, error) {
	var text string
	if len(m.Content) == 0 || json.Unmarshal(m.Content, &text) == nil {
		return text, nil
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(m.Content, &parts) != nil {
		return "", errors.New(`its "content" is neither text nor a list of parts`)
	}
	var texts []string
	for _, part := range parts {
		switch part.Type {
		case "", "text", "input_text", "output_text":
			if strings.TrimSpace(part.Text) != "" {
				texts = append(texts, part.Text)
			}
		}
	}
	return strings.Join(texts, "\n\n"), nil
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
