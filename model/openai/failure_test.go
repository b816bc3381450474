package openai

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestRecordedErrors(t *testing.T) {
	const html = "<!DOCTYPE html>\n<html><body><h1>Welcome to the router</h1></body></html>"
	for name, c := range map[string]struct {
		status int
		body   string
		says   string
	}{
		"wrong key":            {401, "openai/error_401.json", "does not accept the API key. Check OPENAI_API_KEY, or model.api_key in the settings file."},
		"wrong key, llama.cpp": {401, "llamacpp/error_401.json", "does not accept the API key"},
		"unknown model":        {404, "openai/error_404.json", "has no model named test-model. Choose another with --model"},
		"ollama, unknown":      {404, "ollama/error_404.json", "has no model named test-model"},
		"ollama says":          {404, "ollama/error_404.json", "try pulling it first"},
		"vllm, unknown":        {404, "vllm/error_404.json", "has no model named test-model"},
		"lm studio, unknown":   {404, "lmstudio/error_404.json", "has no model named test-model"},
		"openrouter, unknown":  {400, "openrouter/error_400.json", "has no model named test-model"},
		"no such path":         {404, "vllm/error_detail.json", "There is no chat at"},
		"lm studio, no path":   {200, "lmstudio/error_endpoint.json", "There is no chat at"},
		"no credit":            {429, "openai/error_quota.json", "has no credit left"},
		"openrouter credit":    {402, "openrouter/error_402.json", "has no credit left"},
		"too many":             {429, "openai/error_429.json", "has had too many requests. Try again in a minute"},
		"openrouter, upstream": {429, "openrouter/error_429.json", "temporarily rate-limited upstream"},
		"moderated":            {403, "openrouter/error_403.json", "does not let this key use test-model"},
		"in trouble":           {500, "openai/error_500.json", "is in trouble (status 500). Try again in a while"},
		"runner died":          {500, "ollama/error_500.json", "llama runner process has terminated"},
		"loading":              {503, "llamacpp/error_503.json", "is in trouble (status 503). Try again in a while (it says: Loading model)."},
		"too long":             {400, "openai/error_context.json", "is more than test-model can read at once. Set model.context_tokens"},
		"too long, llama.cpp":  {400, "llamacpp/error_context.json", "is more than test-model can read at once"},
		"too long, vllm":       {400, "vllm/error_context.json", "is more than test-model can read at once"},
		"filtered":             {400, "openai/error_content_filter.json", "content filter"},
		"form":                 {400, "openai/error_schema.json", "refused the request (status 400)"},
		"a page":               {200, html, "Something other than a language model answers at"},
		"a page, not found":    {404, html, "Something other than a language model answers at"},
		"a page, bad gateway":  {502, html, "is in trouble (status 502). Try again in a while."},
		"plain text":           {200, "Ollama is running", "Something other than a language model answers at"},
		"a list":               {200, "[1,2]", "Something other than a language model answers at"},
		"nothing":              {404, "", "There is no chat at"},
		"controls":             {400, `{"error":{"message":"a\u001b]0;x\u0007b\nc"}}`, "(it says: ab c)"},
		"the key repeated":     {400, `{"error":{"message":"bad: sk-hush-0123456789"}}`, "(it says: bad: [key])"},
		"a long one":           {400, `{"error":{"message":"` + strings.Repeat("x", 5000) + `"}}`, strings.Repeat("x", maxErrorText) + "…)"},
		"a huge one":           {400, strings.Repeat("y", 1<<20), "yyy"},
		"texts":                {400, `{"error":{"message":["a","b"]}}`, "(it says: a, b)"},
		"an object as detail":  {422, `{"detail":[{"loc":["body","x"],"msg":"wrong"}]}`, "body x wrong"},
	} {
		t.Run(name, func(t *testing.T) {
			body := c.body
			if strings.HasSuffix(body, ".json") {
				body = recorded(t, body)
			}
			kind := "application/json"
			if strings.HasPrefix(body, "<") {
				kind = "text/html; charset=utf-8"
			}
			cl := client(t, answer(c.status, kind, body))
			text, _, err := reply(t.Context(), cl)
			fit(t, err)
			if err == nil || text != "" || !strings.Contains(err.Error(), c.says) {
				t.Errorf("reply: %q, %v\nwant %q", text, err, c.says)
			}
			_, err = ask(t, cl)
			if err == nil || name != "form" && !strings.Contains(err.Error(), c.says) {
				t.Errorf("structured: %v\nwant %q", err, c.says)
			}
			_, err = cl.Embed(t.Context(), []string{"a"})
			fit(t, err)
			if err == nil {
				t.Error("embed: no error")
			}
		})
	}
}

func TestAMissingKeyIsToldWithoutAConnection(t *testing.T) {
	var calls atomic.Int32
	refuse := roundTrip(func(*http.Request) (*http.Response, error) {
		calls.Add(1)
		return nil, errors.New("no network here")
	})
	c := New(Options{BaseURL: "https://api.openai.com/v1", Model: "gpt-5-mini", Embeddings: "e", Transport: refuse})
	_, _, replyErr := reply(t.Context(), c)
	_, askErr := ask(t, c)
	_, embedErr := c.Embed(t.Context(), []string{"a"})
	for _, err := range []error{replyErr, askErr, embedErr} {
		fit(t, err)
		if err == nil || !strings.Contains(err.Error(), "There is no API key for api.openai.com. Set OPENAI_API_KEY") {
			t.Errorf("got %v", err)
		}
	}
	if calls.Load() != 0 {
		t.Errorf("%d connections", calls.Load())
	}
	local := client(t, answer(401, "application/json", `{"error":"no"}`), func(o *Options) { o.Key = "" })
	if _, _, err := reply(t.Context(), local); err == nil || !strings.Contains(err.Error(), "wants an API key. Set OPENAI_API_KEY") {
		t.Errorf("got %v", err)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestNetworkFaultsAreSentences(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close() // so that nothing listens there
	for name, c := range map[string]struct {
		url       string
		transport http.RoundTripper
		says      string
	}{
		"refused": {server.URL + "/v1", nil, "Nothing is listening at 127.0.0.1:"},
		"no such name": {"http://ollama.invalid:11434/v1", roundTrip(func(*http.Request) (*http.Response, error) {
			return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "ollama.invalid", IsNotFound: true}}
		}), "The name ollama.invalid:11434 cannot be found. Check the base URL and the network."},
		"anything else": {"http://x/v1", roundTrip(func(*http.Request) (*http.Response, error) {
			return nil, errors.New("odd\x1b[31m fault of sk-hush-0123456789")
		}), "Asking x failed: "},
	} {
		t.Run(name, func(t *testing.T) {
			cl := New(Options{BaseURL: c.url, Key: testKey, Model: "m", Transport: c.transport})
			defer cl.Close()
			_, _, err := reply(t.Context(), cl)
			fit(t, err)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %q", err, c.says)
			}
		})
	}
}

func TestTLSFaultsAreSentences(t *testing.T) {
	server := func(start func(*httptest.Server)) *httptest.Server {
		s := httptest.NewUnstartedServer(http.NotFoundHandler())
		s.Config.ErrorLog = log.New(io.Discard, "", 0)
		start(s)
		t.Cleanup(s.Close)
		return s
	}
	selfSigned := server((*httptest.Server).StartTLS)
	plain := server((*httptest.Server).Start)
	old := server(func(s *httptest.Server) {
		s.TLS = &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS10}
		s.StartTLS()
	})
	for url, says := range map[string]string{
		selfSigned.URL: "is not safe, since its certificate does not hold",
		strings.Replace(plain.URL, "http:", "https:", 1): "does not speak TLS. Check the base URL: http:// instead of https://",
		old.URL: "find no way to a safe connection",
	} {
		c := New(Options{BaseURL: url + "/v1", Key: testKey, Model: "m"})
		_, _, err := reply(t.Context(), c)
		c.Close()
		fit(t, err)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %q", err, says)
		}
	}
}

func TestARedirectIsNotFollowed(t *testing.T) {
	var calls atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	defer elsewhere.Close()
	for _, status := range []int{301, 302, 307, 308} {
		c := client(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+"/v1/chat/completions", status)
		})
		_, _, err := reply(t.Context(), c)
		fit(t, err)
		if err == nil || !strings.Contains(err.Error(), "sends on to "+elsewhere.URL) || calls.Load() != 0 {
			t.Errorf("%d: %v after %d calls", status, err, calls.Load())
		}
	}
}

func TestAHugeAnswerIsNotTakenIn(t *testing.T) {
	h := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		write(w, `{"choices":[{"message":{"content":"`)
		for r.Context().Err() == nil {
			write(w, strings.Repeat("x", 64<<10))
		}
	}
	c := client(t, h)
	if _, err := ask(t, c); !errors.Is(err, errTooLarge) {
		t.Errorf("structured: %v", err)
	}
	if _, err := c.Embed(t.Context(), []string{"a"}); !errors.Is(err, errTooLarge) {
		t.Errorf("embed: %v", err)
	}
	if _, _, err := reply(t.Context(), c); !errors.Is(err, errTooLarge) {
		t.Errorf("reply: %v", err)
	}
}

func TestAConnectionThatBreaksMidStreamKeepsWhatCame(t *testing.T) {
	var calls atomic.Int32
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		w.Header().Set("Content-Type", "text/event-stream")
		write(w, `data: {"choices":[{"index":0,"delta":{"content":"`+strings.Repeat("Friday ", 200)+`"}}]}`+"\n\n")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	text, _, err := reply(t.Context(), c)
	fit(t, err)
	if text != strings.Repeat("Friday ", 200) || err == nil || calls.Load() != 1 {
		t.Errorf("%d bytes, %v, %d calls", len(text), err, calls.Load())
	}
}

func TestAConnectionThatBreaksBeforeTheReplyIsTriedAgain(t *testing.T) {
	var calls atomic.Int32
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) < 3 {
			panic(http.ErrAbortHandler)
		}
		answer(200, "text/event-stream", recorded(t, "ollama/stream.sse"))(w, r)
	})
	if text, _, err := reply(t.Context(), c); text != "Friday it is." || err != nil || calls.Load() != 3 {
		t.Errorf("%q, %v, %d calls", text, err, calls.Load())
	}
}

func TestEventsThatAreNoJSON(t *testing.T) {
	for body, says := range map[string]string{
		"data: hello\n\n":  "Something other than a language model answers",
		": just waiting\n": "Something other than a language model answers",
		"{\"choices\": [":  "Something other than a language model answers",
		"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Fri\"}}]}\n\ndata: {\"cho\n\n": "broke off",
		"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Fri\"}}]}\n\n":                 "broke off",
	} {
		_, _, err := reply(t.Context(), client(t, answer(200, "text/event-stream", body)))
		fit(t, err)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", body, err, says)
		}
	}
}

func TestBriefTimes(t *testing.T) {
	for d, want := range map[time.Duration]string{
		2 * time.Minute: "2m", time.Hour: "1h", 90 * time.Second: "1m30s", 10 * time.Minute: "10m",
		1500 * time.Millisecond: "2s", 0: "0s", 61 * time.Minute: "1h1m",
	} {
		if got := brief(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

func TestTheKeyIsInNoError(t *testing.T) {
	for _, body := range []string{
		fmt.Sprintf(`{"error":{"message":"key %s is bad"}}`, testKey), "plain " + testKey, fmt.Sprintf(`{"error":%q}`, testKey),
	} {
		for _, status := range []int{200, 400, 401, 403, 404, 429, 500} {
			_, _, err := reply(context.Background(), client(t, answer(status, "application/json", body)))
			fit(t, err)
			if err == nil {
				t.Errorf("%d %s: no error", status, body)
			}
		}
	}
}
