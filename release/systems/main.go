// Command systems checks the program and its tests against the types of every
// system that muisto is released for, all of it from source:
//
//	go run ./release/systems
//
// It finds what does not compile elsewhere in a small part of the time that
// building takes, and makes no code. It knows nothing of the program.
package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

func main() {
	root, err := filepath.Abs(".")
	faults := 0
	for _, system := range systems {
		if err == nil {
			var found []string
			found, err = check(context.Background(), root, system)
			for _, f := range found {
				fmt.Println(system + ": " + f)
			}
			faults += len(found)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "systems:", err)
		os.Exit(1)
	}
	if faults > 0 {
		os.Exit(1)
	}
	fmt.Println("no faults for " + strings.Join(systems, ", "))
}

// check gives what is wrong with the packages under root for one system.
func check(ctx context.Context, root, system string) ([]string, error) {
	goos, arch, _ := strings.Cut(system, "/")
	all, err := packages.Load(&packages.Config{
		Context: ctx, Dir: root, Tests: true,
		Env: append(os.Environ(), "GOOS="+goos, "GOARCH="+arch, "CGO_ENABLED=0"),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesSizes,
		ParseFile: parse(root),
	}, "./...")
	if err != nil {
		return nil, fmt.Errorf("load the packages for %s: %w", system, err)
	}
	var faults []string
	for _, p := range all {
		if strings.HasSuffix(p.ID, ".test") { // a test's main, which go test writes
			continue
		}
		for _, e := range p.Errors {
			faults = append(faults, p.ID+": "+e.Error())
		}
	}
	return faults, nil
}

// parse reads a file; of what others have written, what is declared is enough.
func parse(root string) func(*token.FileSet, string, []byte) (*ast.File, error) {
	return func(set *token.FileSet, name string, source []byte) (*ast.File, error) {
		file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
		if file == nil || strings.HasPrefix(name, root+string(filepath.Separator)) {
			return file, err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				f.Body = nil
			}
		}
		return file, err
	}
}
