package openai

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestTheModelsOfAnEndpoint(t *testing.T) {
	var many []string
	for i := range 3 * maxModels {
		many = append(many, fmt.Sprintf(`{"id":"m%04d"}`, i))
	}
	for name, tt := range map[string]struct {
		body string
		want string
	}{
		"some":    {`{"object":"list","data":[{"id":"gpt-b"},{"id":"gpt-a"},{"id":"gpt-a"},{"id":"text-embedding-3"},{"id":"\u001b[31m"},{"id":""}]}`, "gpt-a gpt-b"},
		"none":    {`{"object":"list","data":[]}`, ""},
		"strange": {`{"object":"list"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var path string
			c := client(t, func(w http.ResponseWriter, r *http.Request) {
				path = r.URL.Path
				answer(200, "application/json", tt.body)(w, r)
			})
			got, err := c.Models(t.Context())
			if err != nil || strings.Join(got, " ") != tt.want || path != "/v1/models" {
				t.Errorf("%q from %s, %v", got, path, err)
			}
		})
	}
	c := client(t, answer(200, "application/json", `{"data":[`+strings.Join(many, ",")+`]}`))
	if got, err := c.Models(t.Context()); err != nil || len(got) != maxModels || !slices.IsSorted(got) {
		t.Errorf("%d models, %v", len(got), err)
	}
}

func TestModelsThatCannotBeAskedFor(t *testing.T) {
	for name, h := range map[string]http.HandlerFunc{
		"refused":  answer(401, "application/json", `{"error":{"message":"Bad key `+testKey+`"}}`),
		"a page":   answer(200, "text/html", "<html>"),
		"no JSON":  answer(200, "application/json", "hello"),
		"too long": answer(200, "application/json", `{"data":[`+strings.Repeat(" ", maxAnswer)+`]}`),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := client(t, h).Models(t.Context())
			if err == nil || got != nil {
				t.Errorf("got %q", got)
			}
			fit(t, err)
		})
	}
}
