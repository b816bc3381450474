package openai

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"muisto/harmless"
)

// OllamaBaseURL is where an Ollama on this machine speaks as OpenAI does.
const OllamaBaseURL = "http://127.0.0.1:11434/v1"

// OllamaModels asks for the models of an Ollama on this machine, once, without
// any proxy. Those that only make embeddings are left out. It fails if none is
// running.
func OllamaModels(ctx context.Context) ([]string, error) {
	return ollamaModels(ctx, strings.TrimSuffix(OllamaBaseURL, "/v1"))
}

func ollamaModels(ctx context.Context, url string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/tags", nil)
	if err != nil {
		return nil, fmt.Errorf("look for Ollama: %w", err)
	}
	client := http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true, MaxResponseHeaderBytes: maxHeader},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("look for Ollama: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("look for Ollama: status %d", resp.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxProbe))
	if err != nil {
		return nil, fmt.Errorf("look for Ollama: %w", err)
	}
	return modelNames(data)
}

func modelNames(data []byte) ([]string, error) {
	var tags struct {
		Models []struct {
			Name    string `json:"name"`
			Details struct {
				Family string `json:"family"`
			} `json:"details"`
		} `json:"models"`
	}
	if err := json.Unmarshal(data, &tags); err != nil {
		return nil, fmt.Errorf("look for Ollama: read its models: %w", err)
	}
	var names []string
	for _, m := range tags.Models {
		name := m.Name
		// A name that is not fit to be shown is not fit to be sent back.
		if name == "" || len(name) > maxModelName || harmless.Line(name) != name ||
			strings.Contains(name, "embed") || strings.Contains(m.Details.Family, "bert") {
			continue
		}
		if names = append(names, name); len(names) == maxModels {
			break
		}
	}
	return names, nil
}
