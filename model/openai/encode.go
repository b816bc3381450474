package openai

import (
	"context"
	"errors"
	"net/http"

	"muisto/memory/hippocampus"
)

// Encode proposes the episodes of a batch. Errors about what was answered wrap
// hippocampus.ErrAnswer; those about the batch ErrTooMuch, ErrRefused or ErrSlow there.
func (c *Client) Encode(ctx context.Context, b hippocampus.Batch, complaints []string) ([]hippocampus.Proposal, error) {
	system, user := hippocampus.Prompt(b, complaints)
	answer, err := c.structured(ctx, system, user, hippocampus.SchemaName, hippocampus.Schema())
	switch {
	case err == nil:
		return hippocampus.Decode(answer)
	case isTooMuch(err):
		return nil, because(hippocampus.ErrTooMuch, err)
	case isAbout(err):
		return nil, because(hippocampus.ErrAnswer, err)
	case isRefused(err):
		return nil, because(hippocampus.ErrRefused, err)
	case errors.Is(err, errTooLong), errors.Is(err, errSilent):
		return nil, because(hippocampus.ErrSlow, err)
	}
	return nil, err
}

// because is a sentence that is about one of the stages' faults.
func because(fault, err error) error {
	return &Failure{sentence: err.Error(), cause: errors.Join(fault, err)}
}

// isTooMuch reports whether the window was too small for a request or its
// answer.
func isTooMuch(err error) bool {
	var refused *refusal
	return errors.Is(err, errCutShort) || errors.As(err, &refused) && (refused.isTooLong() || refused.status == http.StatusRequestEntityTooLarge)
}

// isRefused reports whether an endpoint refused what a request says: it would
// again.
func isRefused(err error) bool {
	var refused *refusal
	if errors.As(err, &refused) {
		refusedRequest := refused.status == http.StatusBadRequest || refused.status == http.StatusUnprocessableEntity
		return refused.isFiltered() || refusedRequest && !refused.isUnknownModel() && !refused.isBadKey() && !refused.isOutOfCredit()
	}
	return errors.Is(err, errFiltered) || errors.Is(err, errDeclined) || errors.Is(err, errTooLarge)
}
