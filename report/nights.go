package report

import (
	"fmt"
	"math"
	"strings"

	"muisto/harmless"
	"muisto/memory"
)

// maxNodes is how many moments of a group are drawn.
const maxNodes = 24

// night is a pass, with the groups of which facts came.
type night struct {
	Name, Days, Sum string
	Groups          []group
	Stayed          int // moments of groups of which nothing came
}

type group struct {
	Names  string
	Edges  []edge
	Nodes  []node
	Facts  []string
	Hidden int
}

type edge struct{ X1, Y1, X2, Y2, Width string }

type node struct{ ID, X, Y, TextX, TextY, Text string }

// The size of the graph of a group.
const (
	graphSize   = 320.0
	graphRadius = 118.0
)

func (m Memory) nights() []night {
	texts := map[memory.EpisodeID]string{}
	for _, e := range m.Moments {
		texts[e.ID] = m.say(e.What)
	}
	facts := map[memory.FactID]string{}
	for _, f := range m.Facts {
		facts[f.ID] = m.say(f.Text)
	}
	var out []night
	for _, r := range m.Nights {
		n := night{Name: title(string(r.Pass.Kind)), Days: dayName(r.Pass.To)}
		if r.Pass.From != r.Pass.To && r.Pass.From != 0 {
			n.Days = dayName(r.Pass.From) + " to " + n.Days
		}
		n.Sum = fmt.Sprintf("%s, %s", counted(r.Moments, "moment"), counted(len(r.Groups), "group"))
		for _, g := range r.Groups {
			if g.Outcome != memory.BecameFacts {
				n.Stayed += len(g.Episodes)
				continue
			}
			n.Groups = append(n.Groups, draw(g, texts, facts))
		}
		out = append(out, n)
	}
	return out
}

// draw puts the moments of a group on a circle, with a line for each tie, wider
// the more it weighs.
func draw(g memory.GroupRecord, texts map[memory.EpisodeID]string, facts map[memory.FactID]string) group {
	var out group
	var names []string
	for _, n := range g.Names {
		names = append(names, fmt.Sprintf("%s %.1f", harmless.Line(n.Name), n.Weight))
	}
	out.Names = strings.Join(names, " + ")
	n := min(len(g.Episodes), maxNodes)
	out.Hidden = len(g.Episodes) - n
	at := func(i int) (x, y, angle float64) {
		angle = 2*math.Pi*float64(i)/float64(n) - math.Pi/2
		return graphSize/2 + graphRadius*math.Cos(angle), graphSize/2 + graphRadius*math.Sin(angle), angle
	}
	heaviest := 0.0
	for _, t := range g.Ties {
		heaviest = max(heaviest, t.Weight)
	}
	for _, t := range g.Ties {
		if t.A < 0 || t.B < 0 || t.A >= n || t.B >= n || heaviest <= 0 {
			continue
		}
		x1, y1, _ := at(t.A)
		x2, y2, _ := at(t.B)
		out.Edges = append(out.Edges, edge{number(x1), number(y1), number(x2), number(y2), number(0.8 + 4*t.Weight/heaviest)})
	}
	for i, id := range g.Episodes[:n] {
		x, y, angle := at(i)
		out.Nodes = append(out.Nodes, node{
			ID: id.String(), X: number(x), Y: number(y), Text: texts[id],
			TextX: number(x + 20*math.Cos(angle)), TextY: number(y + 20*math.Sin(angle) + 4),
		})
	}
	for _, c := range g.Changes {
		if text := facts[c.Fact]; text != "" {
			out.Facts = append(out.Facts, harmless.Line(string(c.Effect))+": "+text)
		}
	}
	return out
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func title(s string) string {
	s = harmless.Line(s)
	if s == "" {
		return "Pass"
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
