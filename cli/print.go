package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"muisto/harmless"
)

// printJSON prints a value as JSON on lines of its own, without anything that
// would drive the terminal.
func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(harmless.JSON(w))
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// printLines prints lines of text, without anything that would drive the
// terminal.
func printLines(w io.Writer, lines ...string) error {
	for _, l := range lines {
		if _, err := fmt.Fprintln(w, harmless.Text(l)); err != nil {
			return fmt.Errorf("print: %w", err)
		}
	}
	return nil
}

// count words a number of things: "1 message", "3 messages".
func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	many := one + "s"
	if strings.HasSuffix(one, "ch") {
		many = one + "es"
	}
	return fmt.Sprintf("%d %s", n, many)
}

// some makes an empty list of a nil one: JSON knows the difference.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
