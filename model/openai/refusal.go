package openai

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"muisto/harmless"
	"muisto/memory"
)

// refusal is an endpoint's answer that it will not or cannot do what it was
// asked.
type refusal struct {
	// status is the HTTP status, also where only the body told it; 0 if none.
	status int
	// code is the error's code or type, for telling it apart.
	code string
	// message is what the endpoint said, fit to be shown; may be empty.
	message string
	// body is all it said, for telling what it was about; never shown.
	body string
	// asksToWait: it said how long to wait before the next try.
	asksToWait bool
	retryAfter time.Duration
	// location is where it would have the request sent instead.
	location string
	// page: what came was made for a browser.
	page bool
	// offered, answered: tools, and what they brought, were in the request.
	offered, answered bool
	// extras: what not every endpoint takes was in the request.
	extras bool
}

// Error is for logs of tests; people are given a sentence.
func (e *refusal) Error() string {
	return fmt.Sprintf("status %d: %s", e.status, e.message)
}

func (e *refusal) isTooLong() bool {
	text := strings.ToLower(e.code + " " + e.body)
	for _, s := range []string{
		"context_length_exceeded", "context length", "context size", "context window", "exceed_context",
		"maximum context", "too many tokens", "prompt is too long", "exceeds the available context",
	} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

func (e *refusal) isOutOfCredit() bool {
	return e.status == 402 || strings.Contains(e.code, "insufficient_quota") ||
		strings.Contains(e.code, "billing") || strings.Contains(e.code, "insufficient_credits")
}

func (e *refusal) isFiltered() bool {
	return strings.Contains(e.code, "content_filter") || strings.Contains(e.code, "content_policy") ||
		strings.Contains(e.body, "ResponsibleAIPolicyViolation")
}

func (e *refusal) isUnknownModel() bool {
	if strings.Contains(e.code, "model_not_found") {
		return true
	}
	text := strings.ToLower(e.message)
	return strings.Contains(text, "model") && (strings.Contains(text, "not found") || strings.Contains(text, "not exist") ||
		strings.Contains(text, "no such") || strings.Contains(text, "not a valid model"))
}

// isBadKey reports whether the key was refused under another status than 401.
func (e *refusal) isBadKey() bool {
	text := strings.ToLower(e.code + " " + e.body)
	for _, s := range []string{"api_key_invalid", "invalid_api_key", "api key not valid", "invalid api key", "incorrect api key", "invalid_authentication"} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// readRefusal reads an answer whose status is no success.
func readRefusal(resp *http.Response, body io.Reader, key string) error {
	// A body that breaks off still says something.
	data, err := io.ReadAll(io.LimitReader(body, maxErrorBody))
	if err != nil && len(data) == 0 && resp.StatusCode < 400 {
		return err
	}
	e := refusalIn(data, key)
	if e == nil {
		e = &refusal{body: string(data), message: plainText(data, key)}
	}
	e.status = resp.StatusCode
	e.page = isPage(resp.Header) || bytes.HasPrefix(bytes.TrimSpace(data), []byte("<"))
	if e.page {
		e.message = ""
	}
	e.location = shown(resp.Header.Get("Location"), key)
	e.retryAfter, e.asksToWait = readRetryAfter(resp.Header)
	return e
}

// plainText is a body that is no JSON, as far as it can be read as a message.
func plainText(data []byte, key string) string {
	if len(data) > 4*maxErrorText {
		data = data[:4*maxErrorText]
	}
	return shown(string(data), key)
}

// readRetryAfter reads the header (RFC 9110, section 10.2.3): seconds, or a
// date, which is held against the server's own clock where it tells it.
func readRetryAfter(h http.Header) (time.Duration, bool) {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return 0, false
	}
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds >= 0 && seconds < 1e6 {
		return time.Duration(seconds * float64(time.Second)), true
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	now, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		now = memory.SystemClock{}.Now()
	}
	return max(at.Sub(now), 0), true
}

// refusalIn finds the error in a JSON body; nil if there is none. Servers write
// it as {"error": {…}}, {"error": "…"}, {"object": "error", …}, {"detail": …}
// and {"type": …, "message": …}, or as a list of these.
func refusalIn(data []byte, key string) *refusal {
	var items []json.RawMessage
	if json.Unmarshal(data, &items) == nil {
		for _, item := range items[:min(len(items), maxErrors)] {
			if e := refusalIn(item, key); e != nil {
				return e
			}
		}
		return nil
	}
	var body struct {
		Error   json.RawMessage `json:"error"`
		Errors  json.RawMessage `json:"errors"`
		Object  text            `json:"object"`
		Detail  json.RawMessage `json:"detail"`
		Message json.RawMessage `json:"message"`
		Code    any             `json:"code"`
		Type    any             `json:"type"`
		Status  any             `json:"status"`
		Choices json.RawMessage `json:"choices"`
	}
	if json.Unmarshal(data, &body) != nil {
		return nil
	}
	answered := !isNull(body.Choices) && string(body.Choices) != "[]"
	e := &refusal{body: string(data)}
	switch {
	case !isNull(body.Error) && !saysNothing(body.Error, answered):
		e.readError(body.Error, key)
	case answered:
		return nil
	case body.Object == "error", !isNull(body.Message):
		e.message = shown(messageOf(body.Message), key)
		e.readCode(body.Code, body.Type, body.Status)
	case !isNull(body.Detail):
		e.message = shown(messageOf(body.Detail), key)
	case !isNull(body.Errors):
		e.message = shown(messageOf(body.Errors), key)
	default:
		return nil
	}
	return e
}

// saysNothing: some servers send an error with every piece of a good answer,
// with nothing in it.
func saysNothing(raw json.RawMessage, answered bool) bool {
	var fields map[string]any
	if json.Unmarshal(raw, &fields) != nil {
		switch string(raw) {
		case "0", "[]", `"0"`, `"none"`, `"None"`, `"null"`:
			return true
		}
		return false
	}
	for name, value := range fields {
		switch v := value.(type) {
		case string:
			if v == "" || v == "0" || answered && name != "message" {
				continue
			}
		case float64:
			if v == 0 || answered && v < 400 {
				continue
			}
		case map[string]any:
			if len(v) == 0 {
				continue
			}
		case []any:
			if len(v) == 0 {
				continue
			}
		case bool:
			if !v {
				continue
			}
		case nil:
			continue
		}
		return false
	}
	return true
}

func (e *refusal) readError(raw json.RawMessage, key string) {
	var inner struct {
		Message  json.RawMessage `json:"message"`
		Type     any             `json:"type"`
		Code     any             `json:"code"`
		Status   any             `json:"status"`
		Metadata json.RawMessage `json:"metadata"`
	}
	if json.Unmarshal(raw, &inner) != nil || isNull(inner.Message) {
		e.message = shown(messageOf(raw), key)
		e.readCode(inner.Code, inner.Type, inner.Status)
		return
	}
	message := messageOf(inner.Message)
	var metadata struct {
		Raw text `json:"raw"`
	}
	if json.Unmarshal(inner.Metadata, &metadata) == nil && metadata.Raw != "" { // what a router's provider said
		message += ": " + string(metadata.Raw)
	}
	e.message = shown(message, key)
	e.readCode(inner.Code, inner.Type, inner.Status)
}

// statusOf is the HTTP status that a word for an error stands for; 0 if there
// is none. The first are those of gRPC (google.rpc.Code), as Gemini sends them.
func statusOf(word string) int {
	switch word {
	case "invalid_argument", "failed_precondition", "out_of_range", "invalid_request_error", "badrequesterror":
		return http.StatusBadRequest
	case "unauthenticated", "authentication_error":
		return http.StatusUnauthorized
	case "permission_denied", "permission_error":
		return http.StatusForbidden
	case "not_found", "not_found_error":
		return http.StatusNotFound
	case "resource_exhausted", "rate_limit_error", "rate_limit_exceeded":
		return http.StatusTooManyRequests
	case "unimplemented":
		return http.StatusNotImplemented
	case "unavailable", "overloaded_error", "overloaded", "service_unavailable":
		return http.StatusServiceUnavailable
	case "deadline_exceeded", "timeout_error":
		return http.StatusGatewayTimeout
	case "internal", "unknown", "aborted", "data_loss", "api_error", "server_error", "internal_server_error":
		return http.StatusInternalServerError
	}
	return 0
}

// readCode takes numbers for a status and words for a code, which may stand for
// a status.
func (e *refusal) readCode(values ...any) {
	meant := 0
	for _, v := range values {
		switch v := v.(type) {
		case float64:
			if v >= 400 && v < 600 {
				e.status = int(v)
			}
		case string:
			if n, err := strconv.Atoi(v); err == nil && n >= 400 && n < 600 {
				e.status = n
				continue
			}
			word := strings.ToLower(v)
			e.code = strings.TrimSpace(e.code + " " + word)
			meant = cmp.Or(meant, statusOf(word))
		}
	}
	e.status = cmp.Or(e.status, meant)
}

// messageOf reads a message that may be text, a list of them, or a list of
// objects with one.
func messageOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var texts []string
	if json.Unmarshal(raw, &texts) == nil {
		return strings.Join(texts, ", ")
	}
	var items []struct {
		Msg string `json:"msg"`
		Loc []any  `json:"loc"`
	}
	if json.Unmarshal(raw, &items) == nil {
		texts = nil
		for _, item := range items {
			texts = append(texts, strings.Trim(fmt.Sprint(item.Loc), "[]")+" "+item.Msg)
		}
		return strings.Join(texts, ", ")
	}
	var object struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(raw, &object) == nil {
		return object.Message
	}
	return ""
}

func isNull(raw json.RawMessage) bool {
	return len(raw) == 0 || string(raw) == "null" || string(raw) == `""` || string(raw) == "{}" || string(raw) == "false"
}

// shown makes what an endpoint said fit to be shown: on one line, bounded, and
// without the key, which some of them repeat.
func shown(text, key string) string {
	text = strings.Join(strings.Fields(harmless.Line(text)), " ")
	if key != "" { // looked for last, since what was taken out may have stood within it
		text = strings.ReplaceAll(text, key, "[key]")
	}
	if r := []rune(text); len(r) > maxErrorText {
		text = string(r[:maxErrorText]) + "…"
	}
	return text
}
