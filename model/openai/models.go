package openai

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"muisto/harmless"
)

// modelsTimeout bounds asking for the models: someone is waiting for the list.
const modelsTimeout = 8 * time.Second

// Models asks the endpoint for the names of its models, in order and at most a
// hundred of them. Those that only make embeddings are left out. Its errors are
// sentences.
func (c *Client) Models(ctx context.Context) ([]string, error) {
	if err := c.ready(ctx); err != nil {
		return nil, c.explain(ctx, err)
	}
	timed, cancel := context.WithTimeoutCause(ctx, modelsTimeout, errTooLong)
	defer cancel()
	list, err := c.listModels(timed)
	if err != nil {
		return nil, c.explain(ctx, causeIfOver(timed, err))
	}
	var names []string
	for _, name := range list {
		// A name that is not fit to be shown is not fit to be sent back.
		if name == "" || len(name) > maxModelName || harmless.Line(name) != name || strings.Contains(name, "embed") {
			continue
		}
		names = append(names, name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return names[:min(len(names), maxModels)], nil
}

func (c *Client) listModels(ctx context.Context) ([]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(c.options.BaseURL, "/")+"/models", nil)
	if err != nil {
		return nil, fmt.Errorf("write a request: %w", err)
	}
	req.Header.Set("Accept", "application/json")
	resp, err := c.line.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close() // it has been read
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	return modelIDs(data)
}

// modelIDs reads a list of models in the forms that servers send: under "data"
// or "models", or bare; of objects with an id or a name, or of names.
func modelIDs(data []byte) ([]string, error) {
	var whole struct {
		Data   json.RawMessage `json:"data"`
		Models json.RawMessage `json:"models"`
	}
	raw := json.RawMessage(data)
	if json.Unmarshal(data, &whole) == nil {
		if raw = whole.Data; isNull(raw) {
			raw = whole.Models
		}
	}
	if isNull(raw) {
		return nil, nil
	}
	var items list[json.RawMessage]
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, err
	}
	var ids []string
	for _, item := range items {
		var named struct {
			ID    label `json:"id"`
			Name  label `json:"name"`
			Model label `json:"model"`
		}
		var name label
		if json.Unmarshal(item, &named) == nil {
			name = cmp.Or(named.ID, named.Name, named.Model)
		} else if err := json.Unmarshal(item, &name); err != nil {
			return nil, err
		}
		ids = append(ids, string(name))
	}
	return ids, nil
}
