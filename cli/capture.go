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
	SetAside int           `json:"set_aside,omitempty"`
	Episodes []episodeJSON `json:"episodes"`
}

func captureCommand(g *global) *cobra.Command {
	explain, yes, again := false, false, false
	cmd := &cobra.Command{
		Use:   "capture",
		Short: "Turn everything that is pending into moments now",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return g.with(cmd.Context(), func(p *parts) error {
				if explain {
					return p.explainCapture(cmd, g.json)
				}
				if again {
					if _, err := p.store.TakeUp(cmd.Context()); err != nil {
						return err
					}
				}
				return p.capture(cmd, g.json, yes)
			})
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "skip the confirmation prompt")
	cmd.Flags().BoolVar(&again, "again", false, "try the messages again that were set aside")
	cmd.Flags().BoolVar(&explain, "explain", false, "capture nothing; show what the built-in model finds in each message, and why")
	return cmd
}

func (p *parts) capture(cmd *cobra.Command, asJSON, yes bool) error {
	if agreed, err := p.agreedToCapture(cmd, yes); err != nil || !agreed {
		return err
	}
	line := newProgress(cmd.ErrOrStderr())
	report, err := p.mind.Capture(cmd.Context(), mind.CaptureScope{}, func(at mind.CaptureProgress) {
		line.say("%d of %s captured", at.Done, count(at.All, "message"))
	})
	err = errors.Join(err, line.end())
	for _, fault := range report.Faults {
		err = errors.Join(err, printLines(cmd.ErrOrStderr(), "the model's answer was not accepted: "+fault))
	}
	if note := report.Note(); note != "" {
		err = errors.Join(err, printLines(cmd.ErrOrStderr(), "the built-in model made the moments that the model did not"))
	}
	if mind.Unanswered(err) {
		err = fmt.Errorf("%w Pending messages are kept, and captured once the model answers", err)
	}
	if report.SetAside > 0 {
		err = errors.Join(err, printLines(cmd.ErrOrStderr(), count(report.SetAside, "message")+" set aside: capture failed on it twice; see \"muisto doctor\""))
	}
	if err == nil {
		err = p.fillVectors(cmd.Context())
	}
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), captureJSON{
			Batches: report.Batches, Calls: report.Calls, Messages: report.Messages, SetAside: report.SetAside, Episodes: p.episodesJSON(report.Episodes),
		})
	}
	return printLines(cmd.OutOrStdout(), fmt.Sprintf("%s captured in %s: %s",
		count(report.Messages, "message"), count(report.Batches, "batch"), count(len(report.Episodes), "moment")))
}

// agreedToCapture says what making moments of all that waits takes of an
// endpoint, and asks where it is much.
func (p *parts) agreedToCapture(cmd *cobra.Command, yes bool) (bool, error) {
	if p.model.within || yes {
		return true, nil
	}
	e, err := p.waiting(cmd)
	if err != nil {
		return false, err
	}
	return p.agreed(cmd, e, count(int(e.messages), "message")+" wait")
}
