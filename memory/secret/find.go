package secret

import "strings"

// Find returns the secrets in a text, as Redact tells them.
func Find(text string) []string {
	redacted := Redact(text)
	if redacted == text {
		return nil
	}
	var found []string
	pieces := strings.Split(redacted, Redacted)
	rest := strings.TrimPrefix(text, pieces[0])
	for _, piece := range pieces[1:] {
		end := strings.Index(rest, piece)
		if piece == "" || end < 0 {
			end = len(rest)
		}
		if end > 0 && rest[:end] != Redacted {
			found = append(found, rest[:end])
		}
		rest = rest[min(end+len(piece), len(rest)):]
	}
	return found
}
