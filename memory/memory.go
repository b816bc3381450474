// Package memory is the domain of muisto: what a message, an episode and a
// fact are, who may say what, and how a memory fades.
//
// It imports the standard library alone. It knows nothing of databases,
// language models, screens or the network; those know it.
package memory

import "errors"

// Errors that callers tell apart with errors.Is.
var (
	// ErrNotFound: nothing is stored under the id that was asked for.
	ErrNotFound = errors.New("not found")
	// ErrBusy: another running program holds the lease on this work.
	ErrBusy = errors.New("another muisto is doing this already")
	// ErrNewer: the file was written by a newer muisto.
	ErrNewer = errors.New("written by a newer muisto")
	// ErrDamaged: the file is not a sound muisto database.
	ErrDamaged = errors.New("not a sound muisto database")
)
