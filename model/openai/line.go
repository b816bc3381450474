package openai

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"strings"
	"time"
)

// line carries requests to the endpoint and holds what comes back to bounds of
// size and time before the library reads it.
type line struct {
	http    *http.Client
	silence time.Duration
	key     *key
}

func newTransport() http.RoundTripper {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: connectTimeout}).DialContext,
		TLSHandshakeTimeout: connectTimeout,
		ForceAttemptHTTP2:   true,
		MaxIdleConns:        maxIdle,
		IdleConnTimeout:     idleTime,

		MaxResponseHeaderBytes: maxHeader,
	}
}

func newLine(t http.RoundTripper, silence time.Duration, k *key) *line {
	return &line{
		http: &http.Client{
			Transport: t,
			// A redirect would take the conversation to where nobody sent it.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		silence: silence,
		key:     k,
	}
}

// Do sends a request of the library's. What is no answer of a model is an error
// here: a refusal, or errForeign.
func (l *line) Do(req *http.Request) (*http.Response, error) {
	streamed := req.Header.Get("Accept") == "text/event-stream"
	ctx, cancel := context.WithCancelCause(req.Context())
	watch := newWatch(l.silence, cancel)
	if !streamed {
		// All of it comes at once when it is done, so silence says nothing.
		watch.stop()
	}
	req = req.WithContext(ctx)
	req.Header.Del("Authorization")
	if key := l.key.now(); key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := l.http.Do(req)
	if err != nil {
		watch.stop()
		err = causeOf(ctx, err)
		cancel(nil)
		return nil, err
	}
	body := &watchedBody{ReadCloser: resp.Body, ctx: ctx, cancel: cancel, watch: watch}
	if err := l.accept(resp, body, streamed); err != nil {
		return nil, errors.Join(err, body.Close())
	}
	return resp, nil
}

// accept puts the bounded body into the response, or says why it is none.
func (l *line) accept(resp *http.Response, body *watchedBody, streamed bool) error {
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return readRefusal(resp, body, l.key.now())
	}
	if isPage(resp.Header) {
		return errForeign
	}
	if streamed {
		resp.Body = body
		return nil
	}
	limit := int64(maxAnswer)
	if strings.HasSuffix(resp.Request.URL.Path, "/embeddings") {
		limit = maxVectors
	}
	whole, err := io.ReadAll(io.LimitReader(body, limit+1))
	if err != nil {
		return err
	}
	if int64(len(whole)) > limit {
		return errTooLarge
	}
	whole = bytes.TrimSpace(bytes.TrimPrefix(whole, []byte(byteOrderMark)))
	if err := checkWhole(whole, l.key.now()); err != nil {
		return err
	}
	resp.Body = &struct {
		io.Reader
		io.Closer
	}{bytes.NewReader(whole), body}
	return nil
}

// checkWhole: some servers answer 200 and put the error in the body.
func checkWhole(whole []byte, key string) error {
	if !isJSON(whole) {
		return errForeign
	}
	if e := refusalIn(whole, key); e != nil {
		return e
	}
	return nil
}

func isPage(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && (kind == "text/html" || kind == "application/xhtml+xml")
}

// watch cancels a request when nothing has come for a while.
type watch struct {
	timer *time.Timer
	after time.Duration
}

func newWatch(after time.Duration, cancel context.CancelCauseFunc) *watch {
	return &watch{time.AfterFunc(after, func() { cancel(errSilent) }), after}
}

// heard starts the wait anew.
func (w *watch) heard() {
	// One that has fired has cancelled; it must not be set again.
	if w.timer.Stop() {
		w.timer.Reset(w.after)
	}
}

func (w *watch) stop() { w.timer.Stop() }

// watchedBody ends with the cause that its request was cancelled for.
type watchedBody struct {
	io.ReadCloser
	ctx    context.Context
	cancel context.CancelCauseFunc
	watch  *watch
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.watch.heard()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = causeOf(b.ctx, err)
	}
	return n, err
}

func (b *watchedBody) Close() error {
	b.watch.stop()
	b.cancel(nil)
	return b.ReadCloser.Close()
}

// causeOf gives why ctx was cancelled, if it was, instead of what that broke.
func causeOf(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}
