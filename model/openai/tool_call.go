package openai

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	api "github.com/sashabaranov/go-openai"
)

// toolCall is a call of a tool as it comes in: whole, or in pieces that name
// their place.
type toolCall struct {
	index     *int
	id, name  string
	arguments string
	// overlong: there was more of the arguments than is taken in.
	overlong bool
}

// toolPiece is a piece of a call.
type toolPiece struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name string `json:"name"`
		// Arguments is text, or the object itself from some servers.
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// toolCalls are those of one round, in the order begun.
type toolCalls []toolCall

// take takes in a list of pieces. What is none is passed over; so are calls
// beyond the bound.
func (c *toolCalls) take(raw json.RawMessage) {
	var pieces []toolPiece
	if isNull(raw) || json.Unmarshal(raw, &pieces) != nil {
		return
	}
	for _, p := range pieces {
		i := c.find(p)
		if i < 0 && len(*c) == maxCalls {
			continue
		}
		if i < 0 {
			*c, i = append(*c, toolCall{index: p.Index}), len(*c)
		}
		(*c)[i].take(p)
	}
}

// find gives the call that a piece belongs to, or -1 for a new one. Some
// servers give every call the place 0, each with an id of its own.
func (c *toolCalls) find(p toolPiece) int {
	for i, call := range slices.Backward(*c) {
		switch {
		case p.ID != "" && call.id != "" && p.ID != call.id:
			continue
		case p.Index != nil && call.index != nil:
			if *p.Index == *call.index {
				return i
			}
		case p.ID != "" && p.ID == call.id, p.ID == "" && p.Function.Name == "":
			return i
		}
	}
	return -1
}

func (t *toolCall) take(p toolPiece) {
	if t.id == "" && len(p.ID) <= maxCallID {
		t.id = p.ID
	}
	if t.name == "" {
		t.name = p.Function.Name
	}
	var text string
	if json.Unmarshal(p.Function.Arguments, &text) != nil {
		text = string(p.Function.Arguments)
	}
	if len(t.arguments)+len(text) > maxArguments {
		t.overlong = true
		return
	}
	t.arguments += text
}

// sound gives the calls as they can be sent back: each with an id of its own, a
// name that is one, and arguments that are JSON, whatever the model made of
// them; servers read them again.
func (c toolCalls) sound() []api.ToolCall {
	list := make([]api.ToolCall, len(c))
	taken := map[string]bool{}
	for i, call := range c {
		id := call.id
		if id == "" || taken[id] {
			id = fmt.Sprintf("call%05d", i+1) // nine letters and digits, as some insist
		}
		taken[id] = true
		list[i] = api.ToolCall{ID: id, Type: api.ToolTypeFunction, Function: api.FunctionCall{
			Name: soundName(call.name), Arguments: call.soundArguments(),
		}}
	}
	return list
}

func (t toolCall) soundArguments() string {
	var object map[string]json.RawMessage
	if t.overlong || json.Unmarshal([]byte(t.arguments), &object) != nil || object == nil {
		return "{}"
	}
	return t.arguments
}

func soundName(name string) string {
	odd := func(r rune) bool {
		return !(r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}
	if name == "" || len(name) > maxCallName || strings.ContainsFunc(name, odd) {
		return "unknown"
	}
	return name
}
