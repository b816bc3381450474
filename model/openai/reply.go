package openai

import (
	"context"
	"encoding/json"
	"errors"
	"io"

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
	stream, err := c.api.CreateChatCompletionStream(ctx, request)
	if err != nil {
		return withTools(err, request)
	}
	u.begin(len(request.Tools) > 0)
	chunks := make(chan received)
	go receive(ctx, stream, chunks)
	// The body is closed first, so that a receiver waiting for it lets go.
	defer func() {
		cancel()
		stream.Close()
		for range chunks {
		}
	}()
	err = withTools(u.listen(ctx, chunks), request)
	if err != nil && u.said > 0 {
		return final{err}
	}
	return err
}

// received is one chunk, or why there are no more.
type received struct {
	chunk chunk
	err   error
}

// receive passes on what comes until the stream or ctx ends.
func receive(ctx context.Context, stream *api.ChatCompletionStream, to chan<- received) {
	defer close(to)
	heard := false
	for {
		var r received
		raw, err := stream.RecvRaw()
		r.err = err
		if err == nil && json.Unmarshal(raw, &r.chunk) != nil {
			r.err = errForeign
			if heard {
				r.err = errBrokenOff
			}
		}
		heard = true
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
			case errors.Is(r.err, io.EOF) && !errors.Is(r.err, io.ErrUnexpectedEOF):
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
