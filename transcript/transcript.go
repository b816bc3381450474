// Package transcript reads conversations from files: JSON lines, the exports of
// ChatGPT and Claude, the message arrays of chat endpoints, and the session logs
// of Claude Code and Codex.
//
// It knows the forms of the files and nothing of where messages go. A file is
// told by its content, not by its name, and read as a stream. Whatever cannot be
// read is refused as a whole, with where and why; a file of no known form is
// never taken for text.
//
// What comes of a file: times, titles, ids and the borders of conversations are
// kept. Of a conversation with branches only the branch that was on screen last
// is read. What a person did not see as said in the conversation is skipped
// and counted: prompts of the system, calls of tools and their results,
// reasoning, hidden messages, pictures, attached files. An epoch time, or one in
// UTC, says nothing of where the writer was, and is taken to be the person's
// own, in the zone given.
package transcript

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"muisto/crash"
	"muisto/memory"
)

// maxMessages bounds what one file brings: a lifetime of chatting.
const maxMessages = 5_000_000

// Unnamed is the conversation of JSON lines that name none.
const Unnamed = "imported"

// Options are what a file does not say itself.
type Options struct {
	// Format is the form that the file must have; empty is Auto.
	Format Format
	// Zone is where the person is; nil is UTC.
	Zone *time.Location
	// Now is the time of the import. Conversations without any time are dated
	// to when the file was last written, or to Now if that is earlier: they
	// cannot be newer.
	Now time.Time
	// Crashes is where the details of a fault in reading are kept.
	Crashes crash.Log
}

// Skipped counts what was skipped.
type Skipped struct {
	// Branches are messages that an edit or another answer has replaced.
	Branches int
	// Machine are messages of the system and of tools, calls of tools, and
	// reasoning.
	Machine int
	// Hidden are messages that were kept from the screen.
	Hidden int
	// Empty are messages without text, such as a picture alone.
	Empty int
	// Others are entries that hold no messages: a conversation without any
	// list of them, a line of another type.
	Others int
}

// All is the sum.
func (s Skipped) All() int { return s.Branches + s.Machine + s.Hidden + s.Empty + s.Others }

// File is a file of conversations.
type File struct {
	name   string
	opts   Options
	info   os.FileInfo
	format Format
	most   int64 // bytes of one conversation

	// Of the latest reading; read is asked for while it goes on.
	titles  map[string]string
	skipped Skipped
	undated int
	// known are the ids of agents' messages that have come, summaries what a
	// session is called by the last message of it.
	known     map[string]bool
	summaries map[string]string
	spelled   spelling
	size      atomic.Int64
	read      atomic.Int64
}

// Open looks at the file, ZIP archive or folder called name and finds out its
// form. It fails for one of no known form, with what it looked like.
func Open(name string, opts Options) (*File, error) {
	if opts.Zone == nil {
		opts.Zone = time.UTC
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, withoutPath(err)
	}
	f := &File{name: name, opts: opts, info: info, most: maxConversation}
	err = f.each(func(m member) error {
		_, found, err := m.head()
		if err != nil {
			return err
		}
		if found == "" {
			return nil // nothing in it; the next may say more
		}
		f.format = found
		return errStopped
	})
	if err != nil && !errors.Is(err, errStopped) {
		return nil, withoutPath(err)
	}
	if f.format == "" {
		f.format = JSONL // an empty file is one without lines
	}
	if want := opts.Format; want != "" && want != Auto && want != f.format {
		return nil, fmt.Errorf("it looks like %s, not like %s", f.format.words(), want.words())
	}
	return f, nil
}

// withoutPath drops the name of the file, which the caller knows.
func withoutPath(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// Format is the form of the file; of an archive, that of its first conversations.
func (f *File) Format() Format { return f.format }

// Messages reads the file from its beginning, each conversation in the order of
// what was said. An error is the last thing to come, and says where in the file
// it was; what came before it is then not to be kept. It may be ranged over
// again, but not twice at once; what else the file tells of its messages it tells
// once they have come.
func (f *File) Messages() iter.Seq2[memory.Message, error] { return ahead(f.messages()) }

func (f *File) messages() iter.Seq2[memory.Message, error] {
	return func(yield func(memory.Message, error) bool) {
		f.titles, f.skipped, f.undated = map[string]string{}, Skipped{}, 0
		f.known, f.summaries, f.spelled = nil, nil, spelling{}
		f.read.Store(0)
		n := 0
		show := func(message memory.Message) error {
			if n++; n > maxMessages {
				return fmt.Errorf("more than %d messages in one file; split it", maxMessages)
			}
			if !yield(message, nil) {
				return errStopped
			}
			return nil
		}
		err := f.each(func(m member) error { return f.readMember(m, show) })
		if err != nil && !errors.Is(err, errStopped) {
			yield(memory.Message{}, withoutPath(err))
		}
	}
}

// each shows take the members of a file; a fault in reading them is an error.
func (f *File) each(take func(member) error) error {
	return f.opts.Crashes.Catch("read this file", func() error { return f.eachMember(take) })
}

// errStopped ends a reading that nobody wants more of.
var errStopped = errors.New("stopped")

// emit takes a message that was read.
type emit func(memory.Message) error

func (f *File) readMember(m member, emit emit) error {
	in, format, err := m.head()
	if err != nil {
		return err
	}
	switch format {
	case "":
		return nil
	case JSONL:
		return f.readLines(in, emit)
	case ClaudeCode:
		return f.readClaudeCode(in, emit)
	case Codex:
		return f.readCodex(in, emit)
	}
	return f.readItems(in, format, emit)
}

// Title is what the file calls a conversation whose messages have come; empty
// if nothing.
func (f *File) Title(conversation string) string { return f.titles[conversation] }

func (f *File) entitle(conversation, title string) {
	if title = strings.Join(strings.Fields(title), " "); title != "" {
		f.titles[conversation] = title
	}
}

// Skipped counts what the latest reading skipped.
func (f *File) Skipped() Skipped { return f.skipped }

// Undated is how many messages of the latest reading are dated by the file
// alone, since their conversation has no time at all.
func (f *File) Undated() int { return f.undated }

// Written is the time that such messages get.
func (f *File) Written() time.Time {
	at := f.info.ModTime()
	if !f.opts.Now.IsZero() && f.opts.Now.Before(at) {
		at = f.opts.Now
	}
	return at.In(f.opts.Zone)
}

// Progress is how many bytes have been read, unpacked, and of how many. It may
// be asked for at any time.
func (f *File) Progress() (read, size int64) { return f.read.Load(), f.size.Load() }

// counted counts what is read towards the progress.
type counted struct {
	in   io.Reader
	read *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.read.Add(int64(n))
	return n, err
}
