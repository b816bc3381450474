package markdown

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// maxLink bounds the address of a link, in bytes.
const maxLink = 2000

// linkTo is the address that a sequence (OSC 8) makes a link to; "" for the end
// of one. Only web addresses are passed on: what a terminal would open else is
// not for a model to choose.
func linkTo(seq string) (to string, ok bool) {
	body, ok := strings.CutPrefix(seq, "\x1b]8;")
	if !ok {
		return "", false
	}
	body = strings.TrimSuffix(strings.TrimSuffix(body, "\a"), "\x1b\\")
	_, to, ok = strings.Cut(body, ";")
	if !ok || to == "" {
		return "", ok
	}
	if !strings.HasPrefix(to, "https://") && !strings.HasPrefix(to, "http://") || len(to) > maxLink {
		return "", true
	}
	for i := range len(to) {
		if to[i] <= ' ' || to[i] >= 0x7f {
			return "", true
		}
	}
	return to, true
}

// relink ends links at the end of each line and begins them anew on the next, so
// that they reach into nothing that stands beside the text.
func relink(lines []string) []string {
	open := ""
	for i, line := range lines {
		if open == "" && !strings.Contains(line, "\x1b]8;") {
			continue
		}
		if open != "" {
			line = ansi.SetHyperlink(open) + line
		}
		if open = lastLink(line, open); open != "" {
			line += ansi.ResetHyperlink()
		}
		lines[i] = line
	}
	return lines
}

// lastLink is the link that is open at the end of a line.
func lastLink(line, open string) string {
	for rest := line; ; {
		at := strings.Index(rest, "\x1b]8;")
		if at < 0 {
			return open
		}
		end := strings.IndexByte(rest[at:], '\a')
		if end < 0 {
			return open
		}
		open, _ = linkTo(rest[at : at+end+1])
		rest = rest[at+end+1:]
	}
}
