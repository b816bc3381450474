package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"muisto/memory"
)

// filed is a session with earlier conversations.
func filed() *fake { return talked().filed(12) }

// filed puts n conversations behind the one that goes on.
func (f *fake) filed(n int) *fake {
	subjects := []string{
		"Ideas for the offsite in Lisbon", "Why does the build fail on arm64?", "A recipe for karjalanpiirakka", "",
		"Could you read this contract and tell me in plain words what it binds me to, and for how long?",
	}
	for i := range n {
		c := memory.Conversation{
			ID: fmt.Sprintf("old%d", i), Title: subjects[i%len(subjects)], Messages: 2 + i*i*31%700,
			LastAt: monday.Add(-time.Duration(i*min(i, 30)+1) * 20 * time.Hour),
		}
		f.other[c.ID] = []Entry{
			{Message: memory.Message{Key: int64(1000 + 2*i), Conversation: c.ID, Role: memory.RoleUser, Text: "The boat leaves at nine.", At: c.LastAt, Finished: true}},
			{Message: memory.Message{Key: int64(1001 + 2*i), Conversation: c.ID, Role: memory.RoleAssistant, Text: "Then be there by half past eight.", At: c.LastAt, Finished: true}},
		}
		f.conversations = append(f.conversations, c)
	}
	return f
}

func (f *fake) Conversations(_ context.Context, q ConversationQuery) ([]memory.Conversation, error) {
	f.call("conversations %q after %q", q.Filter, q.After)
	f.mu.Lock()
	defer f.mu.Unlock()
	now := memory.Conversation{ID: f.conversation, Title: "Had coffee with Tomas this morning.", Messages: len(f.messages), LastAt: monday}
	var list []memory.Conversation
	past := q.After == ""
	for _, c := range append([]memory.Conversation{now}, f.conversations...) {
		if past && !c.Hidden && strings.Contains(strings.ToLower(c.Title), strings.ToLower(q.Filter)) && len(list) < q.Limit {
			list = append(list, c)
		}
		past = past || c.ID == q.After
	}
	return list, f.loadErr
}

func (f *fake) file(id string, change func(*memory.Conversation)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.reviewErr != nil {
		return f.reviewErr
	}
	i := slices.IndexFunc(f.conversations, func(c memory.Conversation) bool { return c.ID == id })
	if i < 0 {
		return memory.ErrNotFound
	}
	change(&f.conversations[i])
	return nil
}

func (f *fake) RenameConversation(_ context.Context, id, name string) error {
	f.call("rename %s %q", id, name)
	return f.file(id, func(c *memory.Conversation) { c.Title = name })
}

func (f *fake) HideConversation(_ context.Context, id string, hidden bool) error {
	f.call("hide %s %v", id, hidden)
	return f.file(id, func(c *memory.Conversation) { c.Hidden = hidden })
}

func (f *fake) Resume(_ context.Context, id string) error {
	f.call("resume %s", id)
	if f.reviewErr != nil {
		return f.reviewErr
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.other[f.conversation] = f.messages
	f.conversation, f.messages = id, f.other[id]
	return nil
}

func (f *fake) SearchIn(_ context.Context, conversation, text string, limit int) ([]memory.Message, error) {
	f.call("search %s in %s", text, conversation)
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []memory.Message
	for _, e := range f.other[conversation] {
		if strings.Contains(strings.ToLower(e.Text), strings.ToLower(text)) && len(out) < limit {
			out = append(out, e.Message)
		}
	}
	return out, f.loadErr
}
