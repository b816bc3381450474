package scenarios

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// answer is what the language model of a scenario says: moments of messages,
// facts of moments, or replies.
type answer struct {
	Episodes []map[string]any `json:"episodes"` // "from": texts that a message has to hold one of
	Facts    []map[string]any `json:"facts"`    // "from": texts that moments have to hold, "unless": that nothing may hold
	If       string           `json:"if"`
	Reply    string           `json:"reply"`
}

// script is an OpenAI-compatible endpoint. It tells by the JSON schema of a
// request what is asked for, and reads the JSON lines of its user messages.
type script struct {
	answers []answer

	mu       sync.Mutex
	requests map[string]string // the last, by kind
}

// serve starts the endpoint until the test ends, and returns its base URL.
func (s *script) serve(t *testing.T) string {
	s.requests = map[string]string{}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

// last is the last request of a kind: "reply", "episodes" or "facts".
func (s *script) last(kind string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests[kind]
}

type object = map[string]any

type request struct {
	Stream   bool `json:"stream"`
	Messages []struct {
		Role    string `json:"role"`
		Content any    `json:"content"`
	} `json:"messages"`
	Format struct {
		Schema struct {
			Schema schema `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

type schema struct {
	Type       any               `json:"type"` // a name, or a list of names
	Enum       []any             `json:"enum"`
	Properties map[string]schema `json:"properties"`
	Items      *schema           `json:"items"`
}

// ServeHTTP answers the requests for models and chat completions.
func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodGet:
		write(w, object{"object": "list", "data": []object{{"id": "scripted", "object": "model", "created": 0, "owned_by": "here"}}})
	case !strings.HasSuffix(r.URL.Path, "/chat/completions"):
		http.NotFound(w, r)
	default:
		var req request
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		complete(w, req.Stream, s.reply(req))
	}
}

func complete(w http.ResponseWriter, stream bool, text string) {
	usage := object{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
	base := func(kind string, choice object) object {
		return object{"id": "s", "created": 1, "model": "scripted", "object": kind, "choices": []object{choice}}
	}
	if !stream {
		whole := base("chat.completion", object{"index": 0, "finish_reason": "stop", "message": object{"role": "assistant", "content": text}})
		whole["usage"] = usage
		write(w, whole)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	last := base("chat.completion.chunk", object{"index": 0, "delta": object{}, "finish_reason": "stop"})
	last["usage"] = usage
	for _, event := range []object{base("chat.completion.chunk", object{"index": 0, "delta": object{"content": text}}), last} {
		fmt.Fprintf(w, "data: %s\n\n", marshal(event))
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}

func write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, "%s", marshal(v))
}

func marshal(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // a value of this file
	}
	return raw
}

// reply is the text that answers a request.
func (s *script) reply(req request) string {
	var all, users []string
	for _, m := range req.Messages {
		all = append(all, fmt.Sprint(m.Content))
		if m.Role == "user" {
			users = append(users, fmt.Sprint(m.Content))
		}
	}
	asked, kind := req.Format.Schema.Schema.Properties, "reply"
	for _, k := range []string{"episodes", "facts"} {
		if _, ok := asked[k]; ok {
			kind = k
		}
	}
	s.mu.Lock()
	s.requests[kind] = strings.Join(all, "\n")
	s.mu.Unlock()
	text := strings.Join(users, "\n")
	switch kind {
	case "episodes":
		return string(marshal(object{kind: s.episodes(lines(text), asked[kind].Items)}))
	case "facts":
		return string(marshal(object{kind: s.facts(lines(text), asked[kind].Items)}))
	}
	for _, a := range s.answers {
		if a.Reply != "" && strings.Contains(text, a.If) {
			return a.Reply
		}
	}
	return "All right."
}

// lines are the JSON objects of a text, one a line.
func lines(text string) []object {
	var found []object
	for line := range strings.Lines(text) {
		var o object
		if json.Unmarshal([]byte(strings.TrimSpace(line)), &o) == nil && o != nil {
			found = append(found, o)
		}
	}
	return found
}

func said(line object) string {
	var parts []string
	for _, key := range []string{"text", "what", "fact", "about"} {
		if v, ok := line[key]; ok {
			parts = append(parts, fmt.Sprint(v))
		}
	}
	return strings.Join(parts, " ")
}

func texts(v any) []string {
	values, _ := v.([]any)
	var list []string
	for _, x := range values {
		list = append(list, fmt.Sprint(x))
	}
	return list
}

// holder is the id of the first line that holds a text.
func holder(seen []object, text string) (string, bool) {
	i := slices.IndexFunc(seen, func(l object) bool { return strings.Contains(said(l), text) })
	if i < 0 {
		return "", false
	}
	return fmt.Sprint(seen[i]["id"]), true
}

func (s *script) episodes(seen []object, form *schema) []object {
	list := []object{}
	for _, a := range s.answers {
		for _, e := range a.Episodes {
			from, sources := texts(e["from"]), []string{}
			for _, l := range seen {
				label, ok := l["label"].(string)
				context, _ := l["context"].(bool)
				if ok && !context && slices.ContainsFunc(from, func(t string) bool { return strings.Contains(said(l), t) }) {
					sources = append(sources, label)
				}
			}
			if len(sources) == 0 {
				continue
			}
			list = append(list, filled(e, form, object{"quote": from[0], "sources": sources}))
		}
	}
	return list
}

func (s *script) facts(seen []object, form *schema) []object {
	var moments, known []object
	for _, l := range seen {
		id, _ := l["id"].(string)
		switch {
		case strings.HasPrefix(id, "e"):
			moments = append(moments, l)
		case strings.HasPrefix(id, "f"):
			known = append(known, l)
		}
	}
	list := []object{}
	for _, a := range s.answers {
		for _, f := range a.Facts {
			cited, ok := citedBy(f, moments, known)
			if !ok {
				continue
			}
			one := filled(f, form, nil)
			one["episodes"], one["touches"] = cited, touches(f, known)
			list = append(list, one)
		}
	}
	return list
}

// citedBy are the moments that a fact rests on; it is not said where one is
// missing, or where something holds what it may not be said beside.
func citedBy(f object, moments, known []object) ([]string, bool) {
	for _, text := range texts(f["unless"]) {
		if _, ok := holder(slices.Concat(moments, known), text); ok {
			return nil, false
		}
	}
	var ids []string
	for _, text := range texts(f["from"]) {
		id, ok := holder(moments, text)
		if !ok {
			return nil, false
		}
		ids = append(ids, id)
	}
	return ids, true
}

func touches(f object, known []object) []object {
	list := []object{}
	given, _ := f["touches"].([]any)
	for _, v := range given {
		touch, _ := v.(object)
		if id, ok := holder(known, fmt.Sprint(touch["fact"])); ok {
			one := object{}
			for k, v := range touch {
				one[k] = v
			}
			one["fact"] = id
			list = append(list, one)
		}
	}
	return list
}

// filled is what an answer gives, over what it may leave out, over the emptiest
// values of its schema.
func filled(given object, form *schema, usual object) object {
	out := object{}
	if form != nil {
		out, _ = empty(*form).(object)
	}
	for _, from := range []object{usual, given} {
		for k, v := range from {
			if k != "from" && k != "unless" {
				out[k] = v
			}
		}
	}
	return out
}

func empty(s schema) any {
	kind := s.Type
	if kinds, ok := kind.([]any); ok && len(kinds) > 0 {
		kind = kinds[0]
	}
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	switch kind {
	case "object":
		out := object{}
		for k, v := range s.Properties {
			out[k] = empty(v)
		}
		return out
	case "array":
		return []any{}
	case "boolean":
		return false
	case "number", "integer":
		return 0
	}
	return ""
}
