package transcript

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"time"

	"muisto/memory"
)

// claudeCodeLine is a line of a session of Claude Code: a message, or something
// else about the session.
type claudeCodeLine struct {
	Type      string `json:"type"`
	UUID      string `json:"uuid"`
	Session   string `json:"sessionId"`
	Timestamp moment `json:"timestamp"`
	// Sidechain: a subagent's; Meta and Transcript: kept from the person's eyes.
	Sidechain  bool `json:"isSidechain"`
	Meta       bool `json:"isMeta"`
	Transcript bool `json:"isVisibleInTranscriptOnly"`
	Compacted  bool `json:"isCompactSummary"`
	Failed     bool `json:"isApiErrorMessage"`
	Message    struct {
		Role    string          `json:"role"`
		Model   string          `json:"model"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`

	Summary string `json:"summary"`
	Leaf    string `json:"leafUuid"`
	Custom  string `json:"customTitle"`
	Made    string `json:"aiTitle"`
}

// synthetic is the model of messages that the program wrote itself.
const synthetic = "<synthetic>"

func isClaudeCode(has func(string) bool) bool {
	return has("type") && (has("sessionId") || has("leafUuid") || has("snapshot") && has("messageId"))
}

// readClaudeCode reads a session. A session that was resumed repeats what it goes
// on from, under ids that are known.
func (f *File) readClaudeCode(in *bufio.Reader, emit emit) error {
	if f.known == nil {
		f.known, f.summaries = map[string]bool{}, map[string]string{}
	}
	return eachLine(in, func(text []byte) error {
		var l claudeCodeLine
		if err := json.Unmarshal(text, &l); err != nil {
			return explain(err)
		}
		return f.takeClaudeCode(&l, emit)
	})
}

func (f *File) takeClaudeCode(l *claudeCodeLine, emit emit) error {
	role := memory.Role(l.Type)
	switch {
	case l.Type == "summary" && l.Leaf != "":
		f.summaries[l.Leaf] = l.Summary
		return nil
	case l.Custom != "" || l.Made != "":
		f.entitle(l.Session, l.Custom+l.Made)
		return nil
	case !role.Valid():
		f.skipped.Machine++
		return nil
	case f.known[l.UUID] && l.UUID != "":
		f.skipped.Branches++
		return nil
	}
	f.known[l.UUID] = true
	f.entitle(l.Session, f.summaries[l.UUID])
	text, skip := f.claudeCodeText(l, role)
	if skip != nil {
		*skip++
		return nil
	}
	at, err := l.Timestamp.in(f.opts.Zone)
	if err != nil {
		return err
	}
	if at.IsZero() {
		return errors.New(`it has no "timestamp"`)
	}
	id := cmp.Or(l.UUID, derivedID("", l.Session, at.UTC().Format(time.RFC3339Nano), string(role), text))
	return emit(memory.Message{ID: id, Conversation: cmp.Or(l.Session, Unnamed), Role: role, At: at, Text: text, Finished: true})
}

// claudeCodeText is what was said in a line, or where to count it.
func (f *File) claudeCodeText(l *claudeCodeLine, role memory.Role) (string, *int) {
	switch {
	case l.Meta || l.Transcript:
		return "", &f.skipped.Hidden
	case l.Sidechain || l.Compacted || l.Failed || l.Message.Model == synthetic:
		return "", &f.skipped.Machine
	}
	text := agentText(l.Message.Content)
	if role == memory.RoleUser {
		text = ownWords(text)
	} else {
		text = trimmed(withoutThinking(text))
	}
	if text == "" {
		return "", &f.skipped.Machine
	}
	return text, nil
}
