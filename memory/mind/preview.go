package mind

import (
	"context"

	"muisto/memory"
	"muisto/memory/hippocampus"
)

// PreviewCapture shows look each batch that Capture would make of the scope, in that
// order, and captures nothing. An error of look ends it and comes back as it is.
func (m *Mind) PreviewCapture(ctx context.Context, scope CaptureScope, look func(hippocampus.Batch) error) error {
	waiting, _, err := m.waiting(ctx, scope)
	if err != nil {
		return err
	}
	for _, s := range waiting {
		var last memory.Message
		for {
			batch, err := m.batchAfter(ctx, s, last)
			if err != nil {
				return err
			}
			if len(batch.Messages) == 0 {
				break
			}
			if err := look(batch); err != nil {
				return err
			}
			last = batch.Messages[len(batch.Messages)-1]
		}
	}
	return nil
}
