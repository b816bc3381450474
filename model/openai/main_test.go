package openai

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"muisto/memory"
	"muisto/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const testKey = "sk-hush-0123456789"

// client gives a Client of a server that answers with h, and closes both when
// the test is over. It never waits between tries.
func client(t *testing.T, h http.HandlerFunc, change ...func(*Options)) *Client {
	t.Helper()
	server := httptest.NewServer(h)
	o := Options{BaseURL: server.URL + "/v1", Key: testKey, Model: "test-model", Embeddings: "test-embed"}
	for _, f := range change {
		f(&o)
	}
	c := New(o)
	c.jitter = func(time.Duration) time.Duration { return 0 }
	t.Cleanup(func() {
		c.Close()
		server.CloseClientConnections()
		server.Close()
	})
	return c
}

// answer is a handler that gives one body.
func answer(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		write(w, body)
	}
}

func write(w http.ResponseWriter, body string) {
	// The client may have gone; that is no fault of the test's.
	_, _ = w.Write([]byte(body))
}

func recorded(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func prompt() model.Prompt {
	return model.Prompt{
		System:    "You are muisto.",
		Window:    []memory.Message{{Role: memory.RoleUser, Text: "Hello?"}},
		MaxTokens: 100,
	}
}

// reply collects what is emitted.
func reply(ctx context.Context, c *Client) (string, model.Usage, error) {
	var b strings.Builder
	usage, err := c.Reply(ctx, prompt(), func(piece string) { b.WriteString(piece) })
	return b.String(), usage, err
}

// fit fails the test if an error is unfit to be shown to a person.
func fit(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	s := err.Error()
	if strings.Contains(s, "hush") || strings.ContainsAny(s, "\n\x1b\a") || len(s) > 3000 || !strings.HasSuffix(s, ".") {
		t.Errorf("unfit to be shown: %q", s)
	}
}
