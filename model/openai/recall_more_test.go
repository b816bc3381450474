package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	api "github.com/sashabaranov/go-openai"
	"pgregory.net/rapid"

	"muisto/memory"
	"muisto/model"
)

// asked is a request as the server of a test reads it.
type asked struct {
	Messages  []api.ChatCompletionMessage `json:"messages"`
	Tools     []json.RawMessage           `json:"tools"`
	MaxTokens int                         `json:"max_tokens"`
}

// tokens is what a request takes of the window, reply included.
func (a asked) tokens() int {
	n := a.MaxTokens
	for _, m := range a.Messages {
		n += memory.Tokens(m.Content)
		for _, call := range m.ToolCalls {
			n += memory.Tokens(call.Function.Name + call.Function.Arguments)
		}
	}
	for _, tool := range a.Tools {
		n += memory.Tokens(string(tool))
	}
	return n
}

// dialogue answers each request with the next body, the last one again and
// again, and notes the requests. A body that is no stream is a refusal: "400 …".
type dialogue struct {
	t      *testing.T
	bodies []string
	got    []asked
}

func (d *dialogue) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var a asked
	if err := json.NewDecoder(r.Body).Decode(&a); err != nil {
		d.t.Error(err)
	}
	d.got = append(d.got, a)
	body := d.bodies[min(len(d.got), len(d.bodies))-1]
	if strings.HasPrefix(body, "data:") {
		answer(200, "text/event-stream", body)(w, r)
		return
	}
	var status int
	if _, err := fmt.Sscan(body[:3], &status); err != nil {
		d.t.Error(err)
	}
	answer(status, "application/json", body[4:])(w, r)
}

// delta is an event with this as its delta.
func delta(json string) string {
	return `data: {"choices":[{"index":0,"delta":` + json + `}]}` + "\n\n"
}

const overCalls = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n"

// calls is a stream with one whole call.
func calls(name, arguments string) string {
	return delta(`{"role":"assistant","content":"","tool_calls":[{"id":"call_1","index":0,"type":"function","function":{"name":"`+name+`","arguments":`+quoted(arguments)+`}}]}`) + overCalls
}

func moreOf(t *testing.T, what *[]string, brings string) func(context.Context, []string, string) (string, error) {
	return func(_ context.Context, ids []string, query string) (string, error) {
		*what = append(*what, fmt.Sprintf("%q %q", ids, query))
		return brings, nil
	}
}

const brought = `{"id":"e12","kind":"moment","text":"It was moved to Friday."}`

func TestAModelAsksForMore(t *testing.T) {
	pieces := delta(`{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"recall_more","arguments":""}}]}`) +
		delta(`{"tool_calls":[{"index":0,"function":{"arguments":"{\"ids\":[\"f"}}]}`) +
		delta(`{"tool_calls":[{"index":0,"function":{"arguments":"3\"]}"}}]}`) +
		delta(`{"tool_calls":[{"index":1,"id":"call_b","type":"function","function":{"name":"recall_more","arguments":"{\"query\":"}}]}`) +
		delta(`{"tool_calls":[{"index":1,"function":{"arguments":"\"the launch\"}"}}]}`) + overCalls
	ollama := delta(`{"role":"assistant","content":"","tool_calls":[{"id":"call_a","index":0,"type":"function","function":{"name":"recall_more","arguments":"{\"ids\":[\"f3\"]}"}}]}`) +
		delta(`{"role":"assistant","content":"","tool_calls":[{"id":"call_b","index":0,"type":"function","function":{"name":"recall_more","arguments":"{\"query\":\"the launch\"}"}}]}`) +
		strings.Replace(overCalls, "tool_calls", "stop", 1)
	bare := delta(`{"tool_calls":[{"function":{"name":"recall_more","arguments":{"ids":"f3"}}},{"function":{"name":"recall_more","arguments":{"query":"the launch"}}}]}`) + overCalls
	whole := `data: {"choices":[{"index":0,"message":{"content":null,"tool_calls":[{"id":"call_a","function":{"name":"recall_more","arguments":"{\"ids\":[\"f3\"]}"}},{"id":"call_b","function":{"name":"recall_more","arguments":"{\"query\":\"the launch\"}"}}]},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n"
	for name, stream := range map[string]string{"in pieces": pieces, "as Ollama does": ollama, "bare": bare, "whole": whole} {
		t.Run(name, func(t *testing.T) {
			d := &dialogue{t: t, bodies: []string{stream, recorded(t, "openai/stream.sse")}}
			var what []string
			p := prompt()
			p.More = moreOf(t, &what, brought)
			var text string
			usage, err := client(t, d.ServeHTTP).Reply(t.Context(), p, func(piece string) { text += piece })
			if text != "Friday it is." || err != nil || usage.ReplyTokens != 10 {
				t.Errorf("got %q, %+v, %v", text, usage, err)
			}
			if want := []string{`["f3"] ""`, `[] "the launch"`}; !slices.Equal(what, want) {
				t.Errorf("asked the memory for %q", what)
			}
			if len(d.got) != 2 || len(d.got[0].Tools) != 1 || len(d.got[1].Tools) != 1 || !strings.Contains(d.got[0].Messages[0].Content, "recall_more") {
				t.Fatalf("sent %+v", d.got)
			}
			m := d.got[1].Messages
			if len(m) != 5 || m[2].Role != "assistant" || len(m[2].ToolCalls) != 2 || m[3].Role != "tool" || m[3].Content != brought ||
				m[3].ToolCallID != m[2].ToolCalls[0].ID || m[4].ToolCallID != m[2].ToolCalls[1].ID || m[3].ToolCallID == m[4].ToolCallID || m[3].ToolCallID == "" {
				t.Errorf("then %+v", m)
			}
		})
	}
}

func TestWhatIsWrongWithACallIsToldToTheModel(t *testing.T) {
	for name, c := range map[string]struct{ call, says, echo string }{
		"another tool":       {calls("get_weather", `{"city":"Oulu"}`), noSuchTool, `{"city":"Oulu"}`},
		"no JSON":            {calls(recallMore, `{"ids":["f3"`), badArguments, "{}"},
		"another shape":      {calls(recallMore, `{"ids":[3]}`), badArguments, `{"ids":[3]}`},
		"no object":          {calls(recallMore, `["f3"]`), badArguments, "{}"},
		"too long":           {calls(recallMore, `{"query":"`+strings.Repeat("x", maxArguments)+`"}`), "longer than 1024 bytes", "{}"},
		"too long in pieces": {delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"recall_more","arguments":"{\"query\":\""}}]}`) + strings.Repeat(delta(`{"tool_calls":[{"index":0,"function":{"arguments":"`+strings.Repeat("x", 500)+`"}}]}`), 50) + overCalls, "longer than 1024 bytes", "{}"},
		"cut":                {strings.Replace(calls(recallMore, `{"ids":["f`), `"tool_calls"}`, `"length"}`, 1), badArguments, "{}"},
	} {
		t.Run(name, func(t *testing.T) {
			d := &dialogue{t: t, bodies: []string{c.call, recorded(t, "ollama/stream.sse")}}
			var what []string
			p := prompt()
			p.More = moreOf(t, &what, brought)
			var text string
			_, err := client(t, d.ServeHTTP).Reply(t.Context(), p, func(piece string) { text += piece })
			if text != "Friday it is." || err != nil || len(what) != 0 || len(d.got) != 2 {
				t.Fatalf("got %q, %v, after %q and %d requests", text, err, what, len(d.got))
			}
			m := d.got[1].Messages
			if result := m[len(m)-1]; !strings.Contains(result.Content, c.says) {
				t.Errorf("told %q", result.Content)
			}
			if sent := m[len(m)-2].ToolCalls[0].Function.Arguments; sent != c.echo {
				t.Errorf("sent back %q", sent)
			}
		})
	}
}

func TestAnEndpointWithoutToolsIsAskedWithoutThemFromThenOn(t *testing.T) {
	for _, refusal := range []string{
		`400 {"error":{"message":"registry.ollama.ai/library/gemma:2b does not support tools","type":"api_error"}}`,
		`404 {"error":{"message":"No endpoints found that support tool use.","code":404}}`,
		`422 {"detail":[{"loc":["body","tools"],"msg":"Extra inputs are not permitted"}]}`,
		`500 {"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}`,
		`501 {"error":"tools: not implemented"}`,
		`data: {"error":{"message":"This model does not support tools"}}` + "\n\n",
	} {
		t.Run(refusal[:20], func(t *testing.T) {
			d := &dialogue{t: t, bodies: []string{refusal, recorded(t, "ollama/stream.sse")}}
			c := client(t, d.ServeHTTP)
			p := prompt()
			p.More = func(context.Context, []string, string) (string, error) { return "", errors.New("asked") }
			for range 2 {
				var text string
				if _, err := c.Reply(t.Context(), p, func(piece string) { text += piece }); text != "Friday it is." || err != nil {
					t.Errorf("got %q, %v", text, err)
				}
			}
			if len(d.got) != 3 || len(d.got[0].Tools) != 1 {
				t.Fatalf("%d requests", len(d.got))
			}
			for _, a := range d.got[1:] {
				if len(a.Tools) != 0 || strings.Contains(a.Messages[0].Content, "recall_more") {
					t.Errorf("offered again: %+v", a)
				}
			}
		})
	}
}

func TestARefusalThatIsNotAboutToolsIsNotTakenForOne(t *testing.T) {
	d := &dialogue{t: t, bodies: []string{`400 {"error":"bad request"}`, `400 {"error":"bad request"}`, recorded(t, "ollama/stream.sse")}}
	c := client(t, d.ServeHTTP)
	p := prompt()
	p.More = func(context.Context, []string, string) (string, error) { return brought, nil }
	if _, err := c.Reply(t.Context(), p, func(string) {}); err == nil || len(d.got) != 2 {
		t.Errorf("%v after %d requests", err, len(d.got))
	}
	if _, err := c.Reply(t.Context(), p, func(string) {}); err != nil || len(d.got[2].Tools) != 1 {
		t.Errorf("%v, offered %d", err, len(d.got[2].Tools))
	}
}

func TestWhereWhatAToolBroughtIsRefusedItIsToldInWords(t *testing.T) {
	d := &dialogue{t: t, bodies: []string{
		delta(`{"content":"Let me see."}`) + calls(recallMore, `{"ids":["f3"]}`),
		`400 {"error":{"message":"Conversation roles must alternate user/assistant"}}`,
		recorded(t, "ollama/stream.sse"),
	}}
	var what []string
	p := prompt()
	p.More = moreOf(t, &what, brought)
	var text string
	_, err := client(t, d.ServeHTTP).Reply(t.Context(), p, func(piece string) { text += piece })
	if text != "Let me see."+betweenRounds+"Friday it is." || err != nil || len(what) != 1 || len(d.got) != 3 {
		t.Fatalf("got %q, %v, after %q and %d requests", text, err, what, len(d.got))
	}
	m := d.got[2].Messages
	if len(m) != 2 || !strings.Contains(m[0].Content, brought) || !strings.Contains(m[0].Content, `"Let me see."`) || len(d.got[2].Tools) != 0 {
		t.Errorf("told %+v", m)
	}
}

func TestAModelThatAsksForEverIsLetDoSoThreeTimes(t *testing.T) {
	d := &dialogue{t: t, bodies: []string{calls(recallMore, `{"query":"again"}`)}}
	var what []string
	p := prompt()
	p.More = moreOf(t, &what, brought)
	var text string
	_, err := client(t, d.ServeHTTP).Reply(t.Context(), p, func(piece string) { text += piece })
	fit(t, err)
	if text != "" || !errors.Is(err, errOnlyTool) || len(what) != maxRounds || len(d.got) != maxRounds+1 {
		t.Fatalf("got %q, %v, asked %d times in %d requests", text, err, len(what), len(d.got))
	}
	if last := d.got[maxRounds]; len(last.Tools) != 0 || strings.Count(last.Messages[0].Content, brought) != maxRounds {
		t.Errorf("at last %+v", last)
	}
}

func TestManyCallsAtOnceAreBounded(t *testing.T) {
	var many string
	for i := range 50 {
		many += delta(fmt.Sprintf(`{"tool_calls":[{"index":%d,"id":"c%d","function":{"name":"recall_more","arguments":"{}"}}]}`, i, i))
	}
	d := &dialogue{t: t, bodies: []string{many + overCalls, recorded(t, "ollama/stream.sse")}}
	var what []string
	p := prompt()
	p.More = moreOf(t, &what, brought)
	if _, err := client(t, d.ServeHTTP).Reply(t.Context(), p, func(string) {}); err != nil || len(what) != maxCalls {
		t.Errorf("asked %d times, %v", len(what), err)
	}
}

func TestAReplyThatIsAskedForAgainStillFitsTheWindow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		window := rapid.SampledFrom([]int{2048, 3072, 4096, 8192}).Draw(rt, "window")
		long := func(what string, most int) string {
			return strings.Repeat("word ", rapid.OneOf(rapid.IntRange(0, most), rapid.Just(most)).Draw(rt, what))
		}
		d := &dialogue{t: t, bodies: []string{
			delta(`{"content":`+quoted("x"+long("said", 200))+`}`) + calls(recallMore, `{"query":"`+strings.Repeat("x", rapid.IntRange(0, 900).Draw(rt, "query"))+`"}`),
			calls(recallMore, `{}`), calls(recallMore, `{}`), recorded(t, "ollama/stream.sse"),
		}}
		p := model.Prompt{
			System: long("system", 600), MaxTokens: window / 4,
			More: func(context.Context, []string, string) (string, error) { return "x" + long("brought", 800), nil },
		}
		for range rapid.IntRange(0, 20).Draw(rt, "messages") {
			p.Window = append(p.Window, memory.Message{Role: memory.RoleUser, Text: "x" + long("text", 100)})
		}
		p.Window = append(p.Window, memory.Message{Role: memory.RoleUser, Text: "The last one?"})
		c := client(t, d.ServeHTTP, func(o *Options) { o.ContextTokens = window })
		// It calls the tool even where it is offered none any more.
		if _, err := c.Reply(t.Context(), p, func(string) {}); err != nil && !errors.Is(err, errOnlyTool) {
			rt.Fatal(err)
		}
		for i, a := range d.got {
			if n := a.tokens(); n > window {
				rt.Fatalf("request %d takes %d of %d", i, n, window)
			}
			if !slices.ContainsFunc(a.Messages, func(m api.ChatCompletionMessage) bool { return strings.HasSuffix(m.Content, "The last one?") }) {
				rt.Fatalf("request %d has lost what is to be answered", i)
			}
		}
	})
}

func TestWhatDoesNotFitIsLeftOut(t *testing.T) {
	d := &dialogue{t: t, bodies: []string{calls(recallMore, `{"ids":["f3"]}`), recorded(t, "ollama/stream.sse")}}
	var what []string
	p := prompt()
	p.More = moreOf(t, &what, strings.Repeat("word ", 5000))
	if _, err := client(t, d.ServeHTTP).Reply(t.Context(), p, func(string) {}); err != nil || len(d.got) != 2 {
		t.Fatalf("%v after %d requests", err, len(d.got))
	}
	if last := d.got[1]; !strings.Contains(last.Messages[0].Content, noRoom) || len(last.Tools) != 0 {
		t.Errorf("sent %+v", last)
	}
}

func TestStoppingWhileMoreIsLookedFor(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	d := &dialogue{t: t, bodies: []string{delta(`{"content":"Let me see."}`) + calls(recallMore, `{}`)}}
	p := prompt()
	p.More = func(ctx context.Context, _ []string, _ string) (string, error) {
		cancel()
		<-ctx.Done()
		return "", ctx.Err()
	}
	var text string
	_, err := client(t, d.ServeHTTP).Reply(ctx, p, func(piece string) { text += piece })
	if text != "Let me see." || !errors.Is(err, context.Canceled) || len(d.got) != 1 {
		t.Errorf("got %q, %v, %d requests", text, err, len(d.got))
	}
}

func TestAMemoryThatFailsIsNoFaultOfTheEndpoint(t *testing.T) {
	d := &dialogue{t: t, bodies: []string{calls(recallMore, `{}`)}}
	p := prompt()
	broken := errors.New("disk on fire")
	p.More = func(context.Context, []string, string) (string, error) { return "", broken }
	_, err := client(t, d.ServeHTTP).Reply(t.Context(), p, func(string) {})
	fit(t, err)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "What is remembered could not be read") || len(d.got) != 1 {
		t.Errorf("%v after %d requests", err, len(d.got))
	}
}

func TestAToolCallNobodyAskedForStaysOne(t *testing.T) {
	d := &dialogue{t: t, bodies: []string{calls(recallMore, `{}`)}}
	_, _, err := reply(t.Context(), client(t, d.ServeHTTP))
	if !errors.Is(err, errOnlyTool) || len(d.got) != 1 || len(d.got[0].Tools) != 0 {
		t.Errorf("%v after %d requests", err, len(d.got))
	}
}

func TestReasoningBeforeAToolCallIsNotShown(t *testing.T) {
	for name, first := range map[string]string{
		"in tags":       delta(`{"content":"<think>hm, what of f3?</think>"}`),
		"never ended":   delta(`{"content":"<think>hm, what of f3?"}`),
		"a known habit": delta(`{"content":"hm, what of f3?"}`),
		"never begun":   delta(`{"content":"hm, what of f3?</think>"}`),
		"in its field":  delta(`{"reasoning_content":"hm, what of f3?"}`),
	} {
		t.Run(name, func(t *testing.T) {
			d := &dialogue{t: t, bodies: []string{first + calls(recallMore, `{}`), delta(`{"content":"<think>ah</think>\n\nFriday it is."}`) + over}}
			p := prompt()
			var what []string
			p.More = moreOf(t, &what, brought)
			var text string
			c := client(t, d.ServeHTTP, func(o *Options) {
				if name == "a known habit" {
					o.Model = "deepseek-r1"
				}
			})
			_, err := c.Reply(t.Context(), p, func(piece string) { text += piece })
			if text != "Friday it is." || err != nil || len(d.got) != 2 {
				t.Errorf("got %q, %v after %d requests", text, err, len(d.got))
			}
		})
	}
}

func FuzzToolCalls(f *testing.F) {
	f.Add([]byte(`[{"index":0,"id":"a","function":{"name":"recall_more","arguments":"{}"}}]`), []byte(`[{"index":0,"function":{"arguments":"x"}}]`))
	f.Add([]byte(`[{"id":"a"},{"id":"a"},{}]`), []byte(`null`))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		var c toolCalls
		c.take(first)
		c.take(second)
		taken := map[string]bool{}
		for _, call := range c.sound() {
			if call.ID == "" || taken[call.ID] || len(call.ID) > maxCallID || call.Function.Name == "" || len(call.Function.Name) > maxCallName ||
				len(call.Function.Arguments) > maxArguments || !json.Valid([]byte(call.Function.Arguments)) {
				t.Errorf("unsound: %+v", call)
			}
			taken[call.ID] = true
		}
		if len(c) > maxCalls {
			t.Errorf("%d calls", len(c))
		}
	})
}
