package panel

// TabAt is the tab whose name stands at a place within the frame.
func (p *Panel) TabAt(x, y int) (Tab, bool) {
	if y != 0 || p.Opened() || x < 0 {
		return 0, false
	}
	const gap = 3
	from := 0
	for t := range tabs {
		to := from + len(t.String())
		if x >= from && x < to {
			return t, true
		}
		from = to + gap
	}
	return 0, false
}

// Click picks the thing on a line within the frame, if there is one.
func (p *Panel) Click(line int) {
	if p.Opened() {
		return
	}
	line -= p.headRows()
	list := &p.list.List
	switch p.tab {
	case Facts:
		list = &p.facts.List
	case Nights:
		list = &p.nights.List
	}
	if i, ok := list.On(line); ok {
		list.Sel = i
	}
}

// headRows are the lines over the list.
func (p *Panel) headRows() int {
	if p.height >= 16 {
		return 3
	}
	return 2
}
