package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"muisto/chat"
	"muisto/model/openai"
)

// An endpoint that answers as these tests tell it to, without a network: what
// it does to a request, and all that waits, is on the bubble's clock.
type carrier func(*http.Request) (*http.Response, error)

func (c carrier) RoundTrip(r *http.Request) (*http.Response, error) { return c(r) }

// gives answers with one body; headers come in pairs.
func gives(status int, body io.Reader, headers ...string) carrier {
	return func(r *http.Request) (*http.Response, error) {
		h := http.Header{"Content-Type": {"text/event-stream"}}
		for i := 0; i < len(headers); i += 2 {
			h.Set(headers[i], headers[i+1])
		}
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(body), Request: r}, nil
	}
}

const (
	asJSON = "application/json"
	asPage = "text/html; charset=utf-8"
)

func says(status int, body string, headers ...string) carrier {
	return func(r *http.Request) (*http.Response, error) {
		return gives(status, strings.NewReader(body), headers...)(r)
	}
}

func event(text string) string {
	return fmt.Sprintf("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%q}}]}\n\n", text)
}

const lastEvent = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"

// stalls sends the text and then nothing, until the request is given up.
func stalls(text string) carrier {
	return func(r *http.Request) (*http.Response, error) {
		if text == "" {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}
		return gives(200, io.MultiReader(strings.NewReader(event(text)), until{r.Context()}))(r)
	}
}

// until reads nothing until its context ends.
type until struct{ context.Context }

func (u until) Read([]byte) (int, error) {
	<-u.Done()
	return 0, u.Err()
}

// breaks sends the text and then fails, as a connection that is reset does.
func breaks(text string, err error) carrier {
	return func(r *http.Request) (*http.Response, error) {
		return gives(200, io.MultiReader(strings.NewReader(event(text)), failing{err}))(r)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// endless repeats a piece; total counts what was taken of it.
type endless struct {
	piece string
	rest  string
	total *int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		e.rest = e.piece
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	*e.total += n
	return n, nil
}

// long is more than is held back of a reply that has just begun.
var long = strings.Repeat("Friday it is, ", 100)

// talk is a session on a fresh memory whose model is behind the transport.
type talk struct {
	*parts
	session *chat.Session
	drained chan struct{}
}

func newTalk(t *testing.T, o openai.Options) *talk {
	t.Helper()
	p := openParts(t, "http://endpoint.test", "2026-05-18T12:00:00Z")
	p.model.close()
	o.Key, o.Model = canary, "fake"
	client := openai.New(o)
	p.model.replier, p.model.encoder, p.model.writer, p.model.close = client, client, client, client.Close
	session, err := p.session(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	k := &talk{parts: p, session: session, drained: make(chan struct{})}
	go func() {
		defer close(k.drained)
		for range session.Events() { // a screen that keeps up
		}
	}()
	return k
}

func (k *talk) end(t *testing.T) {
	t.Helper()
	if err := k.session.Close(); err != nil {
		t.Error(err)
	}
	<-k.drained
}

// canary is a key that must be nowhere but in the header of a request.
const canary = "sk-canary-7f3a9c01d2e4b586"

// isSentence fails the test unless err is fit to be shown: one sentence or
// more, with what to do, and without the key or anything that drives a terminal.
func isSentence(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	s := err.Error()
	advice := false
	for _, verb := range []string{"Try ", "Check ", "Start ", "Set ", "Choose ", "Raise ", "Look ", "try again", "make it", "Say it "} {
		advice = advice || strings.Contains(s, verb)
	}
	if !advice || !strings.HasSuffix(s, ".") || strings.ContainsAny(s, "\n\x1b") || strings.Contains(s, "canary") || len(s) > 1000 {
		t.Errorf("unfit to be shown: %q", s)
	}
}

// faults are the ways in which a network and a server fail, each with what the
// person is told and what came of the reply.
func faults(taken *int) []fault {
	return []fault{
		{"a connection reset mid-stream", breaks(long, &net.OpError{Op: "read", Err: syscall.ECONNRESET}), "closed the connection", long},
		{"a reply cut off mid-stream", says(200, event(long)), "broke off. What came of it is kept", long},
		{"a server that does not begin", stalls(""), "Nothing came from endpoint.test for 1m.", ""},
		{"a stall mid-stream", stalls(long), "Nothing came from endpoint.test for 1m.", long},
		{"a stall after a word", stalls("Friday"), "Nothing came from endpoint.test for 1m.", "Friday"},
		{"a key that is wrong", says(401, `{"error":{"message":"Incorrect API key provided: `+canary+`"}}`, "Content-Type", asJSON), "does not accept the API key", ""},
		{"an unknown model", says(404, `{"error":{"message":"The model fake does not exist","code":"model_not_found"}}`, "Content-Type", asJSON), "has no model named fake. Choose another", ""},
		{"too many requests", says(429, `{"error":{"message":"slow down"}}`, "Content-Type", asJSON), "has had too many requests. Try again in a minute", ""},
		{"asked to wait", says(429, `{}`, "Content-Type", asJSON, "Retry-After", "20"), "asks to wait 20s. Try again then.", ""},
		{"asked to wait long", says(429, `{}`, "Content-Type", asJSON, "Retry-After", "900"), "asks to wait 15m. Try again then.", ""},
		{"an error of the server", says(500, `{"error":{"message":"oops"}}`, "Content-Type", asJSON), "is in trouble (status 500). Try again", ""},
		{"an error mid-stream", says(200, event(long)+"data: {\"error\":{\"message\":\"oops\",\"code\":500}}\n\n"), "is in trouble", long},
		{"a page", says(200, "<html><body>Welcome to the hotel</body></html>", "Content-Type", asPage), "Something other than a language model answers", ""},
		{"a page that says to be none", says(200, "<html><body>Welcome to the hotel</body></html>"), "Something other than a language model answers", ""},
		{"a page of an error", says(404, "<html>nothing here</html>", "Content-Type", asPage), "Something other than a language model answers", ""},
		{"nothing at all", says(200, ""), "broke off", ""},
		{"a huge answer at once", func(r *http.Request) (*http.Response, error) {
			return gives(200, io.MultiReader(strings.NewReader(`{"choices":[{"message":{"content":"`), &endless{piece: strings.Repeat("x", 1<<16), total: taken}))(r)
		}, "sent more than can be taken in", ""},
		{"a huge error", func(r *http.Request) (*http.Response, error) {
			return gives(400, &endless{piece: "no ", total: taken}, "Content-Type", "text/plain")(r)
		}, "refused the request (status 400)", ""},
		{"an endless reply", func(r *http.Request) (*http.Response, error) {
			return gives(200, &endless{piece: event(strings.Repeat("ever and ", 1000)), total: taken})(r)
		}, "sent more than can be taken in", "ever and "},
		{"an endless line", func(r *http.Request) (*http.Response, error) {
			return gives(200, io.MultiReader(strings.NewReader(event(long)+"data: "), &endless{piece: "x", total: taken}))(r)
		}, "sent more than can be taken in", long},
		{"endless keep-alive lines", func(r *http.Request) (*http.Response, error) {
			return gives(200, &endless{piece: ": still here\n\n", total: taken})(r)
		}, "sent more than can be taken in", ""},
		{"endless reasoning", func(r *http.Request) (*http.Response, error) {
			return gives(200, &endless{piece: strings.Replace(event(strings.Repeat("hm ", 1000)), `"content"`, `"reasoning_content"`, 1), total: taken})(r)
		}, "sent more than can be taken in", ""},
		{"a drip that never ends", func(r *http.Request) (*http.Response, error) {
			return gives(200, &drip{event(long), 50 * time.Second, r.Context()})(r)
		}, "did not finish within 5m. Try again", long},
	}
}

type fault struct {
	name    string
	carrier carrier
	says    string
	// kept is how what came of the reply begins; empty if nothing did.
	kept string
}

// drip gives its text anew after each wait.
type drip struct {
	text string
	wait time.Duration
	ctx  context.Context
}

func (d *drip) Read(p []byte) (int, error) {
	select {
	case <-time.After(d.wait):
		return copy(p, d.text), nil
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	}
}

// maxTaken is more than any bound on what is read of an answer, and far less
// than a hundred megabytes.
const maxTaken = 4 * (33 << 20)

func TestABadNetworkIsASentenceAndATryAway(t *testing.T) {
	var taken int
	for _, f := range faults(&taken) {
		t.Run(f.name, func(t *testing.T) {
			if testing.Short() && strings.Contains(f.name, "endless") {
				t.Skip("it reads a lot")
			}
			synctest.Test(t, func(t *testing.T) {
				now := f.carrier
				k := newTalk(t, openai.Options{
					BaseURL: "http://endpoint.test/v1", Timeout: 5 * time.Minute, Silence: time.Minute,
					Transport: carrier(func(r *http.Request) (*http.Response, error) { return now(r) }),
				})
				defer k.end(t)
				taken = 0
				if err := k.replied(t); err == nil || !strings.Contains(err.Error(), f.says) {
					t.Errorf("told %v, want %q", err, f.says)
				} else {
					isSentence(t, err)
				}
				if taken > maxTaken {
					t.Errorf("%d bytes were read", taken)
				}
				came := k.holds(t, f.kept)
				now = says(200, event("Friday it is.")+lastEvent)
				if err := k.session.Again(t.Context()); err != nil {
					t.Errorf("tried again: %v", err)
				}
				k.holds(t, "Friday it is.")
				kept, err := k.store.MessagesByKey(t.Context(), came)
				if err != nil || len(kept) != len(came) || f.kept != "" && !strings.HasPrefix(kept[0].Text, f.kept) {
					t.Errorf("of what came first there is %+v, %v", kept, err)
				}
			})
		})
	}
}

// replied has a turn end, and finds the session usable until then.
func (k *talk) replied(t *testing.T) error {
	t.Helper()
	ended := make(chan error, 1)
	go func() {
		_, err := k.session.Turn(t.Context(), "When is the launch?", func(chat.Event) {})
		ended <- err
	}()
	synctest.Wait()
	began := time.Now()
	k.session.Typing()
	if _, err := k.session.History(t.Context(), chat.HistoryQuery{Limit: 10}); err != nil {
		t.Error(err)
	}
	if waited := time.Since(began); waited > 0 {
		t.Errorf("typing and reading waited %v for the endpoint", waited)
	}
	return <-ended
}

// holds checks the replies on disk by how they begin, under one message, and
// gives their keys.
func (k *talk) holds(t *testing.T, replies ...string) (keys []int64) {
	t.Helper()
	if len(replies) == 1 && replies[0] == "" {
		replies = nil
	}
	messages, err := k.store.Messages(t.Context(), k.session.Conversation(), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(messages) != 1+len(replies) || messages[0].Text != "When is the launch?" {
		t.Fatalf("%d messages are stored, want 1 and %d replies", len(messages), len(replies))
	}
	for i, want := range replies {
		if m := messages[i+1]; !strings.HasPrefix(m.Text, want) {
			t.Errorf("reply %d is %.60q, want %.60q", i+1, m.Text, want)
		}
		keys = append(keys, messages[i+1].Key)
	}
	return keys
}

// What goes wrong before a server answers, over real connections on this
// machine.
func TestABadConnectionIsASentence(t *testing.T) {
	quiet := func(s *httptest.Server, start func()) string {
		s.Config.ErrorLog = log.New(io.Discard, "", 0)
		start()
		t.Cleanup(s.Close)
		return s.URL
	}
	plain := httptest.NewUnstartedServer(http.NotFoundHandler())
	safe := httptest.NewUnstartedServer(http.NotFoundHandler())
	heard := make(chan struct{}) // what came before the connection is reset
	resets := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, event(long))
		w.(http.Flusher).Flush()
		<-heard
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		if err := errors.Join(conn.(*net.TCPConn).SetLinger(0), conn.Close()); err != nil {
			t.Error(err)
		}
	}))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := "http://" + listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	resolver := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("there is no network")
	}}
	defer func() { net.DefaultResolver = resolver }()
	for _, c := range []struct{ name, url, says, kept string }{
		{"no such name", "http://endpoint.invalid", "The name endpoint.invalid cannot be found. Check the base URL and the network.", ""},
		{"refused", nobody, "Nothing is listening at 127.0.0.1:", ""},
		{"a certificate of nobody's", quiet(safe, safe.StartTLS), "its certificate does not hold", ""},
		{"no TLS", "https" + strings.TrimPrefix(quiet(plain, plain.Start), "http"), "does not speak TLS. Check the base URL", ""},
		{"reset mid-stream", quiet(resets, resets.Start), "closed the connection. Try again", long},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := newTalk(t, openai.Options{BaseURL: c.url + "/v1"})
			defer k.end(t)
			hears := sync.OnceFunc(func() { close(heard) })
			_, err := k.session.Turn(t.Context(), "When is the launch?", func(e chat.Event) {
				if _, ok := e.(chat.Piece); ok {
					hears()
				}
			})
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("told %v, want %q", err, c.says)
			} else {
				isSentence(t, err)
			}
			k.holds(t, c.kept)
		})
	}
}
