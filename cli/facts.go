package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"muisto/memory"
	"muisto/memory/store"
)

type factJSON struct {
	ID           string   `json:"id"`
	Text         string   `json:"text"`
	About        string   `json:"about"`
	Kind         string   `json:"kind"`
	Status       string   `json:"status"`
	Authority    string   `json:"authority"`
	Salience     float64  `json:"salience"`
	FormedAt     string   `json:"formed_at"`
	ValidUntil   *string  `json:"valid_until"`
	SupersededBy *string  `json:"superseded_by"`
	Reinforced   int      `json:"reinforced"`
	Sources      []string `json:"sources"`
	From         []string `json:"from"`
}

func factOf(f memory.Fact) factJSON {
	out := factJSON{
		ID: f.ID.String(), Text: f.Text, About: f.About, Kind: string(f.Kind), Status: string(f.Status),
		Authority: string(f.Authority), Salience: f.Salience, FormedAt: rfc3339(f.FormedAt),
		Reinforced: f.Reinforced, Sources: idsOf(f.Sources), From: []string{},
	}
	if f.ValidUntil != 0 {
		day := f.ValidUntil.String()
		out.ValidUntil = &day
	}
	if f.SupersededBy != 0 {
		by := f.SupersededBy.String()
		out.SupersededBy = &by
	}
	for _, d := range f.From {
		out.From = append(out.From, d.String())
	}
	return out
}

func factsCommand(g *global) *cobra.Command {
	all, once := false, false
	cmd := &cobra.Command{
		Use:   "facts",
		Short: "List the facts, those with the newest evidence first, then what was said only once",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return g.with(cmd.Context(), func(p *parts) error {
				facts, err := p.mind.Facts(cmd.Context(), store.FactQuery{Retired: all})
				if err != nil {
					return err
				}
				said, err := p.mind.SaidOnce(cmd.Context())
				if err != nil {
					return err
				}
				if g.json && once {
					return printJSON(cmd.OutOrStdout(), p.episodesJSON(said))
				}
				if g.json {
					return printJSON(cmd.OutOrStdout(), factsJSON(facts))
				}
				if once {
					facts = nil
				}
				if len(facts)+len(said) == 0 {
					return printLines(cmd.ErrOrStderr(), "no facts yet; nights make them of moments, \"muisto sleep --pass night\" runs one now")
				}
				return p.printFacts(cmd.OutOrStdout(), facts, said)
			})
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "include retired facts")
	cmd.Flags().BoolVar(&once, "said-once", false, "only what you said once about yourself, as moments")
	cmd.AddCommand(reviewCommands(g)...)
	return cmd
}

func factsJSON(facts []memory.Fact) []factJSON {
	list := []factJSON{}
	for _, f := range facts {
		list = append(list, factOf(f))
	}
	return list
}

// printFacts prints facts and, below them, what was said once.
func (p *parts) printFacts(w io.Writer, facts []memory.Fact, said []memory.Episode) error {
	var lines []string
	for _, f := range facts {
		lines = append(lines, factLine(f))
	}
	if len(said) > 0 {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, "said once:")
	}
	for _, e := range said {
		lines = append(lines, p.episodeLine(e))
	}
	return printLines(w, lines...)
}

// factLine is a fact as a line of text.
func factLine(f memory.Fact) string {
	line := fmt.Sprintf("%-5s %-6s %-6s %s", f.ID, f.Kind, memory.LabelOf(f.Salience), f.Text)
	var notes []string
	if f.ValidUntil != 0 {
		notes = append(notes, "until "+f.ValidUntil.String())
	}
	switch f.Status {
	case memory.Superseded:
		notes = append(notes, "superseded by "+f.SupersededBy.String())
	case memory.Closed, memory.Expired:
		notes = append(notes, string(f.Status))
	}
	if len(notes) > 0 {
		line += " (" + strings.Join(notes, ", ") + ")"
	}
	return line
}
