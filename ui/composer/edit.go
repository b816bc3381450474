package composer

// Left and Right step over one grapheme.
func (c *Composer) Left()  { c.move(c.at - 1) }
func (c *Composer) Right() { c.move(c.at + 1) }

// WordLeft and WordRight step over a word.
func (c *Composer) WordLeft()  { c.move(c.wordLeft()) }
func (c *Composer) WordRight() { c.move(c.wordRight()) }

// LineStart and LineEnd go to the ends of the written line.
func (c *Composer) LineStart() { c.move(c.lineStart()) }
func (c *Composer) LineEnd()   { c.move(c.lineEnd()) }

// Backspace takes away the grapheme before the cursor, or a whole paste.
func (c *Composer) Backspace() { c.cut(c.at-1, c.at) }

// Delete takes away the one after it.
func (c *Composer) Delete() { c.cut(c.at, c.at+1) }

// KillWordLeft and KillWordRight take away to the end of a word.
func (c *Composer) KillWordLeft()  { c.kill(c.spaceLeft(), c.at) }
func (c *Composer) KillWordRight() { c.kill(c.at, c.wordRight()) }

// KillLineStart and KillLineEnd take away to the ends of the line; at the end
// of a line, KillLineEnd joins the next one to it.
func (c *Composer) KillLineStart() { c.kill(c.lineStart(), c.at) }
func (c *Composer) KillLineEnd() {
	end := c.lineEnd()
	if end == c.at {
		end++
	}
	c.kill(c.at, end)
}

// Up and Down go to the row above or below on screen; false if there is none.
func (c *Composer) Up() bool   { return c.vertical(-1) }
func (c *Composer) Down() bool { return c.vertical(1) }

func (c *Composer) move(to int) {
	c.at = min(max(to, 0), len(c.units))
	c.goal, c.killing = -1, false
}

func (c *Composer) cut(from, to int) {
	from, to = max(from, 0), min(to, len(c.units))
	if from < to {
		c.replace(from, to, nil)
	}
}

func (c *Composer) wordLeft() int {
	i := c.at
	for i > 0 && !c.units[i-1].word() {
		i--
	}
	for i > 0 && c.units[i-1].word() {
		i--
	}
	return i
}

func (c *Composer) wordRight() int {
	i := c.at
	for i < len(c.units) && !c.units[i].word() {
		i++
	}
	for i < len(c.units) && c.units[i].word() {
		i++
	}
	return i
}

// spaceLeft is the beginning of what stands between spaces, as Ctrl+W takes it.
func (c *Composer) spaceLeft() int {
	i := c.at
	for i > 0 && c.units[i-1].space() {
		i--
	}
	for i > 0 && !c.units[i-1].space() {
		i--
	}
	return i
}

func (c *Composer) lineStart() int {
	i := c.at
	for i > 0 && !c.units[i-1].newline() {
		i--
	}
	return i
}

func (c *Composer) lineEnd() int {
	i := c.at
	for i < len(c.units) && !c.units[i].newline() {
		i++
	}
	return i
}

func (c *Composer) vertical(by int) bool {
	c.layout()
	r, col := c.cursor()
	to := r + by
	if to < 0 || to >= len(c.rows) {
		return false
	}
	if c.goal < 0 {
		c.goal = col
	}
	goal := c.goal
	at, w := c.rows[to].from, 0
	for at < c.rows[to].to && !c.units[at].newline() && w+c.units[at].w <= goal {
		w += c.units[at].w
		at++
	}
	// The end of a row that runs on is the beginning of the next one.
	if at == c.rows[to].to && to+1 < len(c.rows) && at > c.rows[to].from && !c.units[at-1].newline() {
		at--
	}
	c.at, c.goal = at, goal
	return true
}
