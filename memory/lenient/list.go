// Package lenient reads what a language model answers where JSON was asked for:
// a list of items under a key. It is lenient where an answer has one obvious
// reading, and says in a sentence what it cannot read.
//
// It knows nothing of what the items mean.
package lenient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Shape is what was asked for: an object with a list of objects under List,
// each of which has a text under Mark.
type Shape struct {
	List, Mark string
	// MaxBytes and MaxItems bound an answer.
	MaxBytes, MaxItems int
}

// Items reads the items of an answer. A bare list, a single item without its
// list, and an object around the whole are read as if they were as asked.
func (s Shape) Items(data []byte) ([]Item, error) {
	if len(data) > s.MaxBytes {
		return nil, fmt.Errorf("it has %d bytes, more than %d", len(data), s.MaxBytes)
	}
	value, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("it is not JSON: %w", err)
	}
	list, found := s.list(value)
	if !found {
		return nil, fmt.Errorf("it has no list %q", s.List)
	}
	if len(list) > s.MaxItems {
		return nil, fmt.Errorf("it has %d %s, more than %d", len(list), s.List, s.MaxItems)
	}
	items := make([]Item, len(list))
	for i, v := range list {
		items[i] = itemOf(v, s.Mark)
	}
	return items, nil
}

// list finds the list of items in a value.
func (s Shape) list(value any) ([]any, bool) {
	switch v := value.(type) {
	case []any:
		return v, true
	case map[string]any:
		item := itemOf(v, s.Mark)
		if inner, ok := item[s.List]; ok && inner != nil {
			switch inner := inner.(type) {
			case []any:
				return inner, true
			case map[string]any, string:
				return []any{inner}, true
			}
			return nil, false
		}
		if item.Text(s.Mark) != "" {
			return []any{v}, true
		}
		if len(v) == 1 { // {"result": {…}}
			for _, inner := range v {
				if _, isText := inner.(string); !isText {
					return s.list(inner)
				}
			}
		}
	}
	return nil, false
}

// parse reads JSON, tidied, with its numbers as they are written.
func parse(data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(Tidy(data)))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errors.New("it ends too early")
		}
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows after it")
	}
	return value, nil
}

// Tidy leaves out commas that nothing follows, and escapes line breaks and other
// control characters inside texts.
func Tidy(data []byte) []byte {
	out := make([]byte, 0, len(data))
	quoted := false
	for i := 0; i < len(data); i++ {
		c := data[i]
		switch {
		case quoted && c == '\\' && i+1 < len(data):
			out = append(out, c, data[i+1])
			i++
			continue
		case c == '"':
			quoted = !quoted
		case quoted && c < 0x20:
			out = fmt.Appendf(out, `\u%04x`, c)
			continue
		case !quoted && c == ',' && closes(data[i+1:]):
			continue
		}
		out = append(out, c)
	}
	return out
}

// closes reports whether a bracket closes, or another comma follows, before
// anything else comes.
func closes(rest []byte) bool {
	for _, c := range rest {
		switch c {
		case ' ', '\t', '\r', '\n':
			continue
		case ']', '}', ',':
			return true
		}
		return false
	}
	return false
}

// Label is the number of a label such as "m12" with the prefix "m", 0 if it is
// none: any case, brackets around it and the bare number will do.
func Label(s, prefix string) int {
	s = strings.ToLower(strings.Trim(s, " \t\n\"'`.,:;#()[]{}<>"))
	s = strings.TrimLeft(strings.TrimPrefix(s, prefix), " #_")
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' || n > 1e15 {
			return 0
		}
		n = 10*n + int(r-'0')
	}
	return n
}
