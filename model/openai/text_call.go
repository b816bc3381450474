package openai

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// Small models, and servers that do not know a model's way of calling tools,
// leave the call in the text of the reply. A reply that is nothing but a call of
// the one tool offered is taken for one; anything more is a reply.

const (
	// maxTextCall bounds what is held back of a reply that begins like a call,
	// in bytes.
	maxTextCall = 2 * maxArguments
	// maxBeforeName is within how many bytes such a call names the tool.
	maxBeforeName = 200
)

// beforeName is what models write before the name of a tool, afterCall what
// they write after its arguments.
var (
	beforeName = regexp.MustCompile("(?i)^(?:\\s|```\\w*|</?[\\w|｜▁:]*[>=]?|[|｜]>?|\\[/?TOOL_CALLS?\\]|[\\[(\"'=>]|functools|functions?[.:]?|default_api\\.|print|invoke|name|tool_call)*$")
	afterCall  = regexp.MustCompile("(?i)^(?:\\s|```\\w*|</?[\\w|｜▁:]*>?|[|｜>()\\];,]|\\[/?TOOL_CALLS?\\])*$")
	callStarts = regexp.MustCompile("(?i)^(?:`{1,3}(?:json|tool_?code|tool_?call|python|xml)?(?:\\s|$)|`{1,3}(?:j|js|jso|t|to|too|tool|p|py|pyt|x|xm)$|<|\\{|\\[|recall|functions?\\b|functools|default_api|print\\()")
	// oneParameter is one argument in tags, as <parameter=query>…</parameter>.
	oneParameter = regexp.MustCompile(`(?s)<(?:parameter|arg_key)(?:\s*=\s*"?| name=")?>?"?(\w+)"?\s*(?:</arg_key>\s*<arg_value>|>)(.*?)</(?:parameter|arg_value)>`)
	// oneKeyword is one argument as in Python.
	oneKeyword = regexp.MustCompile(`(?s)(\w+)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[[^\]]*\])`)
)

// mayBeCall reports whether a reply that begins so may turn out to be a call.
func mayBeCall(begun string) bool {
	begun = strings.TrimSpace(begun)
	switch {
	case begun == "":
		return true
	case len(begun) > maxTextCall || len(begun) > maxBeforeName && !strings.Contains(begun[:maxBeforeName], recallMore):
		return false
	case len(begun) < len(recallMore) && strings.HasPrefix(recallMore, begun):
		return true
	}
	if i := strings.Index(begun, recallMore); i >= 0 {
		return beforeName.MatchString(begun[:i]) || begun[0] == '{' || begun[0] == '[' || strings.Contains(begun[:i], "{")
	}
	return callStarts.MatchString(begun)
}

// textCall reads a reply that is nothing but a call.
func textCall(text string) (toolCall, bool) {
	if len(text) > maxTextCall {
		return toolCall{}, false
	}
	if call, ok := callInJSON(text); ok {
		return call, true
	}
	before, after, found := strings.Cut(text, recallMore)
	if !found || !beforeName.MatchString(before) {
		return toolCall{}, false
	}
	after = strings.TrimLeft(after, " \t\r\n\"'>:0123456789")
	after = strings.TrimSpace(strings.TrimPrefix(after, "[ARGS]"))
	if i := strings.IndexByte(after, '{'); i >= 0 && afterCall.MatchString(after[:i]) {
		if end := objectEnd(after[i:]); end > 0 && afterCall.MatchString(after[i+end:]) {
			return toolCall{name: recallMore, arguments: after[i : i+end]}, true
		}
	}
	arguments := map[string]any{}
	rest := oneParameter.ReplaceAllStringFunc(after, func(found string) string {
		m := oneParameter.FindStringSubmatch(found)
		arguments[m[1]] = valueOf(strings.TrimSpace(m[2]))
		return ""
	})
	if strings.HasPrefix(rest, "(") {
		rest = oneKeyword.ReplaceAllStringFunc(rest[1:], func(found string) string {
			m := oneKeyword.FindStringSubmatch(found)
			arguments[m[1]] = valueOf(m[2])
			return ""
		})
	}
	if !afterCall.MatchString(rest) {
		return toolCall{}, false
	}
	out, err := json.Marshal(arguments)
	return toolCall{name: recallMore, arguments: string(out)}, err == nil
}

// valueOf reads an argument: JSON, text as Python writes it, or the text itself.
func valueOf(s string) any {
	var value any
	if json.Unmarshal([]byte(s), &value) == nil {
		return value
	}
	if len(s) > 1 && s[0] == '\'' && s[len(s)-1] == '\'' {
		return s[1 : len(s)-1]
	}
	if json.Unmarshal([]byte(strings.ReplaceAll(s, "'", `"`)), &value) == nil {
		return value
	}
	if unquoted, err := strconv.Unquote(s); err == nil {
		return unquoted
	}
	return s
}

// callInJSON reads a call that is a JSON object, or the first of a list of them,
// with nothing but marks around it.
func callInJSON(text string) (toolCall, bool) {
	i := strings.IndexAny(text, "{")
	if i < 0 || !beforeName.MatchString(text[:i]) {
		return toolCall{}, false
	}
	end := objectEnd(text[i:])
	if end == 0 {
		return toolCall{}, false
	}
	if call, ok := callOf([]byte(text[i : i+end])); ok && onlyCalls(text[i+end:]) {
		return call, true
	}
	return toolCall{}, false
}

// onlyCalls reports whether what follows a call is nothing but more of them.
func onlyCalls(rest string) bool {
	for {
		i := strings.IndexByte(rest, '{')
		if i < 0 {
			return afterCall.MatchString(rest)
		}
		end := objectEnd(rest[i:])
		if end == 0 || !beforeName.MatchString(strings.TrimLeft(rest[:i], ",;])")) {
			return false
		}
		if _, ok := callOf([]byte(rest[i : i+end])); !ok {
			return false
		}
		rest = rest[i+end:]
	}
}

// callOf reads a call that is a JSON object in one of the usual forms.
func callOf(object []byte) (toolCall, bool) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(object, &fields) != nil {
		return toolCall{}, false
	}
	if inner, ok := fields[recallMore]; ok && len(fields) == 1 {
		return toolCall{name: recallMore, arguments: argumentsOf(inner)}, true
	}
	for _, key := range []string{"name", "function", "tool", "tool_name", "function_name", "action"} {
		var name string
		if json.Unmarshal(fields[key], &name) == nil && name == recallMore {
			for _, key := range []string{"arguments", "parameters", "args", "input", "action_input", "params"} {
				if raw, ok := fields[key]; ok {
					return toolCall{name: name, arguments: argumentsOf(raw)}, true
				}
			}
			return toolCall{name: name}, true
		}
		if inner := fields[key]; len(inner) > 0 && inner[0] == '{' {
			return callOf(inner)
		}
	}
	return toolCall{}, false
}

// argumentsOf are arguments given as an object, or as the text of one.
func argumentsOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	if isNull(raw) {
		return ""
	}
	return string(raw)
}

// objectEnd is where the JSON value ends that a text begins with; 0 if there is
// none.
func objectEnd(text string) int {
	var value json.RawMessage
	dec := json.NewDecoder(strings.NewReader(text))
	if dec.Decode(&value) != nil {
		return 0
	}
	return int(dec.InputOffset())
}
