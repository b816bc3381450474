package lab

import (
	"fmt"
	"strings"

	"muisto/memory"
	"muisto/memory/amygdala"
	"muisto/ui/composer"
	"muisto/ui/look"
	"muisto/ui/panel"
)

// weigh is how a message gets its weight.
type weigh struct {
	at     int
	line   *composer.Composer
	act    int
	usual  int
	people []person
}

// person is how somebody usually writes.
type person struct {
	name   string
	normal amygdala.Normal
}

func newWeigh(l *look.Look) *weigh {
	f := &weigh{line: composer.New(l.Method), people: people()}
	f.line.SetText("NO!! The review is on THURSDAY!")
	return f
}

// people write as they do on two dozen ordinary days.
func people() []person {
	lines := []string{
		"paid the phone bill", "the bus was late again", "soup for dinner tonight", "walked around the bay",
		"two calls at work", "slept ok", "rain all afternoon", "long day at the office",
	}
	learn := func(write func(string) string) amygdala.Normal {
		var n amygdala.Normal
		for range 3 {
			for _, line := range lines {
				n = n.Learn(amygdala.Measure(write(line)))
			}
		}
		return n
	}
	return []person{
		{"quietly", learn(func(s string) string { return s })},
		{"with some force", learn(func(s string) string { return s + "!" })},
		{"loudly", learn(func(s string) string { return strings.ToUpper(s) + "!!!" })},
		{"not known yet", amygdala.Normal{}},
	}
}

func (f *weigh) name() string { return "Weigh" }

func (f *weigh) about() string {
	return "What was said sets a minimum weight; force, compared with how you usually write, can raise it."
}

func (f *weigh) controls() []control {
	acts := memory.Acts()
	return []control{
		{name: "message", share: -1, line: f.line},
		{name: "act", say: string(acts[f.act]), share: -1, turn: func(n int) { f.act = round(f.act+n, len(acts)) }},
		{name: "usual style", say: f.people[f.usual].name, share: -1, turn: func(n int) { f.usual = round(f.usual+n, len(f.people)) }},
	}
}

func (f *weigh) weighed() memory.Episode {
	intensity := amygdala.Intensity(amygdala.Measure(f.line.Text()), f.people[f.usual].normal)
	return amygdala.Weigh(memory.Episode{Act: memory.Acts()[f.act]}, intensity)
}

func (f *weigh) draw(l *look.Look, w, _ int) []string {
	e := f.weighed()
	label := memory.LabelOf(e.Salience)
	return []string{
		bar(l, w, "floor", e.Floor, "of a "+string(e.Act)),
		bar(l, w, "intensity", e.Intensity, "how it was said"),
		bar(l, w, "salience", e.Salience, "the higher of the two"),
		"",
		"  " + l.Label(label).Render(look.Mark(label)+" "+string(label)) + l.Text.Render(" · lasts "+panel.Span(e.Lifespan)) +
			l.Quiet.Render(fmt.Sprintf(" · S = 0.5 · 1460^%.2f = %.3g days", e.Salience, e.Lifespan)),
	}
}

// round goes round at the ends of n things.
func round(i, n int) int { return ((i % n) + n) % n }
