package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/composer"
	"muisto/ui/look"
	"muisto/ui/panel"
)

const (
	// soonDays is how many days before its last a state expires soon.
	soonDays = 7
	// maxFactLines is how many lines of the picked sentence are shown.
	maxFactLines = 4
	// wideFacts is the width from which the kind stands beside the sentence.
	wideFacts = 60
)

func (s *factsScreen) title(m *model) (left, right string) {
	left = "What muisto knows"
	if s.tour != nil {
		left = "Review · " + s.tour.progress()
	}
	if s.history != nil {
		left = "History of " + s.history.id.String()
	}
	if s.known == nil {
		return left, ""
	}
	right = fmt.Sprintf("%d active · %d retired", s.known.active, len(s.known.facts)-s.known.active)
	if n := s.known.expireSoon(m.session.Today()); n > 0 {
		right += fmt.Sprintf(" · %d %s soon", n, oneOr(n, "expires", "expire"))
	}
	return left, right
}

func (k *known) expireSoon(today memory.Day) int {
	n := 0
	for i := range k.facts {
		if f := &k.facts[i]; f.ValidUntil != 0 && f.ValidUntil-today <= soonDays && f.StandsOn(today) {
			n++
		}
	}
	return n
}

func (s *factsScreen) hints(m *model) []hint {
	switch {
	case s.fixing != nil:
		return []hint{{m.keys.Send, "save"}, {m.keys.Stop, "cancel"}}
	case s.finding:
		return []hint{{m.keys.Send, "keep the filter"}, {m.keys.Stop, "all facts"}}
	case s.history != nil:
		return []hint{{m.keys.Stop, "back"}}
	}
	if len(s.marked) > 0 {
		return []hint{{m.keys.Confirm, "confirm " + fmt.Sprint(len(s.marked))}, {m.keys.Retire, "retire"}, {m.keys.Select, "select"}, {m.keys.Stop, "none"}}
	}
	if _, once := s.pickedOnce(); once {
		return []hint{{m.keys.Confirm, "make it a fact"}, {m.keys.Correct, "in other words"}, {m.keys.Retire, "not listed"}, {m.keys.Open, "open"}, {m.keys.Undo, "undo"}, {m.keys.Add, "add"}, {m.keys.Erase, "erase"}, {m.keys.Stop, "back"}}
	}
	all := []hint{
		{m.keys.Correct, "correct"}, {m.keys.Confirm, "confirm"}, {m.keys.Retire, "retire"}, {m.keys.Undo, "undo"},
		{m.keys.Open, "moments"},
	}
	if s.tour != nil {
		return append([]hint{{m.keys.GoOn, "confirm, next"}}, append(all[:1], append(all[2:], hint{m.keys.History, "history"}, hint{m.keys.Stop, "all facts"})...)...)
	}
	all = append(all, hint{m.keys.Add, "add"}, hint{m.keys.Filter, "filter"}, hint{m.keys.Review, "review"}, hint{m.keys.History, "history"}, hint{m.keys.Select, "select"})
	if s.retired {
		return append(all, hint{m.keys.Retired, "active"}, hint{m.keys.Erase, "erase"}, hint{m.keys.Stop, "back"})
	}
	return append(all, hint{m.keys.Retired, "retired too"}, hint{m.keys.Erase, "erase"}, hint{m.keys.Stop, "back"})
}

func (s *factsScreen) lines(m *model, w, h int) []string {
	l := m.look
	if s.known == nil {
		return nil
	}
	if s.history != nil {
		return s.history.lines(m, w, h)
	}
	var head []string
	if s.finding || s.filter.Text() != "" {
		s.filter.SetSize(w-12, 1)
		rows, _, _ := s.filter.Rows()
		head = append(head, cell.Ends(l.Method, l.Accent.Render("/ ")+l.Text.Render(rows[0]), l.Quiet.Render(fmt.Sprint(len(s.shown))), w), "")
	}
	head = append(head, s.addingLines(m, w)...)
	s.headRows = len(head)
	if s.rows() == 0 {
		return append(head, s.empty(m, w)...)
	}
	s.height = h - len(head)
	return append(head, s.list.Lines(s.rows(), s.height, 1, func(i int) []string {
		if i >= len(s.shown) {
			return s.onceEntry(m, i-len(s.shown), w)
		}
		return s.entry(m, i, w)
	})...)
}

func (s *factsScreen) empty(m *model, w int) []string {
	text := "No facts yet. Corrections you make, and things that come up on several days, become facts at night. /sleep night runs a night now; a adds a fact yourself."
	if len(s.known.facts) > 0 {
		text = "No fact contains that."
		if s.filter.Text() == "" {
			text = "No active facts. " + keyName(m.keys.Retired) + " lists the retired ones too."
		}
	}
	lines := cell.Wrap(m.look.Method, text, w)
	for i, line := range lines {
		lines[i] = m.look.Quiet.Render(line)
	}
	return lines
}

// entry is a fact in the list: its sentence, kind and weight, and what it
// rests on.
func (s *factsScreen) entry(m *model, i, w int) []string {
	l, mt := m.look, m.look.Method
	f := s.known.facts[s.shown[i]]
	picked := i == s.list.Sel && (s.fixing == nil || !s.fixing.adding)
	lead, style := "  ", l.Text
	if s.marked[f.ID] {
		lead = l.Accent.Render("✓ ")
	}
	if f.Status != memory.Active {
		style = l.Quiet
	}
	if picked {
		style = l.Picked
		if lead = l.Picked.Render("› "); s.marked[f.ID] {
			lead = l.Picked.Render("✓ ")
		}
	}
	side := s.side(m, f)
	room := w - 2
	if w >= wideFacts {
		room = w - 4 - mt.StringWidth(side)
	}
	text := []string{cell.Cut(mt, m.spoken.of(f.Text), room)}
	switch {
	case picked && s.fixing != nil && s.fixing.id == f.ID:
		s.fixing.line.SetSize(room, maxFactLines)
		text, _, _ = s.fixing.line.Rows()
		lead, style = l.Accent.Render("✎ "), l.Text
	case picked:
		text = cell.Shorten(mt, m.spoken.of(f.Text), room, maxFactLines)
	}
	var out []string
	for j, line := range text {
		row := lead + style.Render(line)
		if j == 0 && w >= wideFacts {
			row = cell.Ends(mt, row, side, w)
		}
		out = append(out, row)
		lead = "  "
	}
	indent := cell.Spaces(4)
	foot := s.foot(m, f)
	if w < wideFacts {
		indent, foot = "  ", side+l.Quiet.Render(" · "+foot)
	}
	out = append(out, indent+cell.Cut(mt, l.Quiet.Render(foot), w-len(indent)))
	if s.tour != nil && i < len(s.tour.stops) {
		out = append(out, indent+s.tour.stops[i].line(l))
	}
	return out
}

// progress says how many facts are left to look at.
func (t *tour) progress() string {
	left := 0
	for _, s := range t.stops {
		if !s.done {
			left++
		}
	}
	if left == 0 {
		return fmt.Sprintf("all %d reviewed", len(t.stops))
	}
	return fmt.Sprintf("%d of %d left", left, len(t.stops))
}

func (t stop) line(l *look.Look) string {
	if t.done {
		return l.Good.Render("✓ reviewed")
	}
	return l.Accent.Render("? " + t.why)
}

// side is the kind and the weight of a fact, or what became of it.
func (s *factsScreen) side(m *model, f memory.Fact) string {
	l := m.look
	if f.Status != memory.Active {
		return l.Quiet.Render("× " + panel.StatusWord(f.Status))
	}
	label := memory.LabelOf(f.Salience)
	kind := panel.KindWord(f.Kind)
	if f.ValidUntil != 0 {
		kind = "until " + shortDay(f.ValidUntil, m.now)
	}
	return l.Quiet.Render(kind+" ") + l.Label(label).Render(look.Mark(label)+" "+fmt.Sprintf("%-6s", label))
}

// foot says where a fact comes from, and what it stands in the place of.
func (s *factsScreen) foot(m *model, f memory.Fact) string {
	var parts []string
	if len(f.From) > 0 {
		parts = append(parts, "from "+daysOf(f.From, m.now))
	}
	confirmed := s.known.confirmed[f.ID]
	if again := f.Reinforced - confirmed.Times; again > 0 {
		parts = append(parts, "came up again "+oneOr(again, "once", panel.Count(again, "time")))
	}
	if confirmed.Times > 0 {
		parts = append(parts, "you confirmed it, "+panel.Date(confirmed.At, m.now))
	}
	if f.Authority == memory.ByAgent {
		parts = append(parts, "muisto's word")
	}
	if before := s.known.before[f.ID]; before != "" {
		parts = append(parts, "replaces “"+tailOf(m.spoken.of(before), m.spoken.of(f.Text))+"”")
	}
	if at, ok := s.known.at[f.SupersededBy]; ok && f.SupersededBy != 0 {
		parts = append(parts, "now “"+tailOf(m.spoken.of(s.known.facts[at].Text), m.spoken.of(f.Text))+"”")
	}
	return strings.Join(parts, " · ")
}

// tailOf is a sentence from where it parts from another one.
func tailOf(text, other string) string {
	words, others := strings.Fields(text), strings.Fields(other)
	n := 0
	for n < len(words)-1 && n < len(others) && words[n] == others[n] {
		n++
	}
	if n < 2 {
		return text
	}
	return "… " + strings.Join(words[n:], " ")
}

// daysOf writes the last few of some days, oldest first.
func daysOf(all []memory.Day, now time.Time) string {
	const most = 4
	earlier := ""
	if len(all) > most {
		earlier = fmt.Sprintf(" and %d more", len(all)-most)
		all = all[len(all)-most:]
	}
	var out []string
	for _, d := range all {
		out = append(out, shortDay(d, now))
	}
	return strings.Join(out, ", ") + earlier
}

// shortDay writes "21 Sep", with the year where it is another one.
func shortDay(d memory.Day, now time.Time) string {
	y, month, day := d.Date()
	t := time.Date(y, month, day, 0, 0, 0, 0, time.UTC)
	if y != now.Year() {
		return t.Format("2 Jan 2006")
	}
	return t.Format("2 Jan")
}

// writing is the filter or the sentence being corrected.
func (s *factsScreen) writing() (*composer.Composer, int, int) {
	switch {
	case s.fixing != nil:
		_, y, x := s.fixing.line.Rows()
		if s.fixing.adding {
			return s.fixing.line, 2 + x, s.headRows - s.fixing.line.Height() - 1 + y
		}
		return s.fixing.line, 2 + x, s.headRows + s.list.Line + s.fixing.head + y
	case s.finding:
		_, _, x := s.filter.Rows()
		return s.filter, 2 + x, 0
	}
	return nil, 0, 0
}

// lines draws the history as a line of descent, the fact itself first.
func (h *history) lines(m *model, w, height int) []string {
	l, mt := m.look, m.look.Method
	var out []string
	for i, f := range h.facts {
		mark, style := "○", l.Quiet
		if i == 0 {
			mark, style = "●", l.Text
		}
		rail := l.Edge.Render("│ ")
		if i == len(h.facts)-1 {
			rail = "  "
		}
		lead := l.Accent.Render(mark + " ")
		for _, line := range cell.Wrap(mt, m.spoken.of(f.Text), w-2) {
			out = append(out, lead+style.Render(line))
			lead = rail
		}
		out = append(out, rail+l.Quiet.Render(cell.Cut(mt, lifeOf(f, m.now), w-2)))
		if i < len(h.facts)-1 {
			out = append(out, rail)
		}
	}
	if len(h.facts) == 1 {
		out = append(out, "")
		for _, line := range cell.Wrap(mt, "This is the first version.", w) {
			out = append(out, l.Quiet.Render(line))
		}
	}
	return h.window.find(m.found(h), l, out, height)
}

// lifeOf says when a fact was formed and what became of it.
func lifeOf(f memory.Fact, now time.Time) string {
	parts := []string{f.ID.String() + " formed " + f.FormedAt.In(now.Location()).Format("2 Jan 2006")}
	if !f.RetiredAt.IsZero() {
		parts = append(parts, panel.StatusWord(f.Status)+" "+f.RetiredAt.In(now.Location()).Format("2 Jan 2006"))
	}
	if f.RetiredBy != "" {
		parts = append(parts, "by "+panel.WordOf(f.RetiredBy))
	}
	if days := slices.Clone(f.From); len(days) > 0 {
		parts = append(parts, "from "+daysOf(days, now))
	}
	return strings.Join(parts, " · ")
}
