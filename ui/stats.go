package ui

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"muisto/chat"
	"muisto/harmless"
	"muisto/ui/cell"
	"muisto/ui/composer"
)

const (
	// statsDays is how many days are looked at where nothing is said.
	statsDays = 30
	// maxStatsDays bounds it: a hundred years.
	maxStatsDays = 36_600
)

// statsScreen sets what was sent beside what sending the whole history would
// have taken, day by day.
type statsScreen struct {
	days   int
	stats  *chat.Stats // nil until read
	window window
}

type statsMsg struct {
	stats chat.Stats
	err   error
}

func (m *model) openStats(arg string) tea.Cmd {
	days := statsDays
	if arg != "" {
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 || n > maxStatsDays {
			m.notice("“" + arg + "” is not a number of days. /stats shows the last 30, /stats 365 a year.")
			return nil
		}
		days = n
	}
	return m.openScreen(&statsScreen{days: days})
}

func (s *statsScreen) load(m *model) tea.Cmd {
	return m.once("stats", func(ctx context.Context) tea.Msg {
		stats, err := m.session.Stats(ctx, s.days)
		return statsMsg{stats, err}
	})
}

func (m *model) onStats(msg statsMsg) tea.Cmd {
	stale := m.over("stats")
	s, ok := screenOf[*statsScreen](m)
	switch {
	case !ok:
		return nil
	case msg.err != nil:
		m.fail("read the token usage", msg.err)
		return nil
	}
	s.stats = &msg.stats
	if stale {
		return s.load(m)
	}
	return nil
}

func (s *statsScreen) title(m *model) (left, right string) {
	if s.stats == nil {
		return "Usage", ""
	}
	return "Usage", dayText(m, s.stats.From.Time(time.UTC)) + " – " + dayText(m, s.stats.To.Time(time.UTC))
}

// dayText is a day, with its year where that is not now's.
func dayText(m *model, t time.Time) string {
	if t.Year() == m.now.Year() {
		return t.Format("2 Jan")
	}
	return t.Format("2 Jan 2006")
}

func (s *statsScreen) hints(m *model) []hint {
	return []hint{{m.keys.PageDown, "scroll"}, {m.keys.Stop, "back"}}
}

func (s *statsScreen) lines(m *model, w, h int) []string {
	if s.stats == nil {
		return nil
	}
	if len(s.stats.Days) == 0 {
		return []string{m.look.Quiet.Render(cell.Cut(m.look.Method, "Nothing was said on these days.", w))}
	}
	var out []string
	if total := s.stats.Total; total.Sent > 0 {
		out = append(out, s.bar(m, w, "sent", total.Sent, ""), s.bar(m, w, "whole history", total.Whole, times(total)), "")
	}
	out = append(append(out, s.table(m, w)...), "")
	return s.window.cut(append(out, s.notes(m, w)...), h, -1, -1)
}

// notes say what the numbers are.
func (s *statsScreen) notes(m *model, w int) []string {
	l, total := m.look, s.stats.Total
	var out []string
	quiet := func(text string) {
		for _, line := range cell.Wrap(l.Method, text, w) {
			out = append(out, l.Quiet.Render(line))
		}
	}
	switch {
	case total.Sent > 0:
		quiet("“Sent” is the tokens in the prompts; “whole history”, an estimate of sending every message each time.")
	case total.Within > 0:
		quiet("The built-in model takes no tokens: nothing is sent anywhere.")
	}
	if spent := total.Spent; spent.Read+spent.Wrote > 0 {
		text := fmt.Sprintf("In and out are what the endpoint reports, for moments and facts too: %s and %s tokens in all", tokens(spent.Read), tokens(spent.Wrote))
		if spent.Priced {
			text += ", " + harmless.Line(m.session.Tariff().Amount(spent.Cost))
		}
		if n := s.stats.Unpriced; len(n) > 0 {
			text += ". No price is set for " + harmless.Line(strings.Join(n, ", ")) + " (prices.models in the settings)"
		}
		quiet(text + ".")
	} else if total.Sent > 0 {
		quiet("The endpoint reports no tokens.")
	}
	return out
}

// bar is a number of tokens beside the greatest of them.
func (s *statsScreen) bar(m *model, w int, name string, n int64, after string) string {
	l := m.look
	most := max(s.stats.Total.Sent, s.stats.Total.Whole, 1)
	width := min(max(w-42, 8), 40)
	line := l.Text.Render(fmt.Sprintf("%-13s %6s ", name, tokens(n))) + l.Accent.Render("▕"+cell.Bar(float64(n)/float64(most), width)+"▏")
	if after != "" {
		line += " " + l.Title.Render(after)
	}
	return cell.Cut(l.Method, line, w)
}

// times says how many times as much the whole history would have been.
func times(d chat.Day) string {
	switch {
	case d.Sent == 0 || d.Whole <= d.Sent:
		return ""
	case d.Whole < 10*d.Sent:
		return fmt.Sprintf("×%.1f", float64(d.Whole)/float64(d.Sent))
	}
	return fmt.Sprintf("×%.0f", float64(d.Whole)/float64(d.Sent))
}

// statsColumn is one column of the days: its head, what stands in it, how wide
// it is, and from which width there is room for it.
type statsColumn struct {
	head  string
	width int
	from  int
	value func(d chat.Day) string
}

func (s *statsScreen) columns(m *model) []statsColumn {
	number := func(n int64) string {
		if n == 0 {
			return "·"
		}
		return tokens(n)
	}
	all := []statsColumn{
		{"calls", 6, 60, func(d chat.Day) string { return number(d.Calls()) }},
		{"sent", 7, 0, func(d chat.Day) string { return number(d.Sent) }},
		{"whole", 7, 0, func(d chat.Day) string { return number(d.Whole) }},
		{"", 6, 36, times},
	}
	if spent := s.stats.Total.Spent; spent.Read+spent.Wrote > 0 {
		all = append(all,
			statsColumn{"in", 7, 50, func(d chat.Day) string { return number(d.Spent.Read) }},
			statsColumn{"out", 7, 50, func(d chat.Day) string { return number(d.Spent.Wrote) }})
		if spent.Priced {
			all = append(all, statsColumn{"cost", 10, 70, func(d chat.Day) string {
				if !d.Spent.Priced {
					return "·"
				}
				return harmless.Line(m.session.Tariff().Amount(d.Spent.Cost))
			}})
		}
	}
	return append(all,
		statsColumn{"moments", 8, 70, func(d chat.Day) string { return number(int64(d.Moments)) }},
		statsColumn{"facts", 6, 70, func(d chat.Day) string { return number(int64(d.Facts)) }})
}

// table lists the days.
func (s *statsScreen) table(m *model, w int) []string {
	l, mt := m.look, m.look.Method
	const dayWidth = 11
	row := func(first string, cells func(statsColumn) string) string {
		line, used := cell.Fit(mt, first, dayWidth), dayWidth
		for _, c := range s.columns(m) {
			if w < c.from || used+c.width > w {
				continue
			}
			text := cells(c)
			line += cell.Spaces(c.width-mt.StringWidth(text)) + text
			used += c.width
		}
		return line
	}
	out := []string{l.Title.Render(row("day", func(c statsColumn) string { return c.head }))}
	out = append(out, l.Text.Render(row("in all", func(c statsColumn) string { return c.value(s.stats.Total) })))
	for _, d := range s.stats.Days {
		t := d.Day.Time(time.UTC)
		name := t.Format("Mon 2 Jan")
		if t.Year() != m.now.Year() {
			name = t.Format("2 Jan 2006")
		}
		style := l.Quiet
		if d.Day == s.stats.To {
			name, style = "today", l.Text
		}
		out = append(out, style.Render(row(name, func(c statsColumn) string { return c.value(d) })))
	}
	return out
}

// tokens writes a number as short as it tells something: 950, 14.2k, 1.2M.
func tokens(n int64) string {
	f, unit := float64(n), ""
	for _, u := range []string{"k", "M", "G", "T"} {
		if f < 999.5 {
			break
		}
		f, unit = f/1000, u
	}
	if unit == "" || f >= 99.95 {
		return fmt.Sprintf("%.0f%s", f, unit)
	}
	return fmt.Sprintf("%.1f%s", f, unit)
}

// spentText is what the last reply and the day have taken, in one of the
// lengths that there is room for, the longest first; none if nothing was
// reported.
func (m *model) spentText() []string {
	last, today := m.status.Last, m.status.Today
	if today.Read+today.Wrote == 0 {
		return nil
	}
	sum := tokens(today.Read + today.Wrote)
	if today.Priced {
		sum += ", " + harmless.Line(m.session.Tariff().Amount(today.Cost))
	}
	day := "today " + sum
	short := "today " + sum
	if today.Priced {
		short = "today " + harmless.Line(m.session.Tariff().Amount(today.Cost))
	}
	if last.Read+last.Wrote == 0 {
		return []string{day, short}
	}
	reply := tokens(last.Read) + " in, " + tokens(last.Wrote) + " out"
	if last.Priced {
		reply += ", " + harmless.Line(m.session.Tariff().Amount(last.Cost))
	}
	return []string{reply + " · " + day, day, short}
}

func (s *statsScreen) press(*model, tea.KeyPressMsg) tea.Cmd   { return nil }
func (s *statsScreen) back(*model) (tea.Cmd, bool)             { return nil, false }
func (s *statsScreen) move(n int)                              { s.window.scroll(n) }
func (s *statsScreen) scroll(n int)                            { s.window.scroll(n) }
func (s *statsScreen) writing() (*composer.Composer, int, int) { return nil, 0, 0 }
func (s *statsScreen) written(*model) tea.Cmd                  { return nil }
