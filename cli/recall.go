package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"muisto/memory/recall"
)

type reasonJSON struct {
	Kind   string  `json:"kind"`
	Text   string  `json:"text"`
	Weight float64 `json:"weight"`
}

type quoteJSON struct {
	Message string `json:"message"`
	Role    string `json:"role"`
	Text    string `json:"text"`
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
	Quotes         []quoteJSON  `json:"quotes,omitempty"`
	// Newer is the id of the hit with the newer value.
	Newer string `json:"newer,omitempty"`
	// Standing: it is in the prompt for no cue.
	Standing bool `json:"standing,omitempty"`
}

func hitsJSON(hits []recall.Hit) []hitJSON {
	list := []hitJSON{}
	for _, h := range hits {
		out := hitJSON{
			Kind: string(h.Kind), ID: h.ID(), Text: h.Text(), Score: h.Score, Cue: h.Cue,
			Retrievability: h.Retrievability, Because: []reasonJSON{}, Sources: []string{}, Newer: h.Newer,
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
			for _, q := range h.Quotes {
				out.Quotes = append(out.Quotes, quoteJSON{q.ID, string(q.Role), q.Text})
				if !slices.Contains(out.Sources, q.ID) {
					out.Sources = append(out.Sources, q.ID)
				}
			}
		}
		list = append(list, out)
	}
	return list
}

// resultJSON lists the hits, then what was said and is not captured yet, then what
// is in the prompt for no cue.
func resultJSON(r recall.Result) []hitJSON {
	list := hitsJSON(r.Hits)
	for _, s := range r.Said {
		list = append(list, hitJSON{
			Kind: "message", ID: s.ID, Text: s.Part, Score: s.Score, Cue: s.Score, Retrievability: 1, Because: []reasonJSON{}, Sources: []string{s.ID},
		})
	}
	for _, h := range hitsJSON(r.Standing) {
		h.Standing = true
		list = append(list, h)
	}
	return list
}

// maxHits bounds -k.
const maxHits = 1000

func recallCommand(g *global) *cobra.Command {
	k := 0
	cmd := &cobra.Command{
		Use:   "recall QUERY",
		Short: "Show what would come to mind, best first",
		Args:  exactArgs(1, "one query (put it in quotes)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if k < 0 || k > maxHits || k == 0 && cmd.Flags().Changed("count") {
				return usageError{fmt.Errorf("-k is %d; it can be 1 to %d", k, maxHits)}
			}
			return g.with(cmd.Context(), func(p *parts) error {
				result, err := p.mind.Recall(cmd.Context(), recall.Cue{Text: args[0], Now: p.clock.Now(), Limit: k})
				if err != nil {
					return err
				}
				// The next start is as quick as it can be; this one has its answer, and
				// needs no index on disk.
				defer func() { _ = p.mind.SaveIndex(cmd.Context()) }()
				if g.json {
					return printJSON(cmd.OutOrStdout(), resultJSON(result))
				}
				for _, h := range slices.Concat(result.Hits, result.Standing) {
					line := fmt.Sprintf("%-5s %.2f  %3.0f %%  %s", h.ID(), h.Score, 100*h.Retrievability, h.Text())
					if err := printLines(cmd.OutOrStdout(), line); err != nil {
						return err
					}
				}
				for _, s := range result.Said {
					if err := printLines(cmd.OutOrStdout(), fmt.Sprintf("%-5s %.2f  said   %s", "", s.Score, s.Part)); err != nil {
						return err
					}
				}
				if len(result.Hits)+len(result.Said)+len(result.Standing) == 0 {
					return printLines(cmd.ErrOrStderr(), "nothing comes to mind")
				}
				return nil
			})
		},
	}
	cmd.Flags().IntVarP(&k, "count", "k", k, "how many at most; without it, what the prompt of a turn would hold")
	return cmd
}
