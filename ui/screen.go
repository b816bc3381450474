package ui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/ui/cell"
	"muisto/ui/composer"
	"muisto/ui/panel"
)

// screen takes the whole terminal, in place of the chat and the memory, until
// it is closed.
type screen interface {
	// title is what stands in the upper edge, left and right.
	title(m *model) (left, right string)
	// hints are the keys that do something now.
	hints(m *model) []hint
	// lines gives at most h lines of at most w cells.
	lines(m *model, w, h int) []string
	press(m *model, k tea.KeyPressMsg) tea.Cmd
	// back closes what is open within it; false if nothing is.
	back(m *model) (tea.Cmd, bool)
	// load reads again what it shows.
	load(m *model) tea.Cmd
	moving
	editing
}

// moving goes n things down; scroll moves what is seen by n lines.
type moving interface {
	move(n int)
	scroll(n int)
}

// editing is for the line being written in a screen: where its text is, nil if
// there is none, and what to do when it has changed.
type editing interface {
	writing() (line *composer.Composer, x, y int)
	written(m *model) tea.Cmd
}

// hint is a key and what it does here, in a word.
type hint struct {
	key  key.Binding
	does string
}

// openScreen shows a screen in place of all, and reads what it shows.
func (m *model) openScreen(s screen) tea.Cmd {
	m.screens = nil
	return m.openOver(s)
}

// openOver shows a screen over the one in sight, which comes back after it.
func (m *model) openOver(s screen) tea.Cmd {
	m.screens = append(m.screens, s)
	m.sheet, m.cameFrom, m.note = nil, nil, ""
	m.panelFocus, m.panelWhole, m.watching = false, false, m.inPlay()
	m.panel.SetFocus(false)
	m.detail.Close()
	m.detail.SetFocus(true)
	return s.load(m)
}

func (m *model) closeScreen() tea.Cmd {
	m.screens, m.note, m.hint = m.screens[:len(m.screens)-1], "", ""
	m.detail.Close()
	if s := m.shown(); s != nil {
		return s.load(m)
	}
	return nil
}

// shown is the screen in sight; nil while the chat is.
func (m *model) shown() screen {
	if m.sheet != nil || len(m.screens) == 0 {
		return nil
	}
	return m.screens[len(m.screens)-1]
}

// reload reads anew what the screen in sight shows.
func (m *model) reload() tea.Cmd {
	if s := m.shown(); s != nil {
		return s.load(m)
	}
	return nil
}

// screenOf is the topmost screen of a kind that is open, or was left for a
// place in a conversation.
func screenOf[S screen](m *model) (S, bool) {
	for _, all := range [][]screen{m.screens, m.cameFrom} {
		for i := len(all) - 1; i >= 0; i-- {
			if s, ok := all[i].(S); ok {
				return s, true
			}
		}
	}
	var none S
	return none, false
}

// screenRect is the room within the frame; the keys have a row of their own
// where there is height for one.
func (m *model) screenRect() (r rect, keysRow bool) {
	const frame = 2
	w, h := m.layout.w, m.layout.h
	r = rect{1 + sideMargin, 1, w - frame - 2*sideMargin, h - frame}
	if h >= keysFrom {
		r.h -= frame
		return r, true
	}
	return r, false
}

// keysFrom is the height from which the keys have a row of their own.
const keysFrom = 16

func (m *model) screenLines(s screen) []string {
	l, mt := m.look, m.look.Method
	r, keysRow := m.screenRect()
	box := cell.NewBox(m.layout.w, func(s string) string { return l.Edge.Render(s) })
	left, right := s.title(m)
	hints := s.hints(m)
	lines := s.lines(m, r.w, r.h)
	if m.detail.Opened() {
		m.detail.SetSize(min(r.w, widestDetail), r.h)
		lines = m.detail.Lines()
		hints = m.detailHints()
	}
	hints = m.withHelp(s, hints)
	out := append(make([]string, 0, m.layout.h), box.Top(mt, l.Title.Render(left), l.Quiet.Render(right)))
	for i := range r.h {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		out = append(out, box.Row(mt, " "+cell.Fit(mt, line, r.w)))
	}
	if keysRow {
		out = append(out, box.Rule(mt, ""), box.Row(mt, " "+m.hintLine(hints, r.w)))
		return append(out, box.Bottom(mt, m.screenStatus(), m.rightText(m.screenStatus(), m.layout.w)))
	}
	status := m.screenStatus()
	if status == "" {
		status = m.hintLine(hints, r.w-4)
	}
	return append(out, box.Bottom(mt, status, ""))
}

// widestDetail keeps what is opened over a screen to a width that reads well.
const widestDetail = 96

func (m *model) screenStatus() string {
	if m.note != "" && m.leaving == nil {
		return m.look.Warn.Render("! " + m.note)
	}
	return m.statusText()
}

func (m *model) detailHints() []hint {
	does := "open"
	if m.detailAtMessage() {
		does = "its place in the conversation"
	}
	return []hint{{m.keys.Open, does}, {m.keys.Stop, "back"}}
}

// shortKeys are signs for keys where room is dear. It is never written to.
var shortKeys = map[string]string{"enter": "⏎", "space": "␣"}

// hintLine writes as many hints as have room, each whole; those on how to get
// out and to help are the last to go.
func (m *model) hintLine(hints []hint, w int) string {
	l, mt := m.look, m.look.Method
	hints = slices.DeleteFunc(slices.Clone(hints), func(h hint) bool { return !h.key.Enabled() })
	const gap = 2
	texts, used := make([]string, len(hints)), -gap
	for i, h := range hints {
		name := keyName(h.key)
		if short := shortKeys[name]; short != "" {
			name = short
		}
		texts[i] = l.Accent.Render(name)
		if h.does != "" {
			texts[i] += " " + l.Quiet.Render(h.does)
		}
		used += mt.StringWidth(texts[i]) + gap
	}
	drop := func(may func(hint) bool) {
		for i := len(hints) - 1; i >= 0 && used > w; i-- {
			if may(hints[i]) {
				used -= mt.StringWidth(texts[i]) + gap
				hints, texts = slices.Delete(hints, i, i+1), slices.Delete(texts, i, i+1)
			}
		}
	}
	drop(func(h hint) bool { return !m.staying(h) })
	drop(func(hint) bool { return true })
	return strings.Join(texts, cell.Spaces(gap))
}

// staying: a hint that says how to get out, or to help.
func (m *model) staying(h hint) bool {
	name := keyName(h.key)
	return name == keyName(m.keys.Stop) || name == keyName(m.keys.Question)
}

// withHelp adds the way to help where a screen can be left and nothing is
// written on it.
func (m *model) withHelp(s screen, hints []hint) []hint {
	line, _, _ := s.writing()
	if line != nil && !m.detail.Opened() || len(hints) == 0 || keyName(hints[len(hints)-1].key) != keyName(m.keys.Stop) {
		return hints
	}
	return append(slices.Clip(hints), hint{m.keys.Question, "help"})
}

// pressScreen takes a key for the screen in sight.
func (m *model) pressScreen(s screen, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case m.detail.Opened() && key.Matches(k, m.keys.ListUp):
		m.detail.Move(-1)
	case m.detail.Opened() && key.Matches(k, m.keys.ListDown):
		m.detail.Move(1)
	case m.detail.Opened() && key.Matches(k, m.keys.Open):
		return m.openPicked(m.detail)
	case m.detail.Opened() && key.Matches(k, m.keys.Erase):
		return m.eraseThing(m.detail.Picked())
	case m.detail.Opened():
	case key.Matches(k, m.keys.ListUp):
		s.move(-1)
	case key.Matches(k, m.keys.ListDown):
		s.move(1)
	case key.Matches(k, m.keys.Question):
		return m.helpHere()
	default:
		return s.press(m, k)
	}
	return nil
}

// writeOnScreen takes a key for a line that is being written in a screen.
func (m *model) writeOnScreen(s screen, k tea.KeyPressMsg) tea.Cmd {
	line, _, _ := s.writing()
	switch {
	case key.Matches(k, m.keys.Send, m.keys.Switch), key.Matches(k, m.keys.Up), key.Matches(k, m.keys.Down):
		return s.press(m, k)
	}
	before := line.Text()
	if fresh, ok := s.(interface{ touched(bool) }); ok {
		fresh.touched(k.Text != "")
	}
	if !m.keys.editLine(k, line) && k.Text != "" && len(before)+len(k.Text) <= maxLine {
		line.Insert(k.Text)
	}
	if line.Text() == before {
		return nil
	}
	return s.written(m)
}

// maxLine bounds a line written in a screen, in bytes: a fact is one sentence.
const maxLine = 1600

// backOnScreen closes what is open last on the screen, or the screen itself.
func (m *model) backOnScreen(s screen) tea.Cmd {
	if m.detail.Opened() {
		m.detail.Back()
		return nil
	}
	if cmd, ok := s.back(m); ok {
		return cmd
	}
	return m.closeScreen()
}

// scrollScreen moves the screen in sight by n lines.
func (m *model) scrollScreen(s screen, n int) {
	if m.detail.Opened() {
		m.detail.Wheel(n)
		return
	}
	s.scroll(n)
}

// goThere leaves the screen for a place in a conversation; Esc comes back.
func (m *model) goThere(conversation string, at int64) tea.Cmd {
	from := m.screens
	m.focusChat()
	cmd := m.readAt(conversation, at)
	m.cameFrom = from
	return cmd
}

// newDetail makes the panel in which things are opened over a screen.
func newDetail(m *model) *panel.Panel {
	p := panel.New(m.look, m.session.Decay())
	p.SetSpoken(m.spoken.of)
	return p
}
