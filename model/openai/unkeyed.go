package openai

import (
	"bytes"
	"encoding/json"
	"strings"

	"muisto/harmless"
)

// hiddenKey stands in the place of the key.
const hiddenKey = "[key]"

// Local servers take any word for a key ("ollama", "none"), which replies may
// well hold. A key is a secret if it has a digit or is at least this long.
const (
	secretKey   = 12 // bytes
	secretDigit = 6  // bytes, with a digit
)

func isSecret(key string) bool {
	return len(key) >= secretKey || len(key) >= secretDigit && strings.ContainsAny(key, "0123456789")
}

// unkeyed passes a streamed reply on without the key, wherever the stream is
// cut, and without what could hide the key from a search: escape sequences and
// invisible marks.
type unkeyed struct {
	key  string
	emit func(piece string)
	safe harmless.Stream
	held string // what may be the beginning of the key
}

func newUnkeyed(key string, emit func(piece string)) *unkeyed {
	if !isSecret(key) {
		key = ""
	}
	return &unkeyed{key: key, emit: emit}
}

// write takes the next piece.
func (u *unkeyed) write(piece string) {
	if u.key == "" {
		u.emit(piece)
		return
	}
	u.hold(u.safe.Write(piece))
	keep := begun(u.held, u.key)
	out := u.held[:len(u.held)-keep]
	u.held = u.held[len(u.held)-keep:]
	u.pass(out)
}

// end passes on what was held back.
func (u *unkeyed) end() {
	if u.key == "" {
		return
	}
	u.hold(u.safe.Flush())
	out := u.held
	u.held = ""
	u.pass(out)
}

func (u *unkeyed) hold(text string) { u.held = strings.ReplaceAll(u.held+text, u.key, hiddenKey) }

func (u *unkeyed) pass(text string) {
	if text != "" {
		u.emit(text)
	}
}

// begun is how many bytes at the end of text could be the first ones of key.
func begun(text, key string) int {
	for n := min(len(text), len(key)-1); n > 0; n-- {
		if strings.HasSuffix(text, key[:n]) {
			return n
		}
	}
	return 0
}

// withoutKey is an answer in JSON without the key, however its strings spell it.
func withoutKey(answer json.RawMessage, key string) json.RawMessage {
	if !isSecret(key) {
		return answer
	}
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return json.RawMessage(strings.ReplaceAll(string(answer), key, hiddenKey))
	}
	value, found := unkeyValue(value, key)
	if !found {
		return answer
	}
	clean, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	return clean
}

// unkeyValue takes the key out of all strings of a decoded value.
func unkeyValue(value any, key string) (clean any, found bool) {
	switch v := value.(type) {
	case string:
		text := harmless.Text(v)
		if !strings.Contains(text, key) {
			return v, false
		}
		return strings.ReplaceAll(text, key, hiddenKey), true
	case []any:
		for i := range v {
			var here bool
			v[i], here = unkeyValue(v[i], key)
			found = found || here
		}
	case map[string]any:
		for name := range v {
			var here bool
			v[name], here = unkeyValue(v[name], key)
			found = found || here
		}
	}
	return value, found
}
