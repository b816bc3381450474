package ui

import (
	"context"
	"fmt"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/ui/panel"
)

// Play drives what is shown, for a demo. Step does the work and is called from
// one goroutine at a time; the rest may be called from any.
type Play interface {
	// Step lets the time since the last step go by.
	Step(ctx context.Context, since time.Duration) error
	State() PlayState
	// Toggle pauses, or goes on.
	Toggle()
	// SetSpeed makes it go n times as fast, 1 to 9.
	SetSpeed(n int)
	// Skip runs through the next days, NextNight through the next night.
	Skip(days int)
	NextNight()
}

// PlayState is how a play stands.
type PlayState struct {
	Now    time.Time
	Paused bool
	Speed  int
	// Ended: the play is over; time may still go by.
	Ended bool
}

// playEvery is how often a play goes on.
const playEvery = 50 * time.Millisecond

// playing is the play on screen.
type playing struct {
	stepping bool // a step is under way
	failed   bool // it cannot go on
	byHand   bool // the viewer has turned the tabs
	night    bool // the viewer has asked for a night
	over     bool // the viewer has been told that it is over
	// held: an answer to the viewer is left on the page; holds counts them.
	held  bool
	holds int
	// caption says what has just happened; captions counts them.
	caption  string
	captions int
}

// holdFor is how long the play leaves an answer to the viewer on the page.
const holdFor = 10 * time.Second

type heldMsg struct{ hold int }

// holdPlay leaves the answer that has come on the page for a while.
func (m *model) holdPlay() tea.Cmd {
	if !m.inPlay() {
		return nil
	}
	m.play.held = true
	m.play.holds++
	return m.after(holdFor, heldMsg{m.play.holds})
}

func (m *model) holdOver(msg heldMsg) {
	if msg.hold == m.play.holds {
		m.play.held = false
	}
}

// goOn takes the key that lets the play go on after an answer, wherever the
// viewer is; false if it is not for that.
func (m *model) goOn(k tea.KeyPressMsg) bool {
	if !m.play.held || m.panelFocus || m.sheet != nil || m.shown() != nil || !m.composer.Empty() || !key.Matches(k, m.keys.PlayPause) {
		return false
	}
	m.play.held = false
	return true
}

// sayOverOnce tells what can be done now that the play is over.
func (m *model) sayOverOnce() {
	if m.play.over || !m.options.Play.State().Ended {
		return
	}
	m.play.over, m.watching = true, false
	m.remark("The demo is over. Ask it something, such as “who is going to Bergen?”, or look at /facts and /night; " + keyName(m.keys.LeaveEmpty) + " leaves.")
}

type (
	playMsg    struct{}
	steppedMsg struct{ err error }
)

func (m *model) inPlay() bool { return m.options.Play != nil }

// nextStep waits for the next step of the play.
func (m *model) nextStep() tea.Cmd {
	if !m.inPlay() || m.play.failed {
		return nil
	}
	return m.after(playEvery, playMsg{})
}

// step lets the play go on, unless the viewer is talking.
func (m *model) step() tea.Cmd {
	if m.turn != nil || m.leaving != nil || m.playWaits() {
		return m.nextStep()
	}
	m.play.stepping = true
	return m.do(func(ctx context.Context) tea.Msg {
		m.report(m.ctx, steppedMsg{m.options.Play.Step(ctx, playEvery)})
		return nil
	})
}

// playWaits: time stands still while the viewer writes.
func (m *model) playWaits() bool {
	return m.inPlay() && (m.play.held || !m.watching && !m.composer.Empty())
}

func (m *model) stepped(msg steppedMsg) tea.Cmd {
	m.play.stepping = false
	if msg.err != nil {
		m.play.failed = true
		m.fail("", msg.err)
	}
	m.setNow(m.session.Now())
	m.sayOverOnce()
	if m.queued != nil && m.turn == nil && m.leaving == nil {
		q := *m.queued
		m.queued = nil
		return tea.Batch(m.say(q), m.nextStep())
	}
	return m.nextStep()
}

// drive takes a key that drives the play; false if it is none, or what has the
// keys needs it.
func (m *model) drive(k tea.KeyPressMsg) (tea.Cmd, bool) {
	writing := !m.watching && !m.panelFocus && m.sheet == nil && m.shown() == nil
	if !m.inPlay() || writing || m.playYields() {
		return nil, false
	}
	if m.goOn(k) {
		return nil, true
	}
	p := m.options.Play
	switch {
	case key.Matches(k, m.keys.PlayPause):
		p.Toggle()
	case key.Matches(k, m.keys.PlayDay):
		p.Skip(1)
	case key.Matches(k, m.keys.PlayWeek):
		p.Skip(7)
	case key.Matches(k, m.keys.PlayNight):
		p.NextNight()
		m.play.night = true
		if m.play.byHand {
			return nil, true
		}
		m.panel.SetTab(panel.Nights)
		return m.loadTab(), true
	case key.Matches(k, m.keys.PlaySpeed):
		p.SetSpeed(int(k.Code - '0'))
	default:
		return nil, false
	}
	m.play.held = false
	return nil, true
}

// playYields: the screen in sight uses the play's keys itself.
func (m *model) playYields() bool {
	switch m.shown().(type) {
	case *eraseScreen, *labScreen, *sessionsScreen:
		return true
	}
	return false
}

// follow turns the panel to what has just come about, until the viewer turns it
// by hand.
func (m *model) follow(e chat.Changed) {
	if !m.inPlay() || m.play.byHand || m.panelFocus {
		return
	}
	switch {
	case len(e.Formed) > 0:
		m.play.night = false
		m.panel.SetTab(panel.Moments)
	case m.play.night:
	case e.Counts.Facts > m.counts.Facts || e.Counts.Retired > m.counts.Retired:
		m.panel.SetTab(panel.Facts)
	}
}

// pressWatching takes a key while the viewer watches.
func (m *model) pressWatching(k tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(k, m.keys.LeaveEmpty):
		return m.leave()
	case key.Matches(k, m.keys.Question):
		return m.openHelp()
	case key.Matches(k, m.keys.Commands):
		m.watching = false
		return m.pressComposer(k)
	case key.Matches(k, m.keys.Up):
		m.scrollPage(-1)
	case key.Matches(k, m.keys.Down):
		m.scrollPage(1)
	case k.Text != "" && k.Text != " ":
		m.watching = false
		return m.pressComposer(k)
	}
	return nil
}

// playText is the date and time of the play, and how it goes.
func (m *model) playText() string {
	st, l := m.options.Play.State(), m.look
	text := st.Now.Format("Mon 2 Jan 15:04")
	if m.layout.chatW >= 60 || m.shown() != nil {
		text = st.Now.Format("Mon 2 Jan 2006 15:04")
	}
	switch {
	case m.play.held && m.composer.Empty():
		return l.Accent.Render("‖ "+text) + l.Quiet.Render(" · "+keyed(m.keys.PlayPause, " ", "resumes"))
	case m.playWaits():
		return l.Accent.Render("‖ "+text) + l.Quiet.Render(" · waiting for you")
	case st.Paused && st.Ended:
		return l.Accent.Render("‖ "+text) + l.Quiet.Render(" · the demo is over")
	case st.Paused:
		return l.Accent.Render("‖ "+text) + l.Quiet.Render(" · paused")
	}
	if st.Ended {
		return l.Accent.Render("▶ "+text) + l.Quiet.Render(" · the demo is over")
	}
	return l.Accent.Render(fmt.Sprintf("▶ %s · ×%d", text, st.Speed))
}

// playHints are the keys that drive the play.
func (m *model) playHints(w int) string {
	return m.hintLine([]hint{
		{m.keys.PlayPause, "pause"}, {m.keys.PlayDay, "day"}, {m.keys.PlayNight, "night"}, {m.keys.PlayWeek, "week"}, {m.keys.PlaySpeed, "speed"}, {m.keys.Question, "help"},
	}, w)
}

// watchText stands where the composer is while the viewer watches.
func (m *model) watchText() string {
	talk, leave := keyed(m.keys.Switch, ": ", "talk to it"), keyed(m.keys.leaveOnce(), " ", "twice quits")
	if m.layout.composer.w >= 60 {
		return dotted(talk, "/facts", "/night", leave)
	}
	return dotted(talk, leave)
}
