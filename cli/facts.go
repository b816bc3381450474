package cli

import (
	"fmt"
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
	all := false
	cmd := &cobra.Command{
		Use:   "facts",
		Short: "List what is known, the newest evidence first",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return g.with(cmd.Context(), func(p *parts) error {
				facts, err := p.mind.Facts(cmd.Context(), store.FactQuery{Retired: all})
				if err != nil {
					return err
				}
				if g.json {
					list := []factJSON{}
					for _, f := range facts {
						list = append(list, factOf(f))
					}
					return printJSON(cmd.OutOrStdout(), list)
				}
				for _, f := range facts {
					if err := printLines(cmd.OutOrStdout(), factLine(f)); err != nil {
						return err
					}
				}
				if len(facts) == 0 {
					return printLines(cmd.ErrOrStderr(), "no facts yet; nights make them of moments, \"muisto sleep --pass night\" runs one now")
				}
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "include retired facts")
	cmd.AddCommand(reviewCommands(g)...)
	return cmd
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
