package cli

import (
	"errors"
	"os"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"muisto/memory"
	"muisto/ui"
)

func labCommand(g *global) *cobra.Command {
	return &cobra.Command{
		Use:   "lab",
		Short: "Experiment with the formulas: how memories are weighed, fade and are linked by names",
		Long: `Play with the formulas of the memory, as interactive figures: how a message is
weighed, how a moment fades, what a name weighs, and what ties moments into
groups. It calls the functions that the memory itself goes by, and stores
nothing.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if g.json {
				return usageError{errors.New("the lab has no JSON output")}
			}
			if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
				return usageError{errors.New("the lab needs a terminal")}
			}
			cfg, err := g.load()
			if err != nil {
				return err
			}
			return ui.RunLab(cmd.Context(), memory.SystemClock{}, screen(cfg))
		},
	}
}
