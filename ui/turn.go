package ui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/recall"
	"muisto/ui/composer"
	"muisto/ui/page"
	"muisto/ui/panel"
)

// turn is a message on its way and the reply to it.
type turn struct {
	text   composer.Snapshot
	cancel context.CancelFunc
	said   bool // it is on disk
	failed bool // the reply's error has been shown
	began  time.Time
	over   chan struct{}
	anew   *rewriting // what it stands in the place of; nil for nothing
}

type sayOverMsg struct {
	turn *turn
	err  error
}

// send takes what is written on its way. It stays in sight as being sent until
// it is stored, and comes back into the composer if that fails.
func (m *model) send() tea.Cmd {
	if m.turn != nil || m.play.stepping {
		if m.queued != nil {
			return m.show("one message is already queued")
		}
		s := m.composer.Take()
		m.queued = &s
		return nil
	}
	return m.say(m.composer.Take())
}

func (m *model) say(s composer.Snapshot) tea.Cmd {
	text := s.Text()
	return m.converse(&turn{text: s}, func(ctx context.Context) error { return m.session.Say(ctx, text) })
}

// converse takes a turn to its end, in sight of the person.
func (m *model) converse(t *turn, with func(context.Context) error) tea.Cmd {
	m.reading, m.sheet, m.cameFrom, m.picking = nil, nil, nil, nil
	m.page.Unmark()
	m.page.End()
	ctx, cancel := context.WithCancel(m.ctx)
	t.cancel, t.over, t.began = cancel, make(chan struct{}), m.session.Now()
	m.turn = t
	return m.do(func(context.Context) tea.Msg {
		defer close(t.over)
		defer cancel()
		m.report(m.ctx, sayOverMsg{t, with(ctx)})
		return nil
	})
}

// stop ends the reply that is coming; what came of it stays.
func (m *model) stop() { m.turn.cancel() }

func (m *model) sayOver(msg sayOverMsg) tea.Cmd {
	t := msg.turn
	if m.turn != t {
		return nil
	}
	m.turn = nil
	switch {
	case !t.said:
		if m.rewriting = t.anew; t.anew != nil {
			m.rewriting.before = m.composer.Take()
		}
		m.composer.PutBack(t.text)
		if msg.err != nil && !errors.Is(msg.err, context.Canceled) {
			m.fail("send the message", msg.err)
		}
		if m.queued != nil { // it was meant to come after
			q := *m.queued
			m.queued = nil
			m.composer.PutBack(q)
			return nil
		}
	case errors.Is(msg.err, chat.ErrNothingSaid):
		return m.show("nothing has been said yet")
	case msg.err != nil && !t.failed && !errors.Is(msg.err, context.Canceled):
		m.fail("", msg.err)
	}
	m.page.Abandon()
	if m.queued != nil && m.leaving == nil {
		q := *m.queued
		m.queued = nil
		return m.say(q)
	}
	return m.holdPlay()
}

// take shows what the session told.
func (m *model) take(n news) tea.Cmd {
	var cmds []tea.Cmd
	for _, e := range n.events {
		cmds = append(cmds, m.event(e))
	}
	if n.closed {
		m.events = nil
	}
	if n.report != nil {
		cmds = append(cmds, m.loaded(n.report))
	}
	return tea.Batch(cmds...)
}

func (m *model) event(e chat.Event) tea.Cmd {
	switch e := e.(type) {
	case chat.Said:
		return m.onSaid(e)
	case chat.Retrying:
		m.onRetrying(e)
	case chat.Recollected:
		m.results.coming = &e.Result
		m.page.Came(countHits(e.Result))
	case chat.Piece:
		m.page.Piece(e.Text)
	case chat.Replied:
		m.onReplied(e)
		return m.notifyReplied(e)
	case chat.Status:
		return m.onStatus(e)
	case chat.Changed:
		m.follow(e)
		caption := m.caption(m.captionOf(e))
		m.setCounts(e.Counts)
		return tea.Batch(caption, m.loadMoments(), m.loadTab(), m.reload())
	}
	return nil
}

func (m *model) onSaid(e chat.Said) tea.Cmd {
	if m.turn != nil {
		m.turn.said = true
	}
	var cmd tea.Cmd
	if e.Instead != 0 && !m.page.CutFrom(e.Instead) {
		cmd = m.reopen()
	}
	m.page.Say(page.Entry{Played: m.inPlay() && m.turn == nil, Message: e.Message, Private: e.Private, Branches: e.Branches})
	m.page.Begin(memory.Message{Role: memory.RoleAssistant, At: m.session.Now()}, e.Private)
	m.results.coming = nil
	m.written.add(e.Message.Text)
	return tea.Batch(cmd, m.keepDraft())
}

func (m *model) onReplied(e chat.Replied) {
	entry := page.Entry{Played: m.inPlay() && m.turn == nil, Message: e.Message, Private: m.page.RunningPrivate(), Stopped: e.Stopped, Branches: e.Branches}
	if r := m.results.coming; r != nil {
		m.results.keep(e.Message.Key, *r)
		entry.Facts, entry.Moments = countHits(*r)
	}
	m.page.Finish(entry)
	if e.Err != nil && !errors.Is(e.Err, context.Canceled) {
		if m.turn != nil {
			m.turn.failed = true
		}
		m.failReply(e.Err)
	}
}

// onStatus shows what the memory is doing; what keeps it from the model is said
// once, in full, on the page.
func (m *model) onStatus(s chat.Status) tea.Cmd {
	if s.Trouble != "" && s.Trouble != m.status.Trouble && s.Trouble != m.lastTrouble {
		if text := sentence("", errors.New(s.Trouble)); m.noteTrouble(errors.New(s.Trouble), text) {
			m.page.Failure(text, m.now)
		}
	}
	passed := s.Doing == chat.Sleeping && (s.Group != m.status.Group || s.Pass != m.status.Pass)
	m.status = s
	m.panel.SetStatus(s)
	m.detail.SetStatus(s)
	var cmds []tea.Cmd
	if passed && m.panel.Tab() == panel.Nights {
		cmds = append(cmds, m.loadNights())
	}
	if nights, ok := m.shown().(*nightScreen); ok && passed {
		cmds = append(cmds, nights.load(m))
	}
	return tea.Batch(cmds...)
}

func (m *model) setCounts(c chat.Counts) {
	m.counts = c
	m.panel.SetCounts(c)
}

// maxResults is how many results are kept; older ones are asked for again.
const maxResults = 64

// results is what came to mind for the replies of this run.
type results struct {
	coming *recall.Result // for the reply that is coming, or the last one
	byKey  map[int64]recall.Result
	order  []int64
}

func (r *results) keep(key int64, result recall.Result) {
	if _, ok := r.byKey[key]; !ok {
		r.order = append(r.order, key)
	}
	r.byKey[key] = result
	if len(r.order) > maxResults {
		delete(r.byKey, r.order[0])
		r.order = r.order[1:]
	}
}

func countHits(r recall.Result) (facts, moments int) {
	for _, h := range r.Hits {
		if h.Kind == recall.KindFact {
			facts++
		} else {
			moments++
		}
	}
	return facts, moments
}

// sendingLine is what stands over the composer while a message is on its way;
// "" if none is.
func (m *model) sendingLine() string {
	switch {
	case m.turn != nil && !m.turn.said:
		return "sending: " + firstLine(m.turn.text.Text())
	case m.queued != nil:
		return fmt.Sprintf("queued: %s", firstLine(m.queued.Text()))
	}
	return ""
}

func firstLine(s string) string {
	line, rest, more := strings.Cut(strings.TrimSpace(s), "\n")
	if more && rest != "" {
		line += " …"
	}
	return line
}
