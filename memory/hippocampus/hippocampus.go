// Package hippocampus encodes: it turns the messages of a conversation that
// has gone quiet into episodes.
//
// It cuts batches, asks an Encoder for proposals, and holds what comes back to
// the messages: who said a thing, when it happened and what kind of act it can
// be are decided here, from what is stored, never from what a model claims. It
// knows nothing of how much an episode weighs, of the database or of which
// model answers.
package hippocampus

import (
	"context"

	"muisto/memory"
)

// Batch is what one call encodes.
type Batch struct {
	Conversation string
	// Context are a few earlier messages, for understanding only; nothing in
	// them may be captured again.
	Context []memory.Message
	// Messages are to be captured, oldest first; never empty.
	Messages []memory.Message
	// Known are names met before, in their base form.
	Known []memory.Name
	// Topics are the newest topics of episodes, newest first.
	Topics []string
	// Facts are active facts that share a name with the messages.
	Facts []memory.Fact
	// Recalled are the texts of what came to mind for a reply, by its key.
	Recalled map[int64][]string
}

// Proposal is one episode as an Encoder proposes it.
type Proposal struct {
	// What is one sentence in the third person.
	What string `json:"what"`
	// About is whose or which thing, and what of it: "the launch: date".
	About string `json:"about"`
	// Who lists the people taking part.
	Who []string `json:"who"`
	// When is the time as it was said, empty if none was.
	When  string         `json:"when"`
	Act   string         `json:"act"`
	Names []ProposedName `json:"names"`
	// Sources are batch labels: "m1" is Messages[0], "m2" Messages[1], …
	Sources []string `json:"sources"`
	// Quote is the part of the sources that says it, word for word; empty if
	// the whole message does.
	Quote string `json:"quote"`
	// Lasting: the user states something of their own that is meant to hold on.
	Lasting bool `json:"lasting"`
}

// ProposedName is a name as an Encoder proposes it.
type ProposedName struct {
	Text string `json:"text"`
	Type string `json:"type"`
}

// Encoder proposes the episodes of a batch, one for each distinct thing that
// happened; none is a fine answer. Complaints, if any, say what was wrong with
// its previous answer to the same batch.
type Encoder interface {
	Encode(ctx context.Context, b Batch, complaints []string) ([]Proposal, error)
}
