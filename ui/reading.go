package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"muisto/ui/page"
)

// reading is another place in a conversation than the end of the one that goes
// on.
type reading struct {
	conversation string // empty for the one that goes on
	page         *page.Page
	aside        bool // on a branch that is not shown
}

// readAt goes to a message, wherever it is.
func (m *model) readAt(conversation string, key int64) tea.Cmd {
	m.sheet, m.picking = nil, nil
	if conversation == m.session.Conversation() {
		conversation = ""
		if m.page.Find(key) {
			m.reading = nil
			return nil
		}
	}
	p := m.startReading(conversation)
	m.reads[p] = true
	return m.do(func(ctx context.Context) tea.Msg {
		before, after, err := around(ctx, m.session, conversation, key)
		return aroundMsg{p, key, before, after, err}
	})
}

// startReading begins on an empty page.
func (m *model) startReading(conversation string) *page.Page {
	p := m.newPage()
	p.SetNow(m.now)
	p.SetSize(m.layout.page.w, m.layout.page.h)
	m.reading = &reading{conversation: conversation, page: p}
	return p
}

type aroundMsg struct {
	page          *page.Page
	key           int64
	before, after []Entry // after begins with the message itself
	err           error
}

// around reads the messages on both sides of one.
func around(ctx context.Context, s Transcript, conversation string, key int64) (before, after []Entry, err error) {
	q := HistoryQuery{Conversation: conversation, Part: Before, Key: key, Limit: historyPage / 2}
	if before, err = s.History(ctx, q); err != nil {
		return nil, nil, err
	}
	q.Part = From
	after, err = s.History(ctx, q)
	return before, after, err
}

func (m *model) onAround(msg aroundMsg) {
	delete(m.reads, msg.page)
	if m.reading == nil || m.reading.page != msg.page {
		return
	}
	if msg.err != nil {
		m.reading = nil
		m.fail("read the conversation", msg.err)
		return
	}
	const full = historyPage / 2
	entries := append(pageEntries(msg.before), pageEntries(msg.after)...)
	m.reading.aside = len(msg.after) > 0 && msg.after[0].Aside
	msg.page.Set(entries, len(msg.before) >= full, len(msg.after) >= full)
	if !msg.page.Find(msg.key) {
		m.reading = nil
		m.notice("That message no longer exists.")
	}
}

// home goes to the beginning of the conversation in sight.
func (m *model) home() tea.Cmd {
	p := m.seen()
	if !p.MoreBefore() {
		p.Home()
		return nil
	}
	conversation := ""
	if m.reading != nil {
		conversation = m.reading.conversation
	}
	return m.loadPage(m.startReading(conversation), HistoryQuery{Conversation: conversation, Part: First})
}

// backToNow goes to the end of the conversation that goes on.
func (m *model) backToNow() {
	m.cameFrom = nil
	m.picking = nil
	m.reading = nil
	m.page.Unmark()
	m.page.End()
}

// caughtUp ends the reading where it has come to the end of the conversation
// that goes on.
func (m *model) caughtUp() {
	if m.reading != nil && m.reading.conversation == "" && !m.reading.aside && m.reading.page.Following() && !m.reading.page.Empty() {
		m.backToNow()
	}
}
