// Package keyring keeps the keys of endpoints in the keyring of the system: the
// Keychain of macOS, the Credential Manager of Windows, or a Secret Service such
// as GNOME Keyring or KWallet.
//
// It knows nothing of what keys are for, nor of the settings. Its errors are
// sentences for a person and hold no key.
package keyring

import (
	"context"
	"errors"
	"fmt"
	"time"

	system "github.com/zalando/go-keyring"
)

// service is what the keys are filed under.
const service = "muisto"

// patience bounds one question to the keyring: it may have to ask the person to
// unlock it first.
const patience = time.Minute

// ErrNone: there is no key for the endpoint in the keyring.
var ErrNone = errors.New("there is no key for it in the keyring of this system; put it there with: muisto config key set")

// Get gives the key for an endpoint.
func Get(ctx context.Context, endpoint string) (string, error) {
	var key string
	err := ask(ctx, func() (err error) {
		key, err = system.Get(service, endpoint)
		return err
	})
	if err != nil {
		return "", explain(endpoint, err)
	}
	return key, nil
}

// Set puts the key for an endpoint there, in the place of an earlier one.
func Set(ctx context.Context, endpoint, key string) error {
	return explain(endpoint, ask(ctx, func() error { return system.Set(service, endpoint, key) }))
}

// Delete takes the key for an endpoint out.
func Delete(ctx context.Context, endpoint string) error {
	return explain(endpoint, ask(ctx, func() error { return system.Delete(service, endpoint) }))
}

// ask has the keyring asked and waits for it as long as ctx and patience last.
// The question itself cannot be called off: what it says later is for nobody.
func ask(ctx context.Context, question func() error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer := make(chan error, 1)
	go func() { answer <- question() }()
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// explain words what went wrong. What the keyring says of it is left out: it
// may name what is in it.
func explain(endpoint string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, system.ErrNotFound):
		return fmt.Errorf("the key for %s: %w", endpoint, ErrNone)
	case errors.Is(err, system.ErrSetDataTooBig):
		return fmt.Errorf("the key for %s is longer than the keyring of this system takes", endpoint)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the keyring of this system did not answer about the key for %s; unlock it, or set OPENAI_API_KEY", endpoint)
	}
	return fmt.Errorf("the keyring of this system cannot be reached for the key for %s; start its service (a Secret Service such as GNOME Keyring or KWallet, on Linux), or set OPENAI_API_KEY", endpoint)
}
