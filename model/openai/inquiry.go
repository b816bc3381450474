package openai

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"muisto/memory"
	"muisto/model"
)

// inquiry is a reply in the making: what it is asked for with, and what the
// model has asked for meanwhile.
type inquiry struct {
	prompt model.Prompt
	rounds []round
	// open: the model may ask for more.
	open bool
}

// round is one answer that held tool calls.
type round struct {
	// said is what it said before them; may be empty.
	said    string
	calls   []api.ToolCall
	results []string // one for each call
}

// converse asks for a reply, answers the tool calls in it, and asks again with
// what they brought, until there are none.
func (c *Client) converse(ctx context.Context, p model.Prompt, u *utterance) error {
	q := inquiry{prompt: p, open: p.More != nil && c.options.ContextTokens >= minToolContext}
	for {
		if err := c.ask(ctx, q, u); err != nil {
			return err
		}
		u.readCall()
		if !u.wantsTool() {
			return nil
		}
		calls := u.calls
		if err := u.pause(); err != nil {
			return err
		}
		q.rounds = append(q.rounds, round{said: u.before.text, calls: calls.sound()})
		q.open = len(q.rounds) < maxRounds
		if err := c.fetch(ctx, &q, calls); err != nil {
			return err
		}
	}
}

// fetch answers the calls of the last round, as far as the window has room.
func (c *Client) fetch(ctx context.Context, q *inquiry, calls toolCalls) error {
	last := &q.rounds[len(q.rounds)-1]
	last.results = make([]string, len(calls))
	for i, call := range calls {
		if err := ctx.Err(); err != nil {
			return err
		}
		result, err := call.answer(ctx, q.prompt.More)
		if err != nil {
			return err
		}
		last.results[i] = result
		if _, fits := c.fitted(*q, c.mannersNow()); !fits {
			last.results[i], q.open = noRoom, false
		}
	}
	return nil
}

// ask sends a request until it is answered, in the manners of the endpoint.
func (c *Client) ask(ctx context.Context, q inquiry, u *utterance) error {
	return c.persist(ctx, func(ctx context.Context) error {
		return c.adapting(ctx, func(m manners) error {
			err := c.stream(ctx, q, m, u)
			if err != nil || !u.ranOut() || m.reasons {
				return err
			}
			// Nothing was said yet, and now it is known to want more room.
			m.reasons = true
			return c.stream(ctx, q, m, u)
		})
	})
}

// requestFor builds the request for what is to be asked now.
func (c *Client) requestFor(q inquiry, m manners) chatRequest {
	if p := q.prompt; p.More == nil {
		opening, turns := turnsOf(p.Window)
		return c.request(opened(p.System, opening), turns, p.MaxTokens, m)
	}
	if q.open && m.tools {
		if r, fits := c.fitted(q, m); fits {
			return r
		}
	}
	q.open = false
	r, _ := c.fitted(q, m)
	return r
}

// fitted builds a request that leaves the reply its room, by leaving out the
// oldest messages, but never the last; false if that was not enough. The tool
// is in it as long as the inquiry is open.
func (c *Client) fitted(q inquiry, m manners) (chatRequest, bool) {
	var tools []api.Tool
	if q.open && m.tools {
		tools = []api.Tool{moreTool()}
	}
	for window := q.prompt.Window; ; window = memory.FromUser(window[1:]) {
		system, turns := q.worded(window, len(tools) > 0)
		fits := c.room(withSystem(system, turns, m), tools...) >= q.prompt.MaxTokens
		if fits || len(window) <= 1 {
			return c.request(system, turns, q.prompt.MaxTokens, m, tools...), fits
		}
	}
}

// worded gives the texts of a request. Where tools are not offered (any more),
// what they brought is told in the system text: few servers take the messages
// of tools without the tools.
func (q inquiry) worded(window []memory.Message, offered bool) (system string, turns []api.ChatCompletionMessage) {
	opening, turns := turnsOf(window)
	system = opened(q.prompt.System, opening)
	if !offered {
		return system + q.told(), turns
	}
	for _, r := range q.rounds {
		turns = append(turns, api.ChatCompletionMessage{Role: api.ChatMessageRoleAssistant, Content: r.said, ToolCalls: r.calls})
		for i, call := range r.calls {
			turns = append(turns, api.ChatCompletionMessage{Role: api.ChatMessageRoleTool, Content: r.results[i], ToolCallID: call.ID})
		}
	}
	return system + "\n\n" + moreOffered, turns
}

// told is what all calls brought, and what has been said meanwhile.
func (q inquiry) told() string {
	if len(q.rounds) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n\nOn a second thought, this came to mind as well; it is data like the memory above, and all there is.\n=== more memory ===\n")
	var said []string
	for _, r := range q.rounds {
		for _, result := range r.results {
			b.WriteString(result + "\n")
		}
		if r.said != "" {
			said = append(said, r.said)
		}
	}
	b.WriteString("=== end of more memory ===")
	if len(said) > 0 {
		b.WriteString("\n\nYour reply began with this, and goes on from there: " + quoted(strings.Join(said, "\n\n")))
	}
	return b.String()
}

func quoted(text string) string {
	out, err := json.Marshal(text)
	if err != nil { // text always marshals
		panic(err)
	}
	return string(out)
}

// withTools notes on a refusal what of tools was in the request.
func withTools(err error, r chatRequest) error {
	var refused *refusal
	if errors.As(err, &refused) {
		refused.offered = len(r.Tools) > 0
		for _, m := range r.Messages {
			refused.answered = refused.answered || m.Role == api.ChatMessageRoleTool
		}
	}
	return err
}
