package ui

import (
	"context"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"muisto/chat"
)

const (
	// tickEvery is how often the clock on screen moves on.
	tickEvery = time.Second
	// quickTick is the same where the session's clock runs fast.
	quickTick = 200 * time.Millisecond
	// hintFor is how long a hint stands.
	hintFor = 3 * time.Second
	// typingEvery is how often the session is told that someone types.
	typingEvery = time.Second
	// maxNews bounds how many events one frame takes in.
	maxNews = 512
)

type (
	tickMsg       struct{}
	hintOverMsg   struct{ id int }
	typingOverMsg struct{}
)

// works counts the commands that run, so that the screen can outlast them. The
// zero value is ready.
type works struct {
	mu     sync.Mutex
	over   bool
	active sync.WaitGroup
}

func (w *works) begin() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return false
	}
	w.active.Add(1)
	return true
}

func (w *works) end() { w.active.Done() }

// wait lets no more begin, and returns when those that run have ended.
func (w *works) wait() {
	w.mu.Lock()
	w.over = true
	w.mu.Unlock()
	w.active.Wait()
}

// news is what the session and the running commands have to tell, in order.
type news struct {
	events []chat.Event
	report tea.Msg // of a command, after the events; nil for none
	closed bool
}

// do makes a command of work that may take time. Its context ends with the
// screen.
func (m *model) do(work func(ctx context.Context) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		if !m.work.begin() {
			return nil
		}
		defer m.work.end()
		return work(m.ctx)
	}
}

func (m *model) after(d time.Duration, msg tea.Msg) tea.Cmd {
	return m.do(func(ctx context.Context) tea.Msg {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
			return msg
		case <-ctx.Done():
			return nil
		}
	})
}

// report hands a command's report to wait, which keeps it behind the events
// that came before it.
func (m *model) report(ctx context.Context, msg tea.Msg) {
	select {
	case m.inbox <- msg:
	case <-ctx.Done():
	}
}

// wait takes what has come from the session, all at once: pieces of a reply
// often come faster than frames.
func (m *model) wait() tea.Cmd {
	events := m.events
	return m.do(func(ctx context.Context) tea.Msg {
		var n news
		select {
		case e, ok := <-events:
			if !ok {
				return news{closed: true}
			}
			n.events = append(n.events, e)
		case n.report = <-m.inbox:
		case <-ctx.Done():
			return nil
		}
		// What is in the channel was told before the report was made.
		for len(n.events) < maxNews || n.report != nil {
			select {
			case e, ok := <-events:
				if !ok {
					n.closed = true
					return n
				}
				n.events = append(n.events, e)
			default:
				return n
			}
		}
		return n
	})
}

// tick moves the clock on.
func (m *model) tick() tea.Cmd {
	every := tickEvery
	if m.fast {
		every = quickTick
	}
	return m.after(every, tickMsg{})
}

// show puts a hint in the status line for a while.
func (m *model) show(hint string) tea.Cmd {
	m.hint = hint
	m.hintID++
	return m.after(hintFor, hintOverMsg{m.hintID})
}

// tellTyping puts off the capture, not more often than is of use.
func (m *model) tellTyping() tea.Cmd {
	if m.typing {
		m.typed = true
		return nil
	}
	m.typing, m.typed = true, false
	return tea.Batch(
		m.do(func(context.Context) tea.Msg { m.session.Typing(); return nil }),
		m.after(typingEvery, typingOverMsg{}),
	)
}

func (m *model) typingOver() tea.Cmd {
	m.typing = false
	if m.typed {
		return m.tellTyping()
	}
	return m.keepDraft()
}

// sentence makes a sentence for the page of an error, with what was being done
// unless the error says so itself.
func sentence(doing string, err error) string {
	text := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ") // joined errors stand on lines of their own
	if r, n := utf8.DecodeRuneInString(text); unicode.IsUpper(r) && strings.Contains(text, " ") && n > 0 {
		return text // it is a sentence already
	}
	if doing != "" {
		text = doing + ": " + text
	}
	r, n := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(r)) + text[n:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
