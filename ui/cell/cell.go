// Package cell fits text into terminal cells: cut, padded and wrapped by the
// width that a terminal gives to each grapheme, whatever its bytes and styles.
//
// It knows nothing of colours or of what the text says.
package cell

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Method is how a terminal counts cells: by grapheme where it can join them
// (mode 2027), else by code point.
type Method = ansi.Method

// The methods.
const (
	ByRune     = ansi.WcWidth
	ByGrapheme = ansi.GraphemeWidth
)

// Ellipsis ends what was cut.
const Ellipsis = "…"

// Fit makes one line exactly w cells wide: cut with an ellipsis or padded with
// spaces.
func Fit(m Method, s string, w int) string {
	if w <= 0 {
		return ""
	}
	s = Cut(m, s, w)
	return s + Spaces(w-m.StringWidth(s))
}

// Cut shortens one line to at most w cells, with an ellipsis if it was longer.
func Cut(m Method, s string, w int) string {
	if w <= 0 {
		return ""
	}
	if m.StringWidth(s) <= w {
		return s
	}
	// A joined emoji can come out wider than it was counted when it is cut.
	for n := w; n > 0; n-- {
		if cut := m.Truncate(s, n, Ellipsis); m.StringWidth(cut) <= w {
			return cut
		}
	}
	return ""
}

// Ends puts left and right at the two ends of a line of w cells. The left side
// gives way first.
func Ends(m Method, left, right string, w int) string {
	right = Cut(m, right, w)
	room := w - m.StringWidth(right)
	return Fit(m, left, room) + right
}

// Spaces gives n spaces; none if n is negative.
func Spaces(n int) string {
	if n <= 0 {
		return ""
	}
	return strings.Repeat(" ", n)
}

// Wrap breaks text into lines of at most w cells, between words where it can.
// Tabs become spaces. There is always at least one line.
func Wrap(m Method, s string, w int) []string {
	w = max(w, 1)
	s = strings.ReplaceAll(s, "\t", "    ")
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		out = append(out, Break(m, line, w)...)
	}
	return out
}

// Break breaks one line, which may have styles, into lines of at most w cells.
func Break(m Method, line string, w int) []string {
	if m.StringWidth(line) <= w {
		return []string{line}
	}
	var out []string
	for part := range strings.SplitSeq(m.Wrap(line, w, ""), "\n") {
		if m.StringWidth(part) <= w {
			out = append(out, part)
			continue
		}
		// A hyphen can be left hanging over.
		for piece := range strings.SplitSeq(m.Hardwrap(part, w, true), "\n") {
			out = append(out, Cut(m, piece, w))
		}
	}
	return out
}

// Shorten wraps text to at most n lines of w cells; the last one ends with an
// ellipsis if there was more.
func Shorten(m Method, s string, w, n int) []string {
	lines := Wrap(m, s, w)
	if n <= 0 {
		return nil
	}
	if len(lines) <= n {
		return lines
	}
	lines = lines[:n]
	last := strings.TrimRight(lines[n-1], " ")
	lines[n-1] = Cut(m, m.Truncate(last, max(w-1, 0), "")+Ellipsis, w)
	return lines
}

// Bar draws a share in [0, 1] as w cells, filled from the left in eighths.
func Bar(share float64, w int) string {
	const eighths = " ▏▎▍▌▋▊▉"
	share = min(max(share, 0), 1)
	n := int(share*float64(w)*8 + 0.5)
	full, rest := n/8, n%8
	var b strings.Builder
	b.WriteString(strings.Repeat("█", full))
	if full < w {
		b.WriteRune([]rune(eighths)[rest])
		b.WriteString(Spaces(w - full - 1))
	}
	return b.String()
}
