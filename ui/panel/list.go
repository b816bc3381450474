package panel

import (
	"fmt"
	"math"
	"time"

	"muisto/harmless"
	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/look"
	"muisto/ui/pick"
)

const (
	// PageSize is how many moments are asked for at a time.
	PageSize = 100
	// maxHeld bounds the list in memory; a filter finds what lies beyond.
	maxHeld = 5000
	// maxWhat is how many lines of a moment's sentence the list shows.
	maxWhat = 2
)

// list is the moments and which of them is picked.
type list struct {
	episodes []memory.Episode
	loaded   bool
	more     bool // there are more than are held
	pick.List
}

// SetMoments shows the beginning of the list anew. While the panel has the
// keys, the moment that is picked stays so.
func (p *Panel) SetMoments(episodes []memory.Episode) {
	l := &p.list
	var picked memory.EpisodeID
	if p.focused && l.Sel > 0 && l.Sel < len(l.episodes) {
		picked = l.episodes[l.Sel].ID
	}
	l.episodes, l.loaded = SafeMoments(episodes), true
	l.more = len(episodes) >= PageSize
	l.Reset()
	for i, e := range l.episodes {
		if e.ID == picked {
			l.Sel = i
		}
	}
}

// AddMoments shows more of the list, at its end.
func (p *Panel) AddMoments(episodes []memory.Episode) {
	p.list.episodes = append(p.list.episodes, SafeMoments(episodes)...)
	p.list.more = len(episodes) >= PageSize && len(p.list.episodes) < maxHeld
}

// WantsMore reports whether more of the list will soon be in sight.
func (p *Panel) WantsMore() bool { return p.list.more && p.list.Sel > len(p.list.episodes)-PageSize/4 }

// Held is how many moments of the list are held.
func (p *Panel) Held() int { return len(p.list.episodes) }

// SafeMoments makes all text of moments harmless.
func SafeMoments(episodes []memory.Episode) []memory.Episode {
	out := make([]memory.Episode, len(episodes))
	for i, e := range episodes {
		out[i] = safeEpisode(e)
	}
	return out
}

func safeEpisode(e memory.Episode) memory.Episode {
	e.What, e.About, e.When = harmless.Line(e.What), harmless.Line(e.About), harmless.Line(e.When)
	e.Act = memory.Act(harmless.Line(string(e.Act)))
	who := make([]string, len(e.Who))
	for i, w := range e.Who {
		who[i] = harmless.Line(w)
	}
	e.Who, e.Names = who, safeNames(e.Names)
	return e
}

func safeNames(all []memory.Name) []memory.Name {
	out := make([]memory.Name, len(all))
	for i, n := range all {
		out[i] = memory.Name{Text: harmless.Line(n.Text), Type: memory.NameType(harmless.Line(string(n.Type)))}
	}
	return out
}

func (l *list) lines(p *Panel, height int) []string {
	if len(l.episodes) == 0 {
		return p.emptyLines()
	}
	return l.Lines(len(l.episodes), height, 1, func(i int) []string {
		return p.entry(l.episodes[i], p.focused && i == l.Sel)
	})
}

func (p *Panel) emptyLines() []string {
	text := "No moments yet. When the conversation goes quiet, what mattered in it shows up here.\n\n" +
		"▕█  ▏ 97 % next to a moment: the bar is how much it weighs, the number how much of it is still remembered. Heavy ones fade slowly."
	switch {
	case !p.list.loaded:
		return nil
	case p.Filter() != "":
		text = "No moment contains “" + p.Filter() + "”."
	}
	return p.quiet(text)
}

// quiet gives a sentence as quiet lines.
func (p *Panel) quiet(text string) []string {
	lines := cell.Wrap(p.look.Method, text, p.width)
	for i, line := range lines {
		lines[i] = p.look.Quiet.Render(line)
	}
	return lines
}

// entry is a moment in the list: act, weight and what is left, the sentence,
// and when it was.
func (p *Panel) entry(e memory.Episode, picked bool) []string {
	l, m := p.look, p.look.Method
	label := memory.LabelOf(e.Salience)
	style := l.Label(label)
	act := style.Render(look.Mark(label) + " " + string(e.Act))
	out := []string{cell.Ends(m, act, p.weight(e), p.width)}
	text, lead := l.Text, "  "
	if picked {
		text, lead = l.Picked, l.Picked.Render("› ")
	}
	for i, line := range cell.Shorten(m, p.spoken(e.What), p.width-2, maxWhat) {
		if i > 0 {
			lead = "  "
		}
		out = append(out, lead+text.Render(line))
	}
	when := Ago(e.LastAt, p.now) + " · lasts " + Span(e.Lifespan)
	return append(out, "  "+l.Quiet.Render(cell.Cut(m, when, p.width-2)))
}

// weight is the salience as a word and a bar, and what is left.
func (p *Panel) weight(e memory.Episode) string {
	label := memory.LabelOf(e.Salience)
	bar := 3
	if p.width >= 36 {
		bar = 4
	}
	return p.look.Label(label).Render(string(label)+" ▕"+cell.Bar(e.Salience, bar)+"▏") +
		p.look.Text.Render(fmt.Sprintf("%4s %%", percent(p.left(e))))
}

// percent is a share without its sign; all but nothing lost is not 100.
func percent(r float64) string {
	return fmt.Sprintf("%d", int(math.Round(r*100)))
}

// Ago is when something was, as short as it can be told apart from now.
func Ago(t, now time.Time) string {
	t = t.In(now.Location())
	days := int(memory.DayOf(now, 0) - memory.DayOf(t, 0))
	switch {
	case days == 0:
		return "today " + t.Format("15:04")
	case days == 1:
		return "yesterday " + t.Format("15:04")
	case 0 < days && days < 7:
		return t.Format("Mon 15:04")
	case t.Year() == now.Year():
		return t.Format("2 Jan")
	}
	return t.Format("2 Jan 2006")
}

// Span is a number of days in words.
func Span(days float64) string {
	n := func(x float64, one, many string) string {
		if r := math.Round(x); r > 1 {
			return fmt.Sprintf("%.0f %s", r, many)
		}
		return one
	}
	switch {
	case days < 10:
		return n(days, "a day", "days")
	case days < 60:
		return n(days/7, "a week", "weeks")
	case days < 330, 400 < days && days < 700:
		return n(days/30.4, "a month", "months")
	}
	return n(days/365, "a year", "years")
}

// Date writes the day of t: "7 Dec", with the year where it is not now's.
func Date(t, now time.Time) string {
	t = t.In(now.Location())
	if t.Year() == now.Year() {
		return t.Format("2 Jan")
	}
	return t.Format("2 Jan 2006")
}
