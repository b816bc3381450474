package memory

import (
	"slices"
	"strings"
	"time"
)

// Role says which side of a conversation a message stands on.
type Role string

// The two sides of a conversation.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)

// RoleOther is whose act an episode is that neither did: somebody else speaks in
// a conversation that was brought in. No message has it.
const RoleOther Role = "other"

// ValidActor reports whether an episode can be r's act.
func (r Role) ValidActor() bool { return r.Valid() || r == RoleOther }

// Valid reports whether r is one of the two roles.
func (r Role) Valid() bool { return r == RoleUser || r == RoleAssistant }

// Message is one utterance in a conversation.
type Message struct {
	// Key is the store's own key, in the order of arrival; 0 until stored.
	Key int64
	// ID is unique within the conversation. An imported message keeps the id
	// it came with; one without gets one from the store.
	ID           string
	Conversation string
	// Parent is the key of the message before it on its branch, 0 for a first one.
	Parent int64
	Role   Role
	// Speaker is the writer's name where one is known, else empty.
	Speaker string
	// At carries the writer's own offset from UTC.
	At   time.Time
	Text string
	// Finished is false while a reply streams in, and stays false for one that
	// a crash or Esc cut short.
	Finished bool
}

// IsUsers reports whether the user wrote the message: it has their role, and no
// speaker or one who is called by one of the user's names.
func (m Message) IsUsers(names []string) bool {
	if m.Role != RoleUser || strings.TrimSpace(m.Speaker) == "" {
		return m.Role == RoleUser
	}
	return slices.ContainsFunc(names, func(n string) bool { return n != "" && FoldName(n) == FoldName(m.Speaker) })
}

// SpeakerKey identifies whose writing habits a message belongs to: the
// speaker's name, or the role where no name is known.
func (m Message) SpeakerKey() string {
	if m.Speaker != "" {
		return m.Speaker
	}
	return string(m.Role)
}

// FromUser drops messages from the beginning until the user speaks, but never
// the last: a window that was cut is to begin as a conversation does.
func FromUser(window []Message) []Message {
	for len(window) > 1 && window[0].Role != RoleUser {
		window = window[1:]
	}
	return window
}

// Conversation is a run of messages that belong together.
type Conversation struct {
	ID string
	// Title was given by hand or by an import; else it is the first words of the
	// person.
	Title     string
	StartedAt time.Time
	LastAt    time.Time
	Messages  int
	// Hidden: it was taken out of the list; its messages and moments stay.
	Hidden bool
}
