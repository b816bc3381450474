package openai

import "encoding/json"

// findJSON gives the JSON object, or else list, in a text that may hold prose
// or code fences around it: the longest that stands in no other. Not found:
// nil.
func findJSON(text string) json.RawMessage {
	var best string
	scanned := 0
	for i := 0; i < len(text) && scanned < maxScanned; i++ {
		if text[i] != '{' && text[i] != '[' {
			continue
		}
		end := valueEnd(text[i:])
		if scanned += end; end == 0 {
			scanned += len(text) - i
		}
		if end == 0 || !json.Valid([]byte(text[i:i+end])) {
			continue
		}
		found := text[i : i+end]
		if better(found, best) {
			best = found
		}
		i += end - 1
	}
	if best == "" {
		return nil
	}
	return json.RawMessage(best)
}

// better: what is asked for is an object, so a list only counts if there is
// none.
func better(a, b string) bool {
	if b == "" || a[0] != b[0] {
		return b == "" || a[0] == '{'
	}
	return len(a) > len(b)
}

// valueEnd is where the brackets opened at the beginning of text are all
// closed again, those in strings apart; 0 if they never are.
func valueEnd(text string) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
