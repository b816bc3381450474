package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/mind"
)

// endpoint is a fake OpenAI-compatible server: it streams one reply, and
// answers calls that ask for JSON in turn from a list, the last one for good.
type endpoint struct {
	*httptest.Server
	mu      sync.Mutex
	answers []string
	calls   int // that asked for JSON
	replies int
	prompts []string
}

func newEndpoint(t *testing.T, answers ...string) *endpoint {
	t.Helper()
	e := &endpoint{answers: answers}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		var request struct {
			Stream   bool            `json:"stream"`
			Format   json.RawMessage `json:"response_format"`
			Messages []struct {
				Content string `json:"content"`
			} `json:"messages"`
		}
		if err := json.Unmarshal(body, &request); err != nil {
			t.Errorf("request %s: %v", body, err)
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		if len(request.Format) == 0 {
			e.replies++
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "data: %s\n\ndata: [DONE]\n\n", `{"choices":[{"index":0,"delta":{"role":"assistant","content":"Friday it is."},"finish_reason":"stop"}]}`)
			return
		}
		e.prompts = append(e.prompts, request.Messages[len(request.Messages)-1].Content)
		answer := e.answers[min(e.calls, len(e.answers)-1)]
		e.calls++
		content, err := json.Marshal(answer)
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintf(w, `{"id":"x","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"stop"}]}`, content)
	}))
	t.Cleanup(e.Close)
	return e
}

// openParts puts the parts together on a fresh memory, at the given time.
func openParts(t *testing.T, url, now string) *parts {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"} {
		t.Setenv(name, "")
	}
	g := &global{db: filepath.Join(dir, "m.db"), model: "fake", baseURL: url + "/v1", now: now}
	p, err := g.open(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func bringLaunch(t *testing.T, p *parts) {
	t.Helper()
	at := time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
	_, err := p.store.Import(t.Context(), []memory.Message{
		{Conversation: "c", ID: "1", Role: memory.RoleAssistant, At: at, Text: "The Heron launch is next week.", Finished: true},
		{Conversation: "c", ID: "2", Role: memory.RoleUser, At: at.Add(time.Minute), Text: "No, the Heron launch is on Friday.", Finished: true},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// answer writes one episode as a model would.
func answer(act, what, source string) string {
	return fmt.Sprintf(`{"episodes":[{"what":%q,"about":"the Heron launch: day","who":["the user"],"when":"","act":%q,"names":[],"sources":[%q],"quote":""}]}`, what, act, source)
}

func TestWhatAnEndpointReturnsIsHeldToTheConversation(t *testing.T) {
	good := answer("correction", "The user corrected the agent: the Heron launch is on Friday.", "m2")
	tests := []struct {
		name    string
		answers []string
		calls   int
		act     memory.Act // of the episode with Friday in it
	}{
		{"a good answer", []string{good}, 1, memory.Correction},
		{"wrong JSON, then a good answer", []string{"I would rather talk.", good}, 2, memory.Correction},
		{"wrong JSON twice", []string{"I would rather talk."}, 2, memory.Correction},
		{"a foreign source twice", []string{answer("correction", "The Heron launch is on Friday.", "m7")}, 2, memory.Correction},
		{"an invented name twice", []string{answer("correction", "Ludovico said that the Heron launch is on Friday with Ludovico.", "m2")}, 2, memory.Correction},
		{"the prompt echoed back twice", []string{answer("correction", "The user corrected the agent: the Quellmoor regatta is on the 16th.", "m2")}, 2, memory.Correction},
		{"an unknown act", []string{answer("epiphany", "The Heron launch is on Friday.", "m2")}, 1, memory.Observation},
		{"an answer that rests on the wrong message twice", []string{answer("correction", "The Heron launch is next week, not Friday.", "m1")}, 2, memory.Correction},
		{"a retraction of the user's", []string{answer("retraction", "The Heron launch is on Friday.", "m2")}, 1, memory.Observation},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := newEndpoint(t, tt.answers...)
			p := openParts(t, e.URL, "2026-05-18T12:00:00Z")
			bringLaunch(t, p)
			report, err := p.mind.Capture(t.Context(), mind.CaptureScope{}, func(mind.CaptureProgress) {})
			if err != nil {
				t.Fatal(err)
			}
			if e.calls != tt.calls || report.Calls != tt.calls {
				t.Errorf("%d calls, %d of them reported; want %d", e.calls, report.Calls, tt.calls)
			}
			if tt.calls == 2 && !strings.Contains(e.prompts[1], "was not accepted") {
				t.Error("the second call does not name the fault")
			}
			if (len(report.Faults) > 0) != (tt.calls == 2) {
				t.Errorf("faults %q", report.Faults)
			}
			found := false
			for _, episode := range report.Episodes {
				if !strings.Contains(episode.What, "Friday") {
					continue
				}
				found = true
				if episode.Act != tt.act {
					t.Errorf("%q is a %s", episode.What, episode.Act)
				}
			}
			if !found {
				t.Errorf("Friday is lost: %+v", report.Episodes)
			}
			if again, err := p.mind.Capture(t.Context(), mind.CaptureScope{}, func(mind.CaptureProgress) {}); err != nil || again.Calls != 0 {
				t.Errorf("captured again: %+v, %v", again, err)
			}
		})
	}
}

func TestNoCaptureCallDuringATurn(t *testing.T) {
	e := newEndpoint(t, `{"episodes":[]}`)
	p := openParts(t, e.URL, "2026-05-18T12:00:00Z")
	session, err := p.session(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		turn, err := session.Turn(t.Context(), "The launch is on Friday, is it not?", func(chat.Event) {})
		if err != nil || turn.Reply.Text != "Friday it is." {
			t.Fatalf("turn %+v, %v", turn, err)
		}
	}
	if e.calls != 0 || e.replies != 3 {
		t.Errorf("%d capture calls in %d turns", e.calls, e.replies)
	}
	if err := session.Remember(t.Context()); err != nil || e.calls != 1 {
		t.Errorf("%d capture calls for one batch, %v", e.calls, err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}
