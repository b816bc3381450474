package openai

import (
	"muisto/chat"
	"muisto/memory/hippocampus"
	"muisto/memory/neocortex"
)

// A Client stands wherever a model is asked for.
var (
	_ chat.Replier        = (*Client)(nil)
	_ hippocampus.Encoder = (*Client)(nil)
	_ neocortex.Writer    = (*Client)(nil)
)
