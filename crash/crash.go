// Package crash keeps a fault in one piece of work from ending the program: a
// panic in it becomes an error, with the details in a file.
//
// It knows nothing of the work. What is written holds no text of a person's:
// where the program was, and the error of the Go runtime.
package crash

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"
)

// maxFile bounds the file, in bytes; one earlier file of that size is kept.
const maxFile = 256 << 10

// maxStack bounds the details of one fault, in bytes.
const maxStack = 32 << 10

// Log is where details are kept. The zero value keeps none.
type Log struct {
	// File is the path of the file; its folder is made.
	File string
	// Now is the clock.
	Now func() time.Time
}

// Error is work that ended in a panic.
type Error struct {
	// Doing is what was being done, "encode a batch".
	Doing string
	// What is the error of the runtime, or the type of what was thrown.
	What string
	// File has the details; empty where they could not be kept.
	File string
}

func (e *Error) Error() string {
	s := fmt.Sprintf("muisto could not %s: there is a fault in the program (%s)", e.Doing, e.What)
	if e.File != "" {
		s += "; please report it with what " + e.File + " says"
	}
	return s
}

// Is reports whether an error comes from a panic.
func Is(err error) bool {
	e := new(Error)
	return errors.As(err, &e)
}

// Catch does work and returns its error; where it panics, an *Error. Doing
// completes "muisto could not …".
func (l Log) Catch(doing string, work func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = l.keep(doing, v, debug.Stack())
		}
	}()
	return work()
}

func (l Log) keep(doing string, thrown any, stack []byte) error {
	e := &Error{Doing: doing, What: describe(thrown)}
	if l.File == "" {
		return e
	}
	if err := l.write(e, stack[:min(len(stack), maxStack)]); err != nil {
		return errors.Join(e, fmt.Errorf("keep the details: %w", err))
	}
	e.File = l.File
	return e
}

// describe says what was thrown without a text that may be a person's.
func describe(thrown any) string {
	if err, ok := thrown.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("a panic with %T", thrown)
}

func (l Log) write(e *Error, stack []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(l.File), 0o700); err != nil {
		return err
	}
	if info, err := os.Stat(l.File); err == nil && info.Size() > maxFile {
		if err := os.Rename(l.File, l.File+".1"); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(l.File, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	at := ""
	if l.Now != nil {
		at = l.Now().UTC().Format(time.RFC3339) + " "
	}
	_, err = fmt.Fprintf(f, "%s%s: %s\n%s\n", at, e.Doing, e.What, stack)
	return err
}
