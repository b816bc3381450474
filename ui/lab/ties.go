package lab

import (
	"fmt"
	"slices"
	"time"

	"muisto/memory"
	"muisto/memory/neocortex"
	"muisto/ui/look"
	"muisto/ui/panel"
)

// ties is what ties moments into groups.
type ties struct {
	at      int
	moments []memory.Episode
	names   []string
	off     map[string]bool
	picked  int
}

func newTies() *ties {
	f := &ties{off: map[string]bool{}}
	day := time.Date(2026, time.September, 1, 12, 0, 0, 0, time.UTC)
	for i, m := range []struct {
		what  string
		names []string
	}{
		{"Noor has a cabin in Bergen.", []string{"Noor", "Bergen"}},
		{"Tomas reviews Heron.", []string{"Tomas", "Heron"}},
		{"Tomas is off to Bergen.", []string{"Tomas", "Bergen"}},
		{"Heron passed, says Tomas.", []string{"Tomas", "Heron"}},
		{"Noor packed for Bergen.", []string{"Noor", "Bergen"}},
		{"Sara sang at St Olaf.", []string{"Sara", "St Olaf"}},
		{"St Olaf tours, says Sara.", []string{"Sara", "St Olaf"}},
		{"Heron waits, says Sara.", []string{"Sara", "Heron"}},
	} {
		e := memory.Episode{ID: memory.EpisodeID(i + 1), What: m.what, Act: memory.Observation, LastAt: day.AddDate(0, 0, i), Day: memory.DayOf(day.AddDate(0, 0, i), 0)}
		for _, n := range m.names {
			e.Names = append(e.Names, memory.Name{Text: n, Type: memory.Thing})
			if !slices.Contains(f.names, n) {
				f.names = append(f.names, n)
			}
		}
		f.moments = append(f.moments, e)
	}
	return f
}

func (f *ties) name() string { return "Ties" }

func (f *ties) about() string {
	return "Shared names tie moments by their weights; moments that are tied form a group."
}

func (f *ties) controls() []control {
	n := f.names[f.picked]
	say := n + ": on"
	if f.off[n] {
		say = n + ": off"
	}
	return []control{{name: "name", say: say, share: -1,
		turn:   func(n int) { f.picked = round(f.picked+n, len(f.names)) },
		toggle: func() { f.off[f.names[f.picked]] = !f.off[f.names[f.picked]] },
	}}
}

// divided are the moments with the names that are on, and what the first four
// steps of a pass make of them.
func (f *ties) divided() ([]memory.Episode, neocortex.Parts) {
	moments := slices.Clone(f.moments)
	window := make([]memory.EpisodeRef, len(moments))
	for i, e := range moments {
		moments[i].Names = slices.DeleteFunc(slices.Clone(e.Names), func(n memory.Name) bool { return f.off[n.Text] })
		window[i] = neocortex.MomentOf(moments[i])
	}
	return moments, neocortex.Divide(window, nil, neocortex.MaxGroup)
}

func (f *ties) draw(l *look.Look, w, _ int) []string {
	moments, parts := f.divided()
	weights := make([]memory.WeighedName, len(f.names))
	for i, n := range f.names {
		weights[i].Name = n
		if k := slices.Index(parts.Names.Keys, n); k >= 0 {
			weights[i].Weight = float64(parts.Weights[k])
		}
	}
	var rows []memory.Episode
	var marks []string
	groups := 0
	for _, g := range parts.Groups {
		mark := "·"
		if len(g) > 1 {
			mark = string(rune('A' + groups))
			groups++
		}
		for _, i := range g {
			rows, marks = append(rows, moments[i]), append(marks, "  "+mark)
		}
	}
	said := fmt.Sprintf("%s, %s", panel.Count(parts.Ties.Len(), "tie"), panel.Count(groups, "group"))
	out := []string{"  " + l.Text.Render(said), ""}
	if drawn := panel.Ties(l, w, rows, weights, f.picked, marks); drawn != nil {
		return append(out, drawn...)
	}
	for i, e := range rows {
		out = append(out, l.Accent.Render(marks[i])+" "+l.Text.Render(e.What))
	}
	return out
}
