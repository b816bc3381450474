package ui

import (
	tea "charm.land/bubbletea/v2"

	"muisto/ui/cell"
)

// popup is the list of commands over the composer while one is typed.
type popup struct {
	sel    int
	closed string // the text at which it was closed
}

// suggestions are the commands that fit what is typed; none while nothing of
// the kind is.
func (m *model) suggestions() []command {
	if m.panelFocus || m.sheet != nil {
		return nil
	}
	text := m.composer.Text()
	word, arg, ok := commandTyped(text)
	if !ok || arg != "" || m.popup.closed == text {
		return nil
	}
	return matching(word)
}

func (m *model) popupLines(w, h int) []string {
	all := m.suggestions()
	if len(all) == 0 {
		return nil
	}
	l, mt := m.look, m.look.Method
	m.popup.sel = min(m.popup.sel, len(all)-1)
	from := max(min(m.popup.sel-h+1, len(all)-h), 0)
	var out []string
	for i, c := range all[from:min(from+h, len(all))] {
		lead, name := "  ", l.Accent
		if from+i == m.popup.sel {
			lead, name = l.Picked.Render("› "), l.Picked
		}
		line := lead + name.Render(cell.Fit(mt, "/"+c.name, 12)) + l.Quiet.Render(c.does)
		out = append(out, cell.Fit(mt, line, w))
	}
	return out
}

// runTyped runs the command that is typed or picked. It reports false if what
// is written is a message.
func (m *model) runTyped() (tea.Cmd, bool) {
	word, arg, ok := commandTyped(m.composer.Text())
	if !ok {
		return nil, false
	}
	all := matching(word)
	for _, c := range all {
		if c.name == word {
			m.composer.Reset()
			return c.run(m, arg), true
		}
	}
	if shown := m.suggestions(); len(shown) > 0 {
		c := shown[min(m.popup.sel, len(shown)-1)]
		m.composer.Reset()
		return c.run(m, arg), true
	}
	m.notice("There is no command /" + word + ". The nearest is /" + nearest(word).name + "; / alone lists them all.")
	m.page.End()
	return nil, true
}

// complete writes the picked command out.
func (m *model) complete() {
	if all := m.suggestions(); len(all) > 0 {
		m.composer.SetText("/" + all[min(m.popup.sel, len(all)-1)].name)
	}
}
