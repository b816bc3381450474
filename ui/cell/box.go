package cell

import "strings"

// Box is a frame with something written into its edges.
type Box struct {
	// Width is the outer width in cells, at least 4.
	Width int
	// Edge styles the lines of the frame.
	Edge func(string) string
	side string
}

// NewBox makes a frame whose lines edge styles.
func NewBox(width int, edge func(string) string) Box {
	return Box{Width: width, Edge: edge, side: edge("│")}
}

// Top is the upper edge with left and right set into it.
func (b Box) Top(m Method, left, right string) string { return b.edge(m, "┌", left, right, "┐") }

// Bottom is the lower edge with left and right set into it.
func (b Box) Bottom(m Method, left, right string) string { return b.edge(m, "└", left, right, "┘") }

// Rule is a line across, joined to both sides, with right set into it.
func (b Box) Rule(m Method, right string) string { return b.edge(m, "├", "", right, "┤") }

// Row sets one line of the inner width between the sides.
func (b Box) Row(m Method, line string) string {
	return b.side + Fit(m, line, b.Inner()) + b.side
}

// Inner is the width between the sides.
func (b Box) Inner() int { return max(b.Width-2, 0) }

func (b Box) edge(m Method, begin, left, right, end string) string {
	// Left gets room first; right goes without rather than be cut to nothing.
	room := b.Width - 4
	left = Cut(m, left, room-2)
	lw := m.StringWidth(left)
	if lw > 0 {
		lw += 2
		left = " " + left + " "
	}
	if rest := room - lw - 3; rest < 8 && m.StringWidth(right) > rest {
		right = ""
	} else {
		right = Cut(m, right, rest)
	}
	rw := m.StringWidth(right)
	if rw > 0 {
		rw += 2
		right = " " + right + " "
	}
	fill := max(b.Width-2-lw-rw, 0)
	if lw == 0 && rw == 0 {
		return b.Edge(begin + strings.Repeat("─", fill) + end)
	}
	if lw == 0 {
		return b.Edge(begin+strings.Repeat("─", max(fill-1, 0))) + right + b.Edge("─"+end)
	}
	if rw == 0 {
		return b.Edge(begin) + left + b.Edge(strings.Repeat("─", fill)+end)
	}
	return b.Edge(begin) + left + b.Edge(strings.Repeat("─", max(fill-1, 0))) + right + b.Edge("─"+end)
}
