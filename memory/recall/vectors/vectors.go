// Package vectors is what the program knows of the meaning of words without a
// network: GloVe word vectors, cut to the commonest English words, quantised
// and compressed into the binary (see NOTICE).
//
// It knows words and their vectors, nothing of memories.
package vectors

import (
	_ "embed"
	"sync"
)

// Dimensions is the length of a vector.
const Dimensions = 100

// Words is how many words the embedded file holds.
const Words = 30000

//go:embed words.bin
var packed []byte

// Builtin gives the embedded table, unpacking it at the first call: about a
// tenth of a second once, and some 4 MB held, so that a program that asks for
// no meaning pays for none.
var Builtin = sync.OnceValues(func() (*Table, error) { return Unpack(packed) })
