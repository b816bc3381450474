package panel

import (
	"fmt"
	"strings"
	"time"

	"muisto/chat"
	"muisto/harmless"
	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/look"
	"muisto/ui/pick"
)

// factList is what the agent takes to be so.
type factList struct {
	facts   []memory.Fact
	loaded  bool
	retired bool // those that stand no more are listed too
	pick.List
}

// MaxFacts is how many facts are asked for at most.
const MaxFacts = 2000

// SetFacts shows the facts anew; the one that is picked stays so.
func (p *Panel) SetFacts(facts []memory.Fact) {
	var picked memory.FactID
	if f, ok := at(p.facts.facts, p.facts.Sel).(memory.Fact); ok && p.focused && p.facts.Sel > 0 {
		picked = f.ID
	}
	p.facts.facts, p.facts.loaded = make([]memory.Fact, len(facts)), true
	p.facts.Reset()
	for i, f := range facts {
		p.facts.facts[i] = SafeFact(f)
		if f.ID == picked {
			p.facts.Sel = i
		}
	}
}

// Retired reports whether facts that stand no more are listed too.
func (p *Panel) Retired() bool { return p.facts.retired }

// ToggleRetired lists them, or not; the facts must be read again.
func (p *Panel) ToggleRetired() { p.facts.retired = !p.facts.retired }

// SafeFact makes all text of a fact harmless.
func SafeFact(f memory.Fact) memory.Fact {
	f.Text, f.About = harmless.Line(f.Text), harmless.Line(f.About)
	f.Kind, f.Status = memory.FactKind(harmless.Line(string(f.Kind))), memory.FactStatus(harmless.Line(string(f.Status)))
	f.Authority = memory.Authority(harmless.Line(string(f.Authority)))
	f.Names = safeNames(f.Names)
	return f
}

func (l *factList) about(c chat.Counts) string {
	if l.retired {
		return fmt.Sprintf("%d active · %d retired", c.Facts, c.Retired)
	}
	return fmt.Sprintf("%d active", c.Facts)
}

func (l *factList) lines(p *Panel, height int) []string {
	if len(l.facts) == 0 {
		if !l.loaded {
			return nil
		}
		return p.quiet("No facts yet. Corrections you make, and things that come up on several days, become facts at night. /sleep night runs a night now.")
	}
	return l.Lines(len(l.facts), height, 1, func(i int) []string {
		return p.factEntry(l.facts[i], p.focused && i == l.Sel)
	})
}

// factEntry is a fact in a list: its kind and weight, the sentence, and what it
// rests on.
func (p *Panel) factEntry(f memory.Fact, picked bool) []string {
	l, m := p.look, p.look.Method
	label := memory.LabelOf(f.Salience)
	kind := KindWord(f.Kind)
	mark, style := look.Mark(label), l.Label(label)
	if f.Status != memory.Active {
		kind, mark, style = StatusWord(f.Status), "×", l.Quiet
	}
	weight := string(label) + " ▕" + cell.Bar(f.Salience, 4) + "▏"
	out := []string{cell.Ends(m, style.Render(mark+" "+kind), style.Render(weight), p.width)}
	text, lead := l.Text, "  "
	if f.Status != memory.Active {
		text = l.Quiet
	}
	if picked {
		text, lead = l.Picked, l.Picked.Render("› ")
	}
	for _, line := range cell.Shorten(m, p.spoken(f.Text), p.width-2, maxWhat+1) {
		out = append(out, lead+text.Render(line))
		lead = "  "
	}
	return append(out, "  "+l.Quiet.Render(cell.Cut(m, p.factFoot(f), p.width-2)))
}

func (p *Panel) factFoot(f memory.Fact) string {
	var parts []string
	if f.Status == memory.Superseded {
		parts = append(parts, "now "+f.SupersededBy.String())
	}
	if f.ValidUntil != 0 {
		parts = append(parts, "until "+p.day(f.ValidUntil))
	}
	if f.Authority == memory.ByAgent {
		parts = append(parts, "muisto's word")
	}
	if len(f.From) > 0 {
		parts = append(parts, "from "+p.days(f.From))
	}
	return strings.Join(parts, " · ")
}

// days names the last few of some days, the newest first.
func (p *Panel) days(all []memory.Day) string {
	const most = 3
	var out []string
	for i := len(all) - 1; i >= 0 && len(out) < most; i-- {
		out = append(out, p.day(all[i]))
	}
	if len(all) > most {
		out = append(out, fmt.Sprintf("%d more", len(all)-most))
	}
	return strings.Join(out, ", ")
}

func (p *Panel) day(d memory.Day) string {
	t := d.Time(time.UTC)
	if t.Year() == p.now.Year() {
		return t.Format("2 Jan")
	}
	return t.Format("2 Jan 2006")
}

// fact is one fact opened: all that is known of it, what stands in its place,
// and the moments that it rests on.
type fact struct {
	fact    memory.Fact
	by      *memory.Fact // in its place
	moments []memory.Episode
	loaded  bool
	rows
}

// OpenFact shows one fact; its moments follow by SetMomentsOf.
func (p *Panel) OpenFact(f memory.Fact) { p.open = append(p.open, &fact{fact: SafeFact(f)}) }

// SetMomentsOf sets the moments behind the open fact, and the fact in its place
// if there is one.
func (p *Panel) SetMomentsOf(id memory.FactID, episodes []memory.Episode, by *memory.Fact) {
	d, ok := p.top().(*fact)
	if !ok || d.fact.ID != id {
		return
	}
	d.moments, d.loaded = SafeMoments(episodes), true
	if by != nil {
		f := SafeFact(*by)
		d.by = &f
	}
}

func (d *fact) picked() any { return at(d.moments, d.sel) }

func (d *fact) lines(p *Panel) []string { return d.show(p, d.all(p)) }

func (d *fact) all(p *Panel) []string {
	f, l, m := d.fact, p.look, p.look.Method
	label := memory.LabelOf(f.Salience)
	out := []string{cell.Ends(m, l.Title.Render("Fact"), l.Quiet.Render(f.ID.String()), p.width), ""}
	for _, line := range cell.Wrap(m, p.spoken(f.Text), p.width) {
		out = append(out, l.Text.Render(line))
	}
	out = append(out, "")
	row := func(name, value string) { out = append(out, p.row(name, value)...) }
	row("status", StatusWord(f.Status))
	if d.by != nil {
		row("now", p.spoken(d.by.Text))
	}
	row("kind", KindWord(f.Kind))
	out = append(out, l.Quiet.Render(cell.Fit(m, "weight", 10))+
		l.Label(label).Render(fmt.Sprintf("%s ▕%s▏ %.2f", label, cell.Bar(f.Salience, 4), f.Salience)))
	row("about", f.About)
	row("rests on", WordOf(f.Authority))
	if f.ValidUntil != 0 {
		row("until", p.day(f.ValidUntil))
	}
	row("formed", f.FormedAt.In(p.now.Location()).Format("Mon 2 Jan 2006"))
	if f.Reinforced > 0 {
		row("repeated", Count(f.Reinforced, "time"))
	}
	row("names", names(f.Names))
	if !d.loaded {
		return out
	}
	out = append(out, "", l.Title.Render("From"))
	d.begin()
	for _, e := range d.moments {
		from := len(out)
		out = append(out, p.entry(e, p.focused && d.at())...)
		d.span(from, len(out)-1)
		out = append(out, "")
	}
	return out
}

// KindWord is the kind of a fact in a plain word.
func KindWord(k memory.FactKind) string {
	switch k {
	case memory.World:
		return "fact"
	case memory.Habit:
		return "regular"
	case memory.State:
		return "for now"
	case memory.Wish:
		return "wish"
	}
	return string(k)
}

// WordOf says whose word a fact rests on.
func WordOf(a memory.Authority) string {
	if a == memory.ByAgent {
		return "muisto's word"
	}
	return "your word"
}

// StatusWord is what became of a fact in a plain word.
func StatusWord(s memory.FactStatus) string {
	switch s {
	case memory.Superseded:
		return "replaced"
	case memory.Closed:
		return "retired"
	}
	return string(s)
}
