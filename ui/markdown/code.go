package markdown

import (
	"strings"

	"charm.land/glamour/v2"
	"github.com/charmbracelet/x/ansi"

	"muisto/ui/cell"
)

const (
	// minCode is the width below which code has no frame.
	minCode = 16
)

// drawCode draws a fenced block: a rule with its language above, a rule below and
// nothing at the sides, so that what is selected with the mouse is the code
// alone. A line that is too long goes on under its own indent.
func (r *Renderer) drawCode(text string, width int) ([]string, bool) {
	lang, ok := fenced(text)
	if !ok || width < minCode {
		return nil, false
	}
	drawn, err := r.renderCode(text)
	if err != nil {
		return nil, false
	}
	lines := strings.Split(drawn, "\n")
	for i, line := range lines {
		lines[i] = onlyStyles(line)
	}
	lines = trimEmpty(lines)
	m, edge := r.look.Method, r.look.Edge
	label := ""
	if lang != "" {
		label = " " + cell.Cut(m, lang, width/2) + " "
	}
	const lead = 2
	rest := width - lead - m.StringWidth(label)
	out := []string{edge.Render(strings.Repeat("─", lead)) + r.look.Quiet.Render(label) + edge.Render(strings.Repeat("─", rest))}
	for _, line := range lines {
		out = append(out, hung(m, line, width)...)
	}
	return append(out, edge.Render(strings.Repeat("─", width))), true
}

// fenced reports whether a block is code between fences, and in which language.
func fenced(text string) (lang string, ok bool) {
	first, _, more := strings.Cut(text, "\n")
	bare := strings.TrimSpace(first)
	marks := fenceMarks(bare)
	if !more || marks == "" || len(first)-len(strings.TrimLeft(first, " ")) > 3 {
		return "", false
	}
	words := strings.Fields(strings.TrimPrefix(bare, marks))
	if len(words) == 0 {
		return "", true
	}
	return words[0], true
}

// renderCode draws code without breaking its lines.
func (r *Renderer) renderCode(text string) (string, error) {
	if r.code == nil {
		term, err := glamour.NewTermRenderer(
			glamour.WithStyles(r.look.Markdown()),
			glamour.WithWordWrap(0),
			glamour.WithChromaFormatter("terminal16m"),
		)
		if err != nil {
			return "", err
		}
		r.code = term
	}
	return r.code.Render(named(text))
}

// hung breaks a line of code, which may have styles, into lines of at most width
// cells; those after the first stand two cells in from its own indent.
func hung(m cell.Method, line string, width int) []string {
	if m.StringWidth(line) <= width {
		return []string{line}
	}
	plain := ansi.Strip(line)
	indent := len(plain) - len(strings.TrimLeft(plain, " "))
	hang := min(indent+2, width/2)
	var out []string
	open := ""
	for i, part := range strings.Split(m.Hardwrap(line, width-hang, true), "\n") {
		styled := open + part
		if open = openStyles(styled); open != "" {
			styled += ansi.ResetStyle
		}
		if i > 0 {
			styled = cell.Spaces(hang) + styled
		}
		out = append(out, cell.Cut(m, styled, width))
	}
	return out
}

// openStyles are the styles that are on at the end of a line.
func openStyles(line string) string {
	open := ""
	for rest := line; ; {
		at := strings.Index(rest, "\x1b[")
		if at < 0 {
			return open
		}
		end := strings.IndexByte(rest[at:], 'm')
		if end < 0 {
			return open
		}
		seq := rest[at : at+end+1]
		rest = rest[at+end+1:]
		if seq == ansi.ResetStyle || seq == "\x1b[0m" {
			open = ""
			continue
		}
		open += seq
	}
}
