package transcript

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// maxConversation bounds what is held of a file at once, in bytes of JSON; the
// longest conversations that are known have twenty million.
const maxConversation = 64 << 20

// item is an entry of a file, which an error names.
type item interface {
	// called gives what the entry is, and what the file calls it.
	called() (kind, title string)
}

func (f *File) readItems(in *bufio.Reader, format Format, emit emit) error {
	switch format {
	case ChatGPT:
		return readEach(in, f.most, func(c *chatgptConversation) error { return f.takeChatGPT(c, emit) })
	case Claude:
		return readEach(in, f.most, func(c *claudeConversation) error { return f.takeClaude(c, emit) })
	}
	var loose looseMessages
	if err := readEach(in, f.most, func(i *plainItem) error { return f.takePlain(i, &loose, emit) }); err != nil {
		return err
	}
	return f.takeLoose(&loose, emit)
}

// readEach reads the objects of a list, or those that stand one after the other,
// holding one at a time, of about most bytes. An error names the entry.
func readEach[T any, P interface {
	*T
	item
}](in *bufio.Reader, most int64, take func(P) error) error {
	limited := &limitReader{in: in, left: most, over: fmt.Errorf("it is over %d MiB", most>>20)}
	dec := json.NewDecoder(limited)
	listed, err := opensList(in, dec)
	if err != nil {
		return err
	}
	before := ""
	for n := 1; ; n++ {
		limited.left = most
		if listed && !dec.More() {
			return closeList(dec, n)
		}
		entry := P(new(T))
		err := dec.Decode(entry)
		if err == io.EOF && !listed {
			return nil
		}
		kind, title := entry.called()
		if err != nil {
			return misread(err, kind, n, title, before, dec.InputOffset())
		}
		if err := take(entry); err != nil {
			if errors.Is(err, errStopped) {
				return err
			}
			return fmt.Errorf("%s %d%s: %w", kind, n, inQuotes(" (“%s”)", title), err)
		}
		before = title
	}
}

// opensList reports whether a list begins, and takes its bracket.
func opensList(in *bufio.Reader, dec *json.Decoder) (bool, error) {
	for {
		b, err := in.ReadByte()
		if err != nil {
			return false, err
		}
		switch b {
		case ' ', '\t', '\r', '\n':
			continue
		}
		if err := in.UnreadByte(); err != nil {
			return false, err
		}
		if b != '[' {
			return false, nil
		}
		_, err = dec.Token()
		return true, err
	}
}

func closeList(dec *json.Decoder, n int) error {
	if _, err := dec.Token(); err != nil {
		return fmt.Errorf("after entry %d: %w", n-1, cutShort(err))
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("something follows the list, at byte %d; the file is damaged or is more than one", dec.InputOffset())
	}
	return nil
}

// misread says where an entry could not be read.
func misread(err error, kind string, n int, title, before string, at int64) error {
	place := fmt.Sprintf("%s %d%s", kind, n, inQuotes(" (“%s”)", title))
	if title == "" {
		place += inQuotes(", after “%s”", before)
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s: %w", place, explain(err))
	}
	return fmt.Errorf("%s: from byte %d on: %w", place, at, cutShort(err))
}

func cutShort(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends before it is complete")
	case errors.As(err, &syntax):
		return fmt.Errorf("it is not JSON: %w", err)
	}
	return err
}

func inQuotes(form, title string) string {
	if title == "" {
		return ""
	}
	return fmt.Sprintf(form, beginning([]byte(title)))
}

// kindOf names a Go type as JSON has it.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Bool:
		return "yes or no"
	case reflect.Float64, reflect.Int:
		return "a number"
	}
	return "a string"
}

// limitReader reads so much and fails where more comes.
type limitReader struct {
	in   io.Reader
	left int64
	over error
}

func (l *limitReader) Read(p []byte) (int, error) {
	if l.left <= 0 {
		var one [1]byte
		n, err := l.in.Read(one[:])
		if n > 0 {
			return 0, l.over
		}
		return 0, err
	}
	n, err := l.in.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}
