package cli

import (
	"fmt"

	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man",
		Short: "Print the manual page",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			page, err := mango.NewManPage(1, cmd.Root())
			if err != nil {
				return fmt.Errorf("make the manual page: %w", err)
			}
			if _, err := fmt.Fprint(cmd.OutOrStdout(), page.Build(roff.NewDocument())); err != nil {
				return fmt.Errorf("print: %w", err)
			}
			return nil
		},
	}
}
