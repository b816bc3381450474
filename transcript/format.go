package transcript

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Format is the form of a file.
type Format string

// The forms. A ZIP archive has that of the conversations in it.
const (
	Auto     Format = "auto"     // whichever it is
	JSONL    Format = "jsonl"    // one message a line
	ChatGPT  Format = "chatgpt"  // conversations.json of ChatGPT
	Claude   Format = "claude"   // conversations.json of Claude
	Messages Format = "messages" // [{"role": …, "content": …}], {"messages": […]}

	ClaudeCode Format = "claude-code" // session logs of Claude Code
	Codex      Format = "codex"       // session logs of Codex CLI
)

// Formats lists what can be asked for.
func Formats() []Format { return []Format{Auto, JSONL, ChatGPT, Claude, Messages, ClaudeCode, Codex} }

// Valid reports whether f is one of Formats.
func (f Format) Valid() bool { return slices.Contains(Formats(), f) }

func (f Format) words() string {
	switch f {
	case JSONL:
		return "JSON lines, one message each"
	case ChatGPT:
		return "an export of ChatGPT"
	case Claude:
		return "an export of Claude"
	case Messages:
		return "an array of messages with role and content"
	case ClaudeCode:
		return "a session of Claude Code"
	case Codex:
		return "a session of Codex"
	}
	return "a file of any form"
}

// headSize is how far into a file its form must show, in bytes.
const headSize = 256 << 10

// shown bounds how much of a file an error repeats, in runes.
const shown = 40

// recognise finds out the form of what comes on in, and leaves in where the
// JSON begins. The form is empty if nothing comes, or only an empty list.
func recognise(in *bufio.Reader) (Format, error) {
	head, err := in.Peek(headSize)
	if len(head) == 0 && err != nil {
		return "", ended(err)
	}
	if kind := otherKind(head); kind != "" {
		return "", fmt.Errorf("it looks like %s; muisto reads JSON lines, exports of ChatGPT and Claude, arrays of messages and the sessions of Claude Code and Codex", kind)
	}
	if bytes.HasPrefix(head, []byte(byteOrderMark)) {
		head = head[len(byteOrderMark):]
		if _, err := in.Discard(len(byteOrderMark)); err != nil {
			return "", err
		}
	}
	text := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case len(text) == 0 && len(head) == headSize:
		return "", fmt.Errorf("it begins with %d KiB of empty space", headSize>>10)
	case len(text) == 0:
		return "", nil
	case text[0] != '{' && text[0] != '[':
		return "", fmt.Errorf("it looks like plain text (“%s”), which does not say who wrote what, and when; muisto reads JSON lines, exports of ChatGPT and Claude, arrays of messages and the sessions of Claude Code and Codex", beginning(text))
	}
	return formOf(text)
}

// byteOrderMark is what some editors put before UTF-8.
const byteOrderMark = "\ufeff"

// otherKind names a file that is not JSON by its first bytes.
func otherKind(head []byte) string {
	for _, k := range []struct{ magic, kind string }{
		{"\x1f\x8b", "a gzip file; unpack it first"},
		{"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it first"},
		{"PK\x03\x04", "a ZIP archive inside another"},
		{"SQLite format 3\x00", "an SQLite database"},
		{"%PDF", "a PDF"},
		{"\x89PNG", "a picture"},
		{"\xff\xd8\xff", "a picture"},
		{"\xff\xfe", "text in UTF-16; save it as UTF-8 first"},
		{"\xfe\xff", "text in UTF-16; save it as UTF-8 first"},
		{"<", "a web page (of an export, take the ZIP or its conversations.json)"},
	} {
		if bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte(k.magic)) {
			return k.kind
		}
	}
	if bytes.IndexByte(head[:min(len(head), 1024)], 0) >= 0 {
		return "a binary file"
	}
	return ""
}

func beginning(text []byte) string {
	runes := []rune(strings.ToValidUTF8(string(text[:min(len(text), shown*utf8.UTFMax)]), "�"))
	if len(runes) > shown {
		runes = append(runes[:shown], '…')
	}
	return strings.Join(strings.Fields(string(runes)), " ")
}

// formOf tells the form by the first object and its names.
func formOf(text []byte) (Format, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	first, err := dec.Token()
	listed := first == json.Delim('[')
	if listed && err == nil {
		first, err = dec.Token()
	}
	switch {
	case err != nil:
		return "", fmt.Errorf("it begins like JSON, and is none: %w", err)
	case listed && first == json.Delim(']'):
		return "", nil
	case first != json.Delim('{'):
		return "", fmt.Errorf("it is a JSON list whose entries are no objects (“%s”); no form known has such", beginning(text))
	}
	names := namesIn(dec)
	if form := formWith(names, listed); form != "" {
		return form, nil
	}
	if !listed && !dec.More() && len(names) == 0 {
		return JSONL, nil // which says what is amiss with the line
	}
	return "", fmt.Errorf("it looks like JSON with %s; no form known has those", quoted(names))
}

func formWith(names []string, listed bool) Format {
	has := func(name string) bool { return slices.Contains(names, name) }
	switch {
	case !listed && isClaudeCode(has):
		return ClaudeCode
	case !listed && isCodex(has):
		return Codex
	case has("mapping"):
		return ChatGPT
	case has("chat_messages"):
		return Claude
	case has("messages"):
		return Messages
	case has("role") && has("content") && !has("text"):
		return Messages
	case !listed && (has("role") || hasTime(names) || has("at") || has("text") || has("type")):
		return JSONL
	}
	return ""
}

// namesIn lists the names of the object that dec is in, as far as they can be
// seen.
func namesIn(dec *json.Decoder) []string {
	var names []string
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return names
		}
		text, ok := name.(string)
		if !ok {
			return names
		}
		names = append(names, text)
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return names
		}
	}
	return names
}

func quoted(names []string) string {
	if len(names) == 0 {
		return "nothing in its first object"
	}
	const most = 6
	var list []string
	for _, n := range names[:min(len(names), most)] {
		list = append(list, "“"+beginning([]byte(n))+"”")
	}
	if len(names) > most {
		list = append(list, "and more")
	}
	return strings.Join(list, ", ")
}

// ended is err, but for the end of a file.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
