package ui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/ui/composer"
	"muisto/ui/panel"
)

const (
	// wheelLines is how far one notch of the wheel scrolls.
	wheelLines = 3
	// maxFilter bounds the filter in bytes.
	maxFilter = 64
)

// press takes a key: first what works everywhere, then what has the keys.
func (m *model) press(k tea.KeyPressMsg) tea.Cmd {
	if key.Matches(k, m.keys.Leave) {
		if m.clearsFirst() {
			m.cleared = m.composer.Text()
			m.composer.Clear()
			return tea.Batch(m.tellTyping(), m.show(m.leaveHint()))
		}
		return m.pressLeave()
	}
	if m.leaving != nil {
		if key.Matches(k, m.keys.LeaveEmpty) {
			return m.pressLeave()
		}
		return nil
	}
	if m.hint == m.leaveHint() {
		m.hint = ""
	}
	m.note = ""
	m.page.Dismiss()
	if s := m.shown(); s != nil {
		if line, _, _ := s.writing(); line != nil && !m.detail.Opened() && !key.Matches(k, m.keys.Stop, m.keys.Help, m.keys.PageUp, m.keys.PageDown) {
			return m.writeOnScreen(s, k)
		}
	}
	if filter, editing := m.panel.Editing(); editing && m.panelFocus && !key.Matches(k, m.keys.Stop) {
		return m.pressFilter(k, filter)
	}
	if s, ok := m.shown().(*labScreen); ok && key.Matches(k, m.keys.Switch) {
		return s.press(m, k)
	}
	if m.vimEscapes(k) {
		return nil
	}
	if cmd, ok := m.pressText(k); ok {
		return cmd
	}
	if cmd, ok := m.pressAnywhere(k); ok {
		return cmd
	}
	if cmd, ok := m.drive(k); ok {
		return cmd
	}
	if cmd, ok := m.pressList(k); ok {
		return cmd
	}
	switch {
	case m.panelFocus:
		return m.pressPanel(k)
	case m.sheet != nil:
		return m.pressSheet(k)
	case m.shown() != nil:
		return m.pressScreen(m.shown(), k)
	case m.watching:
		return m.pressWatching(k)
	}
	if m.goOn(k) {
		return nil
	}
	if m.picking != nil && !m.commanding(k) {
		if cmd, ok := m.pressPicking(k); ok {
			return cmd
		}
	}
	return m.pressComposer(k)
}

// clearsFirst reports whether the key that leaves clears the composer first, as
// in a shell.
func (m *model) clearsFirst() bool {
	return m.leaving == nil && !m.composer.Empty() && !m.panelFocus && m.sheet == nil && m.shown() == nil && !m.watching
}

// commanding: a command is being written, which may be about what is picked.
func (m *model) commanding(k tea.KeyPressMsg) bool {
	_, _, typed := commandTyped(m.composer.Text())
	return typed || m.composer.Empty() && key.Matches(k, m.keys.Commands)
}

func (m *model) pressAnywhere(k tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case key.Matches(k, m.keys.Stop):
		return m.escape(), true
	case key.Matches(k, m.keys.Help):
		return m.openHelp(), true
	case key.Matches(k, m.keys.Facts):
		return m.openFacts(), true
	case key.Matches(k, m.keys.Night):
		return m.openNights(), true
	case key.Matches(k, m.keys.Switch):
		if !m.panelFocus && len(m.suggestions()) > 0 {
			m.complete()
			return nil, true
		}
		if names := m.fileChoices(); len(names) > 0 {
			return m.takeFile(names), true
		}
		return m.switchFocus(), true
	case key.Matches(k, m.keys.Panel):
		m.togglePanel()
		return nil, true
	case key.Matches(k, m.keys.Again):
		m.focusChat()
		return m.again(), true
	case key.Matches(k, m.keys.Why):
		return m.openWhy(), true
	case key.Matches(k, m.keys.Search):
		if s, ok := m.shown().(*sessionsScreen); ok {
			return m.searchIn(s), true
		}
		return m.search(""), true
	case key.Matches(k, m.keys.Sessions):
		return m.openSessions(""), true
	case key.Matches(k, m.keys.Mouse):
		return m.toggleMouse(), true
	case key.Matches(k, m.keys.Suspend):
		return tea.Suspend, true
	case key.Matches(k, m.keys.Copy):
		return m.copyThing(), true
	case key.Matches(k, m.keys.Home):
		m.focusChat()
		return m.home(), true
	case key.Matches(k, m.keys.End):
		m.focusChat()
		m.backToNow()
		return nil, true
	case key.Matches(k, m.keys.PageUp):
		m.scrollScreens(-1)
		return nil, true
	case key.Matches(k, m.keys.PageDown):
		m.scrollScreens(1)
		return nil, true
	}
	return nil, false
}

// escape stops a reply, else closes the topmost thing that is open.
func (m *model) escape() tea.Cmd {
	_, editing := m.panel.Editing()
	opened := m.panel.Opened()
	switch {
	case m.turn != nil:
		m.stop()
	case m.sleeping != nil:
		m.sleeping()
	case m.panelFocus && editing:
		m.panel.StopFilter(false)
		return m.loadMoments()
	case m.panelFocus && opened:
		m.panel.Back()
	case m.panelFocus && m.panel.Filter() != "":
		m.panel.StopFilter(false)
		return m.loadMoments()
	case m.panelFocus:
		return m.switchFocus()
	case m.sheet != nil:
		m.sheet = nil
	case m.shown() != nil:
		return m.backOnScreen(m.shown())
	case len(m.suggestions()) > 0:
		m.closePopup()
	case len(m.fileChoices()) > 0:
		m.attach.closed = m.composer.Text()
	case m.picking != nil:
		m.stopPicking()
	case m.rewriting != nil:
		m.stopRewriting()
	case len(m.cameFrom) > 0:
		from := m.cameFrom
		m.backToNow()
		m.screens = from
		return m.reload()
	case m.reading != nil, !m.page.Following():
		m.backToNow()
	}
	return nil
}

// scrollScreens moves what has the keys by n screens.
func (m *model) scrollScreens(n int) {
	if m.panelFocus {
		m.panel.MovePages(n)
		return
	}
	m.scrollPage(n * max(m.layout.page.h-2, 1))
}

// scrollPage moves the page, or the sheet over it, by n lines.
func (m *model) scrollPage(n int) {
	if m.sheet != nil {
		m.sheet.scroll(n)
		return
	}
	if s := m.shown(); s != nil {
		m.scrollScreen(s, n)
		return
	}
	m.seen().Scroll(n)
	m.caughtUp()
}

func (m *model) wheel(w tea.Mouse) {
	n := 0
	switch w.Button {
	case tea.MouseWheelUp:
		n = -wheelLines
	case tea.MouseWheelDown:
		n = wheelLines
	default:
		return
	}
	if m.shown() == nil && m.layout.panelW > 0 && w.X >= m.layout.chatW {
		if !m.panel.Opened() {
			n /= wheelLines
		}
		m.panel.Wheel(n)
		return
	}
	m.scrollPage(n)
}

// farAway is more than any list or text is long.
const farAway = 1 << 20

// pressList takes the keys of vim and less, where a list or a text has the
// keys.
func (m *model) pressList(k tea.KeyPressMsg) (tea.Cmd, bool) {
	if !m.panelFocus && m.sheet == nil && m.shown() == nil {
		return nil, false
	}
	half := max(m.layout.page.h/2, 1)
	switch {
	case key.Matches(k, m.keys.ListTop):
		m.moveFar(-farAway)
	case key.Matches(k, m.keys.ListEnd):
		m.moveFar(farAway)
	case key.Matches(k, m.keys.HalfUp):
		m.moveFar(-half)
	case key.Matches(k, m.keys.HalfDown):
		m.moveFar(half)
	case key.Matches(k, m.keys.Close):
		if s, ok := m.shown().(interface{ narrowed() bool }); ok && !m.panelFocus && !m.detail.Opened() && s.narrowed() {
			return m.closeScreen(), true // the filter is kept
		}
		return m.escape(), true
	default:
		return nil, false
	}
	return nil, true
}

// moveFar moves the cursor of a list by so many lines, or a text.
func (m *model) moveFar(lines int) {
	switch {
	case m.panelFocus:
		m.panel.MoveLines(lines)
	case m.sheet != nil:
		m.sheet.scroll(lines)
	case m.detail.Opened():
		m.detail.MoveLines(lines)
	default:
		rows := lines / linesPerRow
		if rows == 0 {
			rows = lines
		}
		m.shown().move(rows)
	}
}

// linesPerRow is about how many lines a row of a screen takes.
const linesPerRow = 2

func (m *model) pressPanel(k tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(k, m.keys.Question):
		return m.helpHere()
	case key.Matches(k, m.keys.ListUp):
		m.panel.Move(-1)
	case key.Matches(k, m.keys.ListDown):
		m.panel.Move(1)
	case key.Matches(k, m.keys.Open):
		return m.openPicked(m.panel)
	case key.Matches(k, m.keys.Erase):
		return m.eraseThing(m.panel.Picked())
	case key.Matches(k, m.keys.ListLeft):
		m.play.byHand = true
		m.panel.TurnTab(-1)
		return m.loadTab()
	case key.Matches(k, m.keys.ListRight):
		m.play.byHand = true
		m.panel.TurnTab(1)
		return m.loadTab()
	case key.Matches(k, m.keys.Sort) && m.panel.Tab() == panel.Moments:
		m.panel.SetTab(panel.Moments)
		m.panel.TurnOrder()
		return m.loadMoments()
	case key.Matches(k, m.keys.Filter) && m.panel.Tab() == panel.Moments:
		m.panel.SetTab(panel.Moments)
		m.panel.StartFilter()
	case key.Matches(k, m.keys.Correct) && m.panel.Tab() == panel.Facts:
		return m.correctPicked()
	case key.Matches(k, m.keys.Add) && m.panel.Tab() == panel.Facts:
		s := &factsScreen{filter: composer.New(m.look.Method)}
		s.startAdding(m)
		return m.openScreen(s)
	case key.Matches(k, m.keys.Retired) && m.panel.Tab() == panel.Facts:
		m.panel.SetTab(panel.Facts)
		m.panel.ToggleRetired()
		return m.loadFacts()
	}
	return nil
}

func (m *model) pressFilter(k tea.KeyPressMsg, filter *composer.Composer) tea.Cmd {
	if key.Matches(k, m.keys.Send) || key.Matches(k, m.keys.Switch) {
		m.panel.StopFilter(true)
		return nil
	}
	before := m.panel.Filter()
	if !m.keys.editLine(k, filter) && k.Text != "" && len(filter.Text()) < maxFilter {
		filter.Insert(k.Text)
	}
	if m.panel.Filter() == before {
		return nil
	}
	return m.loadMoments()
}

func (m *model) pressSheet(k tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(k, m.keys.ListUp):
		m.sheet.move(-1)
	case key.Matches(k, m.keys.ListDown):
		m.sheet.move(1)
	case key.Matches(k, m.keys.Open):
		return m.sheet.open(m)
	case key.Matches(k, m.keys.Question):
		return m.helpHere()
	}
	return nil
}

func (m *model) pressComposer(k tea.KeyPressMsg) tea.Cmd {
	c := m.composer
	switch {
	case key.Matches(k, m.keys.LeaveEmpty) && c.Empty():
		return m.leave()
	case key.Matches(k, m.keys.PickUp):
		return m.pick(-1)
	case key.Matches(k, m.keys.PickDown):
		return m.pick(1)
	case key.Matches(k, m.keys.NewLine):
		c.Insert("\n")
	case key.Matches(k, m.keys.Send):
		return m.enter()
	case key.Matches(k, m.keys.Editor):
		return m.edit()
	case key.Matches(k, m.keys.Up):
		m.up()
		return nil
	case key.Matches(k, m.keys.Down):
		m.down()
		return nil
	case m.pressVim(k):
	case m.keys.editLine(k, c):
	case k.Text != "":
		if !c.Insert(k.Text) {
			return m.show(tooLong)
		}
	default:
		return nil
	}
	m.popup.sel = 0
	return tea.Batch(m.tellTyping(), m.listFiles())
}

// editLine does the editing keys of a shell; false if k is none of them.
func (keys *keyMap) editLine(k tea.KeyPressMsg, c *composer.Composer) bool {
	for _, e := range []struct {
		key key.Binding
		do  func()
	}{
		{keys.Left, c.Left}, {keys.Right, c.Right},
		{keys.WordLeft, c.WordLeft}, {keys.WordRight, c.WordRight},
		{keys.LineStart, c.LineStart}, {keys.LineEnd, c.LineEnd},
		{keys.Backspace, c.Backspace}, {keys.Delete, c.Delete},
		{keys.KillWordLeft, c.KillWordLeft}, {keys.KillWordRight, c.KillWordRight},
		{keys.KillLineStart, c.KillLineStart}, {keys.KillLineEnd, c.KillLineEnd},
		{keys.Yank, func() { c.Yank() }}, {keys.UndoWriting, func() { c.Undo() }},
	} {
		if key.Matches(k, e.key) {
			e.do()
			return true
		}
	}
	return false
}

func (m *model) up() {
	if n := len(m.suggestions()); n > 0 && !m.browsing() {
		m.popup.sel = (m.popup.sel + n - 1) % n
		return
	}
	if n := len(m.fileChoices()); n > 0 {
		m.attach.sel = (m.attach.sel + n - 1) % n
		return
	}
	if !m.earlier() {
		m.composer.Up()
	}
}

func (m *model) down() {
	if n := len(m.suggestions()); n > 0 && !m.browsing() {
		m.popup.sel = (m.popup.sel + 1) % n
		return
	}
	if n := len(m.fileChoices()); n > 0 {
		m.attach.sel = (m.attach.sel + 1) % n
		return
	}
	if !m.later() {
		m.composer.Down()
	}
}

// enter runs a command or sends a message.
func (m *model) enter() tea.Cmd {
	if cmd, ok := m.runTyped(); ok {
		return cmd
	}
	if strings.TrimSpace(m.composer.Text()) == "" {
		return nil
	}
	if m.vim != nil {
		m.vim.Insert()
	}
	if m.rewriting != nil {
		return m.sayAnew()
	}
	if names := m.fileChoices(); len(names) > 0 {
		return m.takeFile(names)
	}
	if cmd, ok := m.attachNamed(); ok {
		return cmd
	}
	return m.send()
}

// oneLine is what of a paste goes into a field of one line.
func oneLine(pasted string) string {
	line, _, _ := strings.Cut(pasted, "\n")
	return strings.ReplaceAll(line, "\t", " ")
}

const tooLong = "one message holds at most 1 MB"

func (m *model) paste(text string) tea.Cmd {
	if m.leaving != nil {
		return nil
	}
	if filter, editing := m.panel.Editing(); editing && m.panelFocus {
		line := oneLine(text)
		if len(line) <= maxFilter {
			filter.Insert(line)
		}
		return m.loadMoments()
	}
	if s := m.shown(); s != nil {
		if line, _, _ := s.writing(); line != nil && !m.detail.Opened() {
			text = oneLine(text)
			if fresh, ok := s.(interface{ touched(bool) }); ok {
				fresh.touched(true)
			}
			if len(line.Text())+len(text) <= maxLine {
				line.Insert(text)
			}
			return s.written(m)
		}
	}
	m.focusChat()
	m.watching = false
	if !m.composer.Paste(text) {
		return m.show(tooLong)
	}
	return m.tellTyping()
}
