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

// maxLine bounds one line, in bytes; a long paste is a thousandth of it.
const maxLine = 16 << 20

type line struct {
	Type *string `json:"type"`
	Role *string `json:"role"`
	Text *string `json:"text"`
	// Content is the text in the spelling of chat endpoints: a text or a list of
	// parts.
	Content json.RawMessage `json:"content"`
	times
	Conversation string  `json:"conversation"`
	Speaker      string  `json:"speaker"`
	ID           string  `json:"id"`
	Title        string  `json:"title"`
	WithdrawnAt  *string `json:"withdrawn_at"`
}

// readLines reads one message a line:
//
//	{"at": RFC3339, "role": "user"|"assistant", "text": …, "conversation"?: …, "speaker"?: …, "id"?: …}
//
// The time can have any of timeKeys for a name and be RFC 3339, or seconds or
// milliseconds since 1970; the text can be in "content", as chat endpoints have it.
// Empty lines are skipped, and lines with a type and no role are other
// things than messages: {"type": "conversation", "id": …, "title": …} gives a
// title, the rest is counted, and so is a message that was withdrawn or erased.
// An error names the line.
func (f *File) readLines(in *bufio.Reader, emit emit) error {
	messages := 0
	for n := 1; ; n++ {
		text, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if trimmed := bytes.TrimSpace(text); len(trimmed) > 0 {
			taken, bad := f.takeLine(trimmed, emit)
			if bad != nil && !errors.Is(bad, errStopped) {
				bad = fmt.Errorf("line %d: %w", n, bad)
			}
			if bad != nil {
				return bad
			}
			messages += taken
		}
		if err == nil {
			continue
		}
		if messages == 0 && f.skipped.Others > 0 {
			return errors.New("it looks like JSON lines, but no line of it is a message")
		}
		return nil
	}
}

func (f *File) takeLine(text []byte, emit emit) (int, error) {
	m, ok, err := f.parseLine(text)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, nil
	}
	return 1, emit(m)
}

// readLine reads up to a line feed; io.EOF may come with the last line. What it
// gives holds until the next call.
func readLine(in *bufio.Reader) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return text, err
	}
	long := bytes.Clone(text)
	for errors.Is(err, bufio.ErrBufferFull) {
		if text, err = in.ReadSlice('\n'); len(long)+len(text) > maxLine {
			return nil, fmt.Errorf("it is longer than %d MiB", maxLine>>20)
		}
		long = append(long, text...)
	}
	return long, err
}

// parseLine gives the message of a line, if it is one.
func (f *File) parseLine(text []byte) (memory.Message, bool, error) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return memory.Message{}, false, explain(err)
	}
	switch {
	case l.Type != nil && *l.Type == "conversation" && l.Role == nil:
		f.entitle(l.ID, l.Title)
		return memory.Message{}, false, nil
	case l.Type != nil && *l.Type != "message" && l.Role == nil:
		f.skipped.Others++
		return memory.Message{}, false, nil
	case l.WithdrawnAt != nil:
		f.skipped.Others++
		return memory.Message{}, false, nil
	case l.Role == nil:
		return memory.Message{}, false, errors.New(`it has no "role"`)
	}
	said, err := f.textOf(l)
	if err != nil {
		return memory.Message{}, false, err
	}
	at, err := f.timeOf(l, text)
	if err != nil {
		return memory.Message{}, false, err
	}
	role := memory.Role(*l.Role)
	if !role.Valid() {
		return memory.Message{}, false, fmt.Errorf(`"role" is %q; it is "user" or "assistant"`, *l.Role)
	}
	if l.Conversation == "" {
		l.Conversation = Unnamed
	}
	return memory.Message{
		ID: l.ID, Conversation: l.Conversation, Role: role, Speaker: strings.TrimSpace(l.Speaker),
		At: at, Text: said, Finished: true,
	}, true, nil
}

// textOf is the text of a line's message.
func (f *File) textOf(l line) (string, error) {
	switch {
	case l.Text != nil:
		f.spelled.text = note(f.spelled.text, "text")
		return *l.Text, nil
	case len(l.Content) == 0 || string(l.Content) == "null":
		return "", errors.New(`it has no "text"`)
	}
	f.spelled.text = note(f.spelled.text, "content")
	return contentText(l.Content)
}

// timeOf is when a line's message was said.
func (f *File) timeOf(l line, object []byte) (time.Time, error) {
	when, key := l.when()
	if key == "" {
		if unread := unreadTimes(object); len(unread) > 0 {
			return time.Time{}, fmt.Errorf(`it has no "at", which says when; %s seems to hold it, so name that "at"`, inList(unread))
		}
		return time.Time{}, errors.New(`it has no "at", which says when`)
	}
	f.spelled.time = note(f.spelled.time, key)
	if when.bad != "" {
		return time.Time{}, fmt.Errorf(`%q is “%s”; write it as 2026-05-18T09:14:00+03:00`, key, beginning([]byte(when.bad)))
	}
	at, err := when.in(f.opts.Zone)
	if err != nil {
		return at, fmt.Errorf("%q: %w", key, err)
	}
	return at, nil
}

func explain(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return fmt.Errorf("%q is a JSON %s; it is to be %s", wrong.Field, wrong.Value, kindOf(wrong.Type))
	}
	if errors.As(err, &wrong) {
		return fmt.Errorf("it is a JSON %s, not an object", wrong.Value)
	}
	return fmt.Errorf("it is not JSON: %w", err)
}
