// Package encoder makes vectors of sentences: texts of like meaning get
// vectors of like direction, whatever their words.
//
// It runs all-MiniLM-L6-v2, a six-layer transformer with 22 million weights
// (see NOTICE), forward only, in Go alone. The weights lie beside the code in
// weights.bin, eight bits each, and are read in place. It knows texts and
// vectors; it must not know what they are for, who said them, or where vectors
// are kept.
package encoder

import (
	"context"
	_ "embed"
	"fmt"
	"sync"
)

// Name tells the vectors of this encoder from others. It changes whenever the
// weights or the reading of a text change, since vectors of different names
// cannot be compared.
const Name = "all-MiniLM-L6-v2 int8 1"

// Dimensions is the length of a vector.
const Dimensions = 384

// MaxTokens bounds what is read of a text, its two end marks included; the
// model was trained on sentences of at most so many pieces.
const MaxTokens = 128

//go:embed weights.bin
var packed string

// Encoder makes vectors of texts. It reads its weights at the first use and
// may be used by several goroutines at once.
type Encoder struct {
	model func() (*network, error)
	// space holds scratch memory between calls.
	space sync.Pool
}

// New returns an encoder on the built-in weights.
func New() *Encoder {
	return &Encoder{model: sync.OnceValues(func() (*network, error) { return load(packed) })}
}

// Embed makes a vector of unit length for each text, in order. A text without
// any readable character gets the vector of the empty text. It returns ctx's
// error once ctx ends, between two texts.
func (e *Encoder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	n, err := e.model()
	if err != nil {
		return nil, fmt.Errorf("read the weights of the encoder: %w", err)
	}
	s, ok := e.space.Get().(*scratch)
	if !ok {
		s = newScratch(n)
	}
	defer e.space.Put(s)
	made := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		made[i] = n.forward(n.vocabulary.encode(text), s)
	}
	return made, nil
}
