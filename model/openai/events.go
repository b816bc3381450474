package openai

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// events reads a stream of server-sent events (WHATWG HTML, section 9.2) and
// passes on its data lines alone, each bounded: comments that keep the
// connection alive, event names and blank lines are for nobody further up.
// What is an error, in any of the forms that servers send, ends it as one.
type events struct {
	source *bufio.Reader
	key    string
	// ready is what can be read now.
	ready []byte
	err   error
	// some: a data line has come. done: the stream said that it was over.
	some, done bool
	// size is how much has been read.
	size int
}

func newEvents(r io.Reader, key string) *events {
	return &events{source: bufio.NewReader(r), key: key}
}

func (e *events) Read(p []byte) (int, error) {
	for len(e.ready) == 0 && e.err == nil {
		e.next()
	}
	if len(e.ready) == 0 {
		return 0, e.err
	}
	n := copy(p, e.ready)
	e.ready = e.ready[n:]
	return n, nil
}

// next reads one line.
func (e *events) next() {
	line, err := e.line()
	if err != nil && !errors.Is(err, io.EOF) {
		e.err = err
		return
	}
	e.take(bytes.TrimSpace(line))
	if err == nil || e.err != nil {
		return
	}
	switch {
	case e.done:
		e.err = io.EOF
	case e.some || e.size == 0:
		e.err = errBrokenOff
	default:
		e.err = errForeign
	}
}

// line reads up to the end of a line, or as far as the bounds allow.
func (e *events) line() ([]byte, error) {
	var line []byte
	for {
		part, err := e.source.ReadSlice('\n')
		e.size += len(part)
		if len(line)+len(part) > maxEvent || e.size > maxStream {
			return nil, errTooLarge
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func (e *events) take(line []byte) {
	data, isData := bytes.CutPrefix(line, []byte("data:"))
	if fault, ok := bytes.CutPrefix(line, []byte("error:")); ok { // so says llama.cpp
		e.err = errBrokenOff
		if refused := refusalIn(bytes.TrimSpace(fault), e.key); refused != nil {
			e.err = refused
		}
		return
	}
	// A server that does not stream answers with the whole at once.
	if !isData && !e.some && len(line) > 0 && line[0] == '{' {
		e.takeWhole(line)
		return
	}
	data = bytes.TrimSpace(data)
	if !isData || len(data) == 0 {
		if !e.some && len(line) > 0 && line[0] == '<' {
			e.err = errForeign
		}
		return
	}
	e.pass(data)
}

// takeWhole reads the rest of a body that is one JSON object.
func (e *events) takeWhole(line []byte) {
	rest, err := io.ReadAll(io.LimitReader(e.source, maxAnswer+1))
	if err != nil {
		e.err = err
		return
	}
	if len(rest) > maxAnswer {
		e.err = errTooLarge
		return
	}
	var flat bytes.Buffer
	if err := json.Compact(&flat, append(line, rest...)); err != nil {
		e.err = errForeign
		return
	}
	e.done = true
	e.pass(flat.Bytes())
}

func (e *events) pass(data []byte) {
	if bytes.Contains(data, []byte(`"error"`)) {
		if refused := refusalIn(data, e.key); refused != nil {
			e.err = refused
			return
		}
	}
	e.some = true
	e.done = e.done || string(data) == "[DONE]"
	e.ready = append(append(append(e.ready[:0:0], "data: "...), data...), '\n')
}
