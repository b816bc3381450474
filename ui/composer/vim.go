package composer

// Vim edits a Composer by the letters of vim: in normal mode they move and
// change, in insert mode they are written by the one who calls. The zero value
// is in insert mode.
type Vim struct {
	normal  bool
	pending rune // an operator or g that waits for what it is for; 0 for none
}

// Normal reports whether letters are commands.
func (v *Vim) Normal() bool { return v.normal }

// Escape goes to normal mode; the cursor is then on the last thing written.
func (v *Vim) Escape(c *Composer) {
	if !v.normal && c.at > c.lineStart() {
		c.Left()
	}
	v.normal, v.pending = true, 0
}

// Insert goes to insert mode.
func (v *Vim) Insert() { v.normal, v.pending = false, 0 }

// Press takes a letter in normal mode.
func (v *Vim) Press(c *Composer, r rune) {
	if v.pending != 0 {
		v.operate(c, r)
		return
	}
	switch r {
	case 'd', 'c', 'g':
		v.pending = r
	case 'i', 'a', 'I', 'A', 'o', 'O', 's', 'S', 'C':
		v.begin(c, r)
	case 'x':
		c.kill(c.at, min(c.at+1, c.lineEnd()))
	case 'X':
		c.kill(max(c.at-1, c.lineStart()), c.at)
	case 'D':
		c.kill(c.at, c.lineEnd())
	case 'u':
		if n := len(c.changes); n > 0 {
			from := c.changes[n-1].from
			c.Undo()
			c.move(from)
		}
	case 'p', 'P':
		v.put(c, r)
	case 'j':
		c.Down()
	case 'k':
		c.Up()
	default:
		if to, ok := v.motion(c, r); ok {
			c.move(to)
		}
	}
	if v.normal {
		v.settle(c)
	}
}

// settle keeps the cursor on a thing rather than behind the last of its line.
func (v *Vim) settle(c *Composer) {
	if c.at == c.lineEnd() && c.at > c.lineStart() {
		goal, killing := c.goal, c.killing
		c.move(c.at - 1)
		c.goal, c.killing = goal, killing
	}
}

// begin goes to insert mode, where and after what the letter says.
func (v *Vim) begin(c *Composer, r rune) {
	v.Insert()
	switch r {
	case 'a':
		c.move(min(c.at+1, c.lineEnd()))
	case 'I':
		c.LineStart()
	case 'A':
		c.LineEnd()
	case 'o':
		c.LineEnd()
		c.Insert("\n")
	case 'O':
		c.LineStart()
		c.Insert("\n")
		c.Left()
	case 's':
		c.kill(c.at, min(c.at+1, c.lineEnd()))
	case 'S':
		c.kill(c.lineStart(), c.lineEnd())
	case 'C':
		c.kill(c.at, c.lineEnd())
	}
}

// operate does what the pending operator does, up to where a motion leads; dd
// and cc take the whole line.
func (v *Vim) operate(c *Composer, r rune) {
	op := v.pending
	v.pending = 0
	switch {
	case op == 'g':
		if r == 'g' {
			c.move(0)
		}
		return
	case op == 'd' && r == 'd':
		v.killLine(c)
		return
	case op == 'c' && r == 'c':
		v.begin(c, 'S')
		return
	}
	to, ok := v.motion(c, r)
	if !ok {
		return
	}
	if r == 'e' || op == 'c' && r == 'w' && c.at < len(c.units) && !c.units[c.at].space() {
		to = min(c.wordEnd()+1, len(c.units)) // cw ends with the word, as e does
	}
	if to < c.at {
		c.kill(to, c.at)
	} else {
		c.kill(c.at, to)
	}
	if op == 'c' {
		v.Insert()
		return
	}
	v.settle(c)
}

// killLine takes the line away with the break that ends it, or that before it.
func (v *Vim) killLine(c *Composer) {
	from, to := c.lineStart(), c.lineEnd()
	switch {
	case to < len(c.units):
		to++
	case from > 0:
		from--
	}
	c.kill(from, to)
	c.LineStart()
}

// put writes what was taken away last: lines above or below, else before or
// behind the cursor.
func (v *Vim) put(c *Composer, r rune) {
	n := len(c.killed)
	if n > 0 && (c.killed[0].newline() || c.killed[n-1].newline()) {
		v.putLines(c, r)
		return
	}
	if r == 'p' {
		c.move(min(c.at+1, c.lineEnd()))
	}
	if c.Yank() {
		c.move(c.at - 1)
	}
}

func (v *Vim) putLines(c *Composer, r rune) {
	lines := append([]unit(nil), trimBreaks(c.killed)...)
	size := c.bytes + 1
	for _, u := range lines {
		size += len(u.text)
	}
	if size > MaxBytes {
		return
	}
	broken := unit{text: "\n"}
	if r == 'P' {
		at := c.lineStart()
		c.replace(at, at, append(lines, broken))
		c.move(at)
		return
	}
	at := c.lineEnd()
	c.replace(at, at, append([]unit{broken}, lines...))
	c.move(at + 1)
}

func trimBreaks(units []unit) []unit {
	for len(units) > 0 && units[0].newline() {
		units = units[1:]
	}
	for len(units) > 0 && units[len(units)-1].newline() {
		units = units[:len(units)-1]
	}
	return units
}

// motion is where a letter leads.
func (v *Vim) motion(c *Composer, r rune) (to int, ok bool) {
	switch r {
	case 'h':
		return max(c.at-1, c.lineStart()), true
	case 'l':
		return min(c.at+1, c.lineEnd()), true
	case 'w':
		return c.nextWord(), true
	case 'b':
		return c.wordLeft(), true
	case 'e':
		return c.wordEnd(), true
	case '0', '^':
		return c.lineStart(), true
	case '$':
		return c.lineEnd(), true
	case 'G':
		return len(c.units), true
	}
	return 0, false
}

// class tells words from signs and spaces.
func (u unit) class() int {
	switch {
	case u.space():
		return 0
	case u.word():
		return 1
	}
	return 2
}

// nextWord is the beginning of the next word.
func (c *Composer) nextWord() int {
	i := c.at
	if i < len(c.units) {
		for of := c.units[i].class(); i < len(c.units) && c.units[i].class() == of && of != 0; i++ {
		}
	}
	for i < len(c.units) && c.units[i].space() {
		i++
	}
	return i
}

// wordEnd is the last thing of the word that the cursor is in, or of the next
// where it is on the last.
func (c *Composer) wordEnd() int {
	i := c.at + 1
	for i < len(c.units) && c.units[i].space() {
		i++
	}
	for i+1 < len(c.units) && c.units[i+1].class() == c.units[i].class() {
		i++
	}
	return max(min(i, len(c.units)-1), c.at)
}
