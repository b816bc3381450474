// Package openai is the language model behind an OpenAI-compatible endpoint:
// OpenAI itself, Ollama, llama.cpp, LM Studio, vLLM, OpenRouter. It streams
// replies, encodes batches, writes facts and makes embeddings.
//
// It knows how such servers differ and fail, and says it in sentences for a
// person. It knows nothing of the store, the screen or the settings file.
package openai

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"
	"time"

	api "github.com/sashabaranov/go-openai"

	"muisto/harmless"
	"muisto/model"
)

// Options say which model a Client stands for.
type Options struct {
	// BaseURL is the endpoint: "http://127.0.0.1:11434/v1".
	BaseURL string
	// Key may be empty where the endpoint wants none.
	Key string
	// KeyFrom, if set, gives the key when it is first needed. Its errors are
	// sentences for the person.
	KeyFrom func(context.Context) (string, error)
	// Model is its name there.
	Model string
	// Embeddings is the name of an embedding model there; empty for none.
	Embeddings string
	// ContextTokens is the window in tokens, reply included; 4096 if 0.
	ContextTokens int
	// Thinking says whether the model is to reason before it answers;
	// ThinkingAuto if empty.
	Thinking Thinking
	// Timeout bounds one whole answer with its retries, Silence the time in
	// which nothing comes; defaults if 0.
	Timeout, Silence time.Duration
	// Took is told what each structured answer took, as far as the endpoint
	// reports it, by the name of its shape; nil to tell nobody.
	Took func(ctx context.Context, name string, u model.Usage)
	// Transport carries the requests; one with time-outs of its own if nil.
	Transport http.RoundTripper
}

// Thinking says whether a model that can is to reason before it answers.
type Thinking string

// The values of Thinking.
const (
	ThinkingAuto Thinking = "auto" // in replies, and not in structured answers
	ThinkingOn   Thinking = "on"   // always
	ThinkingOff  Thinking = "off"  // never, as far as it can be asked
)

// Client is one model at one endpoint. It may be used by several goroutines.
type Client struct {
	options Options
	api     *api.Client
	line    *line
	key     *key
	// host is the endpoint's, fit to be shown.
	host string

	mu      sync.Mutex
	manners manners

	// jitter gives a part of a wait, from none of it to all.
	jitter func(time.Duration) time.Duration
}

// New makes a Client. It makes no connection.
func New(o Options) *Client {
	if o.ContextTokens <= 0 {
		o.ContextTokens = defaultContext
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.Silence <= 0 {
		o.Silence = defaultSilence
	}
	if o.Thinking == "" {
		o.Thinking = ThinkingAuto
	}
	if o.Transport == nil {
		o.Transport = newTransport()
	}
	k := newKey(o.Key, o.KeyFrom)
	o.Key = ""
	c := &Client{
		options: o,
		line:    newLine(o.Transport, o.Silence, k),
		key:     k,
		host:    hostOf(o.BaseURL),
		manners: expected(o.BaseURL, o.Model),
		jitter:  func(d time.Duration) time.Duration { return rand.N(d + 1) },
	}
	config := api.DefaultConfig("") // the line puts the key in
	config.BaseURL = o.BaseURL
	config.HTTPClient = c.line
	c.api = api.NewClientWithConfig(config)
	return c
}

// Name is the model's name, fit to be shown.
func (c *Client) Name() string { return harmless.Line(c.options.Model) }

// ContextTokens is the model's window in tokens, reply included.
func (c *Client) ContextTokens() int { return c.options.ContextTokens }

// Close lets go of the connections that are kept for the next request.
func (c *Client) Close() { c.line.http.CloseIdleConnections() }

// within bounds a whole answer in time.
func (c *Client) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, c.options.Timeout, errTooLong)
}

// ready says, before any connection is made, what is missing for one.
func (c *Client) ready(ctx context.Context) error {
	key, err := c.key.get(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return &Failure{sentence: "No key could be had: " + shown(err.Error(), "") + ".", cause: err}
	}
	if key == "" && isOpenAI(c.options.BaseURL) {
		return c.explain(ctx, errNoKey)
	}
	return nil
}

func (c *Client) mannersNow() manners {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.manners
}

func (c *Client) learn(change func(*manners)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(&c.manners)
}

func hostOf(baseURL string) string {
	u, err := url.Parse(baseURL)
	if err != nil || u.Host == "" {
		return "the endpoint"
	}
	return harmless.Line(u.Host)
}

func isOpenAI(baseURL string) bool {
	u, err := url.Parse(baseURL)
	return err == nil && u.Hostname() == "api.openai.com"
}
