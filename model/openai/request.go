package openai

import (
	"context"
	"errors"

	api "github.com/sashabaranov/go-openai"

	"muisto/memory"
)

// request builds a request in the manners of the endpoint. limit bounds the
// answer in tokens; 0 for no bound. No knob is sent that nobody set.
func (c *Client) request(system string, turns []api.ChatCompletionMessage, limit int, m manners, tools ...api.Tool) api.ChatCompletionRequest {
	r := api.ChatCompletionRequest{Model: c.options.Model, Messages: withSystem(system, turns, m), Tools: tools}
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
	return r
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

// turnsOf words the window. Two messages in a row from one side become one:
// some templates insist that the sides take turns.
func turnsOf(window []memory.Message) []api.ChatCompletionMessage {
	var turns []api.ChatCompletionMessage
	for _, m := range window {
		if m.Text == "" {
			continue
		}
		role := api.ChatMessageRoleUser
		if m.Role == memory.RoleAssistant {
			role = api.ChatMessageRoleAssistant
		}
		if n := len(turns); n > 0 && turns[n-1].Role == role {
			turns[n-1].Content += "\n\n" + m.Text
			continue
		}
		turns = append(turns, api.ChatCompletionMessage{Role: role, Content: m.Text})
	}
	return turns
}

// adapting sends a request in the manners known, and again in other ones as
// long as the endpoint refuses something about its form.
func (c *Client) adapting(ctx context.Context, send func(manners) error) error {
	for range maxAdapts {
		now := c.mannersNow()
		err := send(now)
		var refused *refusal
		if err == nil || ctx.Err() != nil || !errors.As(err, &refused) || isFinal(err) {
			return err
		}
		next, ok := now.without(refused)
		if !ok {
			return err
		}
		c.learn(func(m *manners) {
			m.limit, m.usage, m.system, m.tools = next.limit, next.usage, next.system, next.tools
		})
	}
	return errForeign
}
