package openai

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// events reads a stream of server-sent events (WHATWG HTML, section 9.2) and
// returns the JSON objects in their data, each bounded: comments and data that
// only keep the connection alive are for nobody further up. What is an error,
// in any of the forms that servers send, ends it as one.
type events struct {
	source *bufio.Reader
	key    string
	// ready are the objects read and not yet returned.
	ready [][]byte
	err   error
	// name is the event's, data the lines of its data that are not yet whole.
	name string
	data []byte
	// raw are the lines that belong to no event: a server that does not stream
	// sends its answer so, and some servers an error.
	raw []byte
	// some: an object has come. done: the stream said that it was over.
	some, done bool
	// size is how much has been read. afterCR: the last line ended in CR.
	size    int
	afterCR bool
}

// byteOrderMark begins what some servers send.
const byteOrderMark = "\ufeff"

func newEvents(r io.Reader, key string) *events {
	return &events{source: bufio.NewReader(r), key: key}
}

// next returns the next object; io.EOF at the end.
func (e *events) next() ([]byte, error) {
	for len(e.ready) == 0 && e.err == nil {
		e.read()
	}
	if len(e.ready) == 0 {
		return nil, e.err
	}
	object := e.ready[0]
	e.ready = e.ready[1:]
	return object, nil
}

// read takes in one line.
func (e *events) read() {
	first := e.size == 0
	line, err := e.line()
	if err != nil && !errors.Is(err, io.EOF) {
		e.err = err
		return
	}
	if first {
		line = bytes.TrimPrefix(line, []byte(byteOrderMark))
	}
	if line = bytes.TrimSpace(line); len(line) == 0 {
		e.dispatch()
	} else {
		e.take(line)
	}
	if e.done && e.err == nil {
		e.err = io.EOF
	}
	if err != nil && e.err == nil {
		e.end()
	}
}

// line reads up to the end of a line, which is LF, CR or both, or as far as the
// bounds allow.
func (e *events) line() ([]byte, error) {
	var line []byte
	for {
		c, err := e.source.ReadByte()
		if err != nil {
			return line, err
		}
		afterCR := e.afterCR
		e.afterCR = c == '\r'
		if e.size++; e.size > maxStream || len(line) == maxEvent {
			return nil, errTooLarge
		}
		switch {
		case c == '\n' && afterCR:
		case c == '\n', c == '\r':
			return line, nil
		default:
			line = append(line, c)
		}
	}
}

// take takes in a line that is not empty.
func (e *events) take(line []byte) {
	field, value, isField := bytes.Cut(line, []byte(":"))
	value = bytes.TrimSpace(value)
	switch name := string(field); {
	case isField && name == "data":
		e.takeData(value)
	case isField && name == "event":
		e.name = string(value)
	case isField && name == "error": // so says llama.cpp
		e.name = name
		e.takeData(value)
		e.dispatch()
	case isField && (name == "" || name == "id" || name == "retry"):
	case !e.some && len(e.raw) == 0 && line[0] == '<':
		e.err = errForeign
	case len(e.raw)+len(line) > maxAnswer:
		e.err = errTooLarge
	case len(e.raw) > 0 || line[0] == '{' || line[0] == '[':
		e.raw = append(append(e.raw, line...), '\n')
	}
}

// takeData takes in a line of data. One that is whole is passed on at once:
// some servers leave out the empty line that ends an event.
func (e *events) takeData(value []byte) {
	begun := len(e.data) > 0 && (e.data[0] == '{' || e.data[0] == '[')
	switch {
	case string(value) == "[DONE]":
		e.dispatch()
		e.done = true
	case !begun && isJSON(value):
		e.data = nil
		e.pass(value)
	case len(e.data)+len(value) > maxEvent:
		e.err = errTooLarge
	default:
		e.data = append(append(e.data, value...), '\n')
	}
}

// dispatch ends an event. Data that is no JSON says nothing, but in an error.
func (e *events) dispatch() {
	data, isError := bytes.TrimSpace(e.data), e.name == "error"
	e.data = nil
	switch joined := bytes.ReplaceAll(data, []byte("\n"), nil); {
	case len(data) == 0:
	case isJSON(data):
		e.pass(data)
	case isJSON(joined): // it was cut within a string
		e.pass(joined)
	case isError:
		e.fail(&refusal{body: string(data), message: plainText(data, e.key)})
	}
	e.name = ""
}

// isJSON reports whether data is a JSON object or list.
func isJSON(data []byte) bool {
	return len(data) > 0 && (data[0] == '{' || data[0] == '[') && json.Valid(data)
}

// pass hands on an object, or each of a list.
func (e *events) pass(data []byte) {
	if refused := refusalIn(data, e.key); refused != nil {
		e.fail(refused)
		return
	}
	if e.name == "error" {
		e.fail(&refusal{body: string(data)})
		return
	}
	e.some = true
	var objects list[json.RawMessage]
	if json.Unmarshal(data, &objects) != nil {
		return
	}
	for _, object := range objects {
		e.ready = append(e.ready, object)
	}
}

func (e *events) fail(refused *refusal) {
	if e.err == nil {
		e.err = refused
	}
}

// end judges a stream that has ended without saying so.
func (e *events) end() {
	e.dispatch()
	if isJSON(bytes.TrimSpace(e.raw)) && (!e.some || refusalIn(e.raw, e.key) != nil) {
		e.pass(bytes.TrimSpace(e.raw))
		e.done = e.err == nil
	}
	switch {
	case e.err != nil:
	case e.done:
		e.err = io.EOF
	case e.some || e.size == 0:
		e.err = errBrokenOff
	default:
		e.err = errForeign
	}
}
