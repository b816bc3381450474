// Package model is what a language model is to the rest of the program: what it
// is asked for a reply, what that took, and the errors that a caller tells
// apart. The packages below it are the models.
//
// It knows the memory's types. It knows nothing of the chat, the screen or any
// endpoint.
package model

import (
	"context"
	"errors"
	"time"

	"muisto/memory"
	"muisto/memory/recall"
)

// Prompt is what a Replier answers.
type Prompt struct {
	// System says who the agent is, what day it is, and holds the memory block.
	System string
	// Recalled is what the memory block was made of, best first.
	Recalled []recall.Hit
	// Window are the recent messages, oldest first; the last is the user's.
	Window []memory.Message
	Now    time.Time
	// MaxTokens bounds the reply.
	MaxTokens int
	// Private: this is off the record, and nothing of it will be remembered.
	Private bool
	// More returns what is one step further: the moments that a fact ("f3") rests
	// on, the messages that a moment ("e12") came from, and what a query brings
	// to mind. It is for a model that asks for it while it replies; nil where
	// there is none. It returns data, a JSON object a line, never empty, bounded
	// in tokens; an unknown id is reported as one. Its errors are the memory's or
	// the context's.
	More func(ctx context.Context, ids []string, query string) (string, error)
}

// Usage is what an answer took in tokens, as far as the endpoint reports it.
type Usage struct {
	PromptTokens, ReplyTokens int
}

// ErrCut is wrapped by what a Replier returns where the reply reached the bound
// on its length: what was emitted is good as far as it goes.
var ErrCut = errors.New("the reply was cut at its bound")

// Replier answers a prompt. It calls emit with each piece as it comes, from one
// goroutine, and returns when the reply is whole, ctx ends or it fails; what
// was emitted by then counts. Its errors are sentences for the person, and say
// what to do.
type Replier interface {
	Reply(ctx context.Context, p Prompt, emit func(piece string)) (Usage, error)
}
