package archive

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
)

// maxLine bounds one line, in bytes: a message of 16 MiB, every byte of it
// escaped in six, and what stands around it.
const maxLine = 97 << 20

// ErrNoArchive: the file does not begin as one of these does.
var ErrNoArchive = errors.New("it is no export of a whole memory")

// Read gives the lines of a file but for its header and its end. A line that
// cannot be read, or that should not be there, ends it with an error that
// names it. A line holds until the next is asked for.
func Read(in io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		r := reader{in: bufio.NewReader(in)}
		for {
			line, err := r.next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, fmt.Errorf("line %d: %w", r.lines, err))
				return
			}
			if !yield(line, nil) {
				return
			}
		}
	}
}

type reader struct {
	in    *bufio.Reader
	lines int64 // read, the last one among them
}

// next gives the next line; io.EOF after the end of a whole file.
func (r *reader) next() (Line, error) {
	if r.lines == 0 {
		if err := r.header(); err != nil {
			return nil, err
		}
	}
	line, err := r.line()
	if err != nil {
		return nil, err
	}
	switch l := line.(type) {
	case *Header:
		return nil, errors.New("a second export begins here")
	case *End:
		return nil, r.end(l)
	}
	return line, nil
}

func (r *reader) header() error {
	line, err := r.line()
	header, ok := line.(*Header)
	switch {
	case err != nil || !ok:
		return ErrNoArchive
	case header.Version > Version:
		return fmt.Errorf("it is of a newer muisto (version %d of the form, and this one knows %d)", header.Version, Version)
	case header.Version < 1:
		return ErrNoArchive
	}
	return nil
}

// end checks that the file is whole and ends here.
func (r *reader) end(e *End) error {
	if e.Lines != r.lines-1 {
		return fmt.Errorf("there are %d lines before this one, and should be %d; something is missing or was added", r.lines-1, e.Lines)
	}
	if _, err := r.in.ReadByte(); !errors.Is(err, io.EOF) {
		return errors.New("something comes after the end")
	}
	return io.EOF
}

var (
	errTooLong = fmt.Errorf("it is longer than %d MiB", maxLine>>20)
	errCut     = errors.New("the file ends in the middle; it is not whole")
)

func (r *reader) line() (Line, error) {
	r.lines++
	text, err := readLine(r.in)
	if errors.Is(err, io.EOF) {
		return nil, errCut
	}
	if err != nil {
		return nil, err
	}
	var tag Tag
	if err := json.Unmarshal(text, &tag); err != nil {
		return nil, fmt.Errorf("it is not JSON: %w", err)
	}
	line := newLine(tag.Type)
	if line == nil {
		return nil, fmt.Errorf("%.40q is no known type", tag.Type)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(line); err != nil {
		return nil, fmt.Errorf("the %s cannot be read: %w", tag.Type, err)
	}
	return line, nil
}

// readLine reads up to a line feed; a last line without one is no whole line.
func readLine(in *bufio.Reader) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return text, err
	}
	long := bytes.Clone(text)
	for errors.Is(err, bufio.ErrBufferFull) {
		if text, err = in.ReadSlice('\n'); len(long)+len(text) > maxLine {
			return nil, errTooLong
		}
		long = append(long, text...)
	}
	return long, err
}
