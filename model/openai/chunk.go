package openai

import (
	"encoding/json"
	"strconv"
	"strings"
)

// chunk is one event of a streamed reply, or a whole answer, as far as it
// matters here. Only what is used is read, and what has another type than
// usual is read as what it plainly means, or else as nothing: a good answer is
// not lost for a field that nobody needs.
type chunk struct {
	Choices list[choice] `json:"choices"`
	Usage   usage        `json:"usage"`
}

// choice is one of the replies, of which only the first is used.
type choice struct {
	Index        number `json:"index"`
	Delta        part   `json:"delta"`
	Message      part   `json:"message"`
	FinishReason text   `json:"finish_reason"`
}

// usage is what an answer took, in tokens.
type usage struct {
	PromptTokens     number
	CompletionTokens number
}

// UnmarshalJSON reads an object; anything else is no usage.
func (u *usage) UnmarshalJSON(data []byte) error {
	var fields struct {
		Prompt     number `json:"prompt_tokens"`
		Completion number `json:"completion_tokens"`
	}
	if json.Unmarshal(data, &fields) == nil {
		*u = usage{fields.Prompt, fields.Completion}
	}
	return nil
}

// part is a piece of a message.
type part struct {
	Content          content
	Refusal          text
	ReasoningContent json.RawMessage
	Reasoning        json.RawMessage
	ToolCalls        json.RawMessage
	FunctionCall     json.RawMessage
}

// UnmarshalJSON reads an object, or the text alone; anything else is an empty
// piece.
func (p *part) UnmarshalJSON(data []byte) error {
	if s, ok := unquoted(data); ok {
		p.Content = content(s)
		return nil
	}
	var fields struct {
		Content          content         `json:"content"`
		Refusal          text            `json:"refusal"`
		ReasoningContent json.RawMessage `json:"reasoning_content"`
		Reasoning        json.RawMessage `json:"reasoning"`
		ToolCalls        json.RawMessage `json:"tool_calls"`
		FunctionCall     json.RawMessage `json:"function_call"`
	}
	if json.Unmarshal(data, &fields) == nil {
		*p = part(fields)
	}
	return nil
}

func (p part) reasons() bool { return !isNull(p.ReasoningContent) || !isNull(p.Reasoning) }

func (p part) callsTool() bool {
	return !isNull(p.FunctionCall) || !isNull(p.ToolCalls) && string(p.ToolCalls) != "[]"
}

// content is text, given as such or as a list of parts, of which those that
// hold no text (reasoning, pictures) are skipped. It may begin or end within a
// character: see halves.
type content string

// UnmarshalJSON reads a string or a list of parts; anything else is no text.
func (c *content) UnmarshalJSON(data []byte) error {
	if s, ok := unquoted(data); ok {
		*c = content(s)
		return nil
	}
	var parts list[struct {
		Type text    `json:"type"`
		Text content `json:"text"`
	}]
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	var b strings.Builder
	for _, p := range parts {
		if p.Type == "text" || p.Type == "output_text" || p.Type == "" {
			b.WriteString(string(p.Text))
		}
	}
	*c = content(b.String())
	return nil
}

// text is a string; anything else is an empty one.
type text string

// UnmarshalJSON never fails.
func (t *text) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*t = text(s)
	}
	return nil
}

// label is a string or the digits of a number; anything else is an empty one.
type label string

// UnmarshalJSON never fails.
func (l *label) UnmarshalJSON(data []byte) error {
	var s string
	var n json.Number
	switch {
	case json.Unmarshal(data, &s) == nil:
		*l = label(s)
	case json.Unmarshal(data, &n) == nil:
		*l = label(n)
	}
	return nil
}

// number is a whole number of at least 0, also where it comes as text or with a
// fraction; anything else is 0.
type number int

// maxNumber bounds what is believed of a count.
const maxNumber = 1e12

// UnmarshalJSON never fails.
func (n *number) UnmarshalJSON(data []byte) error {
	var l label
	if err := l.UnmarshalJSON(data); err != nil {
		return err
	}
	if f, err := strconv.ParseFloat(strings.TrimSpace(string(l)), 64); err == nil && f >= 0 && f <= maxNumber {
		*n = number(f)
	}
	return nil
}

// list is a list of which the items that are not a T are skipped; a T by itself
// is a list of one, anything else an empty one.
type list[T any] []T

// UnmarshalJSON never fails.
func (l *list[T]) UnmarshalJSON(data []byte) error {
	var items []json.RawMessage
	if json.Unmarshal(data, &items) != nil {
		items = []json.RawMessage{data}
	}
	*l = nil
	for _, item := range items {
		var one T
		if !isNull(item) && json.Unmarshal(item, &one) == nil {
			*l = append(*l, one)
		}
	}
	return nil
}
