package cli

import "github.com/spf13/cobra"

// completeFlag has shells offer these values for a flag.
func completeFlag(cmd *cobra.Command, flag string, values ...string) {
	offer := cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic(err) // the flag is not there: a slip in the program itself
	}
}
