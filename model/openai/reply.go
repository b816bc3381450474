package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"muisto/model"
)

// Reply streams a reply, in which the model may ask for more of the memory, as
// often as it is let. Its errors are sentences; one that is model.ErrCut comes
// with a reply that is good as far as it goes.
func (c *Client) Reply(ctx context.Context, p model.Prompt, emit func(piece string)) (model.Usage, error) {
	if err := c.ready(ctx); err != nil {
		return model.Usage{}, err
	}
	timed, done := c.within(ctx)
	defer done()
	said := newUnkeyed(c.key.now(), emit)
	u := newUtterance(said.write, c.mannersNow().opening)
	err := c.converse(timed, p, u)
	err = u.end(causeIfOver(timed, err))
	said.end()
	c.learn(func(m *manners) {
		m.opening = u.opening
		m.reasons = m.reasons || u.hasReasoned()
	})
	return u.total(), c.explain(ctx, err)
}

// causeIfOver names the time-out where it is what ended the context.
func causeIfOver(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	return causeOf(ctx, err)
}

// stream sends the request and takes in what comes, until it is whole, ctx ends
// or it fails. Nothing is sent again once some of it has been said.
func (c *Client) stream(ctx context.Context, q inquiry, m manners, u *utterance) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	request := c.requestFor(q, m)
	if m.usage {
		request.StreamOptions = &api.StreamOptions{IncludeUsage: true}
	}
	request.Stream = true
	resp, err := c.post(ctx, request)
	if err != nil {
		return withTools(err, request)
	}
	u.begin(len(request.Tools) > 0)
	chunks := make(chan received)
	go receive(ctx, newEvents(resp.Body, c.key.now()), chunks)
	// The body is closed first, so that a receiver waiting for it lets go.
	defer func() {
		cancel()
		resp.Body.Close()
		for range chunks {
		}
	}()
	err = withTools(u.listen(ctx, chunks), request)
	if err != nil && u.said > 0 {
		return final{err}
	}
	return err
}

// post sends a request for a chat.
func (c *Client) post(ctx context.Context, r chatRequest) (*http.Response, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("write a request: %w", err)
	}
	url := strings.TrimRight(c.options.BaseURL, "/") + "/chat/completions"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("write a request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if r.Stream {
		req.Header.Set("Accept", "text/event-stream")
	}
	resp, err := c.line.Do(req)
	var refused *refusal
	switch {
	case errors.As(err, &refused):
		refused.extras = r.hasExtras()
	case err == nil && r.hasExtras():
		c.learn(func(m *manners) { m.extras = true })
	}
	return resp, err
}

// received is one chunk, or why there are no more.
type received struct {
	chunk chunk
	err   error
}

// receive passes on what comes until the stream or ctx ends.
func receive(ctx context.Context, from *events, to chan<- received) {
	defer close(to)
	for {
		var r received
		var data []byte
		if data, r.err = from.next(); r.err == nil {
			r.err = json.Unmarshal(data, &r.chunk)
		}
		select {
		case to <- r:
		case <-ctx.Done():
			return
		}
		if r.err != nil {
			return
		}
	}
}

// listen takes in chunks until there are no more.
func (u *utterance) listen(ctx context.Context, chunks <-chan received) error {
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-u.overdue():
			u.release()
		case r := <-chunks:
			switch {
			case errors.Is(r.err, io.EOF):
				return nil
			case errors.Is(r.err, errBrokenOff) && u.finish != "":
				return nil // it was whole, but for the line that says so
			case r.err != nil:
				return r.err
			}
			if err := u.take(r.chunk); err != nil {
				return err
			}
		}
	}
}

func isFinal(err error) bool {
	var f final
	return errors.As(err, &f)
}
