// Package input reads a terminal so that what arrives in pieces comes out whole:
// keys, mouse reports, answers of the terminal, pastes and characters, over a slow
// connection or on a busy machine.
//
// It stands before Bubble Tea's reader, which gives half a sequence up after 50 ms
// and a paste never. It must not know what a key is for, nor draw anything. What
// cannot be told apart is decided for the hand: an Esc byte that nothing follows
// in 50 ms is the Esc key, unless the terminal writes that key in the kitty
// protocol; Alt+Enter that is cut in two is Esc, then Enter. The rest of a longer
// sequence is put together even then.
package input

import (
	"io"
	"time"
)

// source is where input comes from.
type source interface {
	io.Reader
	// Wait reports whether there is something to read, or the end, within d.
	Wait(d time.Duration) (bool, error)
}

// reader reads whole things from a source.
//
// Bubble Tea waits on the terminal itself before it calls Read, so as to be able
// to stop waiting. So Read returns only when nothing is open, or when there is
// more to read: else what is held would wait for the next key.
type reader struct {
	from  source
	split splitter
	// ready is what did not fit into the last Read.
	ready []byte
	err   error
}

// perRead is which part of the space for a Read is filled from the source: what
// comes out can be longer than what came in, by the keys that are written anew.
const perRead = 8

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	chunk := make([]byte, max(1, len(p)/perRead))
	for len(r.ready) == 0 && r.err == nil {
		n, err := r.from.Read(chunk)
		r.split.feed(chunk[:n])
		if r.err = err; err == nil {
			r.err = r.settle()
		}
		if r.err != nil {
			r.split.expire()
		}
		r.ready = append(r.ready, r.split.take()...)
		if len(r.ready) == 0 && r.err == nil && r.split.wait() == 0 {
			return 0, nil // it came to nothing; the caller waits for more
		}
	}
	if len(r.ready) == 0 {
		return 0, r.err
	}
	n := copy(p, r.ready)
	r.ready = r.ready[n:]
	return n, nil
}

// settle waits until nothing is open or there is more to read.
func (r *reader) settle() error {
	for {
		wait := r.split.wait()
		if wait == 0 {
			return nil
		}
		more, err := r.from.Wait(wait)
		if err != nil || more {
			return err
		}
		r.split.expire()
	}
}
