package openai

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"muisto/model"
)

// A good answer is taken whatever types the fields have that nobody needs.
func TestAnAnswerWithFieldsOfOddTypes(t *testing.T) {
	const message = `"message":{"role":"assistant","content":"{\"episodes\":[]}"},"finish_reason":"stop"`
	for name, c := range map[string]struct {
		body string
		took int
	}{
		"a time with a fraction":   {`{"created":1748724739.7194,"choices":[{` + message + `}]}`, 0},
		"a time as text":           {`{"created":"2026-01-01","choices":[{` + message + `}]}`, 0},
		"an id that is a number":   {`{"id":17,"object":3,"model":null,"choices":[{` + message + `}]}`, 0},
		"a usage with fractions":   {`{"usage":{"prompt_tokens":12.0,"completion_tokens":3.0},"choices":[{` + message + `}]}`, 12},
		"a usage as text":          {`{"usage":{"prompt_tokens":"12"},"choices":[{` + message + `}]}`, 12},
		"a usage that is a list":   {`{"usage":[],"choices":[{` + message + `}]}`, 0},
		"a usage with odd details": {`{"usage":{"prompt_tokens":12,"prompt_tokens_details":"none"},"choices":[{` + message + `}]}`, 12},
		"a negative usage":         {`{"usage":{"prompt_tokens":-1,"completion_tokens":1e99},"choices":[{` + message + `}]}`, 0},
		"an index as text":         {`{"choices":[{"index":"0",` + message + `}]}`, 0},
		"one choice and no list":   {`{"choices":{` + message + `}}`, 0},
		"null before the choice":   {`{"choices":[null,{` + message + `}]}`, 0},
		"logprobs":                 {`{"choices":[{"logprobs":[1.5],` + message + `}]}`, 0},
		"content in parts":         {`{"choices":[{"message":{"content":[{"type":"text","text":"{\"episodes\":"},{"type":"image"},7,{"text":"[]}"}]}}]}`, 0},
		"a number for a finish":    {`{"choices":[{"message":{"content":"{\"episodes\":[]}"},"finish_reason":0}]}`, 0},
		"a refusal that is none":   {`{"choices":[{"message":{"content":"{\"episodes\":[]}","refusal":false,"tool_calls":"","annotations":{}}}]}`, 0},
		"an error that is none":    {`{"error":{"code":0,"message":""},"choices":[{` + message + `}]}`, 0},
		"a byte order mark":        {"\ufeff" + `{"choices":[{` + message + `}]}`, 0},
		"all where the reasoning is": {
			`{"choices":[{"message":{"content":"","reasoning_content":"{\"episodes\":[]}"}}]}`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var took model.Usage
			got, err := ask(t, client(t, answer(200, "application/json", c.body), func(o *Options) {
				o.Took = func(_ context.Context, _ string, u model.Usage) { took = u }
			}))
			if got != `{"episodes":[]}` || err != nil || took.PromptTokens != c.took {
				t.Errorf("got %q, %v, took %+v", got, err, took)
			}
		})
	}
}

func TestAStreamWithFieldsOfOddTypes(t *testing.T) {
	const piece = `data: {"choices":[{"index":0,"delta":{"content":"Friday."}}]}` + "\n\n"
	for name, c := range map[string]struct {
		body  string
		usage model.Usage
	}{
		"usage as text":         {piece + `data: {"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":"12","completion_tokens":"3"}}` + "\n\ndata: [DONE]\n\n", model.Usage{PromptTokens: 12, ReplyTokens: 3}},
		"usage with fractions":  {piece + `data: {"choices":[],"usage":{"prompt_tokens":12.0,"completion_tokens":3.9}}` + "\n\ndata: [DONE]\n\n", model.Usage{PromptTokens: 12, ReplyTokens: 3}},
		"a number for a finish": {piece + `data: {"choices":[{"delta":{},"finish_reason":0}]}` + "\n\ndata: [DONE]\n\n", model.Usage{}},
		"no delta":              {piece + `data: {"choices":[{"delta":null,"finish_reason":"stop"}]}` + "\n\n", model.Usage{}},
		"a delta that is text":  {`data: {"choices":[{"delta":"Friday."}]}` + "\n\ndata: [DONE]\n\n", model.Usage{}},
		"an odd role":           {`data: {"created":1.5,"choices":[{"delta":{"role":1,"content":"Friday."}}]}` + "\n\ndata: [DONE]\n\n", model.Usage{}},
		"content null":          {`data: {"choices":[{"delta":{"content":null}}]}` + "\n\n" + piece + "data: [DONE]\n\n", model.Usage{}},
		"content a number":      {`data: {"choices":[{"delta":{"content":5}}]}` + "\n\n" + piece + "data: [DONE]\n\n", model.Usage{}},
		"no choices":            {`data: {"choices":null,"usage":null}` + "\n\n" + piece + "data: [DONE]\n\n", model.Usage{}},
		"a usage of text":       {piece + `data: {"choices":[{"finish_reason":"stop"}],"usage":"none"}` + "\n\ndata: [DONE]\n\n", model.Usage{}},
	} {
		t.Run(name, func(t *testing.T) {
			text, took, err := reply(t.Context(), client(t, answer(200, "text/event-stream", c.body)))
			if text != "Friday." || took != c.usage || err != nil {
				t.Errorf("got %q, %+v, %v", text, took, err)
			}
		})
	}
}

func TestModelsInAnyForm(t *testing.T) {
	for _, body := range []string{
		`{"data":[{"id":"a","created":1.5},{"id":"b","created":"x"}]}`,
		`[{"id":"a"},{"id":"b"}]`,
		`["a","b"]`,
		`{"data":["a","b"]}`,
		`{"models":[{"name":"a"},{"model":"b"}]}`,
		`{"data":null,"models":["a",{"id":"b"}]}`,
		`{"object":1,"data":[{"id":"a","permission":{}},{"id":"b","owned_by":7},null]}`,
	} {
		got, err := client(t, answer(200, "application/json", body)).Models(t.Context())
		if err != nil || !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("%s: %q, %v", body, got, err)
		}
	}
}

func TestReasoningInAStructuredAnswerIsNotTheAnswer(t *testing.T) {
	const draft, final = `{\"episodes\":[{\"what\":\"a draft that is longer\"}]}`, `{\"episodes\":[]}`
	for _, said := range []string{
		"<thought>" + draft + "</thought>" + final,
		"<think>" + draft + "</think>\\n" + final,
		"<REASONING>" + draft + "</REASONING>" + final,
		"[THINK]" + draft + "[/THINK]" + final,
		"<|channel|>analysis<|message|>" + draft + "<|end|><|start|>assistant<|channel|>final<|message|>" + final,
		"<|channel>thought " + draft + "<channel|>" + final,
		draft + "</think>" + final,
		draft + "[/THINK]" + final,
		"<seed:think>" + draft + "</seed:think>```json\\n" + final + "\\n```",
		"<|START_THINKING|>" + draft + "<|END_THINKING|>" + final,
	} {
		got, err := ask(t, client(t, answer(200, "application/json", `{"choices":[{"message":{"content":"`+said+`"},"finish_reason":"stop"}]}`)))
		if got != `{"episodes":[]}` || err != nil {
			t.Errorf("%s: %q, %v", said, got, err)
		}
	}
}

func TestErrorsInTheFormOfGoogle(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		says   string
	}{
		"key":        {400, `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]`, "does not accept the API key"},
		"quota":      {429, `[{"error":{"code":429,"message":"Quota exceeded.","status":"RESOURCE_EXHAUSTED"}}]`, "has had too many requests. Try again in a minute (it says: Quota exceeded)"},
		"permission": {403, `[{"error":{"code":403,"message":"No.","status":"PERMISSION_DENIED"}}]`, "does not let this key use"},
		"overloaded": {200, `[{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}]`, "is in trouble (status 503)"},
		"a word":     {200, `{"error":{"message":"x","status":"UNAVAILABLE"}}`, "is in trouble (status 503)"},
		"a model":    {404, `[{"error":{"code":404,"message":"models/x is not found","status":"NOT_FOUND"}}]`, "has no model named"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := reply(t.Context(), client(t, answer(c.status, "application/json", c.body)))
			fit(t, err)
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.ContainsAny(err.Error(), "{}") {
				t.Errorf("got %v, want %q", err, c.says)
			}
		})
	}
}

func TestAnErrorListInAStreamIsTriedAgain(t *testing.T) {
	calls := 0
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		if calls++; calls == 1 {
			answer(200, "text/event-stream", `[{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}]`)(w, r)
			return
		}
		answer(200, "text/event-stream", said("Fri")+over)(w, r)
	})
	if text, _, err := reply(t.Context(), c); text != "Fri" || err != nil || calls != 2 {
		t.Errorf("%q, %v after %d calls", text, err, calls)
	}
	_, _, err := reply(t.Context(), client(t, answer(200, "text/event-stream", said("Fri")+"data: "+`[{"error":{"code":500,"message":"lost a worker"}}]`+"\n\n")))
	if err == nil || !strings.Contains(err.Error(), "lost a worker") || errors.Is(err, errBrokenOff) {
		t.Errorf("got %v", err)
	}
}
