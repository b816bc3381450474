// Package transcript reads conversations from files.
//
// It knows the forms of the files and nothing of where messages go. Whatever it
// cannot read it refuses as a whole, and says where and why.
package transcript

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"muisto/memory"
)

// Bounds on what is read at once.
const (
	maxLine     = 16 << 20 // bytes of one line; a long paste is a thousandth of it
	maxMessages = 5_000_000
)

// Unnamed is the conversation of messages that name none.
const Unnamed = "imported"

type line struct {
	At           *string `json:"at"`
	Role         *string `json:"role"`
	Text         *string `json:"text"`
	Conversation string  `json:"conversation"`
	Speaker      string  `json:"speaker"`
	ID           string  `json:"id"`
}

// ReadJSONL reads one message a line:
//
//	{"at": RFC3339, "role": "user"|"assistant", "text": …, "conversation"?: …, "speaker"?: …, "id"?: …}
//
// Empty lines are passed over. A time in UTC, which says nothing of where the
// writer was, is taken to be the person's own, in the zone loc. An error names
// the line.
func ReadJSONL(r io.Reader, loc *time.Location) ([]memory.Message, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	var messages []memory.Message
	for n := 1; ; n++ {
		text, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if trimmed := bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff"))); len(trimmed) > 0 {
			m, bad := parseLine(trimmed, loc)
			if bad != nil {
				return nil, fmt.Errorf("line %d: %w", n, bad)
			}
			if len(messages) == maxMessages {
				return nil, fmt.Errorf("line %d: more than %d messages in one file; split it", n, maxMessages)
			}
			messages = append(messages, m)
		}
		if err != nil {
			return messages, nil
		}
	}
}

// readLine reads up to a line feed; io.EOF may come with the last line.
func readLine(in *bufio.Reader) ([]byte, error) {
	var text []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(text)+len(part) > maxLine {
			return nil, fmt.Errorf("it is longer than %d MiB", maxLine>>20)
		}
		text = append(text, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, err
		}
	}
}

func parseLine(text []byte, loc *time.Location) (memory.Message, error) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return memory.Message{}, explain(err)
	}
	switch {
	case l.At == nil:
		return memory.Message{}, errors.New(`it has no "at"`)
	case l.Role == nil:
		return memory.Message{}, errors.New(`it has no "role"`)
	case l.Text == nil:
		return memory.Message{}, errors.New(`it has no "text"`)
	}
	at, err := time.Parse(time.RFC3339, *l.At)
	if err != nil {
		return memory.Message{}, fmt.Errorf(`"at" is %q; write it as 2026-05-18T09:14:00+03:00`, *l.At)
	}
	if at.Year() < 1970 || at.Year() > 2200 {
		return memory.Message{}, fmt.Errorf(`"at" is in the year %d`, at.Year())
	}
	role := memory.Role(*l.Role)
	if !role.Valid() {
		return memory.Message{}, fmt.Errorf(`"role" is %q; it is "user" or "assistant"`, *l.Role)
	}
	if _, offset := at.Zone(); offset == 0 {
		at = at.In(loc)
	}
	if l.Conversation == "" {
		l.Conversation = Unnamed
	}
	return memory.Message{
		ID: l.ID, Conversation: l.Conversation, Role: role, Speaker: strings.TrimSpace(l.Speaker),
		At: at, Text: *l.Text, Finished: true,
	}, nil
}

func explain(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return fmt.Errorf("%q is a JSON %s; it is to be a string", wrong.Field, wrong.Value)
	}
	if errors.As(err, &wrong) {
		return fmt.Errorf("it is a JSON %s, not an object", wrong.Value)
	}
	return fmt.Errorf("it is not JSON: %w", err)
}
