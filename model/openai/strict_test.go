package openai

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"muisto/memory"
)

// sentRequest is what a test looks at of a request.
type sentRequest struct {
	Messages []struct {
		Role, Content string
	} `json:"messages"`
	Temperature *float64       `json:"temperature"`
	Effort      string         `json:"reasoning_effort"`
	Template    map[string]any `json:"chat_template_kwargs"`
	Format      any            `json:"response_format"`
	Stream      bool           `json:"stream"`
}

func (r sentRequest) roles() string {
	var list []string
	for _, m := range r.Messages {
		list = append(list, m.Role)
	}
	return strings.Join(list, " ")
}

// strict is an endpoint that refuses what refuse gives a body for.
type strict struct {
	t      *testing.T
	status int
	refuse func(sentRequest) string
	got    []sentRequest
}

func (s *strict) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var sent sentRequest
	if err := json.Unmarshal([]byte(readAll(s.t, r)), &sent); err != nil {
		s.t.Error(err)
	}
	s.got = append(s.got, sent)
	switch body := s.refuse(sent); {
	case body != "":
		answer(s.status, "application/json", body)(w, r)
	case sent.Stream:
		answer(200, "text/event-stream", said("Fri")+over)(w, r)
	default:
		answer(200, "application/json", `{"choices":[{"message":{"content":"{}"},"finish_reason":"stop"}]}`)(w, r)
	}
}

func TestAModelWithoutASystemRoleWhateverItSays(t *testing.T) {
	for _, refusal := range []string{
		`400 {"error":{"message":"Conversation roles must alternate user/assistant/user/assistant/..."}}`,
		`400 {"error":{"message":"Only user and assistant roles are supported!"}}`,
		`400 [{"error":{"code":400,"message":"Developer instruction is not enabled for models/gemma-3-27b-it","status":"INVALID_ARGUMENT"}}]`,
		`500 {"error":{"code":500,"message":"Value is not callable: null at row 1, column 72","type":"server_error"}}`,
		`400 {"error":"bad request"}`,
		`422 {"detail":[{"loc":["body","messages",0],"msg":"no"}]}`,
		`400 {"error":{"message":"System role not supported"}}`,
		`400 {"error":{"message":"messages: Unexpected role \"system\""}}`,
		`400 Jinja error`,
		`500 {"error":"jinja2.exceptions.TemplateError: no"}`,
		`400 {"error":{"message":"Le rôle système n'est pas pris en charge"}}`,
	} {
		status, body, _ := strings.Cut(refusal, " ")
		s := &strict{t: t, status: map[string]int{"400": 400, "422": 422, "500": 500}[status], refuse: func(r sentRequest) string {
			if r.Messages[0].Role == "system" {
				return body
			}
			return ""
		}}
		c := client(t, s.ServeHTTP)
		for range 2 {
			if text, _, err := reply(t.Context(), c); text != "Fri" || err != nil {
				t.Errorf("%s: %q, %v", refusal, text, err)
			}
		}
		if last := s.got[len(s.got)-1]; last.roles() != "user" || !strings.HasPrefix(last.Messages[0].Content, "You are muisto.") || len(s.got) > maxTries+2 {
			t.Errorf("%s: %d requests, the last %+v", refusal, len(s.got), last)
		}
		if got, err := ask(t, c); got != "{}" || err != nil || s.got[len(s.got)-2].roles() != "user" {
			t.Errorf("%s: structured %q, %v", refusal, got, err)
		}
	}
}

func TestAnEndpointThatTookASystemTextIsNotDoubted(t *testing.T) {
	refuse := ""
	s := &strict{t: t, status: 400, refuse: func(sentRequest) string { return refuse }}
	c := client(t, s.ServeHTTP)
	if _, _, err := reply(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	refuse = `{"error":"bad request"}`
	if _, _, err := reply(t.Context(), c); err == nil || len(s.got) != 2 {
		t.Errorf("%v after %d requests", err, len(s.got))
	}
	refuse = ""
	if _, _, err := reply(t.Context(), c); err != nil || s.got[2].roles() != "system user" {
		t.Errorf("%v, %s", err, s.got[2].roles())
	}
}

// window is a conversation with a word from each side in turn; "u" and "a" say
// whose.
func windowOf(sides string) []memory.Message {
	var list []memory.Message
	for i, side := range sides {
		role := memory.RoleUser
		if side == 'a' {
			role = memory.RoleAssistant
		}
		list = append(list, memory.Message{Role: role, Text: strings.Repeat("word ", 30) + string(rune('A'+i))})
	}
	return list
}

func TestTheSidesTakeTurnsFromTheUserOn(t *testing.T) {
	for _, sides := range []string{"u", "au", "aau", "uau", "auau", "uuau", "auu", "aauaau", "uaauu", "auaauuau"} {
		s := &strict{t: t, status: 400, refuse: func(r sentRequest) string {
			for i, m := range r.Messages {
				want := "user"
				if i == 0 {
					want = "system"
				} else if i%2 == 0 {
					want = "assistant"
				}
				if m.Role != want {
					return `{"error":{"message":"roles must alternate"}}`
				}
			}
			return ""
		}}
		p := prompt()
		p.Window = windowOf(sides)
		if _, err := client(t, s.ServeHTTP).Reply(t.Context(), p, func(string) {}); err != nil || len(s.got) != 1 {
			t.Errorf("%s: %v, %s", sides, err, s.got[0].roles())
		}
		// What the assistant said first is not lost.
		if first := s.got[0].Messages; sides[0] == 'a' && !strings.Contains(first[0].Content, "word A") {
			t.Errorf("%s: %q", sides, first[0].Content)
		}
	}
}

func TestAWindowThatIsTooLongIsCutToBeginWithTheUser(t *testing.T) {
	for _, tokens := range []int{3072, 3400, 3800, 4200} {
		s := &strict{t: t, status: 400, refuse: func(r sentRequest) string {
			if r.Messages[1].Role != "user" || strings.Contains(r.Messages[0].Content, "began with") {
				return `{"error":{"message":"roles must alternate"}}`
			}
			return ""
		}}
		p := prompt()
		p.Window = windowOf(strings.Repeat("ua", 60) + "u")
		p.MaxTokens = 600
		p.More = func(context.Context, []string, string) (string, error) { return brought, nil }
		if _, err := client(t, s.ServeHTTP, func(o *Options) { o.ContextTokens = tokens }).Reply(t.Context(), p, func(string) {}); err != nil || len(s.got) != 1 || len(s.got[0].Messages) < 3 {
			t.Errorf("%d: %v, %d requests, %s", tokens, err, len(s.got), s.got[0].roles())
		}
	}
}

func TestAModelThatReasonsIsAskedNotToInStructuredAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		url, model string
		thinking   Thinking
		effort     string
		template   bool
		inReplies  bool
	}{
		"no reasoning known of": {"", "llama3.2", "", "", false, false},
		"Qwen":                  {"", "Qwen/Qwen3-8B", "", "", true, false},
		"Qwen, always":          {"", "Qwen/Qwen3-8B", ThinkingOn, "", false, false},
		"Qwen, never":           {"", "Qwen/Qwen3-8B", ThinkingOff, "", true, true},
		"another, never":        {"", "some-model", ThinkingOff, "", true, true},
		"Ollama":                {"http://127.0.0.1:11434/v1", "qwen3:8b", "", "none", false, false},
		"gpt-oss":               {"", "openai/gpt-oss-20b", "", "low", false, false},
		"gpt-oss on Ollama":     {"http://127.0.0.1:11434/v1", "gpt-oss:20b", "", "low", false, false},
		"OpenAI":                {"https://api.openai.com/v1", "gpt-5-mini", "", "low", false, false},
		"OpenAI, no reasoning":  {"https://api.openai.com/v1", "gpt-4o", "", "", false, false},
		"OpenRouter":            {"https://openrouter.ai/api/v1", "qwen/qwen3-8b", "", "none", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			cl := New(Options{BaseURL: c.url, Model: c.model, Thinking: c.thinking})
			m := cl.mannersNow()
			r := cl.shaped(question{"s", "u", "n", json.RawMessage(`{}`)}, bySchema, m)
			if r.ReasoningEffort != c.effort || (r.ChatTemplateKwargs["enable_thinking"] == false) != c.template {
				t.Errorf("structured: effort %q, template %v", r.ReasoningEffort, r.ChatTemplateKwargs)
			}
			p := cl.requestFor(inquiry{prompt: prompt()}, m)
			if asked := p.ReasoningEffort != "" || len(p.ChatTemplateKwargs) > 0; asked != c.inReplies {
				t.Errorf("reply: effort %q, template %v", p.ReasoningEffort, p.ChatTemplateKwargs)
			}
			if p.Temperature != nil || (r.Temperature == nil) != thinksByItself(c.model) {
				t.Errorf("temperature %v in a reply, %v in a structured answer", p.Temperature, r.Temperature)
			}
		})
	}
}

func TestWhatAnEndpointDoesNotTakeIsLeftOut(t *testing.T) {
	for name, c := range map[string]struct {
		body     string
		refuses  func(sentRequest) bool
		requests int
	}{
		"temperature": {`{"error":{"message":"Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported."}}`,
			func(r sentRequest) bool { return r.Temperature != nil }, 2},
		"template": {`{"error":{"message":"Unrecognized request argument supplied: chat_template_kwargs"}}`,
			func(r sentRequest) bool { return len(r.Template) > 0 }, 2},
		"template and effort": {`{"error":{"message":"thinking cannot be set for this model"}}`,
			func(r sentRequest) bool { return len(r.Template) > 0 || r.Effort != "" }, 3},
		"all of it, in no words": {`{"error":"bad request"}`,
			func(r sentRequest) bool { return len(r.Template) > 0 || r.Effort != "" || r.Temperature != nil }, 2},
		"all of it and the system role": {`{"error":"bad request"}`,
			func(r sentRequest) bool {
				return len(r.Template) > 0 || r.Temperature != nil || r.Messages[0].Role == "system"
			}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			s := &strict{t: t, status: 400, refuse: func(r sentRequest) string {
				if c.refuses(r) {
					return c.body
				}
				return ""
			}}
			cl := client(t, s.ServeHTTP, func(o *Options) { o.Model = "qwen3" })
			for range 2 {
				if got, err := ask(t, cl); got != "{}" || err != nil {
					t.Errorf("got %q, %v", got, err)
				}
			}
			if len(s.got) != c.requests+1 || s.got[len(s.got)-1].Format == nil {
				t.Errorf("%d requests, want %d; the last %+v", len(s.got), c.requests+1, s.got[len(s.got)-1])
			}
		})
	}
}

func TestAModelThatIsSeenToReasonIsAskedNotTo(t *testing.T) {
	var templates []bool
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		var sent sentRequest
		if err := json.Unmarshal([]byte(readAll(t, r)), &sent); err != nil {
			t.Error(err)
		}
		templates = append(templates, len(sent.Template) > 0)
		answer(200, "application/json", `{"choices":[{"message":{"content":"<think>hm</think>{}"},"finish_reason":"stop"}]}`)(w, r)
	})
	for range 2 {
		if _, err := ask(t, c); err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(templates, []bool{false, true}) {
		t.Errorf("asked not to: %v", templates)
	}
}
