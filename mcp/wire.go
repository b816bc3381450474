package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// maxInFlight bounds the requests that are worked on at once; the next ones
	// are read when one of these is answered.
	maxInFlight = 64
	// finishing bounds how long the requests received before the end of the input
	// are waited for.
	finishing = 30 * time.Second
	// listening is the one request that is never answered while it goes well.
	listening = "subscriptions/listen"
)

// wire is the connection to another agent: one message a line. It answers a line
// that is not a message itself, and reports the end of the input only once what
// came before it has been answered.
type wire struct {
	lines <-chan readLine

	write sync.Mutex // guards out
	out   io.Writer

	mu sync.Mutex
	// inFlight are the ids that are in use; open counts the requests whose answer
	// has not been written, which is later: an id is free before its answer is out.
	inFlight map[jsonrpc.ID]struct{}
	open     int
	answered chan struct{} // has an element when a request was answered

	closing sync.Once
	closed  chan struct{}
}

type readLine struct {
	text []byte
	err  error
}

func newWire(in io.Reader, out io.Writer) *wire {
	lines := make(chan readLine)
	w := &wire{
		lines: lines, out: out,
		inFlight: map[jsonrpc.ID]struct{}{}, answered: make(chan struct{}, 1), closed: make(chan struct{}),
	}
	go w.read(in, lines)
	return w
}

// Connect implements the SDK's Transport.
func (w *wire) Connect(context.Context) (sdk.Connection, error) { return w, nil }

// SessionID implements the SDK's Connection.
func (w *wire) SessionID() string { return "" }

// Close implements the SDK's Connection. The input and the output belong to
// somebody else and stay open.
func (w *wire) Close() error {
	w.closing.Do(func() { close(w.closed) })
	return nil
}

// read passes lines on until the input ends or the connection is closed. A
// read that blocks cannot be interrupted: it ends with the program, or when the
// input's owner closes it.
func (w *wire) read(in io.Reader, lines chan<- readLine) {
	reader := newLineReader(in)
	for {
		text, err := reader.next()
		select {
		case lines <- readLine{text, err}:
		case <-w.closed:
			return
		}
		if err != nil && !errors.Is(err, errLineTooLong) {
			return
		}
	}
}

// Read returns the next message. It returns io.EOF once the input has ended and
// nothing is in flight.
func (w *wire) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		if err := w.wait(ctx, maxInFlight-1, nil); err != nil {
			return nil, err
		}
		var line readLine
		select {
		case line = <-w.lines:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-w.closed:
			return nil, io.EOF
		}
		message, err := w.accept(line)
		var wrong *fault
		switch {
		case errors.As(err, &wrong):
			if err := w.put(wrong.encode()); err != nil {
				return nil, err
			}
		case err != nil:
			return nil, w.finish(ctx, err)
		default:
			return message, nil
		}
	}
}

// accept makes a message of a line and notes what it asks for. The error is a
// *fault, or what the input ended with.
func (w *wire) accept(line readLine) (jsonrpc.Message, error) {
	if errors.Is(line.err, errLineTooLong) {
		return nil, &fault{code: jsonrpc.CodeInvalidRequest, says: "invalid request: " + line.err.Error()}
	}
	if line.err != nil {
		return nil, line.err
	}
	message, err := decode(line.text)
	if err != nil {
		return nil, err
	}
	request, ok := message.(*jsonrpc.Request)
	if !ok || !request.IsCall() || request.Method == listening {
		return message, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, taken := w.inFlight[request.ID]; taken {
		// Not with its id: that answer would be taken for the earlier request's.
		return nil, &fault{code: jsonrpc.CodeInvalidRequest, says: fmt.Sprintf("invalid request: the id %.40q is in use", fmt.Sprint(request.ID.Raw()))}
	}
	w.inFlight[request.ID] = struct{}{}
	w.open++
	return message, nil
}

// finish waits until what was received has been answered, and returns what the
// input ended with.
func (w *wire) finish(ctx context.Context, ended error) error {
	timer := time.NewTimer(finishing)
	defer timer.Stop()
	if err := w.wait(ctx, 0, timer.C); err != nil {
		return err
	}
	return ended
}

// wait returns once at most n requests are in flight, or when enough says so.
func (w *wire) wait(ctx context.Context, n int, enough <-chan time.Time) error {
	for {
		w.mu.Lock()
		left := w.open
		w.mu.Unlock()
		if left <= n {
			return nil
		}
		select {
		case <-w.answered:
		case <-enough:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-w.closed:
			return io.EOF
		}
	}
}

// Write sends a message. What cannot be encoded costs its own answer alone.
func (w *wire) Write(ctx context.Context, message jsonrpc.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	response, ok := message.(*jsonrpc.Response)
	if !ok {
		line, err := jsonrpc.EncodeMessage(message)
		if err != nil {
			return fmt.Errorf("encode a message: %w", err)
		}
		return w.put(line)
	}
	defer w.release(response.ID)()
	line, err := jsonrpc.EncodeMessage(coded(response))
	if err != nil {
		line, err = jsonrpc.EncodeMessage(&jsonrpc.Response{ID: response.ID, Error: &jsonrpc.Error{
			Code: jsonrpc.CodeInternalError, Message: "the answer cannot be written as JSON",
		}})
	}
	if err != nil {
		return fmt.Errorf("encode an answer: %w", err)
	}
	return w.put(line)
}

// coded makes an error of the SDK's one that the protocol knows: with a code, and
// with data only where that is JSON (it quotes an address in Go's way, which is
// not JSON's for control characters).
func coded(response *jsonrpc.Response) *jsonrpc.Response {
	if response.Error == nil {
		return response
	}
	out := jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: response.Error.Error()}
	var known *jsonrpc.Error
	if errors.As(response.Error, &known) {
		out.Code = known.Code
		if json.Valid(known.Data) {
			out.Data = known.Data
		}
	}
	return &jsonrpc.Response{ID: response.ID, Error: &out}
}

// release frees the id of a request; what it returns notes that the answer has
// been written.
func (w *wire) release(id jsonrpc.ID) (written func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, ok := w.inFlight[id]; !ok {
		return func() {}
	}
	delete(w.inFlight, id)
	return func() {
		w.mu.Lock()
		w.open--
		w.mu.Unlock()
		select {
		case w.answered <- struct{}{}:
		default: // the reader has not yet seen the last one
		}
	}
}

func (w *wire) put(line []byte) error {
	w.write.Lock()
	defer w.write.Unlock()
	if _, err := w.out.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write to the other agent: %w", err)
	}
	return nil
}
