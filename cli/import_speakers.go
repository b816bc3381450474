package cli

import (
	"fmt"
	"iter"
	"strings"

	"muisto/memory"
)

// speakers tells which messages of an import are the user's.
type speakers struct {
	// user is the speaker who is the user, as the person says; empty if not said.
	user  string
	names []string // the user's besides
	// other is the first speaker of the user's role who is somebody else, with the
	// number of messages by such speakers.
	other  string
	others int
}

// named makes the messages of the user's speaker the user's own, and counts
// those that remain somebody else's.
func (s *speakers) named(messages iter.Seq2[memory.Message, error]) iter.Seq2[memory.Message, error] {
	return func(yield func(memory.Message, error) bool) {
		for m, err := range messages {
			switch {
			case err != nil || m.Role != memory.RoleUser || m.Speaker == "":
			case s.user != "" && memory.FoldName(m.Speaker) == memory.FoldName(s.user):
				m.Speaker = "" // from now on, whatever the settings will say
			case !m.IsUsers(s.names):
				if s.others++; s.other == "" {
					s.other = m.Speaker
				}
			}
			if !yield(m, err) {
				return
			}
		}
	}
}

// lines say whose messages are not taken for the user's.
func (s *speakers) lines() []string {
	if s.others == 0 {
		return nil
	}
	by := memory.OneLine(s.other)
	if by = strings.TrimSpace(by); by == "" {
		return nil
	}
	return []string{fmt.Sprintf("%s by %s and whoever else is named: nothing says that this is you, so it is not remembered as yours; if it is, import into a new memory with --user NAME",
		count(s.others, "message"), by)}
}
