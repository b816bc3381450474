package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"muisto/memory/lenient"
	"muisto/model"
)

// structured asks for one JSON object of the given schema and returns it. It
// asks by schema, in JSON mode or in words, whichever the endpoint was last
// found to take; an answer is looked for in the text in any case.
func (c *Client) structured(ctx context.Context, system, user, name string, schema json.RawMessage) ([]byte, error) {
	if err := c.ready(ctx); err != nil {
		return nil, err
	}
	timed, done := c.within(ctx)
	defer done()
	var answer json.RawMessage
	err := c.persist(timed, func(ctx context.Context) error {
		return c.descending(func(w way) error {
			return c.adapting(ctx, func(m manners) error {
				var err error
				var took model.Usage
				answer, took, err = c.answer(ctx, c.shaped(question{system, user, name, schema}, w, m))
				if c.options.Took != nil && (err == nil || took != (model.Usage{})) {
					c.options.Took(ctx, name, took)
				}
				return err
			})
		})
	})
	if err != nil {
		return nil, c.explain(ctx, causeIfOver(timed, err))
	}
	return answer, nil
}

// question is what a structured answer is asked for with.
type question struct {
	system, user, name string
	schema             json.RawMessage
}

// descending tries the way that is known to work, and the ones after it as long
// as the endpoint refuses the form.
func (c *Client) descending(send func(way) error) error {
	first := c.mannersNow().way
	for w := first; ; w++ {
		err := send(w)
		var refused *refusal
		if errors.As(err, &refused) && w < byWords && refused.isAboutForm() {
			continue
		}
		if err == nil && w > first {
			c.learn(func(m *manners) { m.way = max(m.way, w) })
		}
		return err
	}
}

// isAboutForm reports whether the shape that was asked for may be what was
// refused.
func (e *refusal) isAboutForm() bool {
	if e.isTooLong() || e.isUnknownModel() || e.isFiltered() || e.isOutOfCredit() {
		return false
	}
	switch e.status {
	case 400, 415, 422, 501:
		return true
	case 401, 402, 403, 408, 429:
		return false
	}
	return e.namesForm()
}

// namesForm reports whether the refusal names the shape that was asked for.
func (e *refusal) namesForm() bool {
	text := strings.ToLower(e.body)
	for _, s := range []string{"response_format", "json_schema", "json_object", "grammar", "requested parameters"} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// shaped builds the request for a question in one of the ways.
func (c *Client) shaped(q question, w way, m manners) chatRequest {
	system := q.system
	if w != bySchema || m.spelled {
		// JSON mode wants the word JSON in the prompt, and knows no schema.
		system += "\n\nAnswer with one JSON object and nothing else. It must fit this JSON schema:\n" + string(q.schema)
	}
	turns := []api.ChatCompletionMessage{{Role: api.ChatMessageRoleUser, Content: q.user}}
	room := c.room(withSystem(system, turns, m))
	r := c.request(system, turns, min(max(room, minStructured), maxStructured), m)
	if m.reasons && c.options.Thinking == ThinkingAuto {
		r.calmed(m)
	}
	if m.cool {
		temperature := structuredTemperature
		r.Temperature = &temperature
	}
	r.ResponseFormat = q.format(w)
	return r
}

// format is what asks for the shape of an answer in one of the ways.
func (q question) format(w way) *responseFormat {
	var f responseFormat
	switch w {
	case bySchema:
		f.Type = api.ChatCompletionResponseFormatTypeJSONSchema
		f.JSONSchema = &api.ChatCompletionResponseFormatJSONSchema{Name: q.name, Schema: q.schema, Strict: true}
	case bySchemaInMode:
		f.Type, f.Schema = api.ChatCompletionResponseFormatTypeJSONObject, q.schema
	case byJSONMode:
		f.Type = api.ChatCompletionResponseFormatTypeJSONObject
	case byWords:
		return nil
	}
	return &f
}

// answer sends a request and finds the JSON in what comes back.
func (c *Client) answer(ctx context.Context, r chatRequest) (json.RawMessage, model.Usage, error) {
	whole, err := c.whole(ctx, r)
	if err != nil {
		return nil, model.Usage{}, err
	}
	took := model.Usage{PromptTokens: int(whole.Usage.PromptTokens), ReplyTokens: int(whole.Usage.CompletionTokens)}
	if len(whole.Choices) == 0 {
		return nil, took, errEmpty
	}
	first := whole.Choices[0]
	said, lone, reasoned := spoken(first.Message)
	c.learn(func(m *manners) {
		m.reasons = m.reasons || reasoned
		if lone {
			m.opening = openingReasoning
		}
	})
	if found := lenient.Find(said); found != "" && (first.FinishReason != finishLength || isWhole(said, found)) {
		return withoutKey(lenient.Tidy([]byte(found)), c.key.now()), took, nil
	}
	return nil, took, c.fault(first, said)
}

// whole sends a request and reads an answer that comes at once.
func (c *Client) whole(ctx context.Context, r chatRequest) (chunk, error) {
	resp, err := c.post(ctx, r)
	if err != nil {
		return chunk{}, err
	}
	defer resp.Body.Close() // it has been read
	var whole chunk
	if err := json.NewDecoder(resp.Body).Decode(&whole); err != nil {
		return chunk{}, fmt.Errorf("%w: %w", errForeign, err)
	}
	return whole, nil
}

// spoken is what a message says without the reasoning; whether a tag that ends
// reasoning came without one that begins it, and whether there was any. Some
// servers put all of an answer where the reasoning belongs.
func spoken(m part) (said string, lone, reasoned bool) {
	var h halves
	content := h.write(string(m.Content))
	var t thinking
	said, lone = t.Write(content + h.end())
	said += t.Flush()
	reasoned = t.thought || m.reasons()
	if strings.TrimSpace(said) == "" && !t.thought {
		for _, raw := range []json.RawMessage{m.ReasoningContent, m.Reasoning} {
			if s, ok := unquoted(raw); ok && isJSON([]byte(strings.TrimSpace(s))) {
				return strings.TrimSpace(s), lone, reasoned
			}
		}
	}
	return said, lone, reasoned
}

// isWhole: what was cut may still hold smaller objects that are whole.
func isWhole(text string, found string) bool {
	before, _, _ := strings.Cut(text, found)
	return !strings.ContainsAny(before, "{[")
}

// fault says why there is no JSON in an answer.
func (c *Client) fault(first choice, said string) error {
	m := first.Message
	switch {
	case first.FinishReason == "content_filter":
		return errFiltered
	case m.Refusal != "":
		return errDeclined
	case first.FinishReason == finishLength:
		return errCutShort
	case strings.TrimSpace(said) != "":
		// The endpoint accepted the schema and did not hold the model to it.
		c.learn(func(m *manners) { m.spelled = true })
		return errNotJSON
	case m.callsTool():
		return errOnlyTool
	case m.reasons() || m.Content != "":
		return errOnlyThink
	}
	return errEmpty
}

// finishLength is why an answer ended at its bound.
const finishLength = "length"

// isAbout reports whether err is about what a model answered: naming the fault
// to it may mend it.
func isAbout(err error) bool {
	for _, fault := range []error{errNotJSON, errCutShort, errEmpty, errOnlyTool, errOnlyThink} {
		if errors.Is(err, fault) {
			return true
		}
	}
	return false
}
