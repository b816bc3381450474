package memory_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// may says what each part of the program may import of the others. Parts that
// are not named may import nothing of it but what they hold themselves.
var may = map[string][]string{
	"memory":             {},
	"memory/ground":      {"memory", "memory/when"},
	"memory/when":        {"memory"},
	"memory/lenient":     {},
	"memory/grounding":   {"memory", "memory/when"},
	"memory/hippocampus": {"memory", "memory/grounding", "memory/lenient", "memory/when"},
	"memory/amygdala":    {"memory"},
	"memory/neocortex":   {"memory", "memory/ground", "memory/grounding", "memory/lenient", "memory/when"},
	"memory/recall":      {"memory", "memory/when"},
	"memory/archive":     {"memory"},
	"memory/store":       {"memory", "memory/archive"},
	"memory/mind":        {"crash", "memory", "memory/when", "memory/hippocampus", "memory/amygdala", "memory/neocortex", "memory/recall", "memory/store"},
	"chat":               {"crash", "memory", "memory/when", "memory/recall", "memory/mind", "memory/store", "memory/neocortex", "model"},
	"model":              {"memory", "memory/recall"},
	"model/builtin":      {"memory", "memory/when", "memory/hippocampus", "memory/neocortex", "memory/recall", "model"},
	"model/openai":       {"memory", "memory/lenient", "memory/hippocampus", "memory/neocortex", "memory/recall", "model", "harmless"},
	"ui":                 {"crash", "memory", "memory/mind", "memory/recall", "memory/neocortex", "memory/amygdala", "chat", "harmless"},
	"demo":               {"memory", "memory/mind", "chat", "model"},
	"mcp":                {"memory", "memory/mind", "memory/recall", "memory/store", "harmless"},
	"report":             {"memory", "harmless"},
	"crash":              {},
	"harmless":           {},
	"keyring":            {},
	"transcript":         {"crash", "memory"},
	"config":             {"memory", "harmless"},
}

// free may import anything: they put the parts together or measure them.
var free = []string{"cli", "bench", "."}

func TestArrowsPointOneWay(t *testing.T) {
	root := ".."
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		part := partOf(filepath.ToSlash(filepath.Dir(rel)))
		seen[part] = true
		for _, imported := range importsOf(t, path) {
			target := partOf(imported)
			if !allowed(part, target) {
				t.Errorf("%s imports %s", filepath.ToSlash(rel), imported)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for part := range may {
		if !seen[part] {
			t.Errorf("%s is gone; take it off the list", part)
		}
	}
}

func allowed(part, target string) bool {
	if part == target {
		return true
	}
	for _, f := range free {
		if part == f {
			return true
		}
	}
	for _, m := range may[part] {
		if m == target {
			return true
		}
	}
	return false
}

// partOf is the part that a folder belongs to: the longest one named that holds
// it.
func partOf(folder string) string {
	best := strings.Split(folder, "/")[0]
	for part := range may {
		if (folder == part || strings.HasPrefix(folder, part+"/")) && len(part) > len(best) {
			best = part
		}
	}
	return best
}

// importsOf gives the imports of a file from this module, without its name.
func importsOf(t *testing.T, path string) []string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if rest, ok := strings.CutPrefix(name, "muisto/"); ok {
			list = append(list, rest)
		} else if partOf(filepath.ToSlash(filepath.Dir(strings.TrimPrefix(path, "../")))) == "memory" && strings.Contains(name, ".") {
			t.Errorf("%s imports %s; the domain imports the standard library alone", path, name)
		}
	}
	return list
}
