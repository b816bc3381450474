package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"muisto/bench/locomo/trial"
)

// summary is what is printed; recalls are in percent, times in milliseconds.
type summary struct {
	Unit       string            `json:"unit"`
	Fading     bool              `json:"fading"`
	Routine    int               `json:"routine"`
	Memories   int               `json:"memories"`
	Overall    group             `json:"overall"`
	Categories map[string]*group `json:"categories"`
	MeanMS     float64           `json:"mean_ms"`
	P95MS      float64           `json:"p95_ms"`
}

type group struct {
	Questions int     `json:"questions"`
	R5        float64 `json:"r5"`
	R10       float64 `json:"r10"`
	R25       float64 `json:"r25"`
	R50       float64 `json:"r50"`
	// Nothing is how many brought nothing at all.
	Nothing int `json:"nothing"`
}

func (g *group) add(s trial.Score) {
	g.Questions++
	if s.Nothing {
		g.Nothing++
	}
	for i, r := range []*float64{&g.R5, &g.R10, &g.R25, &g.R50} {
		*r += (100*s.Found[i] - *r) / float64(g.Questions)
	}
}

func summarise(o options, memories int, scores []trial.Score) summary {
	s := summary{Unit: o.unit, Fading: o.fading, Routine: o.routine, Memories: memories, Categories: map[string]*group{}}
	var took []time.Duration
	for _, score := range scores {
		name := fmt.Sprint(score.Category)
		if s.Categories[name] == nil {
			s.Categories[name] = new(group)
		}
		s.Overall.add(score)
		s.Categories[name].add(score)
		took = append(took, score.Took)
		s.MeanMS += score.Took.Seconds() * 1000 / float64(len(scores))
	}
	slices.Sort(took)
	if n := len(took); n > 0 {
		s.P95MS = took[(n-1)*95/100].Seconds() * 1000
	}
	return s
}

func (s summary) print(to io.Writer, asJSON bool) error {
	if asJSON {
		e := json.NewEncoder(to)
		e.SetIndent("", "  ")
		return e.Encode(s)
	}
	w := tabwriter.NewWriter(to, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%s\tquestions\tR@5\tR@10\tR@25\tR@50\tnothing\t\n", s.Unit)
	row := func(name string, g group) {
		fmt.Fprintf(w, "%s\t%d\t%.1f\t%.1f\t%.1f\t%.1f\t%d\t\n", name, g.Questions, g.R5, g.R10, g.R25, g.R50, g.Nothing)
	}
	row("overall", s.Overall)
	for _, name := range slices.Sorted(maps.Keys(s.Categories)) {
		row("category "+name, *s.Categories[name])
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(to, "\n%d memories; mean %.2f ms, p95 %.2f ms a question\n", s.Memories, s.MeanMS, s.P95MS)
	return err
}
