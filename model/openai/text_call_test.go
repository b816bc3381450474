package openai

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// callsInText are what models write for a call with the query "rent".
func callsInText() map[string]string {
	return map[string]string{
		"Hermes":          "<tool_call>\n{\"name\": \"recall_more\", \"arguments\": {\"query\": \"rent\"}}\n</tool_call>",
		"never closed":    `<tool_call>{"name": "recall_more", "arguments": {"query": "rent"}}`,
		"Llama 3":         `{"name": "recall_more", "parameters": {"query": "rent"}}`,
		"Llama 3.1":       `<function=recall_more>{"query": "rent"}</function>`,
		"Python tag":      `<|python_tag|>{"name": "recall_more", "parameters": {"query": "rent"}}<|eom_id|>`,
		"fenced":          "```json\n{\"name\": \"recall_more\", \"arguments\": {\"query\": \"rent\"}}\n```",
		"Gemma":           "```tool_code\nrecall_more(query=\"rent\")\n```",
		"Gemma, printed":  "```tool_code\nprint(default_api.recall_more(query='rent'))\n```",
		"Mistral":         `[TOOL_CALLS][{"name": "recall_more", "arguments": {"query": "rent"}}]`,
		"newer Mistral":   `[TOOL_CALLS]recall_more[ARGS]{"query": "rent"}`,
		"Llama 4":         `[recall_more(query="rent")]`,
		"Qwen Coder":      "<tool_call>\n<function=recall_more>\n<parameter=query>\nrent\n</parameter>\n</function>\n</tool_call>",
		"GLM":             "<tool_call>recall_more\n<arg_key>query</arg_key>\n<arg_value>rent</arg_value>\n</tool_call>",
		"DeepSeek":        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>recall_more\n```json\n{\"query\": \"rent\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
		"Kimi":            `<|tool_calls_section_begin|><|tool_call_begin|>functions.recall_more:0<|tool_call_argument_begin|>{"query": "rent"}<|tool_call_end|><|tool_calls_section_end|>`,
		"LFM2":            `<|tool_call_start|>[recall_more(query="rent")]<|tool_call_end|>`,
		"invoked":         `<function_calls><invoke name="recall_more"><parameter name="query">rent</parameter></invoke></function_calls>`,
		"OpenAI":          `{"type": "function", "function": {"name": "recall_more", "arguments": "{\"query\": \"rent\"}"}}`,
		"by its key":      `{"recall_more": {"query": "rent"}}`,
		"as of ReAct":     `{"action": "recall_more", "action_input": {"query": "rent"}}`,
		"the name alone":  `recall_more {"query": "rent"}`,
		"after reasoning": `<think>I should look.</think><tool_call>{"name": "recall_more", "arguments": {"query": "rent"}}</tool_call>`,
	}
}

func TestAReplyThatIsNothingButACallIsOne(t *testing.T) {
	for name, said := range callsInText() {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{len(said), 3} {
				d := &dialogue{t: t, bodies: []string{streamed(said, size), recorded(t, "ollama/stream.sse")}}
				p := prompt()
				var asked []string
				p.More = func(_ context.Context, _ []string, query string) (string, error) {
					asked = append(asked, query)
					return brought, nil
				}
				var text string
				_, err := client(t, d.ServeHTTP).Reply(t.Context(), p, func(piece string) { text += piece })
				if text != "Friday it is." || err != nil || !slices.Equal(asked, []string{"rent"}) {
					t.Errorf("by %d: %q, %v, asked for %q", size, text, err, asked)
				}
			}
		})
	}
}

func TestAReplyThatHasMoreInItThanACallIsAReply(t *testing.T) {
	for _, said := range []string{
		`I would call recall_more, but I know: it is Friday.`,
		"```json\n{\"name\": \"Noor\"}\n```",
		`{"name": "other_tool", "arguments": {}} is how it is written.`,
		`[1] Friday. [2] Sunday.`,
		`<b>Friday</b> it is.`,
		"```go\nfmt.Println(1)\n```",
		`recall_more is the name of my tool.`,
		`{"name": "recall_more", "arguments": {}} and so on: that is what I would write.`,
		`[recall_more](https://example.org) is a page.`,
		`recall`,
		`<tool_call> is a tag.`,
	} {
		for _, size := range []int{len(said), 3} {
			p := prompt()
			p.More = func(context.Context, []string, string) (string, error) {
				t.Errorf("%q was taken for a call", said)
				return "", nil
			}
			var text string
			_, err := client(t, answer(200, "text/event-stream", streamed(said, size))).Reply(t.Context(), p, func(piece string) { text += piece })
			if text != said || err != nil {
				t.Errorf("by %d: %q, %v, want %q", size, text, err, said)
			}
		}
	}
}

func TestACallInWordsWhereNoneIsOfferedIsSaid(t *testing.T) {
	said := `<tool_call>{"name": "recall_more", "arguments": {}}</tool_call>`
	text, _, err := reply(t.Context(), client(t, answer(200, "text/event-stream", streamed(said, 5))))
	if text != said || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

func TestACallInWordsAfterTheLastRoundIsNotSaid(t *testing.T) {
	said := `<tool_call>{"name": "recall_more", "arguments": {"query": "rent"}}</tool_call>`
	requests := 0
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		requests++
		answer(200, "text/event-stream", streamed(said, 5))(w, r)
	})
	p := prompt()
	p.More = func(context.Context, []string, string) (string, error) { return brought, nil }
	var text string
	_, err := c.Reply(t.Context(), p, func(piece string) { text += piece })
	fit(t, err)
	if text != "" || err == nil || requests != maxRounds+1 {
		t.Errorf("%q, %v after %d requests", text, err, requests)
	}
}

// streamed is a reply in events of size bytes each, cut between characters.
func streamed(text string, size int) string {
	var b strings.Builder
	for rest := text; rest != ""; {
		n := min(size, len(rest))
		for n < len(rest) && rest[n]&0xC0 == 0x80 {
			n++
		}
		piece, err := json.Marshal(rest[:n])
		if err != nil {
			panic(err)
		}
		b.WriteString(`data: {"choices":[{"index":0,"delta":{"content":` + string(piece) + "}}]}\n\n")
		rest = rest[n:]
	}
	return b.String() + over
}
