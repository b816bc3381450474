package keyring

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	system "github.com/zalando/go-keyring"
)

const key = "sk-canary-7f3a9c01d2e4b586"

func TestAKeyIsKeptForItsEndpoint(t *testing.T) {
	system.MockInit()
	ctx := t.Context()
	if _, err := Get(ctx, "https://a.test"); !errors.Is(err, ErrNone) {
		t.Errorf("before: %v", err)
	}
	if err := Set(ctx, "https://a.test", key); err != nil {
		t.Fatal(err)
	}
	if got, err := Get(ctx, "https://a.test"); got != key || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := Get(ctx, "https://b.test"); got != "" || !errors.Is(err, ErrNone) {
		t.Errorf("another endpoint got %q, %v", got, err)
	}
	if err := Delete(ctx, "https://a.test"); err != nil {
		t.Error(err)
	}
	if err := Delete(ctx, "https://a.test"); !errors.Is(err, ErrNone) {
		t.Errorf("deleted twice: %v", err)
	}
}

func TestWithoutAServiceItSaysWhatToDo(t *testing.T) {
	system.MockInitWithError(errors.New("dbus: \x1b[31mno such bus, and the key is " + key))
	for name, do := range map[string]func() error{
		"get":    func() error { _, err := Get(t.Context(), "https://a.test"); return err },
		"set":    func() error { return Set(t.Context(), "https://a.test", key) },
		"delete": func() error { return Delete(t.Context(), "https://a.test") },
	} {
		err := do()
		if err == nil || !strings.Contains(err.Error(), "or set OPENAI_API_KEY") || strings.Contains(err.Error(), "canary") || strings.ContainsAny(err.Error(), "\x1b\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	system.MockInitWithError(system.ErrSetDataTooBig)
	if err := Set(t.Context(), "https://a.test", key); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("too big: %v", err)
	}
}

func TestAKeyringThatDoesNotAnswerIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		never := make(chan struct{})
		defer close(never)
		err := explain("https://a.test", ask(t.Context(), func() error { <-never; return nil }))
		if err == nil || !strings.Contains(err.Error(), "unlock it") {
			t.Errorf("got %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := explain("https://a.test", ask(ctx, func() error { <-never; return nil })); !errors.Is(err, context.Canceled) {
			t.Errorf("called off: %v", err)
		}
	})
}
