package cli

import (
	"github.com/spf13/cobra"

	"muisto/config"
)

// completeFlag has shells offer these values for a flag.
func completeFlag(cmd *cobra.Command, flag string, values ...string) {
	offer := cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic(err) // the flag is not there: a slip in the program itself
	}
}

// offerProfiles has shells offer the profiles of the settings file.
func offerProfiles(cmd *cobra.Command, g *global) {
	offer := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		all, err := config.Profiles(g.sources())
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc("profile", offer); err != nil {
		panic(err)
	}
}
