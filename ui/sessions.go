package ui

import (
	"context"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/harmless"
	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/composer"
	"muisto/ui/panel"
	"muisto/ui/pick"
)

const (
	// sessionsPage is how many conversations are read at a time.
	sessionsPage = 100
	// wideSessions is the width from which the number of messages is shown.
	wideSessions = 56
	// nameRows is how many lines a name that is being written can take.
	nameRows = 3
)

// sessionsScreen lists the conversations, to go on with one, name it or take it
// out of view.
type sessionsScreen struct {
	all    []memory.Conversation // harmless
	read   bool                  // a first page has come
	more   bool                  // there are older ones
	asked  string                // the filter that the list is for
	list   pick.List
	filter *composer.Composer
	// finding: the filter is being written.
	finding bool
	naming  *naming
	undo    []undoing
}

// naming is a name being written in place.
type naming struct {
	id    string
	line  *composer.Composer
	fresh bool // the name is as it was: the first thing written replaces it
}

// undoing takes back what was done to a conversation.
type undoing struct {
	said string
	do   func(ctx context.Context, m *model) error
}

type (
	sessionsMsg struct {
		query ConversationQuery
		list  []memory.Conversation
		err   error
	}
	filedMsg struct {
		doing, did string
		undo       *undoing
		err        error
	}
	resumedMsg struct{ err error }
)

// openSessions opens the list, filtered already if a text is given.
func (m *model) openSessions(text string) tea.Cmd {
	s := &sessionsScreen{filter: composer.New(m.look.Method)}
	if s.filter.SetText(m.filters.sessions); text != "" {
		s.filter.SetText(text)
	}
	return m.openScreen(s)
}

func (s *sessionsScreen) load(m *model) tea.Cmd { return s.ask(m, "", max(sessionsPage, len(s.all))) }

// ask reads a stretch of the list: what comes after a conversation, or all anew.
func (s *sessionsScreen) ask(m *model, after string, limit int) tea.Cmd {
	q := ConversationQuery{Filter: strings.TrimSpace(s.filter.Text()), After: after, Limit: limit}
	return m.once("sessions", func(ctx context.Context) tea.Msg {
		list, err := m.session.Conversations(ctx, q)
		for i := range list {
			list[i].Title = harmless.Line(list[i].Title)
		}
		return sessionsMsg{q, list, err}
	})
}

func (m *model) onSessions(msg sessionsMsg) tea.Cmd {
	stale := m.over("sessions")
	s, ok := screenOf[*sessionsScreen](m)
	switch {
	case !ok:
		return nil
	case msg.err != nil:
		m.fail("list the conversations", msg.err)
		s.more = false
		return nil
	case msg.query.Filter != strings.TrimSpace(s.filter.Text()) || stale && msg.query.After != "":
		return s.ask(m, "", sessionsPage) // it has been written on since
	}
	s.take(msg)
	if stale {
		return s.load(m)
	}
	return nil
}

func (s *sessionsScreen) take(msg sessionsMsg) {
	s.more = len(msg.list) >= msg.query.Limit
	if msg.query.After != "" {
		s.all = append(s.all, msg.list...)
		return
	}
	picked, _ := s.picked()
	if s.asked != msg.query.Filter {
		picked.ID = ""
		s.list.Reset()
	}
	s.all, s.read, s.asked = msg.list, true, msg.query.Filter
	for i, c := range s.all {
		if c.ID == picked.ID {
			s.list.Sel = i
		}
	}
}

// wants asks for older ones when the end of the list comes near.
func (s *sessionsScreen) wants(m *model) tea.Cmd {
	if !s.more || s.list.Sel < len(s.all)-sessionsPage/4 || m.loading["sessions"] {
		return nil
	}
	return s.ask(m, s.all[len(s.all)-1].ID, sessionsPage)
}

func (s *sessionsScreen) picked() (memory.Conversation, bool) {
	if s.list.Sel >= len(s.all) {
		return memory.Conversation{}, false
	}
	return s.all[s.list.Sel], true
}

func (s *sessionsScreen) title(*model) (left, right string) {
	if !s.read {
		return "Conversations", ""
	}
	n := panel.Count(len(s.all), "conversation")
	if s.more {
		n = "the last " + n
	}
	return "Conversations", n
}

func (s *sessionsScreen) hints(m *model) []hint {
	switch {
	case s.naming != nil:
		return []hint{{m.keys.Send, "save (empty: back to its first words)"}, {m.keys.Stop, "cancel"}}
	case s.finding:
		return []hint{{m.keys.Resume, "keep the filter"}, {m.keys.Stop, "all"}}
	}
	return []hint{
		{m.keys.Resume, "continue it"}, {m.keys.Filter, "filter"}, {m.keys.Rename, "rename"}, {m.keys.Hide, "hide"},
		{m.keys.Undo, "undo"}, {m.keys.Search, "search in it"}, {m.keys.Stop, "back"},
	}
}

func (s *sessionsScreen) lines(m *model, w, h int) []string {
	l, mt := m.look, m.look.Method
	if !s.read {
		return nil
	}
	var head []string
	if s.finding || s.filter.Text() != "" {
		s.filter.SetSize(w-4, 1)
		rows, _, _ := s.filter.Rows()
		head = append(head, l.Accent.Render("/ ")+l.Text.Render(rows[0]), "")
	}
	if len(s.all) == 0 {
		text := "No conversations yet. Write something to start one."
		if s.asked != "" {
			text = "No conversation is called “" + harmless.Line(s.asked) + "”. " + m.command(m.keys.Search, "search") + " searches the messages."
		}
		for _, line := range cell.Wrap(mt, text, w) {
			head = append(head, l.Quiet.Render(line))
		}
		return head
	}
	return append(head, s.list.Lines(len(s.all), h-len(head), 0, func(i int) []string { return s.entry(m, i, w) })...)
}

// entry is one of the list, on a line: the name, how much was said and when. A
// name that is being written takes as many as it needs.
func (s *sessionsScreen) entry(m *model, i, w int) []string {
	l, mt, c := m.look, m.look.Method, s.all[i]
	ago := panel.Ago(c.LastAt, m.now)
	right := cell.Spaces(len("yesterday 00:00")-len(ago)) + ago
	if w >= wideSessions {
		count := panel.Count(c.Messages, "message")
		right = cell.Spaces(len("10000 messages")-len(count)) + count + " " + right
	}
	lead, style := "  ", l.Text
	if c.ID == m.session.Conversation() {
		lead = l.Accent.Render("• ")
	}
	if i == s.list.Sel {
		lead, style = l.Picked.Render("› "), l.Picked
	}
	room := max(w-4-mt.StringWidth(right), 8)
	name := c.Title
	switch {
	case i == s.list.Sel && s.naming != nil:
		const mark = "new name"
		return s.nameLines(m, lead, cell.Spaces(mt.StringWidth(right)-len(mark))+l.Accent.Render(mark), room, w)
	case strings.TrimSpace(name) == "":
		name, style = "no messages from you", l.Quiet
	case c.ID == m.session.Conversation():
		right = l.Accent.Render(right)
	}
	return []string{cell.Ends(mt, lead+style.Render(cell.Cut(mt, name, room)), l.Quiet.Render(right), w)}
}

// nameLines is the entry whose name is being written.
func (s *sessionsScreen) nameLines(m *model, lead, right string, room, w int) []string {
	l, mt, line := m.look, m.look.Method, s.naming.line
	if line.SetSize(room, nameRows); line.Empty() {
		return []string{cell.Ends(mt, lead+l.Quiet.Render(cell.Cut(mt, "its first words", room)), right, w)}
	}
	rows, _, _ := line.Rows()
	style := l.Text
	if s.naming.fresh {
		style = l.Picked.Reverse(true)
	}
	out := []string{cell.Ends(mt, lead+style.Render(rows[0]), right, w)}
	for _, row := range rows[1:] {
		out = append(out, "  "+style.Render(row))
	}
	return out
}

func (s *sessionsScreen) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case s.naming != nil:
		if key.Matches(k, m.keys.Send) {
			return s.name(m)
		}
		return nil
	case s.finding:
		if key.Matches(k, m.keys.Up) {
			s.move(-1)
		} else if key.Matches(k, m.keys.Down) {
			s.move(1)
		} else {
			s.finding = false
		}
		return nil
	case key.Matches(k, m.keys.Filter):
		s.finding = true
		return nil
	case key.Matches(k, m.keys.Undo):
		return s.takeBack(m)
	}
	c, ok := s.picked()
	switch {
	case !ok:
	case key.Matches(k, m.keys.Resume):
		return m.resume(c.ID)
	case key.Matches(k, m.keys.Rename):
		s.naming = &naming{c.ID, composer.New(m.look.Method), true}
		s.naming.line.SetText(c.Title)
	case key.Matches(k, m.keys.Hide):
		return s.hide(m, c)
	}
	return nil
}

// touched empties a name that is as it was where something is written, and else
// leaves it to be edited.
func (s *sessionsScreen) touched(written bool) {
	if s.naming == nil || !s.naming.fresh {
		return
	}
	s.naming.fresh = false
	if written {
		s.naming.line.Clear()
	}
}

// name keeps the name that was written.
func (s *sessionsScreen) name(m *model) tea.Cmd {
	c, _ := s.picked()
	id, name := s.naming.id, strings.TrimSpace(s.naming.line.Text())
	s.naming = nil
	if c.ID != id || name == c.Title {
		return nil
	}
	back := undoing{"renamed back", func(ctx context.Context, m *model) error {
		return m.session.RenameConversation(ctx, id, c.Title)
	}}
	return m.file("rename the conversation", "renamed; u to undo", &back, func(ctx context.Context) error {
		return m.session.RenameConversation(ctx, id, name)
	})
}

func (s *sessionsScreen) hide(m *model, c memory.Conversation) tea.Cmd {
	if c.ID == m.session.Conversation() {
		return m.show("you can't hide the current conversation; start another with /new first")
	}
	back := undoing{"the conversation is shown again", func(ctx context.Context, m *model) error {
		return m.session.HideConversation(ctx, c.ID, false)
	}}
	return m.file("hide the conversation", "hidden; its moments stay; u to undo", &back,
		func(ctx context.Context) error { return m.session.HideConversation(ctx, c.ID, true) })
}

func (s *sessionsScreen) takeBack(m *model) tea.Cmd {
	if len(s.undo) == 0 {
		return m.show("nothing to undo")
	}
	last := s.undo[len(s.undo)-1]
	s.undo = s.undo[:len(s.undo)-1]
	return m.file("undo", last.said, nil, func(ctx context.Context) error { return last.do(ctx, m) })
}

// file does something to a conversation that is listed.
func (m *model) file(doing, did string, back *undoing, do func(context.Context) error) tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg { return filedMsg{doing, did, back, do(ctx)} })
}

func (m *model) onFiled(msg filedMsg) tea.Cmd {
	if msg.err != nil {
		m.fail(msg.doing, msg.err)
		return nil
	}
	cmds := []tea.Cmd{m.show(msg.did)}
	if s, ok := screenOf[*sessionsScreen](m); ok {
		if msg.undo != nil {
			s.undo = append(s.undo, *msg.undo)
		}
		cmds = append(cmds, s.load(m))
	}
	return tea.Batch(cmds...)
}

// resume goes on with a conversation.
func (m *model) resume(id string) tea.Cmd {
	if m.turn != nil {
		return m.show("a reply is coming; " + keyName(m.keys.Stop) + " stops it")
	}
	if id == m.session.Conversation() {
		m.focusChat()
		m.backToNow()
		return nil
	}
	return m.do(func(ctx context.Context) tea.Msg { return resumedMsg{m.session.Resume(ctx, id)} })
}

func (m *model) onResumed(msg resumedMsg) tea.Cmd {
	if msg.err != nil {
		m.fail("continue that conversation", msg.err)
		return nil
	}
	m.focusChat()
	m.kept = "" // it is of the one that was left
	return tea.Batch(m.reopen(), m.keepDraft())
}

// reopen reads the conversation that goes on anew, from its end.
func (m *model) reopen() tea.Cmd {
	m.reading = nil
	m.page = m.newPage() // what is being read is for the old one
	m.page.SetNow(m.now)
	return m.loadPage(m.page, HistoryQuery{Part: Last})
}

func (s *sessionsScreen) back(m *model) (tea.Cmd, bool) {
	switch {
	case s.naming != nil:
		s.naming = nil
		return nil, true
	case s.finding || s.filter.Text() != "":
		s.finding = false
		s.filter.Reset()
		m.filters.sessions = ""
		return s.load(m), true
	}
	return nil, false
}

func (s *sessionsScreen) move(n int) {
	if s.naming == nil {
		s.list.Move(n, len(s.all))
	}
}

func (s *sessionsScreen) scroll(n int) { s.move(n) }

func (s *sessionsScreen) writing() (*composer.Composer, int, int) {
	switch {
	case s.naming != nil:
		_, row, x := s.naming.line.Rows()
		y := s.list.Line + row
		if s.filter.Text() != "" {
			y += 2
		}
		return s.naming.line, 2 + x, y
	case s.finding:
		_, _, x := s.filter.Rows()
		return s.filter, 2 + x, 0
	}
	return nil, 0, 0
}

func (s *sessionsScreen) written(m *model) tea.Cmd {
	if !s.finding {
		return nil
	}
	m.filters.sessions = s.filter.Text()
	return s.ask(m, "", sessionsPage)
}

func (s *sessionsScreen) clicked(line int) {
	if s.finding || s.filter.Text() != "" {
		line -= 2
	}
	if i, ok := s.list.On(line); ok && s.naming == nil {
		s.list.Sel = i
	}
}

// narrowed: the list is filtered.
func (s *sessionsScreen) narrowed() bool { return s.filter.Text() != "" }
