package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"muisto/memory/mind"
)

type captureJSON struct {
	Batches  int           `json:"batches"`
	Calls    int           `json:"calls"`
	Messages int           `json:"messages"`
	Episodes []episodeJSON `json:"episodes"`
}

func captureCommand(g *global) *cobra.Command {
	explain := false
	cmd := &cobra.Command{
		Use:   "capture",
		Short: "Make moments of all that is waiting, at once",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return g.with(cmd.Context(), func(p *parts) error {
				if explain {
					return p.explainCapture(cmd, g.json)
				}
				return p.capture(cmd, g.json)
			})
		},
	}
	cmd.Flags().BoolVar(&explain, "explain", false, "capture nothing; say what the built-in model finds in each message, and why")
	return cmd
}

func (p *parts) capture(cmd *cobra.Command, asJSON bool) error {
	line := newProgress(cmd.ErrOrStderr())
	report, err := p.mind.Capture(cmd.Context(), mind.CaptureScope{}, func(at mind.CaptureProgress) {
		line.say("%d of %s captured", at.Done, count(at.All, "message"))
	})
	err = errors.Join(err, line.end())
	for _, fault := range report.Faults {
		err = errors.Join(err, printLines(cmd.ErrOrStderr(), "the model's answer did not hold: "+fault))
	}
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), captureJSON{
			Batches: report.Batches, Calls: report.Calls, Messages: report.Messages, Episodes: p.episodesJSON(report.Episodes),
		})
	}
	return printLines(cmd.OutOrStdout(), fmt.Sprintf("%s captured in %s: %s",
		count(report.Messages, "message"), count(report.Batches, "batch"), count(len(report.Episodes), "moment")))
}
