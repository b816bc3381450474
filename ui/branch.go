package ui

import (
	"context"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/memory"
	"muisto/ui/composer"
	"muisto/ui/page"
)

// picking is an earlier message that the keys are for.
type picking struct {
	key int64
	// read: it is to be marked once the conversation has been read anew.
	read bool
}

// rewriting is an earlier message of the person's that is being written anew.
type rewriting struct {
	key    int64
	said   string            // when it was said
	before composer.Snapshot // what stood in the composer
}

type branchMsg struct {
	key int64
	err error
}

// pick goes to an earlier message that can be picked, or a later one.
func (m *model) pick(by int) tea.Cmd {
	if m.reading != nil && m.reading.conversation != "" {
		return m.show("open that conversation first: " + strings.Join([]string{m.command(m.keys.Sessions, "sessions"), keyName(m.keys.Resume)}, ", "))
	}
	at := int64(0)
	if m.picking != nil {
		at = m.picking.key
	}
	e, ok := m.seen().NextPick(at, by)
	switch {
	case ok:
		m.picking = &picking{key: e.Key}
		m.seen().Pick(e.Key)
	case m.picking != nil && by > 0:
		m.stopPicking()
		if m.reading == nil {
			m.page.End()
		}
	case m.picking == nil:
		return m.show("you have not said anything yet")
	}
	return nil
}

// editLast puts what the person said last into the composer, to be said again in
// other words.
func (m *model) editLast() tea.Cmd {
	e, ok := m.seen().LastSaid(chat.Erased)
	if !ok || m.reading != nil && m.reading.conversation != "" {
		return m.pick(-1) // which says why not
	}
	if e.Key == 0 {
		return m.show("messages can't be edited off the record")
	}
	m.picking = &picking{key: e.Key}
	m.seen().Pick(e.Key)
	return m.rewrite()
}

func (m *model) stopPicking() {
	m.picking = nil
	m.seen().Unmark()
}

// pressPicking takes a key while a message is picked; false if it is for the
// composer.
func (m *model) pressPicking(k tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case key.Matches(k, m.keys.PickUp, m.keys.Up):
		return m.pick(-1), true
	case key.Matches(k, m.keys.PickDown, m.keys.Down):
		return m.pick(1), true
	case key.Matches(k, m.keys.BranchLeft):
		return m.turnBranch(-1), true
	case key.Matches(k, m.keys.BranchRight):
		return m.turnBranch(1), true
	case key.Matches(k, m.keys.Rewrite):
		return m.rewrite(), true
	}
	m.stopPicking()
	return nil, false
}

// rewrite puts the picked message into the composer, to be written anew.
func (m *model) rewrite() tea.Cmd {
	e, ok := m.seen().EntryOf(m.picking.key)
	switch {
	case !ok:
		m.stopPicking()
		return nil
	case e.Role != memory.RoleUser:
		return m.show(keyName(pair(m.keys.BranchLeft, m.keys.BranchRight)) + " shows its other versions; " + m.tryAgain() + " makes another of the last reply")
	case m.turn != nil:
		return m.show("a reply is coming; " + keyName(m.keys.Stop) + " stops it")
	case m.status.Private:
		return m.show("messages can't be edited off the record")
	}
	before := m.composer.Take()
	if m.rewriting != nil {
		before = m.rewriting.before
	}
	m.rewriting = &rewriting{key: e.Key, said: e.At.In(m.now.Location()).Format("15:04"), before: before}
	m.composer.SetText(e.Text)
	m.picking = nil
	return nil
}

// stopRewriting leaves a message as it was.
func (m *model) stopRewriting() {
	before := m.rewriting.before
	m.rewriting = nil
	m.seen().Unmark()
	m.composer.Reset()
	m.composer.PutBack(before)
}

// sayAnew sends what was written anew.
func (m *model) sayAnew() tea.Cmd {
	if m.turn != nil {
		return m.show("a reply is coming; " + keyName(m.keys.Stop) + " stops it")
	}
	r := m.rewriting
	m.rewriting = nil
	s := m.composer.Take()
	m.composer.PutBack(r.before)
	text := s.Text()
	return m.converse(&turn{text: s, anew: r}, func(ctx context.Context) error { return m.session.SayInstead(ctx, r.key, text) })
}

// turnBranch shows the version beside the one of the picked message.
func (m *model) turnBranch(by int) tea.Cmd {
	e, ok := m.seen().EntryOf(m.picking.key)
	n := len(e.Branches)
	switch {
	case !ok:
		m.stopPicking()
		return nil
	case n < 2:
		return m.show("there is only one version")
	case m.turn != nil:
		return m.show("a reply is coming; " + keyName(m.keys.Stop) + " stops it")
	}
	at := slices.Index(e.Branches, e.Key) + by
	if at < 0 || at >= n {
		return m.show("that is the last version")
	}
	return m.showBranch(e.Branches[at])
}

func (m *model) showBranch(to int64) tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg { return branchMsg{to, m.session.ShowBranch(ctx, to)} })
}

func (m *model) onBranch(msg branchMsg) tea.Cmd {
	if msg.err != nil {
		m.fail("show the other version", msg.err)
		return nil
	}
	m.cameFrom = nil
	m.picking = &picking{key: msg.key, read: true}
	return m.reopen()
}

// pickRead marks the picked message on a page that was read anew.
func (m *model) pickRead(p *page.Page) {
	if m.picking == nil || !m.picking.read || p != m.page {
		return
	}
	m.picking.read = false
	if !p.Pick(m.picking.key) {
		m.picking = nil
	}
}

// pickText says what can be done with what is picked or written anew.
func (m *model) pickText() string {
	switch {
	case m.rewriting != nil && m.layout.chatW < 56:
		return dotted("editing: "+keyName(m.keys.Send), keyed(m.keys.Stop, " ", "cancels"))
	case m.rewriting != nil:
		return dotted("said at "+m.rewriting.said+", editing: "+keyed(m.keys.Send, " ", "sends"), keyed(m.keys.Stop, " ", "cancels"))
	case m.picking == nil:
		return ""
	}
	e, _ := m.seen().EntryOf(m.picking.key)
	var hints []string
	if e.Role != memory.RoleAssistant {
		hints = append(hints, keyed(m.keys.Rewrite, ": ", "edit and send again"))
	}
	if len(e.Branches) > 1 {
		hints = append(hints, keyed(pair(m.keys.BranchLeft, m.keys.BranchRight), ": ", "versions"))
	}
	if m.layout.chatW >= 56 {
		hints = append(hints, "/erase", keyName(m.keys.Stop))
	}
	return dotted(hints...)
}
