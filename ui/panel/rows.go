package panel

// rows are the lines of an open thing, some of which can be picked.
type rows struct {
	sel, top int
	spans    [][2]int // the lines of each that can be picked
	moved    bool
}

// begin starts the lines anew; span tells of one that can be picked.
func (r *rows) begin() { r.spans = r.spans[:0] }

func (r *rows) span(from, to int) { r.spans = append(r.spans, [2]int{from, to}) }

// at reports whether the next one that is told of is the one picked.
func (r *rows) at() bool { return len(r.spans) == r.sel }

// cut gives the height of lines that is seen; after a move, with what is picked.
func (r *rows) cut(all []string, height int) []string {
	if r.moved && r.sel < len(r.spans) {
		r.top = max(min(r.top, r.spans[r.sel][0]), r.spans[r.sel][1]-height+1)
	}
	r.moved = false
	r.top = max(min(r.top, len(all)-height), 0)
	return all[r.top:min(r.top+height, len(all))]
}

// show gives the height of lines that is seen, with what is searched for marked.
func (r *rows) show(p *Panel, all []string) []string {
	if p.find == nil {
		return r.cut(all, p.height)
	}
	marked, to, ok := p.find.Apply(all, p.look.Picked.Reverse(true).Render)
	if ok {
		r.top, r.moved = max(to-p.height/4, 0), false
	}
	return r.cut(marked, p.height)
}

// move picks another one; past the ends it scrolls.
func (r *rows) move(n int) {
	to := r.sel + n
	if to < 0 || to >= len(r.spans) {
		r.scroll(n)
		return
	}
	r.sel, r.moved = to, true
}

func (r *rows) scroll(n int) { r.top = max(r.top+n, 0) }
