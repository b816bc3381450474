package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

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
	// maxAbout bounds how many moments the page of a name shows.
	maxAbout = 500
	// maxUpcoming bounds how many moments with a day ahead are listed.
	maxUpcoming = 500
	// maxTied is how many other names the page of a name mentions.
	maxTied = 6
)

// thingsScreen lists facts and moments that belong together: those about a name,
// or those with a day ahead.
type thingsScreen struct {
	name  string // as it was asked for; "" for what is ahead
	list  pick.List
	read  bool
	rows  []thingRow
	about string // in a line, over the list
}

// thingRow is a fact or a moment, made harmless.
type thingRow struct {
	head  string // over the first of its kind; "" for none
	thing any
	text  string
	right string
}

type thingsMsg struct {
	name    string
	facts   []memory.Fact
	moments []memory.Episode
	err     error
}

// openAbout opens the page of a name.
func (m *model) openAbout(name string) tea.Cmd {
	name = strings.TrimSpace(harmless.Line(name))
	if name == "" {
		m.notice("/about NAME shows what is known about a name; /about me what is known about you.")
		return nil
	}
	return m.openScreen(&thingsScreen{name: name})
}

// openUpcoming opens what is coming up.
func (m *model) openUpcoming(string) tea.Cmd { return m.openScreen(&thingsScreen{}) }

func (s *thingsScreen) load(m *model) tea.Cmd {
	name := s.name
	return m.once("things", func(ctx context.Context) tea.Msg {
		msg := thingsMsg{name: name}
		if msg.facts, msg.err = m.session.Facts(ctx, FactQuery{}); msg.err != nil {
			return msg
		}
		switch {
		case name == "":
			msg.moments, msg.err = m.session.Upcoming(ctx, maxUpcoming)
		case isMe(name):
			msg.moments, msg.err = m.session.SaidOnce(ctx)
		default:
			msg.moments, msg.err = m.session.Moments(ctx, MomentQuery{Name: name, Limit: maxAbout})
		}
		return msg
	})
}

// isMe reports whether a name is a word for the user.
func isMe(name string) bool {
	return slices.Contains([]string{"me", "i", "you", "myself", "user", "the user"}, strings.ToLower(name))
}

func (m *model) onThings(msg thingsMsg) tea.Cmd {
	stale := m.over("things")
	s, ok := screenOf[*thingsScreen](m)
	switch {
	case !ok:
		return nil
	case stale || s.name != msg.name:
		return s.load(m)
	case msg.err != nil:
		m.fail("read what is remembered", msg.err)
		return nil
	}
	s.read = true
	if s.name == "" {
		s.rows = m.upcomingRows(msg.facts, msg.moments)
		return nil
	}
	s.rows = m.aboutRows(s.name, msg.facts, msg.moments)
	s.about = m.aboutLine(s.name, msg.moments)
	return nil
}

// aboutRows are the facts about a name, then the moments that have it.
func (m *model) aboutRows(name string, facts []memory.Fact, moments []memory.Episode) []thingRow {
	var rows []thingRow
	for _, f := range facts {
		if f = panel.SafeFact(f); isAbout(f, name) {
			rows = append(rows, thingRow{thing: f, text: m.spoken.of(f.Text), right: panel.KindWord(f.Kind)})
		}
	}
	if len(rows) > 0 {
		rows[0].head = "Facts"
	}
	first := len(rows)
	for _, e := range panel.SafeMoments(moments) {
		rows = append(rows, thingRow{thing: e, text: m.spoken.of(e.What), right: panel.Ago(e.LastAt, m.now)})
	}
	if len(rows) > first {
		rows[first].head = "Moments"
		if isMe(name) {
			rows[first].head = "Said once"
		}
	}
	return rows
}

// isAbout reports whether a fact names somebody or something, or is about it.
func isAbout(f memory.Fact, name string) bool {
	name = strings.ToLower(name)
	subject, _, _ := strings.Cut(strings.ToLower(f.About), ":")
	if isMe(name) {
		return strings.HasPrefix(subject, "the user") || strings.TrimSpace(subject) == "user"
	}
	return strings.Contains(subject, name) || slices.ContainsFunc(f.Names, func(n memory.Name) bool {
		return strings.Contains(strings.ToLower(n.Text), name)
	})
}

// aboutLine says when a name was mentioned, and which others it comes with.
func (m *model) aboutLine(name string, moments []memory.Episode) string {
	if len(moments) == 0 || isMe(name) {
		return ""
	}
	first, last := moments[0].LastAt, moments[0].LastAt
	with := map[string]int{}
	for _, e := range panel.SafeMoments(moments) {
		if e.LastAt.Before(first) {
			first = e.LastAt
		}
		if e.LastAt.After(last) {
			last = e.LastAt
		}
		for _, n := range e.Names {
			if !strings.Contains(strings.ToLower(n.Text), strings.ToLower(name)) {
				with[n.Text]++
			}
		}
	}
	var names []string
	for n := range with {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int {
		if with[a] != with[b] {
			return with[b] - with[a]
		}
		return strings.Compare(a, b)
	})
	text := "mentioned " + panel.Date(first, m.now)
	if !first.Equal(last) {
		text = "first mentioned " + panel.Date(first, m.now) + ", last " + panel.Date(last, m.now)
	}
	if len(names) > 0 {
		text += " · with " + strings.Join(names[:min(len(names), maxTied)], ", ")
	}
	return text
}

// upcomingRows are facts and moments by their day ahead, the nearest first.
func (m *model) upcomingRows(facts []memory.Fact, moments []memory.Episode) []thingRow {
	today := m.session.Today()
	type dated struct {
		day memory.Day
		row thingRow
	}
	var all []dated
	for _, f := range facts {
		if f = panel.SafeFact(f); f.ValidUntil >= today && f.ValidUntil != 0 {
			all = append(all, dated{f.ValidUntil, thingRow{thing: f, text: m.spoken.of(f.Text), right: "fact, until then"}})
		}
	}
	for _, e := range panel.SafeMoments(moments) {
		all = append(all, dated{e.WhenAt, thingRow{thing: e, text: m.spoken.of(e.What), right: "said " + panel.Date(e.LastAt, m.now)}})
	}
	slices.SortStableFunc(all, func(a, b dated) int { return int(a.day - b.day) })
	rows := make([]thingRow, len(all))
	for i, d := range all {
		rows[i] = d.row
		if i == 0 || all[i-1].day != d.day {
			rows[i].head = dayAhead(d.day, today, m.now)
		}
	}
	return rows
}

// dayAhead writes "Fri 4 Dec, in 3 days".
func dayAhead(d, today memory.Day, now time.Time) string {
	text := d.Time(time.UTC).Format("Mon ") + shortDay(d, now)
	switch n := int(d - today); n {
	case 0:
		return text + ", today"
	case 1:
		return text + ", tomorrow"
	default:
		return text + fmt.Sprintf(", in %d days", n)
	}
}

func (s *thingsScreen) title(*model) (left, right string) {
	left = "Upcoming"
	if s.name != "" {
		left = "About " + s.name
		if isMe(s.name) {
			left = "About you"
		}
	}
	if !s.read {
		return left, ""
	}
	facts := 0
	for _, r := range s.rows {
		if _, ok := r.thing.(memory.Fact); ok {
			facts++
		}
	}
	return left, panel.Count(facts, "fact") + " · " + panel.Count(len(s.rows)-facts, "moment")
}

func (s *thingsScreen) hints(m *model) []hint {
	return []hint{{pair(m.keys.ListUp, m.keys.ListDown), "choose"}, {m.keys.Open, "open"}, {m.keys.Erase, "erase"}, {m.keys.Stop, "back"}}
}

func (s *thingsScreen) lines(m *model, w, h int) []string {
	l, mt := m.look, m.look.Method
	if !s.read {
		return nil
	}
	if len(s.rows) == 0 {
		text := "Nothing coming up."
		if s.name != "" {
			text = "Nothing is known about “" + s.name + "” yet."
		}
		return []string{l.Quiet.Render(cell.Cut(mt, text, w))}
	}
	var head []string
	if s.about != "" {
		head = []string{l.Quiet.Render(cell.Cut(mt, s.about, w)), ""}
	}
	return append(head, s.list.Lines(len(s.rows), h-len(head), 1, func(i int) []string { return s.entry(m, i, w) })...)
}

func (s *thingsScreen) entry(m *model, i, w int) []string {
	l, mt, r := m.look, m.look.Method, s.rows[i]
	var out []string
	if r.head != "" {
		out = append(out, l.Title.Render(cell.Cut(mt, r.head, w)))
	}
	lead, style := "  ", l.Text
	if i == s.list.Sel {
		lead, style = l.Picked.Render("› "), l.Picked
	}
	right := l.Quiet.Render(r.right)
	for j, line := range cell.Shorten(mt, r.text, max(w-4-mt.StringWidth(right), 10), 3) {
		row := lead + style.Render(line)
		if j == 0 {
			row = cell.Ends(mt, row, right, w)
		}
		out, lead = append(out, row), "  "
	}
	return out
}

func (s *thingsScreen) picked() any {
	if s.list.Sel >= len(s.rows) {
		return nil
	}
	return s.rows[s.list.Sel].thing
}

func (s *thingsScreen) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(k, m.keys.Open):
		return m.openThing(m.detail, s.picked())
	case key.Matches(k, m.keys.Erase) && s.picked() != nil:
		return m.eraseThing(s.picked())
	}
	return nil
}

func (s *thingsScreen) back(*model) (tea.Cmd, bool) { return nil, false }
func (s *thingsScreen) move(n int)                  { s.list.Move(n, len(s.rows)) }
func (s *thingsScreen) scroll(n int)                { s.list.Move(n/wheelLines, len(s.rows)) }
func (s *thingsScreen) written(*model) tea.Cmd      { return nil }
func (s *thingsScreen) writing() (*composer.Composer, int, int) {
	return nil, 0, 0
}
