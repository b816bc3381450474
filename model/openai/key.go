package openai

import (
	"context"
	"sync"
)

// key is the endpoint's key, which may first have to be fetched.
type key struct {
	from func(context.Context) (string, error) // nil once it is known

	mu sync.Mutex
	// known gives it; a function, so that nothing that prints a Client shows it.
	known func() string
}

func newKey(known string, from func(context.Context) (string, error)) *key {
	return &key{from: from, known: func() string { return known }}
}

// get gives the key, and fetches it the first time. What kept it from being
// had is tried again the next time.
func (k *key) get(ctx context.Context) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.from == nil {
		return k.known(), nil
	}
	known, err := k.from(ctx)
	if err != nil {
		return "", err
	}
	k.known, k.from = func() string { return known }, nil
	return known, nil
}

// now is the key as far as it is known.
func (k *key) now() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.known()
}
