package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"muisto/memory/store"
)

const (
	hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"guest","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`
	ping = `{"jsonrpc":"2.0","id":"after","method":"ping"}` + "\n"
)

type answer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   *jsonrpc.Error  `json:"error"`
}

// converse serves what is written in one piece and ends; it returns the answers
// by their ids.
func converse(t *testing.T, o Options, written string) map[string][]answer {
	t.Helper()
	var out bytes.Buffer
	if err := Serve(t.Context(), o, strings.NewReader(written), &out); err != nil {
		t.Fatalf("%.200q: %v", written, err)
	}
	answers := map[string][]answer{}
	for line := range strings.Lines(out.String()) {
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil || a.Version != "2.0" || len(a.ID) == 0 {
			t.Fatalf("%.200q is answered by %q, %v", written, line, err)
		}
		answers[string(a.ID)] = append(answers[string(a.ID)], a)
	}
	return answers
}

func TestALineThatIsNoMessageIsAnsweredAndSkipped(t *testing.T) {
	const parse, request, params = jsonrpc.CodeParseError, jsonrpc.CodeInvalidRequest, jsonrpc.CodeInvalidParams
	o := fresh(t, "2026-05-19T08:00:00+03:00")
	for _, tt := range []struct {
		line string
		code int64
		id   string
	}{
		{`{this is not json`, parse, "null"},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"`, parse, "null"},
		{ping[:len(ping)-1] + ping[:len(ping)-1], parse, "null"},
		{"\x00", parse, "null"},
		{"\xff\xfe{}", parse, "null"},
		{"{\"jsonrpc\":\"2.0\",\"id\":\"\xc3\",\"method\":\"ping\"}", parse, "null"},
		{"\ufeff" + ping[:len(ping)-1], parse, "null"},
		{strings.Repeat("[", 100_000), parse, "null"},
		{`[]`, request, "null"},
		{`null`, request, "null"},
		{`7`, request, "null"},
		{`"ping"`, request, "null"},
		{`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, request, "null"},
		{`{}`, request, "null"},
		{`{"jsonrpc":"2.0","id":{},"method":"ping"}`, request, "null"},
		{`{"jsonrpc":"2.0","id":[1],"method":"ping"}`, request, "null"},
		{`{"jsonrpc":"2.0","id":true,"method":"ping"}`, request, "null"},
		{`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, request, "null"},
		{`{"jsonrpc":"2.0","id":null,"method":"ping"}`, request, "null"},
		{`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, request, "null"},
		{`{"jsonrpc":"2.0","id":1e300,"method":"ping"}`, request, "null"},
		{`{"id":3,"method":"ping"}`, request, "3"},
		{`{"jsonrpc":"1.0","id":"x","method":"ping"}`, request, `"x"`},
		{`{"jsonrpc":2.0,"id":4,"method":"ping"}`, request, "4"},
		{`{"JSONRPC":"2.0","id":4,"method":"ping"}`, request, "4"},
		{`{"jsonrpc":"2.0","id":5,"method":7}`, request, "5"},
		{`{"jsonrpc":"2.0","id":5,"method":null}`, request, "5"},
		{`{"jsonrpc":"2.0","id":5}`, request, "5"},
		{`{"jsonrpc":"2.0","result":{}}`, request, "null"},
		{`{"jsonrpc":"2.0","id":6,"method":"tools/list","params":"none"}`, params, "6"},
		{`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":null}`, params, "6"},
		{`{"jsonrpc":"2.0","id":1,"method":"ping","x":"` + strings.Repeat("x", maxLine) + `"}`, request, "null"},
		{`{"jsonrpc":"2.0","id":8,"method":"no/such"}`, jsonrpc.CodeMethodNotFound, "8"},
	} {
		answers := converse(t, o, hello+tt.line+"\n"+ping)
		got := answers[tt.id]
		if len(got) != 1 || got[0].Error == nil || got[0].Error.Code != tt.code || got[0].Error.Message == "" {
			t.Errorf("%.80q is answered by %+v, want %d for %s", tt.line, answers, tt.code, tt.id)
		}
		if after := answers[`"after"`]; len(after) != 1 || after[0].Error != nil {
			t.Errorf("after %.80q: %+v", tt.line, after)
		}
	}
}

func TestWhatIsAMessageIsTakenHoweverItIsWritten(t *testing.T) {
	o := fresh(t, "2026-05-19T08:00:00+03:00")
	for line, id := range map[string]string{
		`  {"jsonrpc":"2.0","id":1,"method":"ping"}  ` + "\r":                                       "1",
		`{"jsonrpc":"2.0","id":-7,"method":"ping"}`:                                                 "-7",
		`{"jsonrpc":"2.0","id":1.0,"method":"ping"}`:                                                "1",
		`{"jsonrpc":"2.0","id":9007199254740991,"method":"ping"}`:                                   "9007199254740991",
		`{"jsonrpc":"2.0","id":"","method":"ping"}`:                                                 `""`,
		`{"jsonrpc":"2.0","id":"🦢","method":"ping"}`:                                                `"🦢"`,
		`{"method":"ping","id":"x","extra":[1,{"id":2}],"jsonrpc":"2.0"}`:                           `"x"`,
		"\n\n \t\n" + `{"jsonrpc":"2.0","id":2,"method":"ping"}`:                                    "2",
		`{"jsonrpc":"2.0","id":3,"method":"ping","x":"` + strings.Repeat("x", maxLine-100) + `"}`:   "3",
		`{"jsonrpc":"2.0","id":99,"result":{}}` + "\n" + `{"jsonrpc":"2.0","id":4,"method":"ping"}`: "4",
	} {
		got := converse(t, o, hello+line)[id] // the last line ends without a newline
		if len(got) != 1 || got[0].Error != nil {
			t.Errorf("%.80q: %+v", line, got)
		}
	}
}

func TestAControlCharacterInAnAddressCostsThatRequestAlone(t *testing.T) {
	o := launched(t)
	for _, uri := range []string{`muisto://facts/\u0007`, `bad\u007f`, `muisto://moments/\u0000e1`, `\u009b31m`, `muisto://facts/\u200b`, `\ud83d\ude00`, `muisto://facts/f1\u000b`, `x\n{}`, `\\`, `\"`} {
		answers := converse(t, o, hello+`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"`+uri+`"}}`+"\n"+ping)
		if got := answers["1"]; len(got) != 1 || got[0].Error == nil || got[0].Error.Code >= 0 {
			t.Errorf("%s: %+v", uri, got)
		}
		if len(answers[`"after"`]) != 1 {
			t.Errorf("%s ends the session", uri)
		}
	}
}

func TestWhatWasReceivedBeforeTheEndIsDoneAndAnswered(t *testing.T) {
	o := launched(t)
	const asked = 200 // more than are worked on at once
	var lines strings.Builder
	lines.WriteString(hello)
	for i := range asked {
		fmt.Fprintf(&lines, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"remember","arguments":{"text":"The user's sister Ilona has %d cats."}}}`+"\n", i, i)
	}
	answers := converse(t, o, strings.TrimSuffix(lines.String(), "\n"))
	for i := range asked {
		if got := answers[fmt.Sprint(i)]; len(got) != 1 || got[0].Error != nil {
			t.Fatalf("%d: %+v", i, got)
		}
	}
	conversations, err := o.Store.Conversations(t.Context(), 0)
	if err != nil || len(conversations) != 1 {
		t.Errorf("%+v, %v", conversations, err)
	}
	if pending, err := o.Store.Pending(t.Context()); err != nil || len(pending) != 0 {
		t.Errorf("pending: %+v, %v", pending, err)
	}
	episodes, err := o.Store.Episodes(t.Context(), store.EpisodeQuery{})
	if err != nil || len(episodes) < asked {
		t.Errorf("%d moments, %v", len(episodes), err)
	}
}

func TestAnIdInUseIsRefusedAndAFreeOneIsTakenAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, write := io.Pipe()
		var out bytes.Buffer
		w := newWire(in, &out)
		read := make(chan jsonrpc.Message, 1)
		go func() {
			defer close(read)
			for {
				message, err := w.Read(t.Context())
				if err != nil {
					return
				}
				read <- message
			}
		}()
		reply := func(message jsonrpc.Message) {
			t.Helper()
			if err := w.Write(t.Context(), &jsonrpc.Response{ID: message.(*jsonrpc.Request).ID, Result: json.RawMessage(`{}`)}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := io.WriteString(write, ping+ping+ping); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		first := <-read
		if n := strings.Count(out.String(), `"id":null,"error":{"code":-32600`); n != 2 || len(read) != 0 {
			t.Errorf("%d are refused while the id is in use: %s", n, &out)
		}
		reply(first)
		if _, err := io.WriteString(write, ping); err != nil {
			t.Fatal(err)
		}
		second, ok := <-read
		if !ok {
			t.Fatal("an id that is free again is refused")
		}
		reply(second)
		if err := write.Close(); err != nil {
			t.Fatal(err)
		}
		if _, ok := <-read; ok {
			t.Error("there is one more message")
		}
	})
}

func TestTheEndIsHeldBackWhileARequestIsOpen(t *testing.T) {
	for name, tt := range map[string]struct {
		line string
		end  func(*wire, context.CancelFunc, jsonrpc.ID)
		want error
	}{
		"answered": {ping, func(w *wire, _ context.CancelFunc, id jsonrpc.ID) {
			_ = w.Write(t.Context(), &jsonrpc.Response{ID: id, Result: json.RawMessage(`{}`)})
		}, io.EOF},
		"closed":    {ping, func(w *wire, _ context.CancelFunc, _ jsonrpc.ID) { _ = w.Close() }, io.EOF},
		"cancelled": {ping, func(_ *wire, cancel context.CancelFunc, _ jsonrpc.ID) { cancel() }, context.Canceled},
		"never":     {ping, func(*wire, context.CancelFunc, jsonrpc.ID) {}, io.EOF}, // the wait is bounded
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				w := newWire(strings.NewReader(tt.line), io.Discard)
				defer func() { _ = w.Close() }()
				first, err := w.Read(ctx)
				if err != nil {
					t.Fatal(err)
				}
				next := make(chan error, 1)
				go func() { _, err := w.Read(ctx); next <- err }()
				synctest.Wait()
				select {
				case err := <-next:
					t.Fatalf("the end was not held back: %v", err)
				default:
				}
				tt.end(w, cancel, first.(*jsonrpc.Request).ID)
				if err := <-next; !errors.Is(err, tt.want) {
					t.Errorf("%v, want %v", err, tt.want)
				}
			})
		})
	}
}

func TestARequestThatIsNeverAnsweredDoesNotHoldTheEndBack(t *testing.T) {
	w := newWire(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`+listening+`"}`), io.Discard)
	defer func() { _ = w.Close() }()
	if _, err := w.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Read(t.Context()); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

// FuzzLines holds the reader of lines to the whole text: every line that is short
// enough comes out as it is, and nothing else does.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"", "\n", "a\nb", "\r\n", " x ", "a\x00\n\n\nb\r\n", "\ufeff{}\n"} {
		f.Add([]byte(s), 1)
	}
	f.Add([]byte("a\nb\n"), maxLine+2)
	f.Fuzz(func(t *testing.T, text []byte, long int) {
		long = max(0, min(long, 2*maxLine))
		whole := append(bytes.Repeat([]byte("y"), long), text...)
		var want, got []string
		for line := range bytes.Lines(whole) {
			if trimmed := bytes.TrimSpace(line); len(line) > maxLine {
				want = append(want, "too long")
			} else if len(trimmed) > 0 {
				want = append(want, string(trimmed))
			}
		}
		reader := newLineReader(bytes.NewReader(whole))
		for {
			line, err := reader.next()
			if errors.Is(err, io.EOF) {
				break
			}
			if errors.Is(err, errLineTooLong) {
				line = []byte("too long")
			}
			got = append(got, string(line))
		}
		if fmt.Sprint(len(want), want) != fmt.Sprint(len(got), got) {
			t.Errorf("%d lines, want %d", len(got), len(want))
		}
	})
}

// FuzzDecode gives a message or the protocol's error, and an id that is answered
// is the id that came.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{ping, `[]`, `null`, `{"jsonrpc":"2.0","id":{},"method":"x"}`, `{"jsonrpc":"2.0","id":1,"result":{}}`, "\ufeff{}", `{"jsonrpc":"2.0","id":1e2,"method":"","params":[]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			return
		}
		message, err := decode(line)
		var wrong *fault
		switch {
		case errors.As(err, &wrong):
			if encoded := wrong.encode(); !json.Valid(encoded) || bytes.ContainsRune(encoded, '\n') {
				t.Errorf("%q", encoded)
			}
		case err != nil:
			t.Errorf("%v is no fault", err)
		default:
			if _, err := jsonrpc.EncodeMessage(message); err != nil {
				t.Error(err)
			}
		}
	})
}
