package mcp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine bounds one message of another agent's, in bytes; the longest text that
// it may have remembered is a small part of it.
const maxLine = 1 << 20

// errLineTooLong means that a line is longer than maxLine and was skipped.
var errLineTooLong = errors.New("the line is longer than 1 MiB")

// lineReader reads messages, one a line. A line that is too long costs itself
// alone.
type lineReader struct {
	r *bufio.Reader
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10)}
}

// next returns the next line that is not blank, without what ends it; a last
// line needs no newline. It fails with errLineTooLong, after which the next line
// can be read, or with what the reader fails with.
func (l *lineReader) next() ([]byte, error) {
	for {
		line, err := l.line()
		if errors.Is(err, errLineTooLong) {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil // what the reader failed with comes again
		}
		if err != nil {
			return nil, err
		}
	}
}

func (l *lineReader) line() ([]byte, error) {
	var line []byte
	tooLong := false
	for {
		part, err := l.r.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(part) > maxLine; tooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if tooLong {
			return nil, errLineTooLong
		}
		return line, err
	}
}
