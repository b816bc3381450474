package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFaultOfOneSystemIsFound(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":            "module x\n\ngo 1.26\n",
		"a.go":              "package x\n\nimport \"os\"\n\nfunc A() string { return os.TempDir() }\n",
		"a_windows.go":      "package x\n\nvar n int = A()\n",
		"a_darwin_test.go":  "package x\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { missing() }\n",
		"b/b_linux_test.go": "package b\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for system, want := range map[string]string{
		"linux/amd64": "", "windows/arm64": "a_windows.go:3:13: cannot use A()", "darwin/arm64": "undefined: missing",
	} {
		found, err := check(t.Context(), root, system)
		all := strings.Join(found, "\n")
		if err != nil || want == "" && all != "" || !strings.Contains(all, want) {
			t.Errorf("%s: %v\n%s\nwant %q", system, err, all, want)
		}
	}
}
