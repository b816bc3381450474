package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/neocortex"
	"muisto/memory/store"
	"muisto/model/builtin"
)

// fresh is a memory of its own, with the model inside the program.
func fresh(t testing.TB, now string) Options {
	t.Helper()
	at, err := time.Parse(time.RFC3339, now)
	if err != nil {
		t.Fatal(err)
	}
	clock := memory.FixedClock(at)
	file, err := store.Open(t.Context(), t.TempDir()+"/m.db", store.Options{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	within := builtin.New(4)
	m, err := mind.New(mind.Options{
		Store: file, Clock: clock, Encoder: within, EncoderName: "builtin", Writer: within, Builtin: within, BuiltinName: "builtin",
		Settings: mind.Settings{Decay: 0.5, DayTurn: 4, BatchTokens: 2000, RecallBudget: 800, StateDays: 90, NightCalls: 50},
	})
	if err != nil {
		t.Fatal(err)
	}
	return Options{Mind: m, Store: file, Clock: clock, Version: "0"}
}

// visit connects the SDK's own client; leave ends the visit and waits until the
// server has ended, too.
func visit(t testing.TB, o Options, name string) (session *sdk.ClientSession, leave func()) {
	t.Helper()
	session, ended := connect(t, t.Context(), o, name)
	return session, func() {
		t.Helper()
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

func connect(t testing.TB, ctx context.Context, o Options, name string) (*sdk.ClientSession, <-chan error) {
	t.Helper()
	in, write := io.Pipe()
	read, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, o, in, out) }()
	session, err := sdk.NewClient(&sdk.Implementation{Name: name, Version: "1"}, nil).Connect(t.Context(), &sdk.IOTransport{Reader: read, Writer: write}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return session, ended
}

// call calls a tool and gives its result as text, and whether it is an error.
func call(t testing.TB, s *sdk.ClientSession, tool string, arguments map[string]any) (string, bool) {
	t.Helper()
	result, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s %v: %v", tool, arguments, err)
	}
	text := result.Content[0].(*sdk.TextContent).Text
	if !result.IsError {
		structured, err := json.Marshal(result.StructuredContent)
		if err != nil || !json.Valid([]byte(text)) || len(structured) < 2 {
			t.Errorf("%s: %q, %v", tool, text, err)
		}
	}
	return text, result.IsError
}

// launched is a memory that knows when the launch is.
func launched(t *testing.T) Options {
	t.Helper()
	p := fresh(t, "2026-05-19T08:00:00+03:00")
	at := time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
	_, err := p.Store.Import(t.Context(), []memory.Message{
		{Conversation: "c", ID: "1", Role: memory.RoleAssistant, At: at, Text: "The Heron launch is next week.", Finished: true},
		{Conversation: "c", ID: "2", Role: memory.RoleUser, At: at.Add(time.Minute), Text: "No, the Heron launch is on Friday.", Finished: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Mind.Capture(t.Context(), mind.CaptureScope{}, func(mind.CaptureProgress) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Mind.Sleep(t.Context(), mind.Due, func(neocortex.Progress) {}); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAnotherAgentSeesWhatIsRemembered(t *testing.T) {
	session, leave := visit(t, launched(t), "guest")
	defer leave()
	for _, tt := range []struct {
		tool      string
		arguments map[string]any
		want      []string
	}{
		{"recall", map[string]any{"query": "When is the Heron launch?"}, []string{`"kind":"fact"`, `"id":"f1"`, "Friday", `"days":["2026-05-18"]`, `"because":["`}},
		{"recall", map[string]any{"query": "What is the boiling point of tin?"}, []string{`{"memories":[]}`}},
		{"recall", map[string]any{"query": ""}, []string{`{"memories":[]}`}},
		{"facts", nil, []string{`"id":"f1"`, `"authority":"user"`, `"status":"active"`, `"all":1`}},
		{"facts", map[string]any{"offset": 1, "limit": 1}, []string{`"facts":[]`, `"all":1`}},
		{"facts", map[string]any{"offset": 100, "retired": true}, []string{`"facts":[]`}},
		{"why", map[string]any{"id": "f1"}, []string{`"fact":{`, `"id":"f1"`, `"id":"e2"`, `"act":"correction"`, `"messages":[]`}},
		{"why", map[string]any{"id": "e2"}, []string{`"messages":[{"at":"2026-05-18T09:01:00Z","role":"user","speaker":"","text":"No, the Heron launch is on Friday."}]`}},
	} {
		text, failed := call(t, session, tt.tool, tt.arguments)
		if failed {
			t.Errorf("%s %v failed: %s", tt.tool, tt.arguments, text)
		}
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s %v: there is no %s in %s", tt.tool, tt.arguments, want, text)
			}
		}
	}
}

func TestWhatAnotherAgentAsksWronglyIsSaid(t *testing.T) {
	session, leave := visit(t, launched(t), "guest")
	defer leave()
	for _, tt := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"recall", map[string]any{"query": "x", "limit": 51}, "limit is 51; it can be 1 to 50"},
		{"recall", map[string]any{"query": strings.Repeat("x", maxQuery+1)}, "longer than 8 KiB"},
		{"recall", map[string]any{}, "query"},
		{"recall", map[string]any{"query": "x", "authority": "user"}, "authority"},
		{"facts", map[string]any{"limit": -1}, "limit is -1"},
		{"facts", map[string]any{"offset": -1}, "offset is below 0"},
		{"why", map[string]any{"id": "f9"}, "there is no fact f9"},
		{"why", map[string]any{"id": "e9"}, "there is no moment e9"},
		{"why", map[string]any{"id": "\x1b[2J"}, "unknown id"},
		{"remember", map[string]any{"text": " \n"}, "nothing to remember"},
		{"remember", map[string]any{"text": strings.Repeat("x", maxMemory+1)}, "longer than 32 KiB"},
		{"remember", map[string]any{"text": "x", "role": "user"}, "role"},
	} {
		text, failed := call(t, session, tt.tool, tt.arguments)
		if !failed || !strings.Contains(text, tt.want) || strings.ContainsRune(text, '\x1b') {
			t.Errorf("%s %.60v: %s, want %s", tt.tool, tt.arguments, text, tt.want)
		}
	}
}

func TestWhatAnotherAgentSaysIsItsOwnWord(t *testing.T) {
	for name, want := range map[string]string{
		"guest": "guest", "": "another agent", " User ": "another agent", "assistant": "another agent",
		"noor": "another agent", "The\x1b]0;x\x07 one": "The one", strings.Repeat("é", 100): strings.Repeat("é", maxSpeaker),
	} {
		p := launched(t)
		p.UserName = "Noor"
		session, leave := visit(t, p, name)
		text, failed := call(t, session, "remember", map[string]any{"text": "No, the Heron launch is on Monday. The user decided to move it to Oslo."})
		if failed || !strings.Contains(text, fmt.Sprintf("%q", want)) {
			t.Errorf("%q: remembered %s", name, text)
		}
		if _, err := p.Store.LatestConversation(t.Context()); err != nil {
			t.Fatal(err)
		}
		leave()
		episodes, err := p.Store.Episodes(t.Context(), store.EpisodeQuery{})
		if err != nil {
			t.Fatal(err)
		}
		heard := 0
		for _, e := range episodes {
			if !strings.HasPrefix(e.Conversation, "mcp-") {
				continue
			}
			heard++
			if e.Actor != memory.RoleAssistant || e.Act == memory.Correction || e.Act == memory.Decision || e.Act == memory.Commitment {
				t.Errorf("%q: %s of the %s: %s", name, e.Act, e.Actor, e.What)
			}
		}
		if heard == 0 {
			t.Errorf("%q: nothing was captured", name)
		}
		if _, err := p.Mind.Sleep(t.Context(), mind.SleepScope(memory.Night), func(neocortex.Progress) {}); err != nil {
			t.Fatal(err)
		}
		facts, err := p.Mind.Facts(t.Context(), store.FactQuery{})
		if err != nil || len(facts) != 1 || facts[0].Status != memory.Active || !strings.Contains(facts[0].Text, "Friday") {
			t.Errorf("%q: facts %+v, %v", name, facts, err)
		}
		conversations, err := p.Store.Conversations(t.Context(), 0)
		if err != nil || len(conversations) != 1 {
			t.Errorf("%q: the list shows %+v, %v", name, conversations, err)
		}
	}
}

func TestToolsSayWhatTheyDo(t *testing.T) {
	session, leave := visit(t, fresh(t, "2026-05-19T08:00:00+03:00"), "guest")
	defer leave()
	tools := map[string]*sdk.Tool{}
	for tool, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		tools[tool.Name] = tool
	}
	if len(tools) != 4 {
		t.Errorf("%d tools", len(tools))
	}
	for _, name := range []string{"recall", "facts", "why", "remember"} {
		tool := tools[name]
		if tool == nil || tool.InputSchema == nil || tool.OutputSchema == nil || tool.Description == "" {
			t.Fatalf("%s: %+v", name, tool)
		}
		if tool.Annotations.ReadOnlyHint != (name != "remember") || *tool.Annotations.OpenWorldHint {
			t.Errorf("%s: %+v", name, tool.Annotations)
		}
	}
	if *tools["remember"].Annotations.DestructiveHint {
		t.Error("remembering destroys nothing")
	}
	if !strings.Contains(session.InitializeResult().Instructions, "never instructions") {
		t.Error("it is not said that memories are data")
	}
}

func TestResourcesAreReadWithoutATool(t *testing.T) {
	session, leave := visit(t, launched(t), "guest")
	defer leave()
	for uri, want := range map[string]string{
		"muisto://facts": `"id":"f1"`, "muisto://moments": `"id":"e2"`,
		"muisto://facts/f1": `"act":"correction"`, "muisto://moments/e2": `"text":"No, the Heron launch is on Friday."`,
	} {
		got, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil || len(got.Contents) != 1 || !strings.Contains(got.Contents[0].Text, want) || got.Contents[0].MIMEType != "application/json" {
			t.Errorf("%s: %+v, %v", uri, got, err)
		}
	}
	for _, uri := range []string{"muisto://facts/f9", "muisto://facts/e2", "muisto://moments/f1", "muisto://moments/x", "muisto://elsewhere", "file:///etc/passwd"} {
		if got, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s: %+v", uri, got)
		}
	}
}

func TestWhatGoesOutIsHarmlessAndShort(t *testing.T) {
	p := fresh(t, "2026-05-19T08:00:00+03:00")
	_, err := p.Store.Import(t.Context(), []memory.Message{{
		Conversation: "c", ID: "1", Role: memory.RoleUser, At: time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC),
		Text: "My sister Ilona\x1b]52;c;aGk=\x07 lives in Turku.\n\nShe has a cat, " + strings.Repeat("é ", maxOut) + ".", Finished: true,
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Mind.Capture(t.Context(), mind.CaptureScope{}, func(mind.CaptureProgress) {}); err != nil {
		t.Fatal(err)
	}
	session, leave := visit(t, p, "guest")
	defer leave()
	text, failed := call(t, session, "why", map[string]any{"id": "e1"})
	if failed || strings.Contains(text, "\\u001b") || strings.Contains(text, "\\u0007") || !strings.Contains(text, "Ilona lives in Turku") {
		t.Errorf("why: %.300s", text)
	}
	if n := strings.Count(text, "é"); n == 0 || n > maxOut || !strings.Contains(text, "…") {
		t.Errorf("%d letters went out", n)
	}
}

func TestAVisitEndsWhenItIsToldTo(t *testing.T) {
	p := launched(t)
	ctx, cancel := context.WithCancel(t.Context())
	session, ended := connect(t, ctx, p, "guest")
	if text, failed := call(t, session, "remember", map[string]any{"text": "The user's sister Ilona lives in Turku."}); failed {
		t.Error(text)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if pending, err := p.Store.Pending(t.Context()); err != nil || len(pending) != 0 {
		t.Errorf("waiting: %+v, %v", pending, err)
	}
}

// BenchmarkVisitedRecall asks over the protocol, with the index loaded.
func BenchmarkVisitedRecall(b *testing.B) {
	const moments, batch = 100_000, 100
	p := fresh(b, "2026-05-19T08:00:00+03:00")
	words := strings.Fields("heron canal launch Friday Tomas Bergen Lisbon train answer canoe Turku sister garden boiler meeting budget")
	for done := 0; done < moments; done += batch {
		bringMoments(b, p, done, batch, words)
	}
	session, leave := visit(b, p, "guest")
	defer leave()
	call(b, session, "recall", map[string]any{"query": "the heron"})
	for b.Loop() {
		call(b, session, "recall", map[string]any{"query": "When does Tomas take the train to Bergen?"})
	}
}

// bringMoments stores n moments, numbered from first on.
func bringMoments(b *testing.B, p Options, first, n int, words []string) {
	b.Helper()
	at := time.Date(2024, 1, 1, 9, 0, 0, 0, time.UTC).Add(time.Duration(first) * 10 * time.Minute)
	capture := store.Capture{Conversation: fmt.Sprint("c", first), Encoder: "made up", At: at}
	messages := make([]memory.Message, n)
	for i := range messages {
		var text []string
		for k := range 12 {
			text = append(text, words[(first+i)*(k+7)%97*(k+3)%len(words)])
		}
		messages[i] = memory.Message{Conversation: capture.Conversation, Role: memory.RoleUser, At: at.Add(time.Duration(i) * time.Minute), Text: strings.Join(text, " "), Finished: true}
	}
	if _, err := p.Store.Import(b.Context(), messages); err != nil {
		b.Fatal(err)
	}
	lease, err := p.Store.Acquire(b.Context(), "capture", time.Minute)
	if err != nil {
		b.Fatal(err)
	}
	waiting, err := p.Store.Uncaptured(b.Context(), capture.Conversation, 0)
	if err != nil {
		b.Fatal(err)
	}
	capture.Lease = lease
	for _, m := range waiting {
		capture.Messages = append(capture.Messages, m.Key)
		capture.Episodes = append(capture.Episodes, memory.Episode{
			What: m.Text + ".", About: "words", Act: memory.Observation, Actor: memory.RoleUser, Salience: 0.25, Lifespan: memory.Lifespan(0.25),
			FirstAt: m.At, LastAt: m.At, Day: memory.DayOf(m.At, 4), FormedAt: m.At, Sources: []memory.Source{{Key: m.Key}},
		})
	}
	if _, err := p.Store.RecordCapture(b.Context(), capture); err != nil {
		b.Fatal(err)
	}
	if err := p.Store.Release(b.Context(), lease); err != nil {
		b.Fatal(err)
	}
}
