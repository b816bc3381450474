package lenient

import "strings"

// maxScanned bounds in bytes what is looked at for the JSON in a text: each
// opening bracket that leads nowhere may cost a look at all that follows.
const maxScanned = 16 << 20

// Find returns the part of a text that is the JSON of an answer, where prose or
// code fences may stand around it; "" if there is none. An object that holds a
// list comes before a list, a list before any other object; of two alike the
// longer is taken. It reads JSON as leniently as Items does.
func Find(text string) string {
	var best string
	rank, scanned := 0, 0
	for i := 0; i < len(text) && scanned < maxScanned; i++ {
		if !opens(text[i:]) {
			continue
		}
		end := valueEnd(text[i:])
		if end == 0 {
			scanned += len(text) - i
			if opensJSON(text[i:]) {
				return best // it was cut, and what is inside is only a part of it
			}
			continue
		}
		scanned += end
		value, err := parse([]byte(text[i : i+end]))
		if err != nil {
			continue
		}
		if r := rankOf(value); r > rank || r == rank && end > len(best) {
			best, rank = text[i:i+end], r
		}
		i += end - 1
	}
	return best
}

// rankOf says how likely a value is to be what was asked for.
func rankOf(value any) int {
	switch v := value.(type) {
	case map[string]any:
		for _, inner := range v {
			if _, ok := inner.([]any); ok {
				return 4
			}
		}
		if len(v) > 0 {
			return 2
		}
		return 1
	case []any:
		for _, inner := range v {
			if _, ok := inner.(map[string]any); ok {
				return 3
			}
		}
	}
	return 1
}

// opens reports whether a text begins with a bracket, and what JSON can have
// next.
func opens(text string) bool {
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	switch {
	case rest == "":
		return false
	case text[0] == '{':
		return rest[0] == '"' || rest[0] == '}'
	case text[0] == '[':
		return strings.IndexByte(`[]{"-0123456789tfn`, rest[0]) >= 0
	}
	return false
}

// opensJSON reports whether a text begins as JSON does, and not as a bracket in
// prose.
func opensJSON(text string) bool {
	bracket := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ' ', '\t', '\r', '\n':
		case '{', '[':
			bracket = true
		case '"':
			return bracket
		default:
			return false
		}
	}
	return false
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
