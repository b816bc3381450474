package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"muisto/ui/cell"
)

// helpSheet lists keys and commands, from their declarations: every one, or
// those of one place.
type helpSheet struct {
	window window
	place  string // the name of the only place; "" for all
}

func (m *model) openHelp() tea.Cmd { return m.help("") }

// helpHere lists the keys of the place that has them.
func (m *model) helpHere() tea.Cmd {
	switch m.shown().(type) {
	case *factsScreen:
		return m.help(placeFacts)
	case *sessionsScreen:
		return m.help(placeSessions)
	case *modelsScreen:
		return m.help(placeModels)
	case *labScreen:
		return m.help(placeLab)
	}
	if _, ok := m.sheet.(*helpSheet); ok || m.watching {
		return m.help("")
	}
	return m.help(placeLists)
}

func (m *model) help(place string) tea.Cmd {
	m.sheet, m.panelFocus = &helpSheet{place: place}, false
	m.panel.SetFocus(false)
	return nil
}

func (s *helpSheet) title() string { return "help" }

func (s *helpSheet) hints(k *keyMap) string {
	if s.place != "" {
		return dotted(keyed(k.Help, " ", "every key"), keyed(k.Stop, " ", "closes"))
	}
	return dotted(keyed(pair(k.PageUp, k.PageDown), " ", "scroll"), keyed(k.Stop, " ", "closes"))
}

func (s *helpSheet) lines(m *model, w, h int) []string {
	l, mt := m.look, m.look.Method
	var out []string
	entry := func(name, does string) {
		const column = 16
		if w < 38 {
			out = append(out, l.Accent.Render(cell.Cut(mt, name, w)))
			for _, line := range cell.Wrap(mt, does, w-2) {
				out = append(out, "  "+l.Text.Render(line))
			}
			return
		}
		names := cell.Wrap(mt, name, column-1)
		for i, line := range cell.Wrap(mt, does, w-column) {
			left := ""
			if i < len(names) {
				left = names[i]
			}
			out = append(out, l.Accent.Render(cell.Fit(mt, left, column))+l.Text.Render(line))
			names[min(i, len(names)-1)] = ""
		}
		for _, rest := range names {
			if rest != "" {
				out = append(out, l.Accent.Render(cell.Cut(mt, rest, column-1)))
			}
		}
	}
	places := m.keys.places()
	if m.inPlay() {
		places = append([]keyPlace{m.keys.playPlace()}, places...)
	}
	if s.place != "" {
		places = only(places, s.place, placeLists)
	}
	for _, p := range places {
		out = append(out, l.Title.Render(p.name))
		for _, line := range p.lines {
			if b := line.binding(); b.Enabled() {
				entry(b.Help().Key, b.Help().Desc)
			}
		}
		if slices.Contains(p.all(), &m.keys.Sort) {
			entry("", "moments can be filtered by act:decision name:Bergen day:2026-10-02")
		}
		out = append(out, "")
	}
	if s.place == "" {
		out = append(out, l.Title.Render("Commands"))
		for _, c := range commands() {
			entry(strings.TrimSpace("/"+c.name+" "+c.args), c.does)
		}
	}
	return s.window.find(m.found(s), l, out, h)
}

// only gives the places with these names, in their order.
func only(places []keyPlace, names ...string) []keyPlace {
	var out []keyPlace
	for _, name := range slices.Compact(names) {
		for _, p := range places {
			if p.name == name {
				out = append(out, p)
			}
		}
	}
	return out
}

func (s *helpSheet) move(n int) { s.window.scroll(n) }

func (s *helpSheet) scroll(n int) { s.window.scroll(n) }

func (s *helpSheet) open(*model) tea.Cmd { return nil }
