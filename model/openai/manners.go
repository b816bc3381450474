package openai

import (
	"strings"

	api "github.com/sashabaranov/go-openai"
)

// limitKey is the key that bounds a reply in tokens.
type limitKey string

const (
	maxTokens           limitKey = "max_tokens"
	maxCompletionTokens limitKey = "max_completion_tokens"
	noLimit             limitKey = ""
)

// way is how an answer of a given shape is asked for.
type way int

const (
	bySchema   way = iota // response_format json_schema
	byJSONMode            // response_format json_object, the schema in words
	byWords               // the schema in words
)

// manners are what an endpoint has been found to accept and to do.
type manners struct {
	limit limitKey
	// usage: it takes stream_options.
	usage bool
	// system: it takes the system role.
	system bool
	// tools: it takes tools.
	tools bool
	way   way
	// opening is how its replies begin.
	opening opening
	// reasons: the model has been seen to reason, which counts towards the
	// bound on its reply and comes first.
	reasons bool
}

// opening is how a model's replies begin.
type opening int

const (
	// openingUnknown: nothing has been heard from it yet.
	openingUnknown opening = iota
	// openingPlain: the answer, or reasoning in tags.
	openingPlain
	// openingReasoning: reasoning that ends in a closing tag without an
	// opening one, since the opening tag is in the prompt template.
	openingReasoning
)

// expected is what to try first with an endpoint: max_tokens is known by all
// but OpenAI's newer models, which go-openai refuses to send it to.
func expected(baseURL, model string) manners {
	m := manners{limit: maxTokens, usage: true, system: true, tools: true, way: bySchema, opening: openingUnknown, reasons: thinksByItself(model)}
	if isOpenAI(baseURL) || m.reasons {
		m.limit = maxCompletionTokens
	}
	if low := strings.ToLower(model); strings.Contains(low, "deepseek-r1") ||
		strings.Contains(low, "qwq") || strings.Contains(low, "-thinking") {
		m.opening = openingReasoning // their templates open the tag
	}
	return m
}

// thinksByItself reports whether model is one of OpenAI's that reason.
func thinksByItself(model string) bool {
	//lint:ignore SA1019 it is asked for because it is refused
	return api.NewReasoningValidator().Validate(api.ChatCompletionRequest{Model: model, MaxTokens: 1}) != nil
}

// without gives the manners that avoid what the endpoint refused, if they can
// be told from the refusal.
func (m manners) without(e *refusal) (manners, bool) {
	if e.status/100 == 2 || e.status == 401 || e.status == 403 || e.status == 429 || e.isTooLong() {
		return m, false
	}
	text := strings.ToLower(e.body)
	switch {
	case m.system && strings.Contains(text, "system") && strings.Contains(text, "role") && isUnsupported(text):
		m.system = false
	case m.usage && (strings.Contains(text, "stream_options") || strings.Contains(text, "include_usage")):
		m.usage = false
	case m.limit != noLimit && strings.Contains(text, string(m.limit)) && isUnsupported(text):
		m.limit = m.limit.next()
	case m.tools && e.isAboutTools():
		m.tools = false
	default:
		return m, false
	}
	return m, true
}

// isAboutTools reports whether tools were what was refused: it names them, or
// came to the first request that held what they brought.
func (e *refusal) isAboutTools() bool {
	if !e.offered {
		return false
	}
	text := strings.ToLower(e.body)
	switch e.status {
	case 400, 422:
		return e.answered || strings.Contains(text, "tool")
	case 404, 405, 501:
		return strings.Contains(text, "tool")
	}
	return strings.Contains(text, "tool") && (isUnsupported(text) || strings.Contains(text, "require"))
}

// next is the key to try when l was refused.
func (l limitKey) next() limitKey {
	if l == maxTokens {
		return maxCompletionTokens
	}
	return noLimit
}

// isUnsupported tells "there is no such thing" from "its value is wrong".
func isUnsupported(text string) bool {
	for _, s := range []string{
		"unsupported", "not support", "unrecognized", "unrecognised", "unknown", "unexpected",
		"extra", "not permitted", "not allowed", "forbidden",
	} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}
