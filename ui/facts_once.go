package ui

import (
	"context"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/composer"
	"muisto/ui/look"
	"muisto/ui/panel"
)

type (
	// addedMsg: a fact was made by hand, of a moment or of nothing.
	addedMsg struct {
		did  string
		fact memory.Fact
		err  error
	}
	unlistedMsg struct{ err error }
)

// onceShown are the moments said once that are listed below the facts.
func (s *factsScreen) onceShown() []memory.Episode {
	if s.known == nil || s.tour != nil {
		return nil
	}
	filter := strings.ToLower(strings.TrimSpace(s.filter.Text()))
	if filter == "" {
		return s.known.once
	}
	var out []memory.Episode
	for i, e := range s.known.once {
		if strings.Contains(s.known.onceWords[i], filter) {
			out = append(out, e)
		}
	}
	return out
}

// rows is how many things are listed.
func (s *factsScreen) rows() int { return len(s.shown) + len(s.onceShown()) }

// pickedOnce is the moment under the cursor.
func (s *factsScreen) pickedOnce() (memory.Episode, bool) {
	once := s.onceShown()
	i := s.list.Sel - len(s.shown)
	if i < 0 || i >= len(once) {
		return memory.Episode{}, false
	}
	return once[i], true
}

// pressOnce takes a key that does something to a moment said once.
func (s *factsScreen) pressOnce(m *model, e memory.Episode, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(k, m.keys.Open):
		m.detail.OpenMoment(e)
		return m.loadSources(e.ID)
	case key.Matches(k, m.keys.Erase):
		return m.eraseThing(e)
	case key.Matches(k, m.keys.Confirm):
		return s.keep(m, e.ID, "")
	case key.Matches(k, m.keys.Correct):
		s.fixing = &fixing{moment: e.ID, line: composer.New(m.look.Method)}
		s.fixing.line.SetText(e.What)
	case key.Matches(k, m.keys.Retire):
		return m.do(func(ctx context.Context) tea.Msg { return unlistedMsg{m.session.UnlistMoment(ctx, e.ID)} })
	}
	return nil
}

// keep makes a fact of a moment, in its own words if text is empty.
func (s *factsScreen) keep(m *model, id memory.EpisodeID, text string) tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg {
		f, err := m.session.KeepMoment(ctx, id, text)
		return addedMsg{"it is a fact now; u to undo", f, err}
	})
}

// startAdding begins to write a fact by hand.
func (s *factsScreen) startAdding(m *model) {
	s.fixing = &fixing{adding: true, line: composer.New(m.look.Method)}
	s.list.Reset()
}

func (m *model) addFact(text string) tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg {
		f, err := m.session.AddFact(ctx, text)
		return addedMsg{"added; u to undo", f, err}
	})
}

func (m *model) onAdded(msg addedMsg) tea.Cmd {
	s, ok := screenOf[*factsScreen](m)
	if ok && s.fixing != nil {
		s.fixing.saving = false
	}
	if msg.err != nil {
		m.fail("make a fact of it", msg.err)
		return nil
	}
	cmds := []tea.Cmd{m.show(msg.did)}
	if ok {
		s.fixing, s.goTo = nil, msg.fact.ID
		cmds = append(cmds, s.load(m))
	}
	return tea.Batch(cmds...)
}

func (m *model) onUnlisted(msg unlistedMsg) tea.Cmd {
	if msg.err != nil {
		m.fail("remove it from this list", msg.err)
		return nil
	}
	cmds := []tea.Cmd{m.show("taken from this list; it stays a moment")}
	if s, ok := screenOf[*factsScreen](m); ok {
		cmds = append(cmds, s.load(m))
	}
	return tea.Batch(cmds...)
}

// onceEntry is a moment said once, the first under its heading.
func (s *factsScreen) onceEntry(m *model, i, w int) []string {
	l, mt := m.look, m.look.Method
	e := s.onceShown()[i]
	var out []string
	if i == 0 {
		head := l.Title.Render("Said once") + l.Quiet.Render(" · "+keyName(m.keys.Confirm)+" makes it a fact, "+keyName(m.keys.Retire)+" removes it from this list")
		out = append(out, cell.Cut(mt, head, w), "")
	}
	picked := s.list.Sel == len(s.shown)+i
	lead, style := "  ", l.Text
	if picked {
		lead, style = l.Picked.Render("› "), l.Picked
	}
	if picked && s.fixing != nil && s.fixing.moment == e.ID {
		s.fixing.line.SetSize(w-2, maxFactLines)
		rows, _, _ := s.fixing.line.Rows()
		lead = l.Accent.Render("✎ ")
		s.fixing.head = len(out)
		for _, row := range rows {
			out = append(out, lead+l.Text.Render(row))
			lead = "  "
		}
		return out
	}
	label := memory.LabelOf(e.Salience)
	when := l.Quiet.Render(panel.Ago(e.LastAt, m.now)+" ") + l.Label(label).Render(look.Mark(label))
	lines := cell.Shorten(mt, m.spoken.of(e.What), max(w-4-mt.StringWidth(when), 10), 2)
	for j, line := range lines {
		row := lead + style.Render(line)
		if j == 0 {
			row = cell.Ends(mt, row, when, w)
		}
		out = append(out, row)
		lead = "  "
	}
	return out
}

// addingLines is the fact that is being written by hand, over the list.
func (s *factsScreen) addingLines(m *model, w int) []string {
	if s.fixing == nil || !s.fixing.adding {
		return nil
	}
	l := m.look
	s.fixing.line.SetSize(w-2, maxFactLines)
	rows, _, _ := s.fixing.line.Rows()
	if s.fixing.line.Empty() {
		return []string{l.Accent.Render("+ ") + l.Quiet.Render(cell.Cut(l.Method, "one sentence, such as: My sister is called Aino.", w-2)), ""}
	}
	out := make([]string, 0, len(rows)+1)
	lead := l.Accent.Render("+ ")
	for _, row := range rows {
		out = append(out, lead+l.Text.Render(row))
		lead = "  "
	}
	return append(out, "")
}
