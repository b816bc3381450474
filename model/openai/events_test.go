package openai

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestOnlyDataLinesPass(t *testing.T) {
	for in, want := range map[string]string{
		": hi\n\nevent: x\ndata: {\"a\":1}\n\nid: 3\ndata:[DONE]\n": "data: {\"a\":1}\ndata: [DONE]\n",
		"data: {\"a\":1}\r\n\r\ndata: [DONE]\r\n":                   "data: {\"a\":1}\ndata: [DONE]\n",
		"data: [DONE]":           "data: [DONE]\n",
		"{\n \"choices\": []\n}": "data: {\"choices\":[]}\n",
	} {
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
			got, err := io.ReadAll(newEvents(r, ""))
			if string(got) != want || err != nil {
				t.Errorf("%q: %q, %v", in, got, err)
			}
		}
	}
}

func TestAnErrorOfTheConnectionPasses(t *testing.T) {
	fault := errors.New("reset")
	got, err := io.ReadAll(newEvents(io.MultiReader(strings.NewReader("data: 1\ndata: 2"), iotest.ErrReader(fault)), ""))
	if string(got) != "data: 1\n" || !errors.Is(err, fault) {
		t.Errorf("got %q, %v", got, err)
	}
}

func FuzzEvents(f *testing.F) {
	for _, s := range []string{
		": keep\n\ndata: {\"choices\":[]}\n\ndata: [DONE]\n\n", "error: {\"code\":500,\"message\":\"x\"}\n", "{\"error\":\"x\"}",
		"data: {\"error\":{\"message\":[\"a\"],\"code\":\"429\"}}\n", "<html>", "data: {\"detail\":[{\"loc\":[1],\"msg\":\"x\"}],\"error\":1}\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := io.ReadAll(newEvents(strings.NewReader(s), "sk-hush"))
		again, errAgain := io.ReadAll(newEvents(iotest.OneByteReader(strings.NewReader(s)), "sk-hush"))
		if !bytes.Equal(got, again) || (err == nil) != (errAgain == nil) {
			t.Fatalf("%q: %q, %v; byte by byte %q, %v", s, got, err, again, errAgain)
		}
		for line := range bytes.Lines(got) {
			if !bytes.HasPrefix(line, []byte("data: ")) || !bytes.HasSuffix(line, []byte("\n")) || bytes.ContainsRune(line[:len(line)-1], '\n') {
				t.Fatalf("%q passed %q", s, line)
			}
		}
		c := New(Options{BaseURL: "http://x/v1", Key: "sk-hush", Model: "m"})
		if err != nil {
			s := c.sentence(err)
			if strings.ContainsAny(s, "\n\x1b\a") || strings.Contains(s, "sk-hush") || !strings.HasSuffix(s, ".") {
				t.Fatalf("unfit to be shown: %q", s)
			}
		}
	})
}
