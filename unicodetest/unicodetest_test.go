package unicodetest

import (
	"strings"
	"testing"
	"unicode"
)

func TestEveryCategoryIsThere(t *testing.T) {
	all := strings.Join(Texts(), "")
	for name, table := range unicode.Categories {
		if name == "Cs" || name == "Cn" { // halves of characters, and none at all
			continue
		}
		if !strings.ContainsFunc(all, func(r rune) bool { return unicode.Is(table, r) }) {
			t.Errorf("no character of %s", name)
		}
	}
}
