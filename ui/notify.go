package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"muisto/chat"
	"muisto/harmless"
)

// Notify is how the end of a reply that took long is announced.
type Notify int

// The ways to announce it: not at all, by the terminal's bell, or by a desktop
// notification that the terminal shows, asked for by OSC 9 or by OSC 777.
const (
	NoNotice Notify = iota
	Bell
	OSC9
	OSC777
)

const (
	// longReply is how long a reply takes at least that is announced.
	longReply = 10 * time.Second
	// maxNotice is how many cells of a reply a notification shows.
	maxNotice = 120
)

// notifyReplied announces a reply that took long, which the person may not have
// waited for.
func (m *model) notifyReplied(e chat.Replied) tea.Cmd {
	if m.turn == nil || m.inPlay() || e.Stopped || m.session.Now().Sub(m.turn.began) < longReply {
		return nil
	}
	text := e.Message.Text
	if e.Err != nil {
		text = sentence("", e.Err)
	}
	seq := m.options.Notify.sequence(ansi.Truncate(harmless.Line(text), maxNotice, "…"))
	if seq == "" {
		return nil
	}
	return tea.Raw(seq)
}

// sequence is what makes a terminal announce a text that is harmless.
func (n Notify) sequence(text string) string {
	switch n {
	case Bell:
		return "\a"
	case OSC9:
		return ansi.Notify("muisto: " + text)
	case OSC777:
		return "\x1b]777;notify;muisto;" + text + "\a"
	}
	return ""
}

// toggleMouse gives the mouse to the terminal, or takes it back.
func (m *model) toggleMouse() tea.Cmd {
	m.mouseOff = !m.mouseOff
	if m.mouseOff {
		return m.show("mouse off: the terminal selects text; " + keyName(m.keys.Mouse) + " turns it on")
	}
	return m.show("mouse on")
}

// silence is after how long without a message a new conversation is offered.
const silence = 24 * time.Hour

// offerNew says, once, how to begin a new conversation after a day's silence.
func (m *model) offerNew() {
	last, key := m.page.LastAt(), m.page.LastKey()
	if m.inPlay() || m.turn != nil || key == 0 || key == m.offered || m.now.Sub(last) < silence {
		return
	}
	m.offered = key
	m.page.Offer("The last message here was on "+last.In(m.now.Location()).Format("Monday 2 January")+". Go on, or start a new conversation with /new.", m.now)
}
