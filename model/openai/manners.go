package openai

import (
	"net/url"
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
	bySchema       way = iota // response_format json_schema
	bySchemaInMode            // response_format json_object with the schema: llama-cpp-python
	byJSONMode                // response_format json_object, the schema in words
	byWords                   // the schema in words
)

// calm is how a model that reasons is asked to answer at once.
type calm int

const (
	// byTemplate sets what the templates of Qwen, GLM, DeepSeek and Granite know,
	// through chat_template_kwargs: vLLM, SGLang, llama.cpp.
	byTemplate calm = iota
	// byNoEffort is reasoning_effort "none": Ollama, OpenRouter.
	byNoEffort
	// byLowEffort is reasoning_effort "low": models that cannot do without.
	byLowEffort
	uncalmed
)

// form is what an endpoint takes in a request.
type form struct {
	limit limitKey
	// usage: it takes stream_options.
	usage bool
	// system: it takes the system role.
	system bool
	// tools: it takes tools.
	tools bool
	// cool: it takes a temperature.
	cool bool
	calm calm
}

// manners are what an endpoint has been found to accept and to do.
type manners struct {
	form
	way way
	// spelled: the schema is put into words too, since an answer was not JSON in
	// spite of it.
	spelled bool
	// accepted: it has answered a request; extras: one with a temperature or a
	// word on reasoning in it.
	accepted, extras bool
	// troubles counts its internal errors since it last answered.
	troubles int
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
// but OpenAI's newer models.
func expected(baseURL, model string) manners {
	reasons := thinksByItself(model)
	m := manners{form: form{limit: maxTokens, usage: true, system: true, tools: true, cool: !reasons}, opening: openingUnknown}
	if isOpenAI(baseURL) || reasons {
		m.limit = maxCompletionTokens
	}
	low := strings.ToLower(model)
	switch {
	case reasons, isOpenAI(baseURL), strings.Contains(low, "gpt-oss"):
		m.calm = byLowEffort
	case isOllama(baseURL), strings.Contains(baseURL, "openrouter.ai"):
		m.calm = byNoEffort
	}
	if strings.Contains(low, "deepseek-r1") || strings.Contains(low, "qwq") || strings.Contains(low, "-thinking") {
		m.opening = openingReasoning // their templates open the tag
	}
	m.reasons = reasons || m.opening == openingReasoning || strings.Contains(low, "gpt-oss") || strings.Contains(low, "qwen3")
	return m
}

// isOllama reports whether an address has the port that Ollama listens at.
func isOllama(baseURL string) bool {
	u, err := url.Parse(baseURL)
	return err == nil && u.Port() == "11434"
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
	case m.cool && strings.Contains(text, "temperature"):
		m.cool = false
	case m.calm != uncalmed && e.isAboutReasoning():
		m.calm = m.calm.next()
	case m.tools && e.isAboutTools():
		m.tools = false
	default:
		return m, false
	}
	return m, true
}

// guess returns the manners to try when an endpoint refuses a request in words
// that say nothing: without what not every endpoint takes, then without the
// system role, which templates refuse in many words. What it has accepted once
// is not doubted again.
func (m manners) guess(e *refusal) (manners, bool) {
	if e.status != 400 && e.status != 422 && (e.status != 500 || m.troubles%maxTries != 0) || e.isExplained() {
		return m, false
	}
	switch {
	case e.extras && !m.extras:
		m.cool, m.calm = false, uncalmed
	case m.system && !m.accepted:
		m.system = false
	default:
		return m, false
	}
	return m, true
}

// isExplained reports whether the refusal says what it is about, and that is not
// how the prompt is put.
func (e *refusal) isExplained() bool {
	return e.isTooLong() || e.isUnknownModel() || e.isFiltered() || e.isOutOfCredit() || e.isBadKey() || e.namesForm()
}

// next is what to try when c was refused.
func (c calm) next() calm {
	if c == uncalmed {
		return c
	}
	if c == byTemplate {
		return byLowEffort
	}
	return c + 1
}

// isAboutReasoning reports whether what was refused is how the model was asked
// not to reason.
func (e *refusal) isAboutReasoning() bool {
	text := strings.ToLower(e.body)
	for _, s := range []string{"reasoning_effort", "reasoning.effort", "reasoning effort", "chat_template_kwargs", "enable_thinking", "think"} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
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
