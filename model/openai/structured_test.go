package openai

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
)

func readAll(t *testing.T, r *http.Request) string {
	t.Helper()
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	return string(data)
}

func ask(t *testing.T, c *Client) (string, error) {
	t.Helper()
	got, err := c.structured(t.Context(), "Encode. Answer in JSON.", "m1: hello", "episodes", json.RawMessage(`{"type":"object"}`))
	fit(t, err)
	return string(got), err
}

func TestRecordedAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		want  string
		fault error
	}{
		"openai/answer.json":                {`{"episodes":[]}`, nil},
		"ollama/answer.json":                {`{"episodes":[]}`, nil},
		"llamacpp/answer.json":              {`{"episodes":[]}`, nil},
		"lmstudio/answer.json":              {`{"episodes":[]}`, nil},
		"vllm/answer.json":                  {`{"episodes":[]}`, nil},
		"openrouter/answer.json":            {`{"episodes":[]}`, nil},
		"llama-cpp-python/answer.json":      {`{ "episodes" : [{ "what": "friday", "act": "routine"}] }`, nil},
		"openai/answer_refusal.json":        {"", errDeclined},
		"openai/answer_content_filter.json": {"", errFiltered},
		"openai/answer_length.json":         {"", errCutShort},
		"openai/answer_tool_call.json":      {"", errOnlyTool},
		"openai/answer_empty.json":          {"", errEmpty},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ask(t, client(t, answer(200, "application/json", recorded(t, name))))
			if got != c.want || !errors.Is(err, c.fault) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

// wayOf says how a request asks for its answer.
func wayOf(body string) string {
	switch {
	case strings.Contains(body, `"json_schema"`):
		return "schema"
	case strings.Contains(body, `"json_object"`):
		return "mode"
	}
	return "words"
}

func TestTheWayThatWorksIsFoundAndRemembered(t *testing.T) {
	for name, c := range map[string]struct {
		takes string
		want  string
	}{
		"schema":    {"schema", "schema schema"},
		"JSON mode": {"mode", "schema mode mode"},
		"words":     {"words", "schema mode mode words words"},
	} {
		t.Run(name, func(t *testing.T) {
			var ways []string
			cl := client(t, func(w http.ResponseWriter, r *http.Request) {
				body := readAll(t, r)
				ways = append(ways, wayOf(body))
				if wayOf(body) != c.takes {
					answer(400, "application/json", recorded(t, "openai/error_schema.json"))(w, r)
					return
				}
				if c.takes != "schema" && !strings.Contains(body, `{\"type\":\"object\"}`) {
					t.Errorf("the schema is not told: %s", body)
				}
				answer(200, "application/json", recorded(t, "openai/answer.json"))(w, r)
			})
			for range 2 {
				if got, err := ask(t, cl); got != `{"episodes":[]}` || err != nil {
					t.Errorf("got %q, %v", got, err)
				}
			}
			if got := strings.Join(ways, " "); got != c.want {
				t.Errorf("asked by %s, want %s", got, c.want)
			}
		})
	}
}

func TestAServerThatHasOnlySchemasIsNotAskedInJSONMode(t *testing.T) {
	var ways []string
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		ways = append(ways, wayOf(readAll(t, r)))
		answer(200, "application/json", recorded(t, "lmstudio/answer.json"))(w, r)
	})
	if _, err := ask(t, c); err != nil || strings.Join(ways, " ") != "schema" {
		t.Errorf("asked by %v, %v", ways, err)
	}
}

// A server without json_schema, which says so under the status of a fault of its
// own, takes the same schema in JSON mode.
func TestASchemaIsAskedForInJSONModeWhereThatIsTheWay(t *testing.T) {
	var formats []string
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		var sent struct {
			Format struct {
				Type   string
				Schema json.RawMessage
			} `json:"response_format"`
		}
		if err := json.Unmarshal([]byte(readAll(t, r)), &sent); err != nil {
			t.Error(err)
		}
		formats = append(formats, sent.Format.Type+" "+string(sent.Format.Schema))
		if sent.Format.Type == "json_schema" {
			answer(500, "application/json", recorded(t, "llama-cpp-python/error_schema.json"))(w, r)
			return
		}
		answer(200, "application/json", recorded(t, "llama-cpp-python/answer.json"))(w, r)
	})
	for range 2 {
		if got, err := ask(t, c); err != nil || !strings.Contains(got, "friday") {
			t.Errorf("got %q, %v", got, err)
		}
	}
	if got := strings.Join(formats, "; "); got != `json_schema ; json_object {"type":"object"}; json_object {"type":"object"}` {
		t.Errorf("asked by %s", got)
	}
}

func TestAnAnswerThatIsNoJSONDoesNotTakeTheSchemaAway(t *testing.T) {
	var ways []string
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		body := readAll(t, r)
		ways = append(ways, wayOf(body))
		if spelled := strings.Contains(body, "must fit this JSON schema"); spelled != (len(ways) > 1) {
			t.Errorf("request %d: the schema in words: %v", len(ways), spelled)
		}
		said := "Nothing much happened."
		if len(ways) > 1 {
			said = "{}"
		}
		answer(200, "application/json", `{"choices":[{"message":{"content":"`+said+`"},"finish_reason":"stop"}]}`)(w, r)
	})
	if _, err := ask(t, c); !errors.Is(err, errNotJSON) {
		t.Errorf("got %v", err)
	}
	for range 3 {
		if _, err := ask(t, c); err != nil {
			t.Errorf("got %v", err)
		}
	}
	if got := strings.Join(ways, " "); got != "schema schema schema schema" {
		t.Errorf("asked by %s", got)
	}
}

func TestARefusalThatIsNotAboutTheFormIsFinal(t *testing.T) {
	for file, status := range map[string]int{
		"openai/error_401.json": 401, "openai/error_404.json": 404, "openai/error_context.json": 400, "vllm/error_context.json": 400, "llama-cpp-python/error_context.json": 400,
		"openai/error_content_filter.json": 400, "openrouter/error_402.json": 402,
	} {
		calls := 0
		c := client(t, func(w http.ResponseWriter, r *http.Request) {
			calls++
			answer(status, "application/json", recorded(t, file))(w, r)
		})
		if _, err := ask(t, c); err == nil || calls != 1 {
			t.Errorf("%s: %d calls, %v", file, calls, err)
		}
	}
}

func TestTheAnswerIsBoundedByWhatIsLeftOfTheWindow(t *testing.T) {
	var limit struct {
		MaxTokens int `json:"max_tokens"`
	}
	h := func(w http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(&limit); err != nil {
			t.Error(err)
		}
		answer(200, "application/json", recorded(t, "openai/answer.json"))(w, r)
	}
	for _, c := range []struct{ context, want int }{{1024, 1024 - 6 - 3 - 2*envelopeTokens}, {50_000, maxStructured}, {10, minStructured}} {
		if _, err := ask(t, client(t, h, func(o *Options) { o.ContextTokens = c.context })); err != nil || limit.MaxTokens != c.want {
			t.Errorf("window %d: %d, %v", c.context, limit.MaxTokens, err)
		}
	}
}

func batch() hippocampus.Batch {
	return hippocampus.Batch{Messages: []memory.Message{{
		Key: 1, ID: "a", Role: memory.RoleUser, Text: "Noor moved to Bergen.", At: time.Unix(1_768_000_000, 0).UTC(),
	}}}
}

func TestEncodeAsksOnceAndReadsTheProposals(t *testing.T) {
	calls := 0
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		calls++
		if body := readAll(t, r); !strings.Contains(body, "Noor moved to Bergen.") || !strings.Contains(body, "too vague") {
			t.Errorf("sent %s", body)
		}
		said, err := json.Marshal(`{"episodes":[{"what":"Noor moved to Bergen.","act":"observation","sources":["m1"]}]}`)
		if err != nil {
			t.Error(err)
		}
		answer(200, "application/json", `{"choices":[{"message":{"content":`+string(said)+`},"finish_reason":"stop"}]}`)(w, r)
	})
	got, err := c.Encode(t.Context(), batch(), []string{"too vague"})
	if err != nil || calls != 1 || len(got) != 1 || got[0].What != "Noor moved to Bergen." || got[0].Sources[0] != "m1" {
		t.Errorf("%d calls: %+v, %v", calls, got, err)
	}
}

func TestEncodeTellsAFaultyAnswerFromAFaultyEndpoint(t *testing.T) {
	for body, isAnswer := range map[string]bool{
		`{"choices":[{"message":{"content":"I would rather not."},"finish_reason":"stop"}]}`: true,
		`{"choices":[{"message":{"content":"{\"x\":1}"},"finish_reason":"stop"}]}`:           true,
		`{"choices":[]}`:                 true,
		`{"error":{"message":"gone"}}`:   false,
		`<html><h1>Router</h1></html>`:   false,
		`{"choices":[{"message":"no"}]}`: true,
	} {
		_, err := client(t, answer(200, "application/json", body)).Encode(t.Context(), batch(), nil)
		if err == nil || errors.Is(err, hippocampus.ErrAnswer) != isAnswer {
			t.Errorf("%s: %v", body, err)
		}
	}
}
