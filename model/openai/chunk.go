package openai

import (
	"encoding/json"
	"strings"
)

// chunk is one event of a streamed reply, as far as it matters here. The
// library's own type has no place for reasoning under its other names, for
// content in parts, or for a whole message from a server that does not stream.
type chunk struct {
	Choices []struct {
		Index        int    `json:"index"`
		Delta        part   `json:"delta"`
		Message      part   `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		PromptTokens     float64 `json:"prompt_tokens"`
		CompletionTokens float64 `json:"completion_tokens"`
	} `json:"usage"`
}

// part is a piece of a message.
type part struct {
	Content          content         `json:"content"`
	Refusal          string          `json:"refusal"`
	ReasoningContent json.RawMessage `json:"reasoning_content"`
	Reasoning        json.RawMessage `json:"reasoning"`
	ToolCalls        json.RawMessage `json:"tool_calls"`
	FunctionCall     json.RawMessage `json:"function_call"`
}

func (p part) reasons() bool { return !isNull(p.ReasoningContent) || !isNull(p.Reasoning) }

func (p part) callsTool() bool {
	return !isNull(p.FunctionCall) || !isNull(p.ToolCalls) && string(p.ToolCalls) != "[]"
}

// content is text, given as such or as a list of parts, of which those that
// hold no text (reasoning, pictures) are passed over.
type content string

// UnmarshalJSON reads a string, null, or a list of parts.
func (c *content) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] != '[' {
		return json.Unmarshal(data, (*string)(c))
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	var b strings.Builder
	for _, p := range parts {
		if p.Type == "text" || p.Type == "output_text" || p.Type == "" {
			b.WriteString(p.Text)
		}
	}
	*c = content(b.String())
	return nil
}
