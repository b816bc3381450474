package openai

import (
	"context"
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
	list, err := c.api.ListModels(timed)
	if err != nil {
		return nil, c.explain(ctx, causeIfOver(timed, err))
	}
	var names []string
	for _, m := range list.Models {
		// A name that is not fit to be shown is not fit to be sent back.
		if m.ID == "" || len(m.ID) > maxModelName || harmless.Line(m.ID) != m.ID || strings.Contains(m.ID, "embed") {
			continue
		}
		names = append(names, m.ID)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return names[:min(len(names), maxModels)], nil
}
