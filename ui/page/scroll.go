package page

// Lines gives what is in sight, at most the page's height of lines.
func (p *Page) Lines() []string {
	p.sweep()
	at := p.top
	if p.follow {
		at = p.lastTop()
	}
	out := make([]string, 0, p.height)
	for at.item < len(p.items) && len(out) < p.height {
		it := p.items[at.item]
		it.cut()
		for ; at.part < len(it.parts) && len(out) < p.height; at.part++ {
			lines := p.draw(at.item, at.part)
			from := min(at.line, len(lines))
			to := min(from+p.height-len(out), len(lines))
			out = append(out, lines[from:to]...)
			at.line = 0
		}
		at.item, at.part = at.item+1, 0
	}
	return out
}

// sweep lets go of drawn parts once there are many; what is in sight is drawn
// again.
func (p *Page) sweep() {
	if p.kept <= maxKept {
		return
	}
	for _, it := range p.items {
		for k := range it.parts {
			it.parts[k].lines, it.parts[k].drawn = nil, 0
		}
	}
	p.kept = 0
}

// Scroll moves by n lines, up if n is negative. Down to the end it follows
// again.
func (p *Page) Scroll(n int) {
	if p.follow {
		if n >= 0 {
			return
		}
		p.top = p.lastTop()
		p.follow = false
	}
	p.scroll(n)
	p.settle()
}

// Home goes to the first line held.
func (p *Page) Home() {
	p.follow, p.top = false, place{}
	p.settle()
}

// End goes to the end and follows it.
func (p *Page) End() {
	p.follow, p.unseen = true, 0
	p.top = place{}
}

// Following reports whether the end is in sight and stays so.
func (p *Page) Following() bool { return p.follow }

// Unseen is how many things came below what is in sight.
func (p *Page) Unseen() int { return p.unseen }

// nearMargin is how many messages from the edge of what is held more are asked
// for.
const nearMargin = 20

// WantsBefore reports whether earlier messages will soon be in sight and are
// not held.
func (p *Page) WantsBefore() bool {
	return p.moreBefore && !p.follow && p.top.item < nearMargin
}

// WantsAfter is the same for later ones.
func (p *Page) WantsAfter() bool {
	return p.moreAfter && p.top.item+p.height/2 > len(p.items)-nearMargin
}

// settle keeps the place within the page: not past its end, where it follows.
func (p *Page) settle() {
	if p.follow {
		return
	}
	p.clamp()
	last := p.lastTop()
	if !above(p.top, last) {
		p.top = last
		if !p.moreAfter {
			p.follow, p.unseen = true, 0
		}
	}
}

func (p *Page) clamp() {
	if p.top.item >= len(p.items) {
		p.top = p.lastTop()
		return
	}
	it := p.items[p.top.item]
	it.cut()
	if p.top.part >= len(it.parts) {
		p.top.part, p.top.line = len(it.parts)-1, 0
	}
}

func above(a, b place) bool {
	if a.item != b.item {
		return a.item < b.item
	}
	if a.part != b.part {
		return a.part < b.part
	}
	return a.line < b.line
}

// lastTop is the top line when the end of the page is at the lower edge.
func (p *Page) lastTop() place {
	room := p.height
	for i := len(p.items) - 1; i >= 0; i-- {
		it := p.items[i]
		it.cut()
		for k := len(it.parts) - 1; k >= 0; k-- {
			n := len(p.draw(i, k))
			if i == len(p.items)-1 && k == len(it.parts)-1 {
				n = 0 // the gap under the last message is not shown
			}
			if n >= room {
				return place{i, k, n - room}
			}
			room -= n
		}
	}
	return place{}
}

// scroll moves the top by n lines within the page.
func (p *Page) scroll(n int) {
	p.clamp()
	for n < 0 {
		if p.top.line > 0 {
			step := min(-n, p.top.line)
			p.top.line -= step
			n += step
			continue
		}
		if !p.stepUp() {
			return
		}
	}
	for n > 0 {
		if p.top.item >= len(p.items) {
			return
		}
		left := len(p.draw(p.top.item, p.top.part)) - p.top.line
		if n < left {
			p.top.line += n
			return
		}
		n -= left
		if !p.stepDown() {
			return
		}
	}
}

// stepUp goes to just below the part before; false at the beginning.
func (p *Page) stepUp() bool {
	at := p.top
	if at.part > 0 {
		at.part--
	} else {
		if at.item == 0 {
			return false
		}
		at.item--
		p.items[at.item].cut()
		at.part = len(p.items[at.item].parts) - 1
	}
	at.line = len(p.draw(at.item, at.part))
	p.top = at
	return true
}

// stepDown goes to the first line of the next part; false at the end.
func (p *Page) stepDown() bool {
	at := p.top
	at.line = 0
	if at.part+1 < len(p.items[at.item].parts) {
		at.part++
	} else {
		if at.item+1 >= len(p.items) {
			return false
		}
		at.item, at.part = at.item+1, 0
		p.items[at.item].cut()
	}
	p.top = at
	return true
}

// bottomItem is the last item in sight.
func (p *Page) bottomItem() int {
	room, at := p.height, p.top
	for at.item < len(p.items) {
		it := p.items[at.item]
		it.cut()
		for ; at.part < len(it.parts); at.part++ {
			room -= len(p.draw(at.item, at.part)) - at.line
			at.line = 0
			if room <= 0 {
				return at.item
			}
		}
		at.item, at.part = at.item+1, 0
	}
	return len(p.items) - 1
}
