package openai

import (
	"context"
	"fmt"
	"math"

	api "github.com/sashabaranov/go-openai"
)

// Embed gives one vector for each text, all of one length, in the order of the
// texts. It asks in portions; the beginning of a long text stands for it.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if c.options.Embeddings == "" {
		return nil, c.explain(ctx, errNoVectors)
	}
	if err := c.ready(ctx); err != nil {
		return nil, err
	}
	vectors := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		n := min(len(texts), maxTexts)
		some, err := c.embedSome(ctx, texts[:n])
		if err != nil {
			return nil, err
		}
		if len(vectors) > 0 && len(some[0]) != len(vectors[0]) {
			return nil, c.explain(ctx, fmt.Errorf("%w: lengths %d and %d", errBadVectors, len(vectors[0]), len(some[0])))
		}
		vectors = append(vectors, some...)
		texts = texts[n:]
	}
	return vectors, nil
}

func (c *Client) embedSome(ctx context.Context, texts []string) ([][]float32, error) {
	input := make([]string, len(texts))
	for i, t := range texts {
		input[i] = beginning(t)
	}
	timed, done := c.within(ctx)
	defer done()
	var resp api.EmbeddingResponse
	err := c.persist(timed, func(ctx context.Context) error {
		var err error
		resp, err = c.api.CreateEmbeddings(ctx, api.EmbeddingRequestStrings{
			Input: input, Model: api.EmbeddingModel(c.options.Embeddings),
		})
		return err
	})
	if err != nil {
		return nil, c.explain(ctx, causeIfOver(timed, err))
	}
	vectors, err := inOrder(resp.Data, len(texts))
	return vectors, c.explain(ctx, err)
}

// inOrder checks the vectors and puts them in the order of the texts.
func inOrder(data []api.Embedding, n int) ([][]float32, error) {
	if len(data) != n {
		return nil, fmt.Errorf("%w: %d for %d texts", errBadVectors, len(data), n)
	}
	vectors := make([][]float32, n)
	for _, d := range data {
		if d.Index < 0 || d.Index >= n || vectors[d.Index] != nil {
			return nil, fmt.Errorf("%w: two for one text", errBadVectors)
		}
		if len(d.Embedding) == 0 || len(d.Embedding) != len(data[0].Embedding) {
			return nil, fmt.Errorf("%w: of different lengths", errBadVectors)
		}
		for _, x := range d.Embedding {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return nil, fmt.Errorf("%w: not numbers", errBadVectors)
			}
		}
		vectors[d.Index] = d.Embedding
	}
	return vectors, nil
}

// beginning is as much of a text as is embedded. Some servers refuse a text
// that is empty.
func beginning(text string) string {
	if text == "" {
		return " "
	}
	n := 0
	for i := range text {
		if n++; n > maxTextRunes {
			return text[:i]
		}
	}
	return text
}
