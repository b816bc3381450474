package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// heard are the objects in a stream, and how it ended.
func heard(r io.Reader) ([]string, error) {
	e := newEvents(r, "sk-hush")
	var list []string
	for {
		data, err := e.next()
		if err != nil {
			return list, err
		}
		list = append(list, string(data))
	}
}

func TestTheObjectsInAStreamOfEvents(t *testing.T) {
	one, both := []string{`{"a":1}`}, []string{`{"a":1}`, `{"b":2}`}
	for in, want := range map[string][]string{
		": hi\n\nevent: x\ndata: {\"a\":1}\n\nid: 3\ndata:[DONE]\n": one,
		"data: {\"a\":1}\r\n\r\ndata: [DONE]\r\n":                   one,
		"data: {\"a\":1}\r\rdata: {\"b\":2}\r\rdata: [DONE]\r\r":    both,
		"\ufeffdata: {\"a\":1}\n\ndata: [DONE]\n\n":                 one,
		"data: [DONE]":    nil,
		"{\n \"a\": 1\n}": {"{\n\"a\": 1\n}"},
		"\ufeff{\"a\":1}": one,
		"data: ping\n\ndata: {\"a\":1}\n\ndata: [KEEPALIVE]\n\ndata: {\"b\":2}\n\ndata: [DONE]\n\n": both,
		"data: ping\ndata: {\"a\":1}\n\ndata: [DONE]\n\n":                                           one,
		"data: 1\n\ndata: \"text\"\n\ndata: true\n\ndata: {\"a\":1}\n\ndata: [DONE]\n":              one,
		"data: {\"a\":\ndata: 1}\n\ndata: [DONE]\n\n":                                               {"{\"a\":\n1}"},
		"data: {\"a\":\"x\ndata: y\"}\n\ndata: [DONE]\n\n":                                          {`{"a":"xy"}`},
		"data: {\"list\":[\ndata: {}\ndata: ]}\n\ndata: [DONE]\n\n":                                 {"{\"list\":[\n{}\n]}"},
		"data: {\"a\":1}\ndata: {\"b\":2}\ndata: [DONE]\n":                                          both,
		"data: [{\"a\":1},{\"b\":2}]\n\ndata: [DONE]\n\n":                                           both,
		"data\ndata:\n\ndata: {\"a\":1}\n\nretry: 10\ndata: [DONE]\n\n":                             one,
		"unheard: of\ndata: {\"a\":1}\n\ndata: [DONE]\n\n":                                          one,
	} {
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
			got, err := heard(r)
			if !slices.Equal(got, want) || !errors.Is(err, io.EOF) {
				t.Errorf("%q: %q, %v", in, got, err)
			}
		}
	}
}

func TestAnErrorInAStreamInAnyOfItsForms(t *testing.T) {
	const begun = "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n"
	for in, want := range map[string]refusal{
		`data: {"error":{"message":"overloaded","code":503}}`:                                                              {status: 503, message: "overloaded"},
		`data: [{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}]`:                                     {status: 503, message: "overloaded"},
		"[{\n \"error\": {\n  \"code\": 503,\n  \"message\": \"overloaded\"\n }\n}\n]":                                     {status: 503, message: "overloaded"},
		"{\"error\":{\"status\":\"RESOURCE_EXHAUSTED\",\"message\":\"quota\"}}":                                            {status: 429, message: "quota"},
		"event: error\ndata: {\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}\n\n":                               {status: 503, message: "Overloaded"},
		"event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"Slow down\"}}\n\n": {status: 429, message: "Slow down"},
		"event: error\ndata: out of memory\n\n":                                                                            {message: "out of memory"},
		"event:error\r\ndata:\"gone\"\r\n\r\n":                                                                             {message: `"gone"`},
		`error: {"code":500,"message":"slot"}`:                                                                             {status: 500, message: "slot"},
		"error: plain words":                                                                                               {message: "plain words"},
		`data: {"object":"error","message":"no","code":"400"}`:                                                             {status: 400, message: "no"},
		`data: {"detail":[{"loc":["body"],"msg":"bad"}]}`:                                                                  {message: "body bad"},
		`data: {"errors":["one","two"]}`:                                                                                   {message: "one, two"},
	} {
		for _, before := range []string{"", begun} {
			_, err := heard(strings.NewReader(before + in))
			var got *refusal
			if !errors.As(err, &got) || got.status != want.status || got.message != want.message {
				t.Errorf("%q: got %v, want %+v", before+in, err, want)
			}
		}
	}
}

func TestAnErrorThatSaysNothingIsNone(t *testing.T) {
	for _, fault := range []string{
		`{"code":0,"message":""}`, `null`, `{}`, `""`, `{"code":null,"message":null}`, `{"code":"","message":"","type":""}`, `0`, `false`, `[]`,
		`{"code":200,"message":""}`, `{"code":"success","message":""}`, `{"code":0,"message":"","details":[],"metadata":{}}`,
	} {
		in := `data: {"choices":[{"delta":{"content":"x"}}],"error":` + fault + "}\n\ndata: [DONE]\n\n"
		if got, err := heard(strings.NewReader(in)); len(got) != 1 || !errors.Is(err, io.EOF) {
			t.Errorf("%s: %q, %v", fault, got, err)
		}
	}
	for _, fault := range []string{`{"code":0,"message":"broken"}`, `{"code":502,"message":""}`, `"broken"`} {
		in := `data: {"choices":[{"delta":{"content":"x"}}],"error":` + fault + "}\n\ndata: [DONE]\n\n"
		if _, err := heard(strings.NewReader(in)); errors.Is(err, io.EOF) {
			t.Errorf("%s: taken for no error", fault)
		}
	}
}

func TestAnErrorOfTheConnectionPasses(t *testing.T) {
	fault := errors.New("reset")
	got, err := heard(io.MultiReader(strings.NewReader("data: {\"a\":1}\ndata: {\"b\":2"), iotest.ErrReader(fault)))
	if !slices.Equal(got, []string{`{"a":1}`}) || !errors.Is(err, fault) {
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
		got, err := heard(strings.NewReader(s))
		again, errAgain := heard(iotest.OneByteReader(strings.NewReader(s)))
		if !slices.Equal(got, again) || errors.Is(err, io.EOF) != errors.Is(errAgain, io.EOF) {
			t.Fatalf("%q: %q, %v; byte by byte %q, %v", s, got, err, again, errAgain)
		}
		for _, object := range got {
			if !json.Valid([]byte(object)) || !bytes.HasPrefix([]byte(object), []byte("{")) {
				t.Fatalf("%q passed %q", s, object)
			}
		}
		c := New(Options{BaseURL: "http://x/v1", Key: "sk-hush", Model: "m"})
		if !errors.Is(err, io.EOF) {
			s := c.sentence(err)
			if strings.ContainsAny(s, "\n\x1b\a") || strings.Contains(s, "sk-hush") || !strings.HasSuffix(s, ".") {
				t.Fatalf("unfit to be shown: %q", s)
			}
		}
	})
}
