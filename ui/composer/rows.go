package composer

import (
	"strings"

	"muisto/ui/cell"
)

// Height is how many rows are seen.
func (c *Composer) Height() int {
	c.layout()
	return min(len(c.rows), c.max)
}

// Rows gives the rows in sight, and the cursor's row among them and column.
func (c *Composer) Rows() (rows []string, y, x int) {
	c.layout()
	r, col := c.cursor()
	c.top = min(c.top, r)
	c.top = max(c.top, r-c.max+1)
	c.top = min(c.top, max(len(c.rows)-c.max, 0))
	end := min(c.top+c.max, len(c.rows))
	for _, rw := range c.rows[c.top:end] {
		var b strings.Builder
		for _, u := range c.units[rw.from:rw.to] {
			b.WriteString(u.show)
		}
		rows = append(rows, c.fit(b.String()))
	}
	return rows, r - c.top, min(col, c.width-1)
}

// fit keeps a row to the width: spaces may hang over, and a grapheme may be
// wider than all the room there is.
func (c *Composer) fit(row string) string {
	for strings.HasSuffix(row, " ") && c.method.StringWidth(row) > c.width {
		row = row[:len(row)-1]
	}
	return cell.Cut(c.method, row, c.width)
}

// cursor is the cursor's row and column.
func (c *Composer) cursor() (r, col int) {
	for r = len(c.rows) - 1; r > 0 && c.rows[r].from > c.at; r-- {
	}
	for _, u := range c.units[c.rows[r].from:c.at] {
		col += u.w
	}
	return r, col
}

// layout breaks the units into rows, between words where it can. A row may
// hang a space over its end.
func (c *Composer) layout() {
	if !c.stale {
		return
	}
	c.stale = false
	c.rows = c.rows[:0]
	from, w, brk := 0, 0, 0
	room := c.width - 1 // for the cursor behind the last one
	for i := 0; i < len(c.units); i++ {
		u := c.units[i]
		if u.newline() {
			c.rows = append(c.rows, row{from, i + 1})
			from, w, brk = i+1, 0, i+1
			continue
		}
		if w+u.w > room && i > from && !u.space() {
			if brk <= from {
				brk = i
			}
			c.rows = append(c.rows, row{from, brk})
			from, w = brk, 0
			for _, v := range c.units[brk:i] {
				w += v.w
			}
		}
		w += u.w
		if u.space() || u.pasted() {
			brk = i + 1
		}
	}
	c.rows = append(c.rows, row{from, len(c.units)})
}
