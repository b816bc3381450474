package openai

import (
	"context"
	"errors"
	"io"
	"net"
	"syscall"
	"time"
)

// final marks an error after which nothing is sent again, because part of the
// answer has been passed on.
type final struct{ error }

func (f final) Unwrap() error { return f.error }

// persist sends a request until it succeeds, the fault is none that passes by
// itself, or there have been enough tries.
func (c *Client) persist(ctx context.Context, send func(context.Context) error) error {
	for try := 1; ; try++ {
		err := send(ctx)
		if err == nil || ctx.Err() != nil || try == maxTries || !passes(err) {
			return err
		}
		wait, ok := c.wait(try, err)
		if !ok || !sleep(ctx, wait) {
			return err
		}
	}
}

// wait is how long to wait after the given try: what the endpoint asked for,
// else a random part of a span that doubles ("full jitter": Brooker, Exponential
// Backoff And Jitter, AWS Architecture Blog, 2015). Not ok: longer than anyone
// should wait without being told.
func (c *Client) wait(try int, err error) (time.Duration, bool) {
	var e *refusal
	if errors.As(err, &e) && e.asksToWait {
		return e.retryAfter, e.retryAfter <= maxRetryAfter
	}
	return c.jitter(min(firstWait<<(try-1), maxWait)), true
}

// passes reports whether err may be gone at the next try.
func passes(err error) bool {
	var f final
	if errors.As(err, &f) {
		return false
	}
	var e *refusal
	if errors.As(err, &e) {
		return e.status == 429 && !e.isOutOfCredit() || e.status == 408 || e.status >= 500 && e.status != 501
	}
	var netErr net.Error
	switch {
	case errors.Is(err, errBrokenOff), isEOF(err):
		return true
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.ECONNABORTED):
		return true
	}
	return errors.As(err, &netErr) && netErr.Timeout() || errors.Is(err, errSilent)
}

// sleep reports whether d went by before ctx ended.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func isEOF(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }
