package ui

import (
	"context"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/harmless"
	"muisto/ui/cell"
	"muisto/ui/composer"
	"muisto/ui/panel"
	"muisto/ui/pick"
)

// Models are those that could reply. Errors are sentences for the person.
type Models interface {
	// List gives their names. Where an endpoint does not tell its models, those
	// that are known come with the error.
	List(ctx context.Context) ([]string, error)
	// Use has one reply from now on, and says what else a person should know of
	// it; nothing where that goes without saying.
	Use(ctx context.Context, name string) (note string, err error)
}

// modelsScreen chooses the model that replies.
type modelsScreen struct {
	names []string // harmless
	read  bool
	fault string // why the endpoint told none
	list  pick.List
}

type (
	modelsMsg struct {
		names []string
		err   error
	}
	modelMsg struct {
		note string
		err  error
	}
)

// chooseModel has the named model reply, or shows those there are.
func (m *model) chooseModel(name string) tea.Cmd {
	switch {
	case m.options.Models == nil:
		m.notice("There is only one model, and it is in use.")
		return nil
	case name != "":
		return m.useModel(name)
	}
	return m.openScreen(&modelsScreen{})
}

func (m *model) useModel(name string) tea.Cmd {
	if m.turn != nil {
		return m.show("a reply is coming; " + keyName(m.keys.Stop) + " stops it")
	}
	return tea.Batch(m.show("looking up "+harmless.Line(name)+"…"), m.do(func(ctx context.Context) tea.Msg {
		note, err := m.options.Models.Use(ctx, name)
		return modelMsg{note, err}
	}))
}

func (m *model) onModel(msg modelMsg) tea.Cmd {
	m.hint = ""
	if msg.err != nil {
		m.fail("change the model", msg.err)
		return nil
	}
	m.name = harmless.Line(m.session.ModelName())
	if _, ok := m.shown().(*modelsScreen); ok {
		m.focusChat()
	}
	if msg.note != "" {
		m.remark(msg.note)
	}
	return m.show("replies now come from " + m.name + " now")
}

func (s *modelsScreen) load(m *model) tea.Cmd {
	return m.once("models", func(ctx context.Context) tea.Msg {
		names, err := m.options.Models.List(ctx)
		return modelsMsg{names, err}
	})
}

func (m *model) onModels(msg modelsMsg) {
	m.over("models")
	s, ok := screenOf[*modelsScreen](m)
	if !ok {
		return
	}
	s.names, s.read, s.fault = nil, true, ""
	for i, name := range msg.names {
		s.names = append(s.names, harmless.Line(name))
		if s.names[i] == m.name {
			s.list.Sel = i
		}
	}
	if msg.err != nil {
		s.fault = harmless.Line(sentence("", msg.err))
	}
}

func (s *modelsScreen) title(m *model) (left, right string) {
	if !s.read {
		return "Model", m.name
	}
	return "Model", panel.Count(len(s.names), "model")
}

func (s *modelsScreen) hints(m *model) []hint {
	return []hint{{m.keys.Choose, "use this model"}, {m.keys.Stop, "back"}}
}

func (s *modelsScreen) lines(m *model, w, h int) []string {
	l, mt := m.look, m.look.Method
	var head []string
	say := func(style func(...string) string, text string) {
		for _, line := range cell.Wrap(mt, text, w) {
			head = append(head, style(line))
		}
		head = append(head, "")
	}
	if !s.read {
		say(l.Quiet.Render, "Asking the endpoint for its models…")
		return head
	}
	say(l.Quiet.Render, "The model for this session; the default is in the settings.")
	if s.fault != "" {
		say(l.Warn.Render, "! "+s.fault)
	}
	return append(head, s.list.Lines(len(s.names), h-len(head), 0, func(i int) []string {
		lead, style, right := "  ", l.Text, ""
		if i == s.list.Sel {
			lead, style = l.Picked.Render("› "), l.Picked
		}
		if s.names[i] == m.name {
			right = "replies now"
		}
		name := style.Render(cell.Cut(mt, s.names[i], max(w-2-len(right)-2, 8)))
		return []string{cell.Ends(mt, lead+name, l.Quiet.Render(right), w)}
	})...)
}

func (s *modelsScreen) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	if key.Matches(k, m.keys.Choose) && s.list.Sel < len(s.names) {
		return m.useModel(s.names[s.list.Sel])
	}
	return nil
}

func (s *modelsScreen) back(*model) (tea.Cmd, bool)             { return nil, false }
func (s *modelsScreen) move(n int)                              { s.list.Move(n, len(s.names)) }
func (s *modelsScreen) scroll(n int)                            { s.move(n) }
func (s *modelsScreen) writing() (*composer.Composer, int, int) { return nil, 0, 0 }
func (s *modelsScreen) written(*model) tea.Cmd                  { return nil }

// unquoted is a file name as it was typed, without the quotes around it.
func unquoted(name string) string {
	name = strings.TrimSpace(name)
	if n := len(name); n > 1 && (name[0] == '"' || name[0] == '\'') && name[n-1] == name[0] {
		return name[1 : n-1]
	}
	return name
}
