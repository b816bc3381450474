package openai

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// answers is a transport that gives one answer after the other, each after a
// wait, and notes when it was asked.
type answers struct {
	list  []func(*http.Request) (*http.Response, error)
	start time.Time
	asked []time.Duration
}

func (a *answers) RoundTrip(r *http.Request) (*http.Response, error) {
	a.asked = append(a.asked, time.Since(a.start))
	next := a.list[min(len(a.asked), len(a.list))-1]
	return next(r)
}

func gives(status int, body string, headers ...string) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) {
		h := http.Header{"Content-Type": {"application/json"}}
		if strings.HasPrefix(body, "data:") {
			h.Set("Content-Type", "text/event-stream")
		}
		for i := 0; i < len(headers); i += 2 {
			h.Set(headers[i], headers[i+1])
		}
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	}
}

// pours is a body whose pieces come each after a wait, and which then stays
// open until it is closed.
func pours(wait time.Duration, pieces ...string) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) {
		reader, writer := io.Pipe()
		stop := context.AfterFunc(r.Context(), func() { writer.CloseWithError(r.Context().Err()) })
		go func() {
			// The context's own closing may be called off before it has begun.
			defer func() {
				stop()
				writer.CloseWithError(context.Canceled)
			}()
			for _, p := range pieces {
				select {
				case <-time.After(wait):
				case <-r.Context().Done():
					return
				}
				if _, err := writer.Write([]byte(p)); err != nil {
					return
				}
			}
			<-r.Context().Done()
		}()
		h := http.Header{"Content-Type": {"text/event-stream"}}
		return &http.Response{StatusCode: 200, Header: h, Body: reader, Request: r}, nil
	}
}

// patient gives a Client on the bubble's clock that always waits its longest.
func patient(a *answers, change ...func(*Options)) *Client {
	o := Options{BaseURL: "http://x/v1", Key: testKey, Model: "m", Transport: a, Timeout: 5 * time.Minute, Silence: time.Minute}
	for _, f := range change {
		f(&o)
	}
	c := New(o)
	c.jitter = func(d time.Duration) time.Duration { return d }
	a.start = time.Now()
	return c
}

func said(text string) string {
	return `data: {"choices":[{"index":0,"delta":{"content":"` + text + `"}}]}` + "\n\n"
}

const over = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"

func TestWaitsBetweenTries(t *testing.T) {
	busy := `{"error":{"message":"busy"}}`
	fine := gives(200, said("Fri")+over)
	date := []string{"Date", "Mon, 30 Nov 2026 12:00:00 GMT", "Retry-After", "Mon, 30 Nov 2026 12:00:07 GMT"}
	const second = time.Second
	for name, c := range map[string]struct {
		list []func(*http.Request) (*http.Response, error)
		want []time.Duration
		says string
	}{
		"doubled":              {[]func(*http.Request) (*http.Response, error){gives(500, busy), gives(503, busy), gives(429, busy), fine}, []time.Duration{0, second / 2, 3 * second / 2, 7 * second / 2}, ""},
		"as often as it may":   {[]func(*http.Request) (*http.Response, error){gives(500, busy)}, []time.Duration{0, second / 2, 3 * second / 2, 7 * second / 2, 7 * second / 2}, "is in trouble (status 500)"},
		"seconds asked for":    {[]func(*http.Request) (*http.Response, error){gives(429, busy, "Retry-After", "20"), fine}, []time.Duration{0, 20 * second}, ""},
		"a date asked for":     {[]func(*http.Request) (*http.Response, error){gives(503, busy, date...), fine}, []time.Duration{0, 7 * second}, ""},
		"longer than it may":   {[]func(*http.Request) (*http.Response, error){gives(429, busy, "Retry-After", "3600"), fine}, []time.Duration{0}, "x asks to wait 1h. Try again then."},
		"nonsense asked for":   {[]func(*http.Request) (*http.Response, error){gives(429, busy, "Retry-After", "soon"), fine}, []time.Duration{0, second / 2}, ""},
		"a date gone by":       {[]func(*http.Request) (*http.Response, error){gives(429, busy, "Retry-After", "Mon, 30 Nov 1999 12:00:07 GMT"), fine}, []time.Duration{0, 0}, ""},
		"no credit":            {[]func(*http.Request) (*http.Response, error){gives(429, `{"error":{"code":"insufficient_quota","message":"x"}}`), fine}, []time.Duration{0}, "has no credit left"},
		"a fault of our own":   {[]func(*http.Request) (*http.Response, error){gives(400, busy)}, []time.Duration{0, 0}, "refused the request"},
		"a key that is wrong":  {[]func(*http.Request) (*http.Response, error){gives(401, busy), fine}, []time.Duration{0}, "does not accept"},
		"broken, then whole":   {[]func(*http.Request) (*http.Response, error){func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }, fine}, []time.Duration{0, second / 2}, ""},
		"busy within a stream": {[]func(*http.Request) (*http.Response, error){gives(200, `data: {"error":{"code":429,"message":"x"}}`+"\n\n"), fine}, []time.Duration{0, second / 2}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := &answers{list: c.list}
				text, _, err := reply(t.Context(), patient(a))
				fit(t, err)
				if len(a.asked) != len(c.want) {
					t.Fatalf("asked at %v, want %v", a.asked, c.want)
				}
				for i := range c.want {
					if a.asked[i] != c.want[i] {
						t.Errorf("asked at %v, want %v", a.asked, c.want)
					}
				}
				if c.says == "" && (text != "Fri" || err != nil) || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
					t.Errorf("got %q, %v", text, err)
				}
			})
		})
	}
}

func TestTheWaitIsJittered(t *testing.T) {
	c := New(Options{BaseURL: "http://x/v1", Model: "m"})
	seen := map[time.Duration]bool{}
	for range 50 {
		d := c.jitter(firstWait)
		if d < 0 || d > firstWait {
			t.Fatalf("waits %v of %v", d, firstWait)
		}
		seen[d] = true
	}
	if len(seen) < 10 {
		t.Errorf("%d different waits", len(seen))
	}
}

func TestSilenceEndsAReplyAndKeepsWhatCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &answers{list: []func(*http.Request) (*http.Response, error){pours(50*time.Second, said("Fri"), ": still here\n", said("day"))}}
		c := patient(a)
		text, _, err := reply(t.Context(), c)
		fit(t, err)
		if text != "Friday" || !errors.Is(err, errSilent) || !strings.Contains(err.Error(), "Nothing came from x for 1m") {
			t.Errorf("got %q, %v", text, err)
		}
		if took := time.Since(a.start); took != 210*time.Second || len(a.asked) != 1 {
			t.Errorf("took %v, asked at %v", took, a.asked)
		}
	})
}

func TestAServerThatNeverBeginsIsAskedAgainUntilTheTimeIsUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		never := func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}
		a := &answers{list: []func(*http.Request) (*http.Response, error){never}}
		_, _, err := reply(t.Context(), patient(a, func(o *Options) { o.Timeout = 100 * time.Second }))
		fit(t, err)
		if !errors.Is(err, errTooLong) || !strings.Contains(err.Error(), "x did not finish within 1m40s") {
			t.Errorf("got %v", err)
		}
		if took := time.Since(a.start); took != 100*time.Second || len(a.asked) != 2 {
			t.Errorf("took %v, asked at %v", took, a.asked)
		}
	})
}

func TestAStructuredAnswerMayBeSilentAsLongAsItTakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(r *http.Request) (*http.Response, error) {
			select {
			case <-time.After(4 * time.Minute):
				return gives(200, `{"choices":[{"message":{"content":"{}"}}]}`)(r)
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
		}
		a := &answers{list: []func(*http.Request) (*http.Response, error){slow}}
		if got, err := ask(t, patient(a)); got != "{}" || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
		a = &answers{list: []func(*http.Request) (*http.Response, error){slow}}
		_, err := ask(t, patient(a, func(o *Options) { o.Timeout = time.Minute }))
		if took := time.Since(a.start); !errors.Is(err, errTooLong) || took != time.Minute {
			t.Errorf("%v after %v", err, took)
		}
	})
}

func TestAnEndlessReplyEndsWithItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &answers{list: []func(*http.Request) (*http.Response, error){pours(time.Second, strings.Split(strings.Repeat(said("a")+"|", 1000), "|")...)}}
		text, _, err := reply(t.Context(), patient(a))
		if took := time.Since(a.start); !errors.Is(err, errTooLong) || took != 5*time.Minute || len(text) < 298 {
			t.Errorf("%d bytes, %v after %v", len(text), err, took)
		}
	})
}

func TestCancellingEndsAWaitAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(3*time.Second, cancel)
		a := &answers{list: []func(*http.Request) (*http.Response, error){gives(429, "{}", "Retry-After", "25")}}
		_, _, err := reply(ctx, patient(a))
		if took := time.Since(a.start); !errors.Is(err, context.Canceled) || took != 3*time.Second {
			t.Errorf("%v after %v", err, took)
		}
	})
}

func TestAReplyThatBreaksOffIsNotAskedForAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &answers{list: []func(*http.Request) (*http.Response, error){gives(200, said(strings.Repeat("x", heldBytes+1)))}}
		text, _, err := reply(t.Context(), patient(a))
		if len(text) != heldBytes+1 || !errors.Is(err, errBrokenOff) || len(a.asked) != 1 {
			t.Errorf("%d bytes, %v, asked %d times", len(text), err, len(a.asked))
		}
	})
}

func TestTheBeginningIsHeldBackOnlyShortlyAndOnlyOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &answers{list: []func(*http.Request) (*http.Response, error){pours(100*time.Millisecond,
			said("one "), said("two "), said("three "), said("four "), said("five "), said("six"), over)}}
		c := patient(a)
		hear := func() (first time.Duration, text string) {
			start := time.Now()
			_, err := c.Reply(t.Context(), prompt(), func(piece string) {
				if first == 0 {
					first = time.Since(start)
				}
				text += piece
			})
			if err != nil {
				t.Error(err)
			}
			return first, text
		}
		const whole = "one two three four five six"
		if first, text := hear(); first != 100*time.Millisecond+heldTime || text != whole {
			t.Errorf("the first: %q from %v on", text, first)
		}
		if first, text := hear(); first != 100*time.Millisecond || text != whole {
			t.Errorf("the second: %q from %v on", text, first)
		}
	})
}

func TestAModelKnownToBeginWithReasoningIsHeldBackUntilItEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := said(strings.Repeat("hm ", heldBytes))
		reasons := pours(time.Second, long, long, said("</think>"), said("Fri"), said("day"), over)
		breaks := pours(time.Second, long, long)
		plain := gives(200, said("Just so.")+over)
		a := &answers{list: []func(*http.Request) (*http.Response, error){reasons, reasons, breaks, plain, plain}}
		c := patient(a, func(o *Options) { o.Model = "DeepSeek-R1-Distill-Qwen-7B" })
		for i, want := range []string{"Friday", "Friday", "", "Just so."} {
			text, _, err := reply(t.Context(), c)
			if text != want && i != 2 || i != 2 && err != nil {
				t.Errorf("reply %d: %q, %v", i, text, err)
			}
			if i == 2 && (text != "Just so." || err != nil) {
				t.Errorf("after a silence: %q, %v", text, err)
			}
		}
	})
}
