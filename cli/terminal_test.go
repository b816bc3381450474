package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"muisto/memory"
)

// evil drives a terminal in every way that a text can: clipboard, title, link,
// cursor, hidden text, 8-bit forms, marks that turn words around or hide them.
const evil = "\x1b]52;c;ZXZpbA==\x07\x1b]0;owned\x07\x1b]8;;http://evil.example\x07link\x1b]8;;\x07" +
	"\x1bPq\x1b\\\x1b_x\x1b\\\x1b[2J\x1b[8mhidden\u009b31m\u009d0;owned\u009c\u202eturned\u2066\u200b\U000E0041\x08\x7f\x1b[1;1H\x1b"

// hostile is an endpoint from which nothing comes that does not drive a
// terminal.
func hostile(t *testing.T) *httptest.Server {
	t.Helper()
	quoted, err := json.Marshal(evil)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Stream   bool
			Messages []struct{ Content string }
		}
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			t.Error(err)
		}
		last := request.Messages[len(request.Messages)-1].Content
		switch {
		case strings.Contains(last, "refuse"):
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, `{"error":{"message":%s}}`, quoted)
		case request.Stream:
			w.Header().Set("Content-Type", "text/event-stream")
			for _, piece := range strings.SplitAfter(evil, "e") { // sequences are cut between pieces
				text, err := json.Marshal(piece)
				if err != nil {
					t.Error(err)
				}
				fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%s,\"reasoning_content\":%s}}]}\n\n", text, quoted)
			}
			fmt.Fprint(w, lastEvent)
		case strings.Contains(last, "=== moments ==="):
			answer := fmt.Sprintf(`{"facts":[{"text":"Oulu %s","about":%s,"kind":"world","valid_until":"","episodes":["e1"],"touches":[]}]}`, quoted[1:len(quoted)-1], quoted)
			giveWhole(t, w, answer)
		default:
			giveWhole(t, w, fmt.Sprintf(`{"episodes":[{"what":"Oulu %s","about":%s,"who":[%[2]s],"when":%[2]s,"act":"correction","names":[{"text":%[2]s,"type":%[2]s},{"text":"Oulu","type":"place"}],"sources":["m1"],"quote":""}]}`,
				quoted[1:len(quoted)-1], quoted))
		}
	}))
	t.Cleanup(server.Close)
	return server
}

func giveWhole(t *testing.T, w http.ResponseWriter, content string) {
	t.Helper()
	text, err := json.Marshal(content)
	if err != nil {
		t.Error(err)
	}
	fmt.Fprintf(w, `{"choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"stop"}]}`, text)
}

// isHarmless fails the test if a text would drive the terminal.
func isHarmless(t *testing.T, what, text string) {
	t.Helper()
	for i, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' || unicode.Is(unicode.Bidi_Control, r) || r == 0x200b || 0xe0000 <= r && r < 0xe0080 {
			t.Errorf("%s: %U in %q", what, r, text[max(i-40, 0):min(i+20, len(text))])
			return
		}
	}
}

// run gives what a command prints to standard output and to standard error.
func run(t *testing.T, args ...string) (out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(&o)
	root.SetErr(&e)
	root.SetIn(strings.NewReader(""))
	root.SilenceErrors = true
	if err := root.ExecuteContext(t.Context()); err != nil {
		complain(&e, err)
	}
	return o.String(), e.String()
}

func TestNoCommandDrivesTheTerminal(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "m.db")
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL", "XDG_CONFIG_HOME"} {
		t.Setenv(name, "")
	}
	url := hostile(t).URL
	with := func(args ...string) []string {
		return append(args, "--db", db, "--config", filepath.Join(dir, "c.toml"), "--model", "m"+evil, "--base-url", url+"/v1", "--now", "2026-06-01T12:00:00Z")
	}
	plain := func(args ...string) []string {
		return append(args, "--db", db, "--config", filepath.Join(dir, "c.toml"), "--model", "m", "--base-url", url+"/v1", "--now", "2026-06-01T12:00:00Z")
	}
	if err := os.WriteFile(filepath.Join(dir, "c.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	seed(t, url, db)
	evilFile := filepath.Join(dir, "x\x1b]0;owned\a\u202e.jsonl")
	if err := os.WriteFile(evilFile, []byte("{\"role\":\""+`\u001b]52;c;ZXZpbA==\u0007`+"\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, args := range [][]string{
		{"capture"}, {"sleep"}, {"sleep", "--pass", "week"}, {"episodes"}, {"facts", "--all"}, {"recall", "Oulu"}, {"sessions"},
		{"capture", "--explain"}, {"doctor"}, {"config"}, {"export"}, {"export", "--format", "md"}, {"say", "Hello, Oulu"}, {"say", "please refuse " + evil},
		{"import", evilFile}, {"import", "no" + evil}, {"erase", "f" + evil}, {"facts", "correct", "f" + evil, evil}, {"facts", "retire", "f1" + evil},
		{"erase", "e1"}, {"facts", "confirm", "f1"}, {evil}, {"say", "--" + evil}, {"recall", "-k", evil, "x"}, {"sleep", "--pass", evil}, {"episodes", evil},
	} {
		for _, asJSON := range []bool{false, true} {
			if asJSON {
				args = append(args, "--json")
			}
			ways := [][]string{plain(args...)}
			if !asJSON && !testing.Short() {
				ways = append(ways, with(args...))
			}
			for _, whole := range ways {
				out, errs := run(t, whole...)
				isHarmless(t, fmt.Sprintf("%q prints", args), out)
				isHarmless(t, fmt.Sprintf("%q complains", args), strings.ReplaceAll(errs, "\r\x1b[K", ""))
				all.WriteString(out)
			}
		}
	}
	for _, want := range []string{"hidden", "turned", "Oulu"} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("%q was never printed; the test shows nothing", want)
		}
	}
}

// seed puts hostile messages into the memory, past what an import would refuse.
func seed(t *testing.T, url, db string) {
	t.Helper()
	g := &global{db: db, model: "fake", baseURL: url + "/v1", now: "2026-05-18T12:00:00Z"}
	p, err := g.open(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
	_, err = p.store.Import(t.Context(), []memory.Message{
		{Conversation: "c" + evil, ID: "1" + evil, Speaker: "s" + evil, Role: memory.RoleUser, At: at, Text: "No, it is Oulu. " + evil, Finished: true},
		{Conversation: "c" + evil, ID: "2" + evil, Role: memory.RoleAssistant, At: at.Add(time.Minute), Text: "Oulu it is. " + evil, Finished: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.close(); err != nil {
		t.Fatal(err)
	}
}
