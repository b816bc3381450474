package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/mind"
	"muisto/model/builtin"
)

// explainedJSON is one message and what was found in it.
type explainedJSON struct {
	Conversation string       `json:"conversation"`
	Message      string       `json:"message"`
	At           string       `json:"at"`
	Role         string       `json:"role"`
	Speaker      string       `json:"speaker"`
	Parts        []partJSON   `json:"parts"`
	Moments      []momentJSON `json:"moments"`
}

// partJSON is a sentence or clause; an empty act is not kept.
type partJSON struct {
	Text string `json:"text"`
	Act  string `json:"act"`
	Rule string `json:"rule"`
}

// momentJSON is a moment that would be made. It stands with the first of its
// sources.
type momentJSON struct {
	What    string     `json:"what"`
	About   string     `json:"about"`
	Who     []string   `json:"who"`
	When    string     `json:"when"`
	WhenAt  *string    `json:"when_at"`
	Act     string     `json:"act"`
	Names   []nameJSON `json:"names"`
	Sources []string   `json:"sources"`
}

// explainCapture says what the built-in model finds in what is waiting.
func (p *parts) explainCapture(cmd *cobra.Command, asJSON bool) error {
	e := explainer{model: builtin.New(p.config.Memory.DayTurn), turn: p.config.Memory.DayTurn, known: map[string]bool{}}
	list := newJSONList(cmd.OutOrStdout())
	err := p.mind.PreviewCapture(cmd.Context(), mind.CaptureScope{}, func(b hippocampus.Batch) error {
		explained, err := e.explain(cmd, b)
		if err != nil {
			return err
		}
		for _, x := range explained {
			if asJSON {
				err = list.add(x)
			} else {
				err = printLines(cmd.OutOrStdout(), x.lines()...)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !asJSON {
		return err
	}
	return list.end()
}

// explainer goes through batches as a capture would: names that were met in
// one are known in the next.
type explainer struct {
	model builtin.Model
	turn  int
	names []memory.Name
	known map[string]bool
}

func (e *explainer) explain(cmd *cobra.Command, b hippocampus.Batch) ([]explainedJSON, error) {
	b.Known = append(b.Known[:len(b.Known):len(b.Known)], e.names...)
	encoding, err := hippocampus.Encode(cmd.Context(), e.model, e.model, b, e.turn)
	if err != nil {
		return nil, err
	}
	ids := make(map[int64]string, len(b.Messages))
	moments := make(map[int64][]momentJSON)
	for _, m := range b.Messages {
		ids[m.Key] = m.ID
	}
	for _, d := range encoding.Drafts {
		first := d.Episode.Sources[0].Key
		moments[first] = append(moments[first], momentOf(d.Episode, ids))
		e.meet(d.Episode.Names)
	}
	var list []explainedJSON
	for _, x := range e.model.Explain(b) {
		m := b.Messages[x.Message]
		out := explainedJSON{
			Conversation: b.Conversation, Message: m.ID, At: rfc3339(m.At), Role: string(m.Role), Speaker: m.Speaker,
			Parts: []partJSON{}, Moments: some(moments[m.Key]),
		}
		for _, part := range x.Parts {
			out.Parts = append(out.Parts, partJSON{part.Text, string(part.Act), part.Rule})
		}
		list = append(list, out)
	}
	return list, nil
}

// maxMet bounds how many new names are carried along.
const maxMet = 200

func (e *explainer) meet(names []memory.Name) {
	for _, n := range names {
		if !e.known[n.Key()] && len(e.names) < maxMet {
			e.known[n.Key()] = true
			e.names = append(e.names, n)
		}
	}
}

func momentOf(e memory.Episode, ids map[int64]string) momentJSON {
	out := momentJSON{
		What: e.What, About: e.About, Who: some(e.Who), When: e.When, Act: string(e.Act), Names: []nameJSON{}, Sources: []string{},
	}
	if e.WhenAt != 0 {
		day := e.WhenAt.String()
		out.WhenAt = &day
	}
	for _, n := range e.Names {
		out.Names = append(out.Names, nameJSON{n.Text, string(n.Type)})
	}
	for _, s := range e.Sources {
		out.Sources = append(out.Sources, ids[s.Key])
	}
	return out
}

// lines words what was found in a message for people.
func (x explainedJSON) lines() []string {
	who := x.Role
	if x.Speaker != "" {
		who += " " + x.Speaker
	}
	lines := []string{fmt.Sprintf("%s/%s  %s  %s", x.Conversation, x.Message, x.At, who)}
	for _, p := range x.Parts {
		act := p.Act
		if act == "" {
			act = "nothing"
		}
		line := fmt.Sprintf("  %-11s %s", act, strings.Join(strings.Fields(p.Text), " "))
		if p.Rule != "" {
			line += "  (" + p.Rule + ")"
		}
		lines = append(lines, line)
	}
	for _, m := range x.Moments {
		lines = append(lines, "  → "+m.Act+": "+m.What, "      about "+m.About)
		if len(m.Names) > 0 {
			var names []string
			for _, n := range m.Names {
				names = append(names, n.Name+" ("+n.Type+")")
			}
			lines = append(lines, "      names "+strings.Join(names, ", "))
		}
		if m.When != "" {
			when := "      when  " + m.When
			if m.WhenAt != nil {
				when += " = " + *m.WhenAt
			}
			lines = append(lines, when)
		}
	}
	return lines
}
