package openai

import (
	"context"

	"muisto/memory/neocortex"
)

// Write proposes the facts of a group. Errors about what was answered wrap
// neocortex.ErrAnswer.
func (c *Client) Write(ctx context.Context, r neocortex.Request, complaints []string) ([]neocortex.Proposal, error) {
	system, user := neocortex.Prompt(r, complaints)
	answer, err := c.structured(ctx, system, user, neocortex.SchemaName, neocortex.Schema())
	if isAbout(err) {
		return nil, because(neocortex.ErrAnswer, err)
	}
	if err != nil {
		return nil, err
	}
	return neocortex.Decode(answer)
}
