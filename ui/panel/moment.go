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
	sel     int // the source that is picked
	top     int // the first line seen
	// picked are the first and last line of the picked source.
	pickedFrom, pickedTo int
	moved                bool
}

// Open shows one moment; its sources follow by SetSources.
func (p *Panel) Open(e memory.Episode) { p.moment = &moment{episode: safeEpisode(e)} }

// Opened is the moment that is open.
func (p *Panel) Opened() (memory.Episode, bool) {
	if p.moment == nil {
		return memory.Episode{}, false
	}
	return p.moment.episode, true
}

// Close shows the list again.
func (p *Panel) Close() { p.moment = nil }

// SetSources sets the messages behind the open moment, if it is still that one.
func (p *Panel) SetSources(id memory.EpisodeID, sources []memory.Message) {
	if p.moment == nil || p.moment.episode.ID != id {
		return
	}
	p.moment.loaded = true
	p.moment.sources = make([]memory.Message, len(sources))
	for i, s := range sources {
		s.Text, s.Speaker = harmless.Text(s.Text), harmless.Line(s.Speaker)
		p.moment.sources[i] = s
	}
}

// PickedSource is the message under the cursor in the open moment.
func (p *Panel) PickedSource() (memory.Message, bool) {
	if p.moment == nil || p.moment.sel >= len(p.moment.sources) {
		return memory.Message{}, false
	}
	return p.moment.sources[p.moment.sel], true
}

func (d *moment) move(n int) {
	to := d.sel + n
	if to < 0 || to >= len(d.sources) {
		d.scroll(n)
		return
	}
	d.sel, d.moved = to, true
}

func (d *moment) scroll(n int) { d.top = max(d.top+n, 0) }

func (d *moment) lines(p *Panel) []string {
	all := d.all(p)
	if d.moved { // bring the picked message into sight
		d.top = min(d.top, d.pickedFrom)
		d.top = max(d.top, d.pickedTo-p.height+1)
		d.moved = false
	}
	d.top = max(min(d.top, len(all)-p.height), 0)
	return all[d.top:min(d.top+p.height, len(all))]
}

func (d *moment) all(p *Panel) []string {
	e, l, m := d.episode, p.look, p.look.Method
	label := memory.LabelOf(e.Salience)
	out := []string{cell.Ends(m, l.Title.Render("Moment"), l.Quiet.Render(e.ID.String()), p.width), ""}
	for _, line := range cell.Wrap(m, e.What, p.width) {
		out = append(out, l.Text.Render(line))
	}
	out = append(out, "")
	row := func(name, value string) {
		if value == "" {
			return
		}
		for i, line := range cell.Wrap(m, value, p.width-10) {
			if i > 0 {
				name = ""
			}
			out = append(out, l.Quiet.Render(cell.Fit(m, name, 10))+l.Text.Render(line))
		}
	}
	row("act", string(e.Act)+" by the "+side(e.Actor))
	out = append(out, l.Quiet.Render(cell.Fit(m, "salience", 10))+
		l.Label(label).Render(fmt.Sprintf("%s ▕%s▏ %.2f", label, cell.Bar(e.Salience, 4), e.Salience)))
	row("floor", fmt.Sprintf("%.2f, from the act", e.Floor))
	row("intensity", fmt.Sprintf("%.2f, how it was said", e.Intensity))
	row("about", e.About)
	row("who", strings.Join(e.Who, ", "))
	row("when", whenSaid(e))
	row("names", names(e.Names))
	row("said", e.LastAt.In(p.now.Location()).Format("Mon 2 Jan 2006, 15:04"))
	row("lasts", fmt.Sprintf("%s, S = %.3g d", Span(e.Lifespan), e.Lifespan))
	row("left now", fmt.Sprintf("%.1f %%", 100*p.left(e)))
	out = append(out, "")
	if curve := p.curveLines(e); curve != nil {
		out = append(out, curve...)
		out = append(out, "")
	}
	return d.sourceLines(p, out)
}

func (d *moment) sourceLines(p *Panel, out []string) []string {
	l, m := p.look, p.look.Method
	if !d.loaded {
		return out
	}
	out = append(out, l.Title.Render("From"))
	for i, s := range d.sources {
		from := len(out)
		lead, style := "  ", l.Text
		if p.focused && i == d.sel {
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
		if i == d.sel {
			d.pickedFrom, d.pickedTo = from, len(out)-1
		}
	}
	return out
}

func side(r memory.Role) string {
	if r == memory.RoleAssistant {
		return "agent"
	}
	return "user"
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
