package panel

import (
	"fmt"
	"strings"
	"time"

	"muisto/harmless"
	"muisto/memory"
	"muisto/ui/cell"
)

// maxSourceLines is how many lines of a source message are shown; the place in
// the conversation has the whole.
const maxSourceLines = 4

// moment is one moment opened: all that is known of it and the messages that it
// came from.
type moment struct {
	episode memory.Episode
	sources []memory.Message
	loaded  bool
	rows
}

// OpenMoment shows one moment; its sources follow by SetSources.
func (p *Panel) OpenMoment(e memory.Episode) {
	p.open = append(p.open, &moment{episode: safeEpisode(e)})
}

// SetSources sets the messages behind the open moment, if it is still that one.
func (p *Panel) SetSources(id memory.EpisodeID, sources []memory.Message) {
	d, ok := p.top().(*moment)
	if !ok || d.episode.ID != id {
		return
	}
	d.loaded = true
	d.sources = make([]memory.Message, len(sources))
	for i, s := range sources {
		s.Text, s.Speaker = harmless.Text(s.Text), harmless.Line(s.Speaker)
		d.sources[i] = s
	}
}

func (d *moment) picked() any { return at(d.sources, d.sel) }

func (d *moment) lines(p *Panel) []string { return d.show(p, d.all(p)) }

func (d *moment) all(p *Panel) []string {
	e, l, m := d.episode, p.look, p.look.Method
	label := memory.LabelOf(e.Salience)
	out := []string{cell.Ends(m, l.Title.Render("Moment"), l.Quiet.Render(e.ID.String()), p.width), ""}
	for _, line := range cell.Wrap(m, p.spoken(e.What), p.width) {
		out = append(out, l.Text.Render(line))
	}
	out = append(out, "")
	row := func(name, value string) { out = append(out, p.row(name, value)...) }
	row("act", string(e.Act)+" by "+side(e.Actor))
	out = append(out, l.Quiet.Render(cell.Fit(m, "salience", 10))+
		l.Label(label).Render(fmt.Sprintf("%s ▕%s▏ %.2f", label, cell.Bar(e.Salience, 4), e.Salience)))
	row("because", fmt.Sprintf("%.2f for what it is, %.2f for how it was said", e.Floor, e.Intensity))
	row("about", e.About)
	row("who", p.who(e.Who))
	row("when", whenSaid(e))
	row("names", names(e.Names))
	row("said", e.LastAt.In(p.now.Location()).Format("Mon 2 Jan 2006, 15:04"))
	row("lasts", Span(e.Lifespan))
	row("left now", fmt.Sprintf("%.1f %%", 100*p.left(e)))
	row("half left", halfSaid(p.now, e.LastAt.Add(days(memory.DaysUntil(0.5, e.Lifespan, p.decay)))))
	out = append(out, "")
	if curve := p.curveLines(e); curve != nil {
		out = append(out, curve...)
		out = append(out, "")
	}
	return d.sourceLines(p, out)
}

// row is a named value; none if it is empty.
func (p *Panel) row(name, value string) []string {
	const column = 10
	if value == "" {
		return nil
	}
	l, m := p.look, p.look.Method
	var out []string
	for _, line := range cell.Wrap(m, value, p.width-column) {
		out = append(out, l.Quiet.Render(cell.Fit(m, name, column))+l.Text.Render(line))
		name = ""
	}
	return out
}

func (d *moment) sourceLines(p *Panel, out []string) []string {
	l, m := p.look, p.look.Method
	if !d.loaded {
		return out
	}
	out = append(out, l.Title.Render("From"))
	d.begin()
	for _, s := range d.sources {
		from := len(out)
		lead, style := "  ", l.Text
		if p.focused && d.at() {
			lead, style = l.Picked.Render("› "), l.Picked
		}
		name := s.Speaker
		if name == "" {
			name = side(s.Role)
		}
		at := l.Quiet.Render(s.At.Format("2 Jan 15:04"))
		out = append(out, lead+cell.Ends(m, style.Render(name), at, p.width-2))
		for _, line := range cell.Shorten(m, strings.TrimSpace(s.Text), p.width-2, maxSourceLines) {
			out = append(out, "  "+l.Text.Render(line))
		}
		d.span(from, len(out)-1)
	}
	return out
}

// who writes out who was part of a moment.
func (p *Panel) who(all []string) string {
	out := make([]string, len(all))
	for i, w := range all {
		switch strings.ToLower(w) {
		case "user", "the user":
			w = side(memory.RoleUser)
		case "agent", "the agent":
			w = side(memory.RoleAssistant)
		}
		out[i] = w
	}
	return strings.Join(out, ", ")
}

// halfSaid says when half is left.
func halfSaid(now, at time.Time) string {
	day := at.In(now.Location()).Format("2 Jan 2006")
	if ahead := at.Sub(now).Hours() / 24; ahead > 0 {
		return day + ", in " + Span(ahead)
	}
	return "since " + day
}

func side(r memory.Role) string {
	switch r {
	case memory.RoleUser:
		return "you"
	case memory.RoleAssistant:
		return "muisto"
	}
	return "someone else"
}

func whenSaid(e memory.Episode) string {
	if e.WhenAt == 0 {
		return e.When
	}
	at := e.WhenAt.Time(time.UTC).Format("Mon 2 Jan 2006")
	if e.When == "" {
		return at
	}
	return "“" + e.When + "”, " + at
}

func names(all []memory.Name) string {
	out := make([]string, len(all))
	for i, n := range all {
		out[i] = n.Text
		if n.Type != "" {
			out[i] += " (" + string(n.Type) + ")"
		}
	}
	return strings.Join(out, ", ")
}

func days(x float64) time.Duration {
	const most = 200 * 365 // a Duration holds some 290 years
	return time.Duration(min(x, most) * 24 * float64(time.Hour))
}
