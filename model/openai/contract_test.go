package openai

import (
	"muisto/memory/hippocampus"
	"muisto/memory/neocortex"
	"muisto/model"
)

// A Client stands wherever a model is asked for.
var (
	_ model.Replier       = (*Client)(nil)
	_ hippocampus.Encoder = (*Client)(nil)
	_ neocortex.Writer    = (*Client)(nil)
)
