package ui

import (
	"context"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/harmless"
	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/composer"
	"muisto/ui/look"
	"muisto/ui/panel"
	"muisto/ui/pick"
)

const (
	// searchAfter is how long the typing rests before it is searched for.
	searchAfter = 120 * time.Millisecond
	// maxFound bounds how many of each kind are shown.
	maxFound = 100
	// foundBefore is how much of a text is shown before what was found, in bytes.
	foundBefore = 60
	// foundWhole is how much of a text is shown at most, in bytes.
	foundWhole = 400
)

// searchScreen finds messages, moments and facts as one types.
type searchScreen struct {
	line  *composer.Composer
	asked string // what the list is for
	round int    // of typing; only the last one is searched for
	found []found
	ended bool // the answer has come
	list  pick.List
	// in is the conversation that is searched; nil for all that there is.
	in *memory.Conversation
}

// found is one thing that holds the text, made harmless.
type found struct {
	thing any // a memory.Message, memory.Episode or memory.Fact
	kind  string
	when  time.Time
	text  string
	quiet bool // it stands no more
}

type (
	searchMsg struct{ round int }
	foundMsg  struct {
		round int
		asked string
		found []found
		err   error
	}
)

// search opens the search, with a text in it already if one is given.
func (m *model) search(text string) tea.Cmd {
	s := &searchScreen{line: composer.New(m.look.Method)}
	s.line.SetText(text)
	return m.openScreen(s)
}

// searchIn opens the search over the conversation that is picked in a list.
func (m *model) searchIn(from *sessionsScreen) tea.Cmd {
	c, ok := from.picked()
	if !ok {
		return nil
	}
	return m.openOver(&searchScreen{line: composer.New(m.look.Method), in: &c})
}

func (s *searchScreen) load(m *model) tea.Cmd { return s.ask(m) }

// ask looks for what is written.
func (s *searchScreen) ask(m *model) tea.Cmd {
	text, round := strings.TrimSpace(s.line.Text()), s.round
	if text == "" {
		s.found, s.asked, s.ended = nil, "", false
		return nil
	}
	in, say := s.in, m.options.Spoken
	return m.do(func(ctx context.Context) tea.Msg {
		if in != nil {
			messages, err := m.session.SearchIn(ctx, in.ID, text, maxFound)
			return foundMsg{round, text, listFound(chat.Found{Messages: messages}, text, nil), err}
		}
		result, err := m.session.Search(ctx, text, maxFound)
		return foundMsg{round, text, listFound(result, text, say), err}
	})
}

// written waits for the typing to rest.
func (s *searchScreen) written(m *model) tea.Cmd {
	s.round++
	return m.after(searchAfter, searchMsg{s.round})
}

func (m *model) onSearch(msg searchMsg) tea.Cmd {
	if s, ok := screenOf[*searchScreen](m); ok && s.round == msg.round {
		return s.ask(m)
	}
	return nil
}

func (m *model) onFound(msg foundMsg) {
	s, ok := screenOf[*searchScreen](m)
	if !ok || s.round != msg.round {
		return
	}
	if msg.err != nil {
		m.fail("search", msg.err)
		return
	}
	if s.asked != msg.asked {
		s.list.Reset()
	}
	s.found, s.asked, s.ended = msg.found, msg.asked, true
}

// listFound puts what was found in one list: what is known, what happened, what
// was said.
func listFound(r chat.Found, text string, say func(string) string) []found {
	var out []found
	if say == nil {
		say = func(s string) string { return s }
	}
	for _, f := range r.Facts {
		out = append(out, found{f, "fact " + f.ID.String(), f.EvidenceAt, excerpt(say(f.Text), text), f.Status != memory.Active})
	}
	for _, e := range r.Episodes {
		out = append(out, found{e, "moment " + e.ID.String(), e.LastAt, excerpt(say(e.What), text), false})
	}
	for _, msg := range r.Messages {
		kind := "you said"
		if msg.Role == memory.RoleAssistant {
			kind = "muisto said"
		}
		out = append(out, found{msg, kind, msg.At, excerpt(msg.Text, text), false})
	}
	return out
}

// excerpt is a part of a text around what was found in it, on one line.
func excerpt(text, what string) string {
	at := max(indexFold(text, what), 0)
	from := max(at-foundBefore, 0)
	for from > 0 && text[from-1] != ' ' && text[from-1] != '\n' && at-from < 2*foundBefore {
		from--
	}
	cut := text[from:min(from+foundWhole, len(text))]
	if from > 0 {
		cut = cell.Ellipsis + strings.TrimSpace(cut)
	}
	return harmless.Line(strings.ToValidUTF8(cut, ""))
}

// indexFold is where what stands in text, whatever the case; -1 if nowhere.
func indexFold(text, what string) int {
	low := strings.ToLower(text)
	if len(low) != len(text) { // the case changes its length: places would be off
		return strings.Index(text, what)
	}
	return strings.Index(low, strings.ToLower(what))
}

func (s *searchScreen) title(*model) (left, right string) {
	left = "Search"
	if s.in != nil {
		left += " in “" + s.in.Title + "”"
	}
	if !s.ended {
		return left, ""
	}
	return left, panel.Count(len(s.found), "place")
}

func (s *searchScreen) hints(m *model) []hint {
	return []hint{{pair(m.keys.Up, m.keys.Down), "choose"}, {m.keys.Open, "go there"}, {m.keys.Stop, "back"}}
}

func (s *searchScreen) lines(m *model, w, h int) []string {
	l, mt := m.look, m.look.Method
	s.line.SetSize(w-2, 1)
	rows, _, _ := s.line.Rows()
	head := []string{l.Accent.Render("/ ") + l.Text.Render(rows[0]), ""}
	if s.line.Empty() {
		what := "messages, moments and facts…"
		if s.in != nil {
			what = "messages in this conversation…"
		}
		head[0] = l.Accent.Render("/ ") + l.Quiet.Render(what)
	}
	if s.ended && len(s.found) == 0 {
		return append(head, l.Quiet.Render(cell.Cut(mt, "Nothing contains “"+harmless.Line(s.asked)+"”.", w)))
	}
	return append(head, s.list.Lines(len(s.found), h-len(head), 1, func(i int) []string { return s.entry(m, i, w) })...)
}

func (s *searchScreen) entry(m *model, i, w int) []string {
	l, mt, f := m.look, m.look.Method, s.found[i]
	lead, kind, text := "  ", l.Quiet, l.Text
	if f.quiet {
		text = l.Quiet
	}
	if i == s.list.Sel {
		lead, kind = l.Picked.Render("› "), l.Picked
	}
	out := []string{cell.Ends(mt, lead+kind.Render(f.kind), l.Quiet.Render(panel.Ago(f.when, m.now)), w)}
	lines := cell.Shorten(mt, f.text, w-4, 2)
	for _, line := range lines {
		out = append(out, cell.Spaces(4)+marked(l, text.Render, line, s.asked))
	}
	return out
}

// marked sets apart what was found in a line.
func marked(l *look.Look, plain func(...string) string, line, what string) string {
	at := indexFold(line, what)
	if at < 0 || what == "" {
		return plain(line)
	}
	return plain(line[:at]) + l.Picked.Underline(true).Render(line[at:at+len(what)]) + plain(line[at+len(what):])
}

func (s *searchScreen) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(k, m.keys.Up):
		s.move(-1)
	case key.Matches(k, m.keys.Down):
		s.move(1)
	case key.Matches(k, m.keys.Send) && s.list.Sel < len(s.found):
		return m.openThing(m.detail, s.found[s.list.Sel].thing)
	}
	return nil
}

func (s *searchScreen) back(*model) (tea.Cmd, bool) { return nil, false }
func (s *searchScreen) move(n int)                  { s.list.Move(n, len(s.found)) }
func (s *searchScreen) scroll(n int)                { s.list.Move(n/wheelLines, len(s.found)) }

func (s *searchScreen) writing() (*composer.Composer, int, int) {
	_, _, x := s.line.Rows()
	return s.line, 2 + x, 0
}
