package openai

import (
	"context"
	"fmt"

	"muisto/memory/hippocampus"
)

// Encode proposes the episodes of a batch. Errors about what was answered wrap
// hippocampus.ErrAnswer.
func (c *Client) Encode(ctx context.Context, b hippocampus.Batch, complaints []string) ([]hippocampus.Proposal, error) {
	system, user := hippocampus.Prompt(b, complaints)
	answer, err := c.structured(ctx, system, user, hippocampus.SchemaName, hippocampus.Schema())
	if isAbout(err) {
		return nil, fmt.Errorf("%w: %w", hippocampus.ErrAnswer, err)
	}
	if err != nil {
		return nil, err
	}
	return hippocampus.Decode(answer)
}
