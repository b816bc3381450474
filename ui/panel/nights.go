package panel

import (
	"fmt"
	"strings"

	"muisto/harmless"
	"muisto/memory"
	"muisto/ui/cell"
	"muisto/ui/pick"
)

// MaxNights is how many passes are asked for.
const MaxNights = 60

// nightList is the passes on record, the newest first.
type nightList struct {
	records []memory.PassRecord
	loaded  bool
	pick.List
}

// SetNights shows the passes anew; one that is open fills in.
func (p *Panel) SetNights(records []memory.PassRecord) {
	p.nights.records, p.nights.loaded = make([]memory.PassRecord, len(records)), true
	for i, r := range records {
		p.nights.records[i] = safeRecord(r)
	}
	for _, v := range p.open {
		d, ok := v.(*night)
		if !ok {
			continue
		}
		for _, r := range p.nights.records {
			if r.ID == d.record.ID {
				d.record = r
			}
		}
	}
}

func safeRecord(r memory.PassRecord) memory.PassRecord {
	r.Pass.Kind = memory.PassKind(harmless.Line(string(r.Pass.Kind)))
	groups := make([]memory.GroupRecord, len(r.Groups))
	for i, g := range r.Groups {
		g.Reason, g.Outcome = harmless.Line(g.Reason), memory.Outcome(harmless.Line(string(g.Outcome)))
		names := make([]memory.WeighedName, len(g.Names))
		for j, n := range g.Names {
			names[j] = memory.WeighedName{Name: harmless.Line(n.Name), Weight: n.Weight}
		}
		changes := make([]memory.FactChange, len(g.Changes))
		for j, c := range g.Changes {
			c.Effect = memory.Effect(harmless.Line(string(c.Effect)))
			changes[j] = c
		}
		g.Names, g.Changes = names, changes
		groups[i] = g
	}
	r.Groups = groups
	return r
}

func (l *nightList) about() string { return "what the last nights changed" }

func (l *nightList) lines(p *Panel, height int) []string {
	if len(l.records) == 0 {
		if !l.loaded {
			return nil
		}
		return p.quiet("No nights yet. At night, moments that share names are grouped, and some become facts. /sleep night runs one now.")
	}
	return l.Lines(len(l.records), height, 1, func(i int) []string {
		return p.nightEntry(l.records[i], p.focused && i == l.Sel)
	})
}

// Nights are the passes as they were set, harmless.
func (p *Panel) Nights() []memory.PassRecord { return p.nights.records }

// NightEntry is a pass in a list as wide as the panel: what it saw, what came
// of it, and the groups that became facts.
func (p *Panel) NightEntry(r memory.PassRecord, picked bool) []string {
	l, m := p.look, p.look.Method
	out := p.nightEntry(r, picked)
	for _, g := range r.Groups {
		if ties := tiesOf(g); g.Outcome == memory.BecameFacts && ties != "" {
			line := l.Good.Render("● "+outcome(g)) + "  " + l.Accent.Render(ties)
			out = append(out, "  "+cell.Cut(m, line, p.width-2))
		}
	}
	return out
}

// nightEntry is a pass in the list: what it saw, and what came of it.
func (p *Panel) nightEntry(r memory.PassRecord, picked bool) []string {
	l, m := p.look, p.look.Method
	title, lead := l.Title, "  "
	if picked {
		title, lead = l.Picked, l.Picked.Render("› ")
	}
	ran := l.Quiet.Render(Ago(r.RanAt, p.now))
	out := []string{lead + cell.Ends(m, title.Render(passName(r.Pass)), ran, p.width-2)}
	line := func(text string) { out = append(out, "  "+l.Quiet.Render(cell.Cut(m, text, p.width-2))) }
	line(p.passDays(r.Pass))
	line(passSaw(r))
	for _, text := range passDid(r) {
		out = append(out, "  "+l.Text.Render(cell.Cut(m, text, p.width-2)))
	}
	return append(out, p.runningLines(r)...)
}

// runningLines tells how far a pass is that is not finished.
func (p *Panel) runningLines(r memory.PassRecord) []string {
	if r.Finished {
		return nil
	}
	l := p.look
	if p.status.Pass != string(r.Pass.Kind) {
		return []string{"  " + l.Warn.Render("interrupted; the next night continues")}
	}
	text := "running…"
	if p.status.Groups > 0 {
		share := float64(p.status.Group) / float64(p.status.Groups)
		text = fmt.Sprintf("group %d of %d ▕%s▏", p.status.Group, p.status.Groups, cell.Bar(share, 8))
	}
	return []string{"  " + l.Accent.Render(text)}
}

func passName(pass memory.Pass) string {
	if pass.Kind == "" {
		return "Pass"
	}
	name := string(pass.Kind)
	return strings.ToUpper(name[:1]) + name[1:]
}

func (p *Panel) passDays(pass memory.Pass) string {
	switch {
	case pass.From == pass.To:
		return pass.To.Weekday().String()[:3] + " " + p.day(pass.To)
	case pass.From == 0:
		return "to " + p.day(pass.To)
	}
	return p.day(pass.From) + " to " + p.day(pass.To)
}

func passSaw(r memory.PassRecord) string {
	text := Count(r.Moments, "moment") + ", " + Count(len(r.Groups), "group")
	if r.Calls > 0 {
		text += ", " + Count(r.Calls, "call")
	}
	return text
}

// passDid sums up what a pass did to facts.
func passDid(r memory.PassRecord) []string {
	n := map[memory.Effect]int{}
	for _, g := range r.Groups {
		for _, c := range g.Changes {
			n[c.Effect]++
		}
	}
	var out []string
	for _, e := range []struct {
		effect memory.Effect
		sign   string
		what   string
	}{
		{memory.Formed, "+", "formed"},
		{memory.Reinforced, "=", "came up again"},
		{memory.Replaced, "×", "replaced"},
		{memory.TakenBack, "×", "withdrawn"},
		{memory.RunOut, "×", "expired"},
	} {
		if n[e.effect] > 0 {
			out = append(out, fmt.Sprintf("%s %s %s", e.sign, Count(n[e.effect], "fact"), e.what))
		}
	}
	if r.Left > 0 {
		out = append(out, "… "+Count(r.Left, "group")+" left for the next night")
	}
	if len(out) == 0 && r.Finished {
		out = append(out, "no new facts")
	}
	return out
}

// night is one pass opened: each group, what tied it, and what became of it.
type night struct {
	record   memory.PassRecord
	episodes map[memory.EpisodeID]memory.Episode
	facts    map[memory.FactID]memory.Fact
	things   []any // what can be picked, in order
	unfolded bool  // the groups of which nothing came are shown
	rows
}

// OpenNight shows one pass; what it is about follows by SetNight.
func (p *Panel) OpenNight(r memory.PassRecord) {
	p.open = append(p.open, &night{record: safeRecord(r)})
}

// OpenedNight is the pass that is open on top.
func (p *Panel) OpenedNight() (memory.PassRecord, bool) {
	d, ok := p.top().(*night)
	if !ok {
		return memory.PassRecord{}, false
	}
	return d.record, true
}

// Unfold shows the groups of which nothing came, or folds them again, where their
// line is picked; it reports whether it is.
func (p *Panel) Unfold() bool {
	d, ok := p.top().(*night)
	if !ok {
		return false
	}
	_, ok = d.picked().(fold)
	if ok {
		d.unfolded = !d.unfolded
	}
	return ok
}

// SetNight gives the moments and facts of an open pass.
func (p *Panel) SetNight(id int64, episodes []memory.Episode, facts []memory.Fact) {
	for _, v := range p.open {
		d, ok := v.(*night)
		if !ok || d.record.ID != id {
			continue
		}
		d.episodes, d.facts = map[memory.EpisodeID]memory.Episode{}, map[memory.FactID]memory.Fact{}
		for _, e := range SafeMoments(episodes) {
			d.episodes[e.ID] = e
		}
		for _, f := range facts {
			d.facts[f.ID] = SafeFact(f)
		}
	}
}

func (d *night) picked() any { return at(d.things, d.sel) }

func (d *night) lines(p *Panel) []string { return d.show(p, d.all(p)) }
