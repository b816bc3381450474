package transcript

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"muisto/memory"
)

// chatgptConversation is an entry of ChatGPT's conversations.json: a tree of
// nodes, of which current_node is the last of the branch on screen.
type chatgptConversation struct {
	ID             string                 `json:"id"`
	ConversationID string                 `json:"conversation_id"`
	Title          string                 `json:"title"`
	CreateTime     moment                 `json:"create_time"`
	CurrentNode    string                 `json:"current_node"`
	Mapping        map[string]chatgptNode `json:"mapping"`
}

type chatgptNode struct {
	Parent   string          `json:"parent"`
	Children []string        `json:"children"`
	Message  *chatgptMessage `json:"message"`
}

type chatgptMessage struct {
	ID     string `json:"id"`
	Author struct {
		Role string `json:"role"`
	} `json:"author"`
	CreateTime moment `json:"create_time"`
	Content    struct {
		Type  string `json:"content_type"`
		Parts []any  `json:"parts"`
		Text  string `json:"text"`
	} `json:"content"`
	Weight    *float64 `json:"weight"`
	Recipient string   `json:"recipient"`
	Channel   string   `json:"channel"`
	Metadata  struct {
		Hidden bool `json:"is_visually_hidden_from_conversation"`
		System bool `json:"is_user_system_message"`
	} `json:"metadata"`
}

func (c *chatgptConversation) called() (kind, title string) { return "conversation", c.Title }

func (f *File) takeChatGPT(c *chatgptConversation, emit emit) error {
	if c.Mapping == nil {
		f.skipped.Others++
		return nil
	}
	began, err := c.CreateTime.in(f.opts.Zone)
	if err != nil {
		return err
	}
	path, err := c.branch()
	if err != nil {
		return err
	}
	c.ID = cmp.Or(c.ConversationID, c.ID, derivedID("chatgpt", c.Title, began.UTC().Format(time.RFC3339Nano), firstOf(path)))
	messages, err := f.chatgptMessages(c, path)
	if err != nil {
		return err
	}
	f.date(messages, began)
	f.entitle(c.ID, c.Title)
	return emitAll(messages, emit)
}

// chatgptMessages gives what was said along path, and counts all else.
func (f *File) chatgptMessages(c *chatgptConversation, path []string) ([]memory.Message, error) {
	var messages []memory.Message
	on := make(map[string]bool, len(path))
	for _, id := range path {
		on[id] = true
		said := c.Mapping[id].Message
		text, skip := f.chatgptText(said)
		if skip != nil {
			*skip++
		}
		if skip != nil || said == nil {
			continue
		}
		at, err := said.CreateTime.in(f.opts.Zone)
		if err != nil {
			return nil, fmt.Errorf("message %s: %w", cmp.Or(said.ID, id), err)
		}
		messages = append(messages, memory.Message{
			ID: cmp.Or(said.ID, id), Conversation: c.ID, Role: memory.Role(said.Author.Role), At: at, Text: text, Finished: true,
		})
	}
	for id, node := range c.Mapping {
		if on[id] || node.Message == nil {
			continue
		}
		if _, skip := f.chatgptText(node.Message); skip != nil {
			*skip++
		} else {
			f.skipped.Branches++
		}
	}
	return messages, nil
}

// chatgptText is what a person saw of a message, or where to count it.
func (f *File) chatgptText(m *chatgptMessage) (string, *int) {
	if m == nil {
		return "", nil
	}
	switch {
	case !memory.Role(m.Author.Role).Valid(), m.Recipient != "" && m.Recipient != "all", m.Channel != "" && m.Channel != "final":
		return "", &f.skipped.Machine
	case m.Metadata.Hidden, m.Metadata.System, m.Weight != nil && *m.Weight == 0:
		return "", &f.skipped.Hidden
	}
	switch m.Content.Type {
	case "thoughts", "reasoning_recap":
		return "", &f.skipped.Machine
	case "user_editable_context", "model_editable_context":
		return "", &f.skipped.Hidden
	}
	text := m.Content.Text
	if parts := chatgptParts(m.Content.Parts); parts != "" {
		text = parts
	}
	if strings.TrimSpace(text) == "" {
		return "", &f.skipped.Empty
	}
	return text, nil
}

// chatgptParts joins the parts that are text; others are pictures and sound, of
// which a transcription is text.
func chatgptParts(parts []any) string {
	var texts []string
	for _, part := range parts {
		text, _ := part.(string)
		if object, ok := part.(map[string]any); ok && (object["content_type"] == "audio_transcription" || object["content_type"] == "text") {
			text, _ = object["text"].(string)
		}
		if strings.TrimSpace(text) != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// branch gives the nodes of the branch that was on screen last.
func (c *chatgptConversation) branch() ([]string, error) {
	for id, node := range c.Mapping { // some writers leave out the way up
		for _, child := range node.Children {
			if n, ok := c.Mapping[child]; ok && n.Parent == "" && child != id {
				n.Parent = id
				c.Mapping[child] = n
			}
		}
	}
	leaf := c.CurrentNode
	if _, ok := c.Mapping[leaf]; !ok {
		leaf = c.newest()
	}
	switch {
	case len(c.Mapping) == 0:
		return nil, nil
	case leaf == "":
		return nil, errRing
	}
	return branch(leaf, len(c.Mapping), func(id string) (string, bool) {
		parent := c.Mapping[id].Parent
		_, ok := c.Mapping[parent]
		return parent, ok
	})
}

// newest is the newest node that none follows; of equals the greater id, so that
// it is the same each time.
func (c *chatgptConversation) newest() string {
	followed := make(map[string]bool, len(c.Mapping))
	for _, node := range c.Mapping {
		followed[node.Parent] = true
	}
	var leaves []string
	for id := range c.Mapping {
		if !followed[id] {
			leaves = append(leaves, id)
		}
	}
	if len(leaves) == 0 {
		return ""
	}
	return slices.MaxFunc(leaves, func(a, b string) int {
		return cmp.Or(c.timeOf(a).Compare(c.timeOf(b)), cmp.Compare(a, b))
	})
}

func (c *chatgptConversation) timeOf(id string) time.Time {
	if m := c.Mapping[id].Message; m != nil {
		return m.CreateTime.at
	}
	return time.Time{}
}
