package ui

import (
	"fmt"
	"strings"

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

// closePopup closes the list; a slash alone goes with it.
func (m *model) closePopup() {
	m.popup.closed = m.composer.Text()
	if m.popup.closed != "/" {
		return
	}
	m.composer.Reset()
	m.popup.closed = ""
	m.watching = m.inPlay()
}

// maxFileRows is how many rows the list of files takes at most.
const maxFileRows = 9

func (m *model) popupLines(w, h int) []string {
	all := m.suggestions()
	if len(all) == 0 {
		return m.fileLines(w, min(h, maxFileRows))
	}
	m.popup.sel = min(m.popup.sel, len(all)-1)
	picked := commandLines(m, all[m.popup.sel], w, true)
	picked = picked[:min(len(picked), h)]
	rows := h - len(picked) + 1 // the others take one each
	hidden := 0
	if len(all) > rows { // the last row says how many are out of sight
		rows = max(rows-1, 1)
		hidden = len(all) - rows
	}
	from := max(min(m.popup.sel-rows+1, len(all)-rows), 0)
	var out []string
	for i, c := range all[from:min(from+rows, len(all))] {
		if from+i == m.popup.sel {
			out = append(out, picked...)
			continue
		}
		out = append(out, commandLines(m, c, w, false)[0])
	}
	if hidden > 0 && len(out) < h {
		out = append(out, cell.Fit(m.look.Method, m.look.Quiet.Render(fmt.Sprintf("  ↑ ↓ %d more", hidden)), w))
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
			return m.runCommand(c, arg), true
		}
	}
	if shown := m.suggestions(); len(shown) > 0 {
		return m.runCommand(shown[min(m.popup.sel, len(shown)-1)], arg), true
	}
	near := ""
	if c, ok := nearest(word); ok {
		near = " Did you mean /" + c.name + "?"
	}
	m.notice("There is no command /" + word + "." + near + " Type / to list them.")
	m.page.End()
	return nil, true
}

func (m *model) runCommand(c command, arg string) tea.Cmd {
	m.composer.Reset()
	if m.picking != nil && !c.picked {
		m.stopPicking()
	}
	return c.run(m, arg)
}

// complete writes the picked command out.
func (m *model) complete() {
	if all := m.suggestions(); len(all) > 0 {
		m.composer.SetText("/" + all[min(m.popup.sel, len(all)-1)].name)
	}
}

// commandLines are a command in the list. What may follow its name stands beside
// it, or under it where there is little room and it is picked.
func commandLines(m *model, c command, w int, picked bool) []string {
	l, mt := m.look, m.look.Method
	name, does, column := "/"+c.name, c.does, 11
	switch {
	case w >= 64:
		name, column = strings.TrimSpace(name+" "+c.args), 27
	case picked && c.args != "":
		does += " " + c.args
	}
	lead, style, texts := "  ", l.Accent, []string{does}
	if picked {
		lead, style = l.Picked.Render("› "), l.Picked
		texts = cell.Wrap(mt, does, max(w-column-2, 8))
	}
	var out []string
	for _, text := range texts {
		out = append(out, cell.Fit(mt, lead+style.Render(cell.Fit(mt, name, column))+l.Quiet.Render(text), w))
		lead, name = "  ", ""
	}
	return out
}
