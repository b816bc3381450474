package composer

// maxUndo bounds how many changes can be undone.
const maxUndo = 200

// change is one edit: from stood removed, and now stand as many units as
// inserted.
type change struct {
	from, inserted int
	removed        []unit
	// typed: it was typed, and what is typed next to it belongs to it.
	typed bool
}

// note keeps a change; letters typed one after the other are one change, up to
// a space.
func (c *Composer) note(from, to int, with []unit) {
	next := change{from: from, inserted: len(with), removed: append([]unit(nil), c.units[from:to]...)}
	next.typed = len(with) <= 2 && to-from <= 1 && len(with) > 0 && !with[len(with)-1].space() && !with[len(with)-1].pasted()
	if n := len(c.changes); n > 0 && next.typed && c.changes[n-1].typed {
		if last := &c.changes[n-1]; last.from+last.inserted == to && from >= last.from {
			last.inserted += len(with) - (to - from)
			return
		}
	}
	c.changes = append(c.changes, next)
	if len(c.changes) > maxUndo {
		c.changes = append(c.changes[:0], c.changes[1:]...)
	}
}

// Undo takes the last change back; false if there is none.
func (c *Composer) Undo() bool {
	n := len(c.changes)
	if n == 0 {
		return false
	}
	last := c.changes[n-1]
	c.changes = c.changes[:n-1]
	c.put(last.from, last.from+last.inserted, last.removed)
	c.killing = false
	return true
}

// kill takes away what can be yanked again; what is killed one after the other
// is yanked as one.
func (c *Composer) kill(from, to int) {
	from, to = max(from, 0), min(to, len(c.units))
	if from >= to {
		return
	}
	gone := append([]unit(nil), c.units[from:to]...)
	before, goesOn := from < c.at, c.killing
	c.cut(from, to)
	switch {
	case !goesOn:
		c.killed = gone
	case before:
		c.killed = append(gone, c.killed...)
	default:
		c.killed = append(c.killed, gone...)
	}
	c.killing = true
}

// Yank writes what was killed last; false if there is nothing, or no room.
func (c *Composer) Yank() bool {
	size := c.bytes
	for _, u := range c.killed {
		size += len(u.text)
	}
	if len(c.killed) == 0 || size > MaxBytes {
		return false
	}
	c.replace(c.at, c.at, append([]unit(nil), c.killed...))
	return true
}

// Clear takes everything away; it can be undone and yanked.
func (c *Composer) Clear() { c.kill(0, len(c.units)) }
