package transcript

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"muisto/memory"
)

// claudeConversation is an entry of Claude's conversations.json: a list of
// messages, which in newer exports name the message that they follow.
type claudeConversation struct {
	UUID      string          `json:"uuid"`
	Name      string          `json:"name"`
	CreatedAt moment          `json:"created_at"`
	Leaf      string          `json:"current_leaf_message_uuid"`
	Messages  []claudeMessage `json:"chat_messages"`
}

type claudeMessage struct {
	UUID      string        `json:"uuid"`
	Parent    string        `json:"parent_message_uuid"`
	Sender    string        `json:"sender"`
	Text      string        `json:"text"`
	Content   []claudeBlock `json:"content"`
	CreatedAt moment        `json:"created_at"`
}

type claudeBlock struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

func (c *claudeConversation) called() (kind, title string) { return "conversation", c.Name }

func (f *File) takeClaude(c *claudeConversation, emit emit) error {
	if c.Messages == nil {
		f.skipped.Others++
		return nil
	}
	began, err := c.CreatedAt.in(f.opts.Zone)
	if err != nil {
		return err
	}
	on, err := c.branch()
	if err != nil {
		return err
	}
	if c.UUID == "" {
		c.UUID = derivedID("claude", c.Name, began.UTC().Format(time.RFC3339Nano))
	}
	messages, err := f.claudeMessages(c, on)
	if err != nil {
		return err
	}
	f.date(messages, began)
	f.entitle(c.UUID, c.Name)
	return emitAll(messages, emit)
}

func (f *File) claudeMessages(c *claudeConversation, on func(i int) bool) ([]memory.Message, error) {
	var messages []memory.Message
	for i, said := range c.Messages {
		role, text, skip := f.claudeText(said)
		if skip == nil && !on(i) {
			skip = &f.skipped.Branches
		}
		if skip != nil {
			*skip++
			continue
		}
		at, err := said.CreatedAt.in(f.opts.Zone)
		if err != nil {
			return nil, fmt.Errorf("message %d: %w", i+1, err)
		}
		messages = append(messages, memory.Message{
			ID: cmp.Or(said.UUID, fmt.Sprintf("%d", i+1)), Conversation: c.UUID, Role: role, At: at, Text: text, Finished: true,
		})
	}
	return messages, nil
}

// claudeText is what a person saw of a message, or where to count it. The
// blocks of text say it without the stand-ins for tools that the whole has.
func (f *File) claudeText(m claudeMessage) (memory.Role, string, *int) {
	role := memory.RoleAssistant
	switch m.Sender {
	case "human", "user":
		role = memory.RoleUser
	case "assistant":
	default:
		return "", "", &f.skipped.Machine
	}
	var texts []string
	for _, block := range m.Content {
		if block.Type == "text" && strings.TrimSpace(block.Text) != "" {
			texts = append(texts, block.Text)
		}
	}
	switch {
	case len(texts) > 0:
		return role, strings.Join(texts, "\n\n"), nil
	case len(m.Content) > 0 && role == memory.RoleAssistant:
		return "", "", &f.skipped.Machine // nothing but tools and reasoning
	case strings.TrimSpace(m.Text) == "":
		return "", "", &f.skipped.Empty
	}
	return role, m.Text, nil
}

// branch tells the messages on the branch that was on screen last by their place
// in the list. Where none names the one before it, all are on it.
func (c *claudeConversation) branch() (func(i int) bool, error) {
	at := make(map[string]int, len(c.Messages))
	for i, m := range c.Messages {
		at[m.UUID] = i
	}
	linked, leaf := false, -1
	for i, m := range c.Messages {
		if _, ok := at[m.Parent]; ok && m.Parent != "" {
			linked = true
		}
		if leaf < 0 || !m.CreatedAt.at.Before(c.Messages[leaf].CreatedAt.at) {
			leaf = i
		}
	}
	if !linked {
		return func(int) bool { return true }, nil
	}
	last := c.Messages[leaf].UUID
	if _, ok := at[c.Leaf]; ok {
		last = c.Leaf
	}
	path, err := branch(last, len(c.Messages), func(id string) (string, bool) {
		parent := c.Messages[at[id]].Parent
		_, ok := at[parent]
		return parent, ok && parent != ""
	})
	if err != nil {
		return nil, err
	}
	on := make(map[int]bool, len(path))
	for _, id := range path {
		on[at[id]] = true
	}
	return func(i int) bool { return on[i] }, nil
}
