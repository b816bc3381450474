package openai

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

func TestAKeyIsFetchedOnceAndOnlyWhenNeeded(t *testing.T) {
	var fetched atomic.Int32
	fault := errors.New("the keyring is locked; unlock it")
	var sent atomic.Value
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		sent.Store(r.Header.Get("Authorization"))
		answer(200, "text/event-stream", recorded(t, "ollama/stream.sse"))(w, r)
	}, func(o *Options) {
		o.Key = ""
		o.KeyFrom = func(context.Context) (string, error) {
			if fetched.Add(1) == 1 {
				return "", fault
			}
			return testKey, nil
		}
	})
	if fetched.Load() != 0 {
		t.Error("the key was fetched before it was needed")
	}
	_, _, err := reply(t.Context(), c)
	fit(t, err)
	if !errors.Is(err, fault) || !strings.Contains(err.Error(), "No key could be had: the keyring is locked; unlock it.") || sent.Load() != nil {
		t.Errorf("got %v, sent %v", err, sent.Load())
	}
	for range 2 {
		if _, _, err := reply(t.Context(), c); err != nil || sent.Load() != "Bearer "+testKey {
			t.Errorf("got %v, sent %v", err, sent.Load())
		}
	}
	if fetched.Load() != 2 {
		t.Errorf("fetched %d times", fetched.Load())
	}
}

func TestWithoutAKeyNoneIsSent(t *testing.T) {
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		if got, ok := r.Header["Authorization"]; ok {
			t.Errorf("sent %q", got)
		}
		answer(200, "text/event-stream", recorded(t, "ollama/stream.sse"))(w, r)
	}, func(o *Options) { o.Key = "" })
	if _, _, err := reply(t.Context(), c); err != nil {
		t.Error(err)
	}
}

func TestAKeyIsHiddenHoweverItIsRepeated(t *testing.T) {
	for _, text := range []string{
		testKey, "x " + testKey + " y", testKey[:6] + "\x1b[31m" + testKey[6:], testKey[:6] + "\u200b" + testKey[6:], testKey[:9] + "\x00" + testKey[9:],
	} {
		if got := shown(text, testKey); strings.Contains(got, "hush") {
			t.Errorf("%q shows %q", text, got)
		}
	}
}

func TestPrintingAClientShowsNoKey(t *testing.T) {
	c := New(Options{BaseURL: "http://x/v1", Key: testKey, Model: "m"})
	defer c.Close()
	if text := fmt.Sprintf("%v %+v %#v %+v", c, c, c, c.line); strings.Contains(text, "hush") {
		t.Error(text)
	}
}
