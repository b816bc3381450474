package ui

import (
	tea "charm.land/bubbletea/v2"

	"muisto/ui/find"
	"muisto/ui/look"
)

// sheet lies over the page until it is closed.
type sheet interface {
	title() string
	hints(k *keyMap) string
	// lines gives at most h lines of at most w cells.
	lines(m *model, w, h int) []string
	move(n int)
	scroll(n int)
	open(m *model) tea.Cmd
}

// window is the stretch of some lines that is seen.
type window struct {
	top  int
	free bool // scrolled by hand: the picked lines need not be in sight
	from int
}

// cut gives h of the lines; those from and to are in sight unless it was
// scrolled since they were picked.
func (w *window) cut(all []string, h, from, to int) []string {
	if from != w.from {
		w.from, w.free = from, false
	}
	if !w.free {
		if from == 0 {
			w.top = 0
		}
		w.top = max(w.top, to-h+1)
		w.top = min(w.top, from)
	}
	w.top = max(min(w.top, len(all)-h), 0)
	return all[w.top:min(w.top+h, len(all))]
}

// find gives h of the lines with what is searched for marked; a place that was
// gone to is in sight.
func (w *window) find(f *find.Find, l *look.Look, all []string, h int) []string {
	marked, to, ok := f.Apply(all, l.Picked.Reverse(true).Render)
	if ok {
		w.top, w.free = max(to-h/4, 0), true
	}
	return w.cut(marked, h, -1, -1)
}

func (w *window) scroll(n int) {
	w.top, w.free = max(w.top+n, 0), true
}
