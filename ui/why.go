package ui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"muisto/harmless"
	"muisto/memory"
	"muisto/memory/recall"
	"muisto/ui/cell"
	"muisto/ui/look"
	"muisto/ui/panel"
)

// whySheet is what came to mind for a reply, and why.
type whySheet struct {
	key    int64
	loaded bool
	hits   []hit
	came   int // so many of the hits came to mind; the rest came near
	sel    int
	window window
}

// hit is one of them, made harmless.
type hit struct {
	fact     bool
	id       string
	text     string
	score    string
	because  string
	when     string
	salience float64
	episode  *memory.Episode
	known    *memory.Fact
}

type whyMsg struct {
	key    int64
	result recall.Result
	err    error
}

// openWhy opens what came to mind for the reply in sight.
func (m *model) openWhy() tea.Cmd {
	e, ok := m.seen().SeenReply()
	if !ok {
		return m.show("no reply to explain yet")
	}
	s := &whySheet{key: e.Key}
	m.sheet, m.panelFocus = s, false
	m.panel.SetFocus(false)
	if r, ok := m.results.byKey[e.Key]; ok {
		s.set(m, r)
		return nil
	}
	return m.do(func(ctx context.Context) tea.Msg {
		r, err := m.session.Why(ctx, e.Key)
		return whyMsg{e.Key, r, err}
	})
}

func (m *model) onWhy(msg whyMsg) {
	s, ok := m.sheet.(*whySheet)
	if !ok || s.key != msg.key {
		return
	}
	if msg.err != nil {
		m.sheet = nil
		m.fail("explain the reply", msg.err)
		return
	}
	s.set(m, msg.result)
}

func (s *whySheet) set(m *model, r recall.Result) {
	s.loaded, s.came = true, len(r.Hits)
	for _, h := range append(r.Hits[:len(r.Hits):len(r.Hits)], r.Near...) {
		s.hits = append(s.hits, m.hitOf(h))
	}
}

func (m *model) hitOf(h recall.Hit) hit {
	out := hit{
		fact: h.Kind == recall.KindFact, id: h.ID(),
		text:  m.spoken.of(harmless.Line(h.Text())),
		score: fmt.Sprintf("score %.2f: match %.2f, %.0f %% remembered", h.Score, h.Cue, 100*h.Retrievability),
	}
	reasons := make([]string, len(h.Because))
	for i, r := range h.Because {
		reasons[i] = harmless.Line(string(r.Kind))
		if r.Text != "" {
			reasons[i] += " “" + harmless.Line(r.Text) + "”"
		}
		reasons[i] += fmt.Sprintf(" %.2f", r.Weight)
	}
	out.because = strings.Join(reasons, " · ")
	if h.Episode != nil {
		out.episode, out.salience = h.Episode, h.Episode.Salience
		out.when = panel.Ago(h.Episode.LastAt, m.now)
	}
	if h.Fact != nil {
		out.known, out.salience = h.Fact, h.Fact.Salience
		if n := len(h.Fact.From); n > 0 {
			out.when = "from " + h.Fact.From[n-1].String()
		}
	}
	return out
}

func (s *whySheet) title() string { return "what was recalled" }

func (s *whySheet) hints(k *keyMap) string {
	return dotted(keyed(pair(k.ListUp, k.ListDown), " ", "choose"), keyed(k.Open, " ", "opens"), keyed(k.Stop, " ", "closes"))
}

func (s *whySheet) lines(m *model, w, h int) []string {
	if !s.loaded {
		return nil
	}
	l, mt := m.look, m.look.Method
	var out []string
	if s.came == 0 {
		out = append(out, l.Text.Render(cell.Cut(mt, "Nothing was recalled for this reply.", w)), "")
	}
	from, to := 0, 0
	for i, h := range s.hits {
		if i == s.came {
			out = append(out, l.Title.Render(cell.Cut(mt, "Close, but not used", w)), "")
		}
		start := len(out)
		out = append(out, h.lines(m, w, i == s.sel)...)
		out = append(out, "")
		if i == s.sel {
			from, to = start, len(out)-2
		}
	}
	marked, line, ok := m.found(s).Apply(out, l.Picked.Reverse(true).Render)
	if ok {
		s.window.top, s.window.free, s.window.from = max(line-h/4, 0), true, from
	}
	return s.window.cut(marked, h, from, to)
}

func (h hit) lines(m *model, w int, picked bool) []string {
	l, mt := m.look, m.look.Method
	label := memory.LabelOf(h.salience)
	kind := "moment"
	if h.fact {
		kind = "fact"
	}
	text, lead := l.Text, "  "
	if picked {
		text, lead = l.Picked, l.Picked.Render("› ")
	}
	left := lead + l.Label(label).Render(look.Mark(label)+" "+kind) + l.Quiet.Render(" "+h.id)
	out := []string{cell.Ends(mt, left, l.Quiet.Render(h.when), w)}
	for _, line := range cell.Wrap(mt, h.text, w-4) {
		out = append(out, "    "+text.Render(line))
	}
	for _, line := range cell.Wrap(mt, h.score, w-4) {
		out = append(out, "    "+l.Quiet.Render(line))
	}
	if h.because != "" {
		for _, line := range cell.Wrap(mt, "because: "+h.because, w-4) {
			out = append(out, "    "+l.Quiet.Render(line))
		}
	}
	return out
}

func (s *whySheet) move(n int) { s.sel = max(min(s.sel+n, len(s.hits)-1), 0) }

func (s *whySheet) scroll(n int) { s.window.scroll(n) }

// open goes from a hit to its moment.
func (s *whySheet) open(m *model) tea.Cmd {
	if s.sel >= len(s.hits) {
		return nil
	}
	h := s.hits[s.sel]
	m.sheet = nil
	switch {
	case h.known != nil:
		return tea.Batch(m.goToTab(panel.Facts), m.openThing(m.panel, *h.known))
	case h.episode != nil:
		return tea.Batch(m.goToTab(panel.Moments), m.openThing(m.panel, *h.episode))
	}
	return nil
}
