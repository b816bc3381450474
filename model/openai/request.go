package openai

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"muisto/memory"
)

// chatRequest is the library's, with a temperature that may be 0 and a schema
// for JSON mode.
type chatRequest struct {
	api.ChatCompletionRequest
	Temperature    *float64        `json:"temperature,omitempty"`
	ResponseFormat *responseFormat `json:"response_format,omitempty"`
}

type responseFormat struct {
	api.ChatCompletionResponseFormat
	Schema json.RawMessage `json:"schema,omitempty"`
}

// request builds a request in the manners of the endpoint. limit bounds the
// answer in tokens; 0 for no bound. No knob is sent that nobody set.
func (c *Client) request(system string, turns []api.ChatCompletionMessage, limit int, m manners, tools ...api.Tool) chatRequest {
	r := chatRequest{ChatCompletionRequest: api.ChatCompletionRequest{Model: c.options.Model, Messages: withSystem(system, turns, m), Tools: tools}}
	if limit > 0 && m.reasons {
		limit = max(limit, min(limit+c.options.ContextTokens/4, c.room(r.Messages, tools...)))
	}
	switch m.limit {
	case maxTokens:
		//lint:ignore SA1019 the key that servers other than OpenAI's know
		r.MaxTokens = limit
	case maxCompletionTokens:
		r.MaxCompletionTokens = limit
	}
	if c.options.Thinking == ThinkingOff {
		r.calmed(m)
	}
	return r
}

// hasExtras: it holds what not every endpoint takes.
func (r chatRequest) hasExtras() bool {
	return r.Temperature != nil || r.ReasoningEffort != "" || len(r.ChatTemplateKwargs) > 0
}

// calmed asks the model to answer without reasoning first.
func (r *chatRequest) calmed(m manners) {
	switch m.calm {
	case byTemplate:
		r.ChatTemplateKwargs = map[string]any{"enable_thinking": false, "thinking": false}
	case byNoEffort:
		r.ReasoningEffort = "none"
	case byLowEffort:
		r.ReasoningEffort = "low"
	}
}

// room is what messages and tools leave of the window, in tokens.
func (c *Client) room(messages []api.ChatCompletionMessage, tools ...api.Tool) int {
	left := c.options.ContextTokens
	for _, m := range messages {
		left -= memory.Tokens(m.Content) + envelopeTokens
		for _, call := range m.ToolCalls {
			left -= memory.Tokens(call.Function.Name) + memory.Tokens(call.Function.Arguments) + envelopeTokens
		}
	}
	if len(tools) > 0 {
		left -= toolTokens
	}
	return left
}

// withSystem puts the system text first; where that role is not taken, at the
// beginning of the user's first message.
func withSystem(system string, turns []api.ChatCompletionMessage, m manners) []api.ChatCompletionMessage {
	switch {
	case system == "":
		return turns
	case m.system:
		return append([]api.ChatCompletionMessage{{Role: api.ChatMessageRoleSystem, Content: system}}, turns...)
	case len(turns) > 0 && turns[0].Role == api.ChatMessageRoleUser:
		first := turns[0]
		first.Content = system + "\n\n" + first.Content
		return append([]api.ChatCompletionMessage{first}, turns[1:]...)
	}
	return append([]api.ChatCompletionMessage{{Role: api.ChatMessageRoleUser, Content: system}}, turns...)
}

// turnsOf words the window, so that the sides take turns and the user begins:
// some templates insist on it. Two messages in a row from one side become one.
// What the assistant said before the user first spoke is returned apart.
func turnsOf(window []memory.Message) (opening string, turns []api.ChatCompletionMessage) {
	for _, m := range window {
		if m.Text == "" {
			continue
		}
		role := api.ChatMessageRoleUser
		if m.Role == memory.RoleAssistant {
			role = api.ChatMessageRoleAssistant
		}
		n := len(turns)
		switch {
		case n == 0 && role == api.ChatMessageRoleAssistant:
			opening = strings.TrimPrefix(opening+"\n\n"+m.Text, "\n\n")
		case n > 0 && turns[n-1].Role == role:
			turns[n-1].Content += "\n\n" + m.Text
		default:
			turns = append(turns, api.ChatCompletionMessage{Role: role, Content: m.Text})
		}
	}
	return opening, turns
}

// opened adds to a system text what the assistant said first.
func opened(system, opening string) string {
	if opening == "" {
		return system
	}
	return system + "\n\nThe conversation began with this, which you said: " + quoted(opening)
}

// adapting sends a request in the manners known, and again in other ones as
// long as the endpoint refuses something about its form. Where it does not say
// what, it is guessed; a wrong guess is forgotten.
func (c *Client) adapting(ctx context.Context, send func(manners) error) error {
	now := c.mannersNow()
	var unexplained error
	for range maxAdapts {
		err := send(now)
		var refused *refusal
		if !errors.As(err, &refused) || ctx.Err() != nil || isFinal(err) {
			if err == nil || isAbout(err) {
				c.learn(func(m *manners) { m.form, m.accepted, m.troubles = now.form, true, 0 })
			}
			return err
		}
		next, ok := now.without(refused)
		switch {
		case ok && unexplained == nil:
			c.learn(func(m *manners) { m.form = next.form })
		case !ok:
			if unexplained == nil {
				unexplained = err
				c.learn(func(m *manners) { m.troubles++ })
				now.troubles = c.mannersNow().troubles
			}
			next, ok = now.guess(refused)
		}
		if !ok {
			return unexplained
		}
		now = next
	}
	return errForeign
}
