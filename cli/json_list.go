package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"muisto/harmless"
)

// jsonList prints a JSON array item by item, so that it need not be held.
type jsonList struct {
	w     io.Writer
	items int
}

func newJSONList(w io.Writer) *jsonList { return &jsonList{w: harmless.JSON(w)} }

func (l *jsonList) add(item any) error {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("  ", "  ")
	if err := enc.Encode(item); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	before := "[\n  "
	if l.items > 0 {
		before = ",\n  "
	}
	l.items++
	return l.print(before + strings.TrimRight(text.String(), "\n"))
}

func (l *jsonList) end() error {
	if l.items == 0 {
		return l.print("[]\n")
	}
	return l.print("\n]\n")
}

func (l *jsonList) print(s string) error {
	if _, err := io.WriteString(l.w, s); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
