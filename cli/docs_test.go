package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLinksInTheDocsLeadSomewhere follows every link from a page to a file or a
// heading of this tree.
func TestLinksInTheDocsLeadSomewhere(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, "../README.md", "../SECURITY.md", "../CHANGELOG.md")
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(found[1], "://") {
				continue
			}
			path, heading, _ := strings.Cut(found[1], "#")
			target := page
			if path != "" {
				target = filepath.Join(filepath.Dir(page), path)
			}
			there, err := os.ReadFile(target)
			if err != nil {
				t.Errorf("%s links to %s, which is not there", page, found[1])
				continue
			}
			if heading != "" && !strings.Contains(strings.ToLower(string(there)), "\n## "+strings.ReplaceAll(heading, "-", " ")+"\n") {
				t.Errorf("%s links to %s, which has no such heading", page, found[1])
			}
		}
	}
}
