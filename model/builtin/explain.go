package builtin

import (
	"context"

	"muisto/memory"
	"muisto/memory/hippocampus"
)

// Explanation says what was found in one message of a batch, and why.
type Explanation struct {
	// Message is the index in the batch.
	Message int
	Parts   []Part
}

// Part is one sentence or clause of a message.
type Part struct {
	// Text is as written, without secrets.
	Text string
	// Act is empty where nothing is kept.
	Act memory.Act
	// Rule says in a few words what decided it.
	Rule string
}

// Explain says for each message of a batch what Encode makes of it.
func (m Model) Explain(b hippocampus.Batch) []Explanation {
	e, err := m.read(context.Background(), b)
	if err != nil {
		return nil
	}
	return e.explain
}
