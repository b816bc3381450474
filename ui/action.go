package ui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"muisto/memory"
	"muisto/memory/mind"
	"muisto/ui/panel"
)

type newConversationMsg struct{ err error }

func (m *model) focusChat() {
	m.screens, m.cameFrom, m.note = nil, nil, ""
	m.watching = m.inPlay()
	m.detail.Close()
	m.panelFocus, m.panelWhole = false, false
	m.panel.SetFocus(false)
	m.sheet = nil
}

// switchFocus gives the keys to the panel, or back to the chat; who watches a
// play comes to the composer first.
func (m *model) switchFocus() tea.Cmd {
	if m.watching {
		m.watching, m.sheet = false, nil
		return nil
	}
	if m.panelFocus {
		m.focusChat()
		return nil
	}
	return m.goToPanel()
}

func (m *model) goToPanel() tea.Cmd {
	m.focusChat()
	m.watching = false
	m.panelFocus, m.panelHidden, m.panelAsked, m.panelWhole = true, false, true, true
	m.panel.SetFocus(true)
	return nil
}

// togglePanel shows or hides the panel; where there is no room for both, it
// takes the place of the chat.
func (m *model) togglePanel() {
	if m.layout.w < panelFrom {
		m.switchFocus()
		return
	}
	m.panelHidden = !m.hidesPanel(m.layout.w)
	m.panelAsked = !m.panelHidden
	if m.panelHidden {
		m.focusChat()
	}
}

func (m *model) goToTab(t panel.Tab) tea.Cmd {
	m.panel.SetTab(t)
	return tea.Batch(m.goToPanel(), m.loadTab())
}

// openPicked opens what is under the cursor in a panel; from a message it goes
// to its place in the conversation.
func (m *model) openPicked(p *panel.Panel) tea.Cmd {
	if p.Unfold() {
		return nil
	}
	if record, ok := p.Picked().(memory.PassRecord); ok {
		p.OpenNight(record)
		return m.loadNight(record)
	}
	return m.openThing(p, p.Picked())
}

// openThing opens a moment or a fact in a panel, or goes to the place of a
// message.
func (m *model) openThing(p *panel.Panel, thing any) tea.Cmd {
	switch t := thing.(type) {
	case memory.Episode:
		p.OpenMoment(t)
		return m.loadSources(t.ID)
	case memory.Fact:
		p.OpenFact(t)
		return m.loadMomentsOf(t)
	case memory.Message:
		return m.goThere(t.Conversation, t.Key)
	}
	return nil
}

// detailAtMessage reports whether a message is under the cursor in what is
// opened over a screen.
func (m *model) detailAtMessage() bool {
	_, message := m.detail.Picked().(memory.Message)
	return message
}

func (m *model) remember() tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg {
		before, err := m.session.Counts(ctx)
		if err == nil {
			err = m.session.Remember(ctx)
		}
		if err != nil {
			return doneMsg{"remember", err}
		}
		return rememberedMsg{before.Pending}
	})
}

// rememberedMsg: messages have been remembered that waited.
type rememberedMsg struct{ messages int }

func (m *model) onRemembered(msg rememberedMsg) tea.Cmd {
	if msg.messages == 0 {
		return m.show("nothing is pending")
	}
	return m.show(panel.Count(msg.messages, "message") + " remembered")
}

func (m *model) togglePrivate() tea.Cmd {
	on := !m.status.Private
	return m.do(func(ctx context.Context) tea.Msg {
		return doneMsg{"go off the record", m.session.SetPrivate(ctx, on)}
	})
}

func (m *model) newConversation() tea.Cmd {
	if m.turn != nil {
		return m.show("a reply is coming; " + keyName(m.keys.Stop) + " stops it")
	}
	return m.do(func(ctx context.Context) tea.Msg {
		return newConversationMsg{m.session.NewConversation(ctx)}
	})
}

func (m *model) onNewConversation(msg newConversationMsg) tea.Cmd {
	if msg.err != nil {
		m.fail("start a new conversation", msg.err)
		return nil
	}
	return m.reopen()
}

// sleep makes facts of moments: what is due, or the pass that is named.
func (m *model) sleep(pass string) tea.Cmd {
	scope := mind.Due
	if pass != "" {
		scope = mind.SleepScope(pass)
	}
	if !scope.Valid() {
		m.notice("There is no pass called “" + pass + "”. /sleep runs what is due; /sleep night, week or month runs that one.")
		return nil
	}
	if m.sleeping != nil {
		return m.show("a night is running; " + keyName(m.keys.Stop) + " stops it")
	}
	ctx, cancel := context.WithCancel(m.ctx)
	m.sleeping = cancel
	return m.do(func(context.Context) tea.Msg {
		defer cancel()
		m.report(m.ctx, m.sleepNow(ctx, scope))
		return nil
	})
}

type sleptMsg struct {
	slept   bool // a pass was run
	pending int  // messages that wait to be remembered first
	err     error
}

// sleepNow runs the passes, and finds out whether there were any.
func (m *model) sleepNow(ctx context.Context, scope mind.SleepScope) sleptMsg {
	before, err := m.session.Nights(ctx, 0, 1)
	if err != nil {
		return sleptMsg{err: err}
	}
	if err := m.session.Sleep(ctx, scope); err != nil {
		return sleptMsg{err: err}
	}
	after, err := m.session.Nights(ctx, 0, 1)
	if err != nil {
		return sleptMsg{err: err}
	}
	counts, err := m.session.Counts(ctx)
	return sleptMsg{slept: wentOn(before, after), pending: counts.Pending, err: err}
}

// wentOn reports whether a pass began between two looks at the last one, or one
// that was cut short went on.
func wentOn(before, after []memory.PassRecord) bool {
	if len(before) == 0 || len(after) == 0 {
		return len(after) > 0
	}
	a, b := before[0], after[0]
	return a.ID != b.ID || a.Finished != b.Finished || len(a.Groups) != len(b.Groups)
}

func (m *model) onSlept(msg sleptMsg) tea.Cmd {
	m.sleeping = nil
	switch {
	case errors.Is(msg.err, context.Canceled):
		return m.show("stopped; the next night continues from there")
	case msg.err != nil:
		m.fail("sleep", msg.err)
		return nil
	}
	waits := ""
	if msg.pending > 0 {
		waits = " " + panel.Count(msg.pending, "message") + " " + oneOr(msg.pending, "is", "are") + " not remembered yet; run /remember first."
	}
	if msg.slept && waits == "" {
		return m.show("night done; /night shows what changed")
	}
	text := "Night done; /night shows what changed."
	if !msg.slept {
		text = "No night is due" + m.untilNight() + "; /sleep night runs one now."
	}
	m.remark(text + waits)
	m.page.End()
	return nil
}

func (m *model) untilNight() string {
	if m.status.NextNight.IsZero() {
		return ""
	}
	return " until " + m.status.NextNight.In(m.now.Location()).Format("15:04")
}

// oneOr is the form of a word that goes with n of something.
func oneOr(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
