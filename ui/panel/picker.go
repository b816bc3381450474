package panel

// picker is a list of things of several lines each, one of which is picked.
type picker struct {
	sel   int
	first int // the first one seen
}

// lines draws n things into at most height lines, the picked one in sight.
func (k *picker) lines(n, height int, entry func(i int) []string) []string {
	k.sel = max(min(k.sel, n-1), 0)
	k.first = min(k.first, k.sel)
	// What is picked is in sight whole, if it can be.
	for used, i := 0, k.sel; i >= k.first; i-- {
		used += len(entry(i)) + 1
		if used-1 > height && i < k.sel {
			k.first = i + 1
			break
		}
	}
	var out []string
	for i := k.first; i < n && len(out) < height; i++ {
		out = append(out, entry(i)...)
		out = append(out, "")
	}
	return out[:min(len(out), height)]
}

func (k *picker) move(n, of int) { k.sel = max(min(k.sel+n, of-1), 0) }

func (k *picker) reset() { k.sel, k.first = 0, 0 }

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
