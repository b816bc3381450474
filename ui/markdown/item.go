package markdown

import (
	"strings"

	"muisto/ui/cell"
)

// maxDepth bounds how deep lists are drawn in lists.
const maxDepth = 8

// drawItem draws a list item with its text hung beside the mark, which the
// Markdown library leaves to run over the width.
func (r *Renderer) drawItem(text string, width, depth int) ([]string, bool) {
	mark, content, ok := cutMark(text)
	if !ok || depth >= maxDepth {
		return nil, false
	}
	m := r.look.Method
	hang := m.StringWidth(mark)
	if width-hang < 4 {
		return nil, false
	}
	lines := r.drawAll(content, width-hang, depth+1)
	if len(lines) == 0 {
		lines = []string{""}
	}
	for i, line := range lines {
		lead := cell.Spaces(hang)
		if i == 0 {
			lead = r.look.Text.Render(mark)
		}
		if line != "" || i == 0 {
			lines[i] = lead + line
		}
	}
	return lines, true
}

func (r *Renderer) drawAll(text string, width, depth int) []string {
	var out []string
	for i, b := range Split(text) {
		if i > 0 && !b.Tight {
			out = append(out, "")
		}
		out = append(out, r.draw(b.Text, width, depth)...)
	}
	return out
}

// cutMark parts an item's mark, as it is drawn, from what it holds, moved to
// the left margin.
func cutMark(text string) (mark, content string, ok bool) {
	first, rest, _ := strings.Cut(text, "\n")
	bare := strings.TrimLeft(first, " ")
	indent := len(first) - len(bare)
	if indent > 3 || bare == "" || !isItem(bare) {
		return "", "", false
	}
	n := 1
	for isDigit(bare[n-1]) {
		n++
	}
	mark = bare[:n]
	if n == 1 {
		mark = "•"
	}
	body := strings.TrimLeft(bare[n:], " \t")
	by := indent + len(bare) - len(body)
	if by > indent+n+4 || body == "" { // code in the item, or nothing on its first line
		by = indent + n + 1
		body = strings.TrimPrefix(bare[n:], " ")
	}
	var b strings.Builder
	b.WriteString(body)
	for line := range strings.SplitSeq(rest, "\n") {
		b.WriteByte('\n')
		b.WriteString(dedent(line, by))
	}
	return mark + " ", strings.TrimRight(b.String(), "\n"), true
}

// dedent takes up to n cells of white space from the left of a line.
func dedent(line string, n int) string {
	for n > 0 && line != "" {
		switch line[0] {
		case ' ':
			n--
		case '\t':
			n -= 4
		default:
			return line
		}
		line = line[1:]
	}
	return line
}
