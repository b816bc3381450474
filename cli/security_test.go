package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// SECURITY.md promises by the names of tests and files; all of them are there.
func TestSecurityNamesWhatIsThere(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
			there[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, m := range regexp.MustCompile("`([^` ]+)`").FindAllStringSubmatch(string(page), -1) {
		name := m[1]
		switch {
		case strings.HasPrefix(name, "Test"), strings.HasPrefix(name, "Fuzz"):
			named++
			if !there[name] {
				t.Errorf("SECURITY.md names %s, which is not there", name)
			}
		case strings.Contains(name, "/") && !strings.Contains(name, "..."):
			if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(name))); err != nil {
				t.Errorf("SECURITY.md names %s: %v", name, err)
			}
		}
	}
	if named < 50 {
		t.Errorf("SECURITY.md names only %d tests", named)
	}
}
