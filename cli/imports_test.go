package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// reaching are the packages by which a program reaches out of itself, and the
// folders and files that may use them.
var reaching = map[string][]string{
	"net":      {"model/openai"},
	"net/http": {"model/openai"},
	"os/exec":  {"cli/config.go", "cli/chat.go", "ui/editor.go", "ui/clipboard", "bench", "release"}, // the person's editor; what sets the clipboard; measurements; what makes a release

	"net/smtp": nil, "net/rpc": nil, "net/http/httputil": nil, "net/http/pprof": nil, "crypto/tls": {"model/openai"},
	"plugin": nil, "golang.org/x/net": nil, "log": nil, "log/slog": nil, "log/syslog": nil, "expvar": nil,

	"github.com/sashabaranov/go-openai":          {"model/openai"},
	"github.com/modelcontextprotocol/go-sdk/mcp": {"mcp"}, // over standard input and output, see below
	"github.com/zalando/go-keyring":              {"keyring"},
}

// TestNothingElseReachesOut walks over the code: what speaks to a network, runs
// a program or keeps a log stands where it is expected, and nowhere else.
func TestNothingElseReachesOut(t *testing.T) {
	met := map[string]bool{}
	files := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files++
		rel := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			places, named := reaching[name]
			met[name] = true
			if named && !slices.ContainsFunc(places, func(p string) bool { return rel == p || strings.HasPrefix(rel, p+"/") }) {
				t.Errorf("%s imports %s", rel, name)
			}
		}
		if strings.HasPrefix(rel, "mcp/") {
			ast.Inspect(file, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && (strings.Contains(id.Name, "HTTP") || strings.Contains(id.Name, "SSE") || strings.HasPrefix(id.Name, "Streamable")) {
					t.Errorf("%s speaks MCP by %s", rel, id.Name)
				}
				return true
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, places := range reaching {
		if len(places) > 0 && !met[name] {
			t.Errorf("nothing imports %s any more; take it off the list", name)
		}
	}
	if files < 300 {
		t.Errorf("only %d files were looked at", files)
	}
}

// owned are the files with a go statement, and who waits for what it starts.
var owned = map[string]string{
	"model/openai/reply.go":    "stream drains it after it has closed the body",
	"chat/turn.go":             "run waits for the reply, whose context it has ended",
	"cli/estimate.go":          "a read of the terminal cannot be called off; its channel has room for the answer",
	"cli/chat.go":              "chat ends the context behind the screen and waits for both",
	"mcp/server.go":            "Serve ends the context and waits",
	"mcp/wire.go":              "a read of the input cannot be interrupted; it ends with the input or the connection",
	"memory/mind/attempt.go":   "bounded waits until the time or the context of the work ends; few may go on",
	"memory/mind/capture.go":   "holding ends the context and waits",
	"memory/recall/follow.go":  "loadEpisodes ends the context and waits",
	"memory/recall/nearest.go": "it only counts, and its channel has room for what it finds",
	"keyring/keyring.go":       "the system's keyring cannot be called off; its channel has room for the answer",
}

// TestEveryGoroutineHasAnOwner lists where goroutines are started, so that none
// is without a word on who waits for it. What a WaitGroup starts is waited for.
func TestEveryGoroutineHasAnOwner(t *testing.T) {
	met := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		rel := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		if strings.HasPrefix(rel, "bench/") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if _, ok := n.(*ast.GoStmt); ok {
				met[rel] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for rel := range met {
		if owned[rel] == "" {
			t.Errorf("%s starts a goroutine; who waits for it?", rel)
		}
	}
	for rel := range owned {
		if !met[rel] {
			t.Errorf("%s starts none any more; take it off the list", rel)
		}
	}
}
