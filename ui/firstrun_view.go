package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"muisto/ui/cell"
)

// widestFirst bounds the first screen's text, which reads badly when wide.
const widestFirst = 72

// View draws the first screen.
func (m *firstRun) View() tea.View {
	var v tea.View
	v.AltScreen, v.WindowTitle = true, "muisto"
	if m.w == 0 {
		return v
	}
	w, h := max(m.w, narrowest), max(m.h, lowest)
	l, mt := m.look, m.look.Method
	inner := min(w-4, widestFirst)
	lines, cursor := m.lines(inner, h-2)
	box := cell.NewBox(w, func(s string) string { return l.Edge.Render(s) })
	out := []string{box.Top(mt, l.Title.Render("muisto"), "")}
	for i := range h - 2 {
		line := ""
		if i < len(lines) {
			line = cell.Fit(mt, lines[i], inner)
		}
		out = append(out, box.Row(mt, " "+line))
	}
	out = append(out, box.Bottom(mt, l.Quiet.Render(m.hints()), ""))
	v.SetContent(strings.Join(out, "\n"))
	if cursor != nil {
		cursor.X += 2
		cursor.Y++
		v.Cursor = cursor
	}
	return v
}

func (m *firstRun) hints() string {
	switch {
	case m.trying:
		return "trying…"
	case m.filling:
		return dotted(keyed(m.keys.Send, " ", "next"), keyed(m.keys.Stop, " ", "back"))
	case m.selected() == ollamaChoice && len(m.models) > 1:
		return dotted(keyed(pair(m.keys.ListUp, m.keys.ListDown), " ", "choose"), keyed(pair(m.keys.Left, m.keys.Right), " ", "model"), keyName(m.keys.Open))
	}
	return dotted(keyed(pair(m.keys.ListUp, m.keys.ListDown), " ", "choose"), keyName(m.keys.Open), keyed(m.keys.leaveOnce(), " ", "leaves"))
}

// lines gives the text of the screen and where the cursor is in it. Where there
// is little room, the words at the top give way.
func (m *firstRun) lines(w, h int) ([]string, *tea.Cursor) {
	l, mt := m.look, m.look.Method
	var intro []string
	say := func(text string) {
		for _, line := range cell.Wrap(mt, text, w) {
			intro = append(intro, l.Text.Render(line))
		}
		intro = append(intro, "")
	}
	intro = append(intro, "")
	say("muisto is a chat that remembers. It talks with a language model if you have one; without one it still remembers, and answers from memory. What it remembers is kept in a file on this machine.")
	say("How do you want to start? You can change this later.")

	body, cursor := m.choiceLines(w)
	var trouble []string
	if m.trouble != "" {
		for _, line := range cell.Wrap(mt, "! "+m.trouble, w) {
			trouble = append(trouble, l.Warn.Render(line))
		}
		trouble = append(trouble, "")
	}
	if len(intro)+len(trouble)+len(body) > h {
		intro = nil
	}
	intro = append(intro, trouble...)
	if cursor != nil {
		cursor.Y += len(intro)
	}
	return append(intro, body...), cursor
}

func (m *firstRun) choiceLines(w int) ([]string, *tea.Cursor) {
	l, mt := m.look, m.look.Method
	var out []string
	choice := func(i int, name, about string, possible bool) {
		lead, style := "  ", l.Text
		if !possible {
			style = l.Quiet
		} else if m.selected() == i {
			lead, style = l.Picked.Render("› "), l.Picked
		}
		out = append(out, lead+style.Render(cell.Cut(mt, name, w-2)))
		lines := []string{cell.Cut(mt, about, w-2)}
		if m.h >= 20 {
			lines = cell.Wrap(mt, about, w-2)
		}
		for _, line := range lines {
			out = append(out, "  "+l.Quiet.Render(line))
		}
		if m.h >= 20 {
			out = append(out, "")
		}
	}
	switch {
	case len(m.models) > 0:
		about := m.models[m.model]
		if len(m.models) > 1 {
			about = "‹ " + about + " ›"
		}
		choice(ollamaChoice, "Use the Ollama found here", about, true)
	case m.probed:
		choice(ollamaChoice, "Ollama", "not running on this machine", false)
	default:
		choice(ollamaChoice, "Ollama", "looking for one on this machine…", false)
	}
	choice(endpointChoice, "Enter a base URL and a key", "OpenAI, or any server with the same API", true)
	var cursor *tea.Cursor
	if m.filling {
		var lines []string
		lines, cursor = m.fieldLines(w)
		if cursor != nil {
			cursor.Y += len(out)
		}
		out = append(out, lines...)
		if m.h >= 20 {
			out = append(out, "")
		}
	}
	choice(builtinChoice, "Use the built-in model", builtinAbout, true)
	return out, cursor
}

// builtinAbout is what the built-in model can and cannot do.
const builtinAbout = "keeps what you tell it and answers from that, in English, with no network; it cannot write, reason or look things up"

func (m *firstRun) fieldLines(w int) ([]string, *tea.Cursor) {
	const column = 12
	l, mt := m.look, m.look.Method
	var out []string
	var cursor *tea.Cursor
	for i, f := range m.fields {
		f.text.SetSize(max(w-column, 2), 1)
		rows, _, x := f.text.Rows()
		text := l.Text.Render(rows[0])
		switch {
		case f.text.Empty():
			text = l.Quiet.Render(f.hint)
		case f.hidden:
			text = l.Text.Render(strings.Repeat("•", mt.StringWidth(rows[0])))
		}
		out = append(out, cell.Fit(mt, "  "+l.Accent.Render(f.name), column)+cell.Cut(mt, text, w-column))
		if i == m.at {
			cursor = tea.NewCursor(column+x, i)
			cursor.Shape, cursor.Blink = tea.CursorBar, false
		}
	}
	return out, cursor
}
