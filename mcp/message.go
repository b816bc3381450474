package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// fault is what is wrong with a line, as JSON-RPC answers it.
type fault struct {
	code int64
	says string
	// id is the request's, as it came; nil where it has none that can be told.
	id json.RawMessage
}

func (f *fault) Error() string { return f.says }

func (f *fault) encode() []byte {
	answer := struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"` // null where it is nil
		Error   jsonrpc.Error   `json:"error"`
	}{"2.0", f.id, jsonrpc.Error{Code: f.code, Message: f.says}}
	line, err := json.Marshal(answer)
	if err != nil {
		panic("mcp: encode an error: " + err.Error()) // its parts are valid JSON
	}
	return line
}

// decode reads one message of a line. The error is a *fault.
func decode(line []byte) (jsonrpc.Message, error) {
	if bytes.HasPrefix(line, []byte("\ufeff")) {
		return nil, &fault{code: jsonrpc.CodeParseError, says: "parse error: the line starts with a byte order mark"}
	}
	if !utf8.Valid(line) {
		return nil, &fault{code: jsonrpc.CodeParseError, says: "parse error: the line is not UTF-8"}
	}
	if !json.Valid(line) {
		return nil, &fault{code: jsonrpc.CodeParseError, says: "parse error: the line is not one JSON value"}
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil || fields == nil {
		says := "invalid request: a message is a JSON object"
		if line[0] == '[' {
			says += "; batches are not supported, send one message a line"
		}
		return nil, &fault{code: jsonrpc.CodeInvalidRequest, says: says}
	}
	if err := check(fields); err != nil {
		return nil, err
	}
	message, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		return nil, &fault{code: jsonrpc.CodeInvalidRequest, says: "invalid request: " + err.Error(), id: fields["id"]}
	}
	return message, nil
}

// check holds the fields of a message to JSON-RPC 2.0 and to what MCP adds.
func check(fields map[string]json.RawMessage) error {
	id, asked := fields["id"]
	if asked && !isID(id) {
		return &fault{code: jsonrpc.CodeInvalidRequest, says: "invalid request: the id must be a string or an integer"}
	}
	invalid := func(format string, a ...any) error {
		return &fault{code: jsonrpc.CodeInvalidRequest, says: "invalid request: " + fmt.Sprintf(format, a...), id: id}
	}
	var text string
	if json.Unmarshal(fields["jsonrpc"], &text) != nil || text != "2.0" {
		return invalid(`"jsonrpc" must be "2.0"`)
	}
	method, calls := fields["method"]
	_, result := fields["result"]
	_, failed := fields["error"]
	switch {
	case !calls && (!asked || result == failed):
		return invalid("the message has neither a method nor a result for an id")
	case calls && (json.Unmarshal(method, &text) != nil || method[0] != '"'):
		return invalid("the method must be a string")
	}
	if params, ok := fields["params"]; ok && calls && params[0] != '{' && params[0] != '[' {
		return &fault{code: jsonrpc.CodeInvalidParams, says: "invalid params: they must be an object or an array", id: id}
	}
	return nil
}

// maxInteger bounds an id that is a number: beyond it two ids would be one.
const maxInteger = 1 << 53

// isID reports whether a JSON value can be an id, and comes back as the same.
func isID(value json.RawMessage) bool {
	var id any
	if err := json.Unmarshal(value, &id); err != nil {
		return false
	}
	switch id := id.(type) {
	case string:
		return true
	case float64:
		return id == math.Trunc(id) && math.Abs(id) < maxInteger
	}
	return false
}
