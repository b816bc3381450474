package transcript

import (
	"cmp"
	"fmt"
	"regexp"
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

	Attachments []claudeAttachment `json:"attachments"`
}

// claudeAttachment is a file with its text; a long text that was pasted becomes
// one.
type claudeAttachment struct {
	Name string `json:"file_name"`
	Text string `json:"extracted_content"`
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
// blocks of text say it without the stand-ins for tools that the whole has; what
// was spoken and what was pasted is the person's own, too.
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
		if !ofMachine(block.Type) && strings.TrimSpace(block.Text) != "" {
			texts = append(texts, block.Text)
		}
	}
	if len(texts) == 0 && strings.TrimSpace(m.Text) != "" && (len(m.Content) == 0 || role == memory.RoleUser) {
		texts = append(texts, m.Text)
	}
	if role == memory.RoleUser {
		texts = append(texts, m.pasted()...)
	}
	switch {
	case len(texts) > 0:
		return role, strings.Join(texts, "\n\n"), nil
	case len(m.Content) > 0 && role == memory.RoleAssistant:
		return "", "", &f.skipped.Machine // nothing but tools and reasoning
	}
	return "", "", &f.skipped.Empty
}

// maxPasted bounds what of a pasted text comes, in bytes: the longest are whole
// books.
const maxPasted = 256 << 10

// pasted are the texts that became attachments because they were long: those
// without the name of a file. A file that was attached is somebody's document.
func (m claudeMessage) pasted() []string {
	var texts []string
	left := maxPasted
	for _, a := range m.Attachments {
		text := strings.TrimSpace(a.Text)
		if text == "" || !pastedName.MatchString(a.Name) || left <= 0 {
			continue
		}
		if len(text) > left {
			text = strings.ToValidUTF8(text[:left], "") + " […]"
		}
		left -= len(text)
		texts = append(texts, text)
	}
	return texts
}

// pastedName is what such an attachment is called.
var pastedName = regexp.MustCompile(`(?i)^(paste(d)?([-_ ].*)?(\.txt)?)?$`)

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
