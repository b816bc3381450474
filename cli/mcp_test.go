package cli

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestTheCommandSpeaksOverStandardInputAndOutput(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	in, write := io.Pipe()
	read, out := io.Pipe()
	root := newRoot()
	root.SetArgs([]string{"mcp", "--db", dir + "/m.db", "--model", "builtin"})
	root.SetIn(in)
	root.SetOut(out)
	ended := make(chan error, 1)
	go func() { ended <- root.ExecuteContext(t.Context()) }()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "guest"}, nil).Connect(t.Context(), &sdk.IOTransport{Reader: read, Writer: write}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "remember", Arguments: map[string]any{"text": "The user's sister Ilona lives in Turku."}}); err != nil || result.IsError {
		t.Error(result, err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	root = newRoot()
	var listed bytes.Buffer
	root.SetArgs([]string{"episodes", "--db", dir + "/m.db"})
	root.SetOut(&listed)
	if err := root.ExecuteContext(t.Context()); err != nil || !strings.Contains(listed.String(), "Ilona lives in Turku") {
		t.Errorf("%q, %v", listed.String(), err)
	}
	root = newRoot()
	root.SetArgs([]string{"mcp", "--json"})
	root.SilenceErrors = true
	if err := root.ExecuteContext(t.Context()); !errors.As(err, new(usageError)) {
		t.Errorf("--json: %v", err)
	}
}
