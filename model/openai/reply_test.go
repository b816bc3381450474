package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"muisto/memory"
	"muisto/model"
)

func TestRecordedStreams(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		usage model.Usage
		fault error
		says  string
	}{
		"openai/stream.sse":                  {"Friday it is.", model.Usage{PromptTokens: 19, ReplyTokens: 10}, nil, ""},
		"openai/stream_no_usage.sse":         {"Friday it is.", model.Usage{}, nil, ""},
		"openai/stream_length.sse":           {"Once upon", model.Usage{PromptTokens: 9, ReplyTokens: 2}, model.ErrCut, "The reply was cut at its longest"},
		"openai/stream_length_reasoning.sse": {"", model.Usage{PromptTokens: 19, ReplyTokens: 100}, errOnlyThink, "spent its whole reply on reasoning"},
		"openai/stream_refusal.sse":          {"I'm sorry, I can't help with that.", model.Usage{}, nil, ""},
		"openai/stream_content_filter.sse":   {"It goes", model.Usage{}, errFiltered, "content filter"},
		"openai/stream_tool_call.sse":        {"", model.Usage{}, errOnlyTool, "asked for a tool"},
		"ollama/stream.sse":                  {"Friday it is.", model.Usage{PromptTokens: 26, ReplyTokens: 6}, nil, ""},
		"ollama/stream_reasoning.sse":        {"Friday it is.", model.Usage{}, nil, ""},
		"llamacpp/stream.sse":                {"Friday it is.", model.Usage{PromptTokens: 21, ReplyTokens: 7}, nil, ""},
		"llamacpp/stream_lone_close.sse":     {"Friday it is.", model.Usage{}, nil, ""},
		"llamacpp/stream_error.sse":          {"Friday", model.Usage{}, nil, "is in trouble (status 500)"},
		"llama-cpp-python/stream.sse":        {"Your friendly companion, I'll be ready to assist with any questions or needs. Enjoy your launch!", model.Usage{}, nil, ""},
		"llama-cpp-python/stream_tools.sse":  {"I'm sorry for any mistakes. I'll just have to make an exception and ask you the same question again, but", model.Usage{}, model.ErrCut, "The reply was cut"},
		"lmstudio/stream.sse":                {"Friday it is.", model.Usage{}, nil, ""},
		"lmstudio/stream_error.sse":          {"", model.Usage{}, nil, "stopped with an error. Try again (it says: The model has crashed"},
		"vllm/stream.sse":                    {"Friday it is.", model.Usage{PromptTokens: 24, ReplyTokens: 17}, nil, ""},
		"vllm/stream_error.sse":              {"", model.Usage{}, nil, "is in trouble (status 500)"},
		"openrouter/stream.sse":              {"Friday it is.", model.Usage{PromptTokens: 14, ReplyTokens: 163}, nil, ""},
		"openrouter/stream_error.sse":        {"Friday", model.Usage{}, nil, "Provider disconnected unexpectedly"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, ending := range []string{"\n", "\r\n"} {
				body := strings.ReplaceAll(recorded(t, name), "\n", ending)
				text, usage, err := reply(t.Context(), client(t, answer(200, "text/event-stream", body)))
				fit(t, err)
				if text != c.text || usage != c.usage {
					t.Errorf("got %q, %+v", text, usage)
				}
				if (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) {
					t.Errorf("got %v, want %q", err, c.says)
				}
				if c.fault != nil && !errors.Is(err, c.fault) {
					t.Errorf("got %v, want %v", err, c.fault)
				}
			}
		})
	}
}

func TestAReplyIsWhatCameHoweverItIsCut(t *testing.T) {
	body := recorded(t, "llamacpp/stream_lone_close.sse")
	for _, size := range []int{1, 7, 64} {
		c := client(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for rest := body; rest != ""; {
				n := min(size, len(rest))
				write(w, rest[:n])
				w.(http.Flusher).Flush()
				rest = rest[n:]
			}
		})
		// What a model does is learnt from its first reply.
		for range 2 {
			if text, _, err := reply(t.Context(), c); text != "Friday it is." || err != nil {
				t.Errorf("by %d: %q, %v", size, text, err)
			}
		}
	}
}

func TestWhatIsSent(t *testing.T) {
	type sent struct {
		Model    string `json:"model"`
		Messages []struct {
			Role, Content string
		} `json:"messages"`
		MaxTokens           int            `json:"max_tokens"`
		MaxCompletionTokens int            `json:"max_completion_tokens"`
		Stream              bool           `json:"stream"`
		StreamOptions       map[string]any `json:"stream_options"`
	}
	var got sent
	var keys map[string]any
	var auth, path string
	h := func(w http.ResponseWriter, r *http.Request) {
		var raw json.RawMessage
		if err := errors.Join(json.NewDecoder(r.Body).Decode(&raw), json.Unmarshal(raw, &got), json.Unmarshal(raw, &keys)); err != nil {
			t.Error(err)
		}
		auth, path = r.Header.Get("Authorization"), r.URL.Path
		answer(200, "text/event-stream", recorded(t, "openai/stream.sse"))(w, r)
	}
	p := prompt()
	p.Window = []memory.Message{
		{Role: memory.RoleUser, Text: "One."},
		{Role: memory.RoleAssistant, Text: ""},
		{Role: memory.RoleUser, Text: "Two."},
		{Role: memory.RoleAssistant, Text: "Three."},
		{Role: memory.RoleUser, Text: "Four."},
	}
	if _, err := client(t, h).Reply(t.Context(), p, func(string) {}); err != nil {
		t.Fatal(err)
	}
	want := "[{system You are muisto.} {user One.\n\nTwo.} {assistant Three.} {user Four.}]"
	if fmt.Sprint(got.Messages) != want {
		t.Errorf("messages %v", got.Messages)
	}
	if got.Model != "test-model" || got.MaxTokens != 100 || !got.Stream || got.StreamOptions["include_usage"] != true ||
		auth != "Bearer "+testKey || path != "/v1/chat/completions" {
		t.Errorf("sent %+v, %q, %q", got, auth, path)
	}
	for key := range keys {
		if !slices.Contains([]string{"model", "messages", "max_tokens", "stream", "stream_options"}, key) {
			t.Errorf("a knob nobody set: %s", key)
		}
	}
	keys = nil
	c := client(t, h, func(o *Options) { o.Model, o.Key, o.ContextTokens = "gpt-5-mini", "", 128_000 })
	if _, err := c.Reply(t.Context(), p, func(string) {}); err != nil {
		t.Fatal(err)
	}
	if _, ok := keys["max_tokens"]; ok || got.MaxCompletionTokens != 100+32_000 || auth != "" {
		t.Errorf("sent %v, %q", keys, auth)
	}
}

func TestWhatAnEndpointRefusesIsLeftOutFromThenOn(t *testing.T) {
	for name, c := range map[string]struct {
		refusal string
		status  int
		refused func(body string) bool
	}{
		"max_tokens":     {"openai/error_max_tokens.json", 400, func(b string) bool { return strings.Contains(b, `"max_tokens"`) }},
		"stream_options": {"vllm/error_422.json", 422, func(b string) bool { return strings.Contains(b, `"stream_options"`) }},
		"system role":    {"llamacpp/error_system.json", 500, func(b string) bool { return strings.Contains(b, `"system"`) }},
	} {
		t.Run(name, func(t *testing.T) {
			var calls atomic.Int32
			cl := client(t, func(w http.ResponseWriter, r *http.Request) {
				calls.Add(1)
				body := readAll(t, r)
				if c.refused(body) {
					answer(c.status, "application/json", recorded(t, c.refusal))(w, r)
					return
				}
				if !strings.Contains(body, "You are muisto.") {
					t.Errorf("the system text is lost: %s", body)
				}
				answer(200, "text/event-stream", recorded(t, "ollama/stream.sse"))(w, r)
			})
			for range 2 {
				if text, _, err := reply(t.Context(), cl); text != "Friday it is." || err != nil {
					t.Errorf("got %q, %v", text, err)
				}
			}
			if calls.Load() != 3 {
				t.Errorf("%d calls, want 3", calls.Load())
			}
		})
	}
}

func TestAServerThatRefusesEverythingIsNotAskedForEver(t *testing.T) {
	var calls atomic.Int32
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		answer(400, "application/json", `{"error":"unknown: system role, stream_options, max_tokens, max_completion_tokens"}`)(w, r)
	})
	_, _, err := reply(t.Context(), c)
	fit(t, err)
	if err == nil || calls.Load() > maxAdapts {
		t.Errorf("%d calls, %v", calls.Load(), err)
	}
}

func TestAWholeAnswerToAStreamedRequestIsTaken(t *testing.T) {
	body := strings.Replace(recorded(t, "openai/answer.json"), `{\"episodes\":[]}`, "Friday it is.", 1)
	text, usage, err := reply(t.Context(), client(t, answer(200, "application/json", body)))
	if text != "Friday it is." || usage.PromptTokens != 900 || err != nil {
		t.Errorf("got %q, %+v, %v", text, usage, err)
	}
}

func TestContentInPartsIsRead(t *testing.T) {
	text, _, err := reply(t.Context(), client(t, answer(200, "text/event-stream",
		`data: {"choices":[{"index":0,"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Fri"}]}}]}

data: {"choices":[{"index":0,"delta":{"content":"day"}},{"index":1,"delta":{"content":"Monday"}}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: [DONE]

`)))
	if text != "Friday" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestAReplyWithoutItsLastLineIsWholeIfItWasFinished(t *testing.T) {
	body := strings.TrimSuffix(recorded(t, "openai/stream_no_usage.sse"), "data: [DONE]\n\n")
	if text, _, err := reply(t.Context(), client(t, answer(200, "text/event-stream", body))); text != "Friday it is." || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestALongReplyIsCutAtItsBound(t *testing.T) {
	piece := `data: {"choices":[{"index":0,"delta":{"content":"` + strings.Repeat("ä", 100<<10) + "\"}}]}\n\n"
	c := client(t, answer(200, "text/event-stream", strings.Repeat(piece, 20)))
	text, _, err := reply(t.Context(), c)
	fit(t, err)
	if !errors.Is(err, errTooLarge) || len(text) > maxReply || len(text) < maxReply-4 || strings.Trim(text, "ä") != "" {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

func TestAnEndlessStreamIsCut(t *testing.T) {
	for name, piece := range map[string]string{
		"keep-alive lines": strings.Repeat(":"+strings.Repeat(" still here", 500)+"\n", 12),
		"reasoning":        `data: {"choices":[{"index":0,"delta":{"reasoning":"` + strings.Repeat("hm ", 20000) + "\"}}]}\n\n",
		"one line":         strings.Repeat("x", 64<<10),
	} {
		t.Run(name, func(t *testing.T) {
			c := client(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/event-stream")
				for r.Context().Err() == nil {
					write(w, piece)
				}
			})
			text, _, err := reply(t.Context(), c)
			fit(t, err)
			if text != "" || !errors.Is(err, errTooLarge) {
				t.Errorf("%d bytes, %v", len(text), err)
			}
		})
	}
}

func TestACallerThatGoesEndsTheReplyAndKeepsWhatCame(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		write(w, `data: {"choices":[{"index":0,"delta":{"content":"Fri"}}]}`+"\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done() // and says nothing more
	})
	var got string
	_, err := c.Reply(ctx, prompt(), func(piece string) {
		got += piece
		cancel()
	})
	if got != "Fri" || !errors.Is(err, context.Canceled) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestNothingIsSentOnceTheCallerHasGone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var calls atomic.Int32
	c := client(t, func(http.ResponseWriter, *http.Request) { calls.Add(1) })
	if _, _, err := reply(ctx, c); !errors.Is(err, context.Canceled) || calls.Load() != 0 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}

func TestAModelThatReasonsGetsTheRoomForIt(t *testing.T) {
	var limits []int
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		var sent struct {
			MaxTokens int `json:"max_tokens"`
		}
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
			t.Error(err)
		}
		limits = append(limits, sent.MaxTokens)
		body := `data: {"choices":[{"index":0,"delta":{"content":"<think>hm, hm"}}]}` + "\n\n"
		if sent.MaxTokens > 100 {
			body = recorded(t, "lmstudio/stream.sse")
		} else {
			body += `data: {"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}` + "\n\ndata: [DONE]\n\n"
		}
		answer(200, "text/event-stream", body)(w, r)
	})
	for range 2 {
		if text, _, err := reply(t.Context(), c); text != "Friday it is." || err != nil {
			t.Errorf("got %q, %v", text, err)
		}
	}
	if want := []int{100, 100 + defaultContext/4, 100 + defaultContext/4}; !slices.Equal(limits, want) {
		t.Errorf("bounds %v, want %v", limits, want)
	}
}
