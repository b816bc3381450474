package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"muisto/memory/recall"
)

type reasonJSON struct {
	Kind   string  `json:"kind"`
	Text   string  `json:"text"`
	Weight float64 `json:"weight"`
}

type hitJSON struct {
	Kind           string       `json:"kind"`
	ID             string       `json:"id"`
	Text           string       `json:"text"`
	Score          float64      `json:"score"`
	Cue            float64      `json:"cue"`
	Retrievability float64      `json:"retrievability"`
	Because        []reasonJSON `json:"because"`
	Sources        []string     `json:"sources"`
}

func hitsJSON(hits []recall.Hit) []hitJSON {
	list := []hitJSON{}
	for _, h := range hits {
		out := hitJSON{
			Kind: string(h.Kind), ID: h.ID(), Text: h.Text(), Score: h.Score, Cue: h.Cue,
			Retrievability: h.Retrievability, Because: []reasonJSON{}, Sources: []string{},
		}
		for _, r := range h.Because {
			out.Because = append(out.Because, reasonJSON{string(r.Kind), r.Text, r.Weight})
		}
		if h.Fact != nil {
			for _, id := range h.Fact.Sources {
				out.Sources = append(out.Sources, id.String())
			}
		} else {
			for _, s := range h.Episode.Sources {
				out.Sources = append(out.Sources, s.ID)
			}
		}
		list = append(list, out)
	}
	return list
}

// maxHits bounds -k.
const maxHits = 1000

func recallCommand(g *global) *cobra.Command {
	k := 10
	cmd := &cobra.Command{
		Use:   "recall QUERY",
		Short: "Show what would come to mind, best first",
		Args:  exactArgs(1, "one query (put it in quotes)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if k < 1 || k > maxHits {
				return usageError{fmt.Errorf("-k is %d; it can be 1 to %d", k, maxHits)}
			}
			return g.with(cmd.Context(), func(p *parts) error {
				result, err := p.mind.Recall(cmd.Context(), recall.Cue{Text: args[0], Now: p.clock.Now(), Limit: k})
				if err != nil {
					return err
				}
				if g.json {
					return printJSON(cmd.OutOrStdout(), hitsJSON(result.Hits))
				}
				for _, h := range result.Hits {
					line := fmt.Sprintf("%-5s %.2f  %3.0f %%  %s", h.ID(), h.Score, 100*h.Retrievability, h.Text())
					if err := printLines(cmd.OutOrStdout(), line); err != nil {
						return err
					}
				}
				if len(result.Hits) == 0 {
					return printLines(cmd.ErrOrStderr(), "nothing comes to mind")
				}
				return nil
			})
		},
	}
	cmd.Flags().IntVarP(&k, "count", "k", k, "how many at most")
	return cmd
}
