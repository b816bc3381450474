package mind

import (
	"context"
	"fmt"
	"time"

	"muisto/memory/recall"
	"muisto/memory/store"
)

// Embedder makes vectors of texts, one for each, in order.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

const (
	// embedBatch is how many texts are sent at once, and how many vectors are
	// saved at once.
	embedBatch = 64
	// embedCue bounds the wait for the vector of a cue: a turn goes on without.
	embedCue = 2 * time.Second
)

// FillVectors has the embedder make vectors of the facts and episodes that have
// none yet, batch by batch, until all have one, ctx ends or it fails; what was
// made before stays. It does nothing where no embedder is set.
func (m *Mind) FillVectors(ctx context.Context) error {
	if m.Embedder == nil {
		return nil
	}
	for {
		missing, err := m.Store.Unembedded(ctx, m.EmbedderName, embedBatch)
		if err != nil || len(missing) == 0 {
			return err
		}
		texts := make([]string, len(missing))
		for i, u := range missing {
			texts[i] = u.Text
		}
		made, err := m.Embedder.Embed(ctx, texts)
		if err != nil {
			return fmt.Errorf("make vectors: %w", err)
		}
		if len(made) != len(missing) {
			return fmt.Errorf("make vectors: %d came for %d texts", len(made), len(missing))
		}
		var list []store.Vector
		for i, u := range missing {
			values := recall.Quantise(made[i])
			if values == nil {
				return fmt.Errorf("make vectors: that of %.40q has no direction", u.Text)
			}
			list = append(list, store.Vector{Episode: u.Episode, Fact: u.Fact, Values: values})
		}
		if err := m.Store.SaveVectors(ctx, m.EmbedderName, list); err != nil {
			return err
		}
	}
}

// embedded is the vector of a cue; nil where there is none to be had in time,
// and recall does without.
func (m *Mind) embedded(ctx context.Context, text string) []float32 {
	if m.Embedder == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, embedCue)
	defer cancel()
	made, err := m.Embedder.Embed(ctx, []string{text})
	if err != nil || len(made) != 1 {
		return nil
	}
	return made[0]
}

// vectors gives the vectors of the embedder that is set, for the index.
func (o Options) vectors(ctx context.Context, seq int64, limit int) ([]recall.Vector, int64, error) {
	stored, err := o.Store.VectorsAfter(ctx, o.EmbedderName, seq, limit)
	if err != nil || len(stored) == 0 {
		return nil, seq, err
	}
	list := make([]recall.Vector, len(stored))
	for i, v := range stored {
		list[i] = recall.Vector{Kind: recall.KindEpisode, ID: int64(v.Episode), Values: v.Values}
		if v.Fact != 0 {
			list[i].Kind, list[i].ID = recall.KindFact, int64(v.Fact)
		}
	}
	return list, stored[len(stored)-1].Seq, nil
}
