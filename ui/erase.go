package ui

import (
	"context"
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/harmless"
	"muisto/memory"
	"muisto/memory/recall"
	"muisto/ui/cell"
	"muisto/ui/composer"
	"muisto/ui/panel"
)

// maxErased bounds how many things can be named for erasing at once.
const maxErased = 100

// eraseScreen shows what would be erased, and asks.
type eraseScreen struct {
	targets chat.Targets
	going   *chat.Erasure // nil until it is known
	erasing bool
	window  window
}

type (
	goingMsg struct {
		screen *eraseScreen // nil where ids were typed
		target chat.Targets
		going  chat.Erasure
		err    error
	}
	goneMsg struct {
		gone chat.Erasure
		err  error
	}
)

// erase erases what is named, or else the message that is picked, or else what
// the person said last.
func (m *model) erase(ids string) tea.Cmd {
	if ids == "" {
		return m.erasePicked()
	}
	return m.do(func(ctx context.Context) tea.Msg {
		t, err := m.targets(ctx, strings.Fields(ids))
		return goingMsg{target: t, err: err}
	})
}

func (m *model) erasePicked() tea.Cmd {
	e, ok := m.seen().Marked()
	if !ok {
		e, ok = m.seen().LastSaid(chat.Erased)
	}
	m.picking = nil
	m.seen().Unmark()
	switch {
	case !ok:
		return m.show("nothing has been said here yet")
	case e.Key == 0:
		return m.show("that was off the record: nothing is kept")
	}
	return m.eraseThing(e.Message)
}

// told is a failure in whole sentences, as the person reads them.
type told string

// Error gives the sentences.
func (t told) Error() string { return string(t) }

// targets finds what ids name: facts (f3), moments (e12) and messages.
func (m *model) targets(ctx context.Context, ids []string) (chat.Targets, error) {
	var t chat.Targets
	if len(ids) > maxErased {
		return t, fmt.Errorf("at most %d things can be erased at once", maxErased)
	}
	for _, id := range ids {
		if fact, ok := memory.ParseFactID(id); ok {
			t.Facts = append(t.Facts, fact)
			continue
		}
		if episode, ok := memory.ParseEpisodeID(id); ok {
			t.Episodes = append(t.Episodes, episode)
			continue
		}
		messages, err := m.session.MessagesNamed(ctx, id)
		switch {
		case err != nil:
			return t, err
		case len(messages) == 0:
			return t, told(fmt.Sprintf("Nothing has the id “%s”. Pick a message with %s and use /erase, or find it with %s; in the panel, %s erases what is picked.",
				id, keyName(m.keys.PickUp), keyName(m.keys.Search), keyName(m.keys.Erase)))
		case len(messages) > 1:
			return t, fmt.Errorf("%d messages have the id “%s”; name one as %s/%s", len(messages), id, messages[0].Conversation, id)
		}
		t.Messages = append(t.Messages, messages[0].Key)
	}
	return t, nil
}

// eraseThing asks whether to erase a moment, a fact or a message.
func (m *model) eraseThing(thing any) tea.Cmd {
	var t chat.Targets
	switch thing := thing.(type) {
	case memory.Episode:
		t.Episodes = []memory.EpisodeID{thing.ID}
	case memory.Fact:
		t.Facts = []memory.FactID{thing.ID}
	case memory.Message:
		t.Messages = []int64{thing.Key}
	default:
		return m.show("pick a moment, a fact or a message to erase")
	}
	return m.openOver(&eraseScreen{targets: t})
}

func (s *eraseScreen) load(m *model) tea.Cmd {
	if s.erasing {
		return nil
	}
	return m.do(func(ctx context.Context) tea.Msg {
		going, err := m.session.PreviewErase(ctx, s.targets)
		return goingMsg{screen: s, going: going, err: err}
	})
}

func (m *model) onGoing(msg goingMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		m.fail("preview what would be erased", msg.err)
		return nil
	case msg.screen == nil:
		return m.openOver(&eraseScreen{targets: msg.target})
	case m.shown() != screen(msg.screen):
		return nil
	}
	msg.screen.going = &msg.going
	return nil
}

func (m *model) onGone(msg goneMsg) tea.Cmd {
	if s, ok := m.shown().(*eraseScreen); ok {
		cmd := m.closeScreen()
		if msg.err != nil {
			s.erasing = false
			m.fail("erase", msg.err)
			return cmd
		}
		return tea.Batch(cmd, m.forget(), m.show("erased for good: "+sumOf(msg.gone)))
	}
	m.fail("erase", msg.err)
	return nil
}

// forget drops what the screen holds of what may be gone, and reads it anew.
func (m *model) forget() tea.Cmd {
	m.results = results{byKey: map[int64]recall.Result{}}
	m.written, m.reading = written{}, nil
	m.panel.Close()
	cmds := []tea.Cmd{m.loadWritten(), m.loadMoments(), m.loadTab()}
	if m.turn == nil {
		m.page = m.newPage()
		m.page.SetNow(m.now)
		cmds = append(cmds, m.loadPage(m.page, HistoryQuery{Part: Last}))
	}
	return tea.Batch(cmds...)
}

func sumOf(e chat.Erasure) string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{len(e.Messages), "message"}, {len(e.Episodes), "moment"}, {len(e.Facts), "fact"}, {e.Titles, "title"}} {
		if p.n > 0 {
			parts = append(parts, panel.Count(p.n, p.what))
		}
	}
	if n := len(e.Replies); n == 1 {
		parts = append(parts, "1 reply")
	} else if n > 1 {
		parts = append(parts, fmt.Sprintf("%d replies", n))
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

func (s *eraseScreen) title(*model) (left, right string) {
	if s.going == nil {
		return "Erase for good", ""
	}
	return "Erase for good", sumOf(*s.going)
}

func (s *eraseScreen) hints(m *model) []hint {
	if s.going == nil || s.erasing || sumOf(*s.going) == "nothing" {
		return []hint{{m.keys.Stop, "back"}}
	}
	return []hint{{m.keys.Yes, "yes, erase " + sumOf(*s.going)}, {m.keys.No, "no"}}
}

func (s *eraseScreen) lines(m *model, w, h int) []string {
	l, mt := m.look, m.look.Method
	if s.going == nil {
		return nil
	}
	if sumOf(*s.going) == "nothing" {
		return []string{l.Quiet.Render(cell.Cut(mt, "Nothing to erase.", w))}
	}
	var out []string
	say := func(text string) {
		for _, line := range cell.Wrap(mt, text, w) {
			out = append(out, l.Text.Render(line))
		}
	}
	say("This will be erased for good, here and in the file. A placeholder remains.")
	group := func(name string, n int, text func(i int) (id, text string)) {
		if n == 0 {
			return
		}
		out = append(out, "", l.Title.Render(panel.Count(n, name)))
		for i := range n {
			id, text := text(i)
			lead := l.Quiet.Render(cell.Fit(mt, id, 7))
			for _, line := range cell.Shorten(mt, harmless.Line(text), w-7, 3) {
				out = append(out, lead+l.Text.Render(line))
				lead = cell.Spaces(7)
			}
		}
	}
	group("message", len(s.going.Messages), func(i int) (string, string) {
		msg := s.going.Messages[i]
		return msg.At.Format("2 Jan"), msg.Text
	})
	group("moment", len(s.going.Episodes), func(i int) (string, string) {
		return s.going.Episodes[i].ID.String(), m.spoken.of(s.going.Episodes[i].What)
	})
	group("fact", len(s.going.Facts), func(i int) (string, string) {
		return s.going.Facts[i].ID.String(), m.spoken.of(s.going.Facts[i].Text)
	})
	group("reply", len(s.going.Replies), func(i int) (string, string) {
		r := s.going.Replies[i]
		if r.Left == chat.Erased {
			return r.At.Format("2 Jan"), r.Text
		}
		return r.At.Format("2 Jan"), "what stays: " + r.Left
	})
	group("file", len(s.going.Copies), func(i int) (string, string) { return "copy", s.going.Copies[i] })
	out = append(out, "", l.Warn.Render(cell.Cut(mt, s.question(m), w)))
	return s.window.cut(out, h, -1, -1)
}

func (s *eraseScreen) question(m *model) string {
	if s.erasing {
		return "Erasing…"
	}
	return "Erase " + sumOf(*s.going) + "? " + keyName(m.keys.Yes) + " or " + keyName(m.keys.No)
}

func (s *eraseScreen) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case s.erasing || s.going == nil:
	case key.Matches(k, m.keys.No):
		return m.closeScreen()
	case key.Matches(k, m.keys.Yes) && sumOf(*s.going) != "nothing":
		s.erasing = true
		return m.do(func(ctx context.Context) tea.Msg {
			gone, err := m.session.Erase(ctx, s.targets)
			return goneMsg{gone, err}
		})
	}
	return nil
}

func (s *eraseScreen) back(*model) (tea.Cmd, bool) { return nil, false }
func (s *eraseScreen) move(n int)                  { s.window.scroll(n) }
func (s *eraseScreen) scroll(n int)                { s.window.scroll(n) }
func (s *eraseScreen) written(*model) tea.Cmd      { return nil }
func (s *eraseScreen) writing() (*composer.Composer, int, int) {
	return nil, 0, 0
}
