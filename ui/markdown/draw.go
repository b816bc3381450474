package markdown

import (
	"html"
	"regexp"
	"strings"

	"charm.land/glamour/v2"
	"github.com/charmbracelet/x/ansi"

	"muisto/crash"
	"muisto/harmless"
	"muisto/ui/cell"
	"muisto/ui/look"
)

// Renderer draws blocks in one look. What it needs is built at the first use.
// It is for one goroutine.
type Renderer struct {
	look  *look.Look
	width int
	term  *glamour.TermRenderer
	code  *glamour.TermRenderer // it breaks no lines
	// Crashes is where the details of a fault in drawing are kept.
	Crashes crash.Log
}

// NewRenderer makes a renderer for a look.
func NewRenderer(l *look.Look) *Renderer { return &Renderer{look: l} }

// Draw gives the lines of a block, each at most width cells wide. The text
// must have been made harmless, but for what Markdown itself can bring back,
// which is seen to here.
func (r *Renderer) Draw(text string, width int) []string {
	width = max(width, 1)
	var lines []string
	err := r.Crashes.Catch("draw this text", func() error {
		lines = r.draw(defuse(text), width, 0)
		return nil
	})
	if err != nil {
		r.term, r.code = nil, nil // one may be broken off in the middle
		m := r.look.Method
		return append(cell.Wrap(m, text, width), cell.Wrap(m, err.Error(), width)...)
	}
	return lines
}

func (r *Renderer) draw(text string, width, depth int) []string {
	if lines, ok := r.drawItem(text, width, depth); ok {
		return lines
	}
	if lines, ok := r.drawCode(text, width); ok {
		return lines
	}
	m := r.look.Method
	drawn, err := r.render(text, width)
	if err != nil {
		// Markdown that cannot be drawn is still text.
		return cell.Wrap(m, text, width)
	}
	lines := strings.Split(drawn, "\n")
	for i, line := range lines {
		lines[i] = onlyStyles(line)
	}
	lines = trimEmpty(lines)
	out := lines[:0:0]
	for _, line := range lines {
		out = append(out, cell.Break(m, line, width)...)
	}
	return relink(out)
}

func (r *Renderer) render(text string, width int) (string, error) {
	if r.term == nil || r.width != width {
		term, err := glamour.NewTermRenderer(
			glamour.WithStyles(r.look.Markdown()),
			glamour.WithWordWrap(width),
			glamour.WithChromaFormatter("terminal16m"),
			glamour.WithInlineTableLinks(true),
			glamour.WithPreservedNewLines(),
		)
		if err != nil {
			return "", err
		}
		r.term, r.width = term, width
	}
	return r.term.Render(named(text))
}

// named names the language of code that names none: left to itself, the
// highlighter tries every language it knows.
func named(text string) string {
	first, rest, more := strings.Cut(text, "\n")
	if bare := strings.TrimSpace(first); more && bare != "" && bare == fenceMarks(bare) {
		return first + "text\n" + rest
	}
	return text
}

var entity = regexp.MustCompile(`&(#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,8}|[A-Za-z][A-Za-z0-9]{1,31});`)

// defuse takes out the character references that would stand for what harmless
// removes: &#27; is an escape character once Markdown has been read.
func defuse(text string) string {
	if !strings.Contains(text, "&") {
		return text
	}
	return entity.ReplaceAllStringFunc(text, func(ref string) string {
		char := html.UnescapeString(ref)
		if char == "\t" || char == "\n" {
			return " "
		}
		if safe := harmless.Text(char); safe != char {
			return safe
		}
		return ref
	})
}

// onlyStyles keeps printable text, SGR sequences and links to web addresses, and
// drops the space that lines are padded with.
func onlyStyles(line string) string {
	var b strings.Builder
	styled := false
	var state byte
	for rest := line; rest != ""; {
		seq, width, n, next := ansi.DecodeSequence(rest, state, nil)
		state, rest = next, rest[n:]
		switch {
		case width > 0:
			b.WriteString(seq)
		case isSGR(seq):
			styled = true
			b.WriteString(seq)
		case strings.HasPrefix(seq, "\x1b]8;"):
			if to, ok := linkTo(seq); ok {
				b.WriteString(ansi.SetHyperlink(to))
			}
		case seq == "\t":
			b.WriteString("    ")
		case seq != "" && seq[0] >= ' ' && seq[0] != 0x7f && !strings.HasPrefix(seq, "\u0080") && harmless.Text(seq) == seq:
			b.WriteString(seq) // joins what is before it and takes no room
		}
	}
	s := trimPadding(b.String())
	if styled && s != "" && !strings.HasSuffix(s, ansi.ResetStyle) {
		s += ansi.ResetStyle
	}
	return s
}

func isSGR(seq string) bool {
	return strings.HasPrefix(seq, "\x1b[") && strings.HasSuffix(seq, "m") && strings.Trim(seq[2:len(seq)-1], "0123456789;:") == ""
}

// trimPadding takes the spaces, and the styles among them, from the end.
func trimPadding(s string) string {
	end := len(s)
	for end > 0 {
		if s[end-1] == ' ' {
			end--
			continue
		}
		at := strings.LastIndexByte(s[:end], 0x1b)
		if at < 0 || !isSGR(s[at:end]) {
			break
		}
		end = at
	}
	return s[:end]
}

func trimEmpty(lines []string) []string {
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
