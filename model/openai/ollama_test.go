package openai

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestTheProbeNamesTheModels(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != "/api/tags" {
			t.Errorf("%s %s", r.Method, r.URL)
		}
		answer(200, "application/json", recorded(t, "ollama/tags.json"))(w, r)
	}))
	defer server.Close()
	got, err := ollamaModels(t.Context(), server.URL)
	if err != nil || !slices.Equal(got, []string{"llama3.2:latest", "qwen3:8b"}) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestTheProbeFailsWhereThereIsNoOllama(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, h := range map[string]http.HandlerFunc{
		"nothing":   nil,
		"not found": http.NotFound,
		"a page":    answer(200, "text/html", "<html>"),
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://example.invalid/", http.StatusFound)
		},
		"never": func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"endless": func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				write(w, strings.Repeat(" ", 64<<10))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			url := gone.URL
			if h != nil {
				server := httptest.NewServer(h)
				defer server.Close()
				url = server.URL
			}
			if got, err := ollamaModels(t.Context(), url); err == nil || got != nil {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestTheProbeIsBounded(t *testing.T) {
	many := `{"models":[` + strings.TrimSuffix(strings.Repeat(`{"name":"m"},`, 3*maxModels), ",") + `]}`
	if got, err := modelNames([]byte(many)); err != nil || len(got) != maxModels {
		t.Errorf("%d models, %v", len(got), err)
	}
}
