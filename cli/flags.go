package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Every command takes the flags of the root, so that a script can give the same
// ones to all. Its help lists those that change what it does.
var (
	onMemory   = []string{"db", "config", "profile", "now", "json"}
	withModel  = []string{"db", "config", "profile", "now", "json", "model", "base-url"}
	onSettings = []string{"db", "config", "profile", "json", "model", "base-url"}
)

// usedFlags are the flags of the root that a command goes by; one that is not
// listed goes by onMemory.
func usedFlags(path string) []string {
	switch path {
	case "muisto say", "muisto import", "muisto capture", "muisto sleep", "muisto recall", "muisto doctor":
		return withModel
	case "muisto mcp":
		return []string{"db", "config", "profile", "now", "model", "base-url"}
	case "muisto demo", "muisto lab":
		return []string{"config", "profile"}
	case "muisto config", "muisto config key set", "muisto config key delete":
		return onSettings
	case "muisto config edit", "muisto config check":
		return []string{"config", "profile"}
	case "muisto config key", "muisto man", "muisto help":
		return nil
	}
	if strings.HasPrefix(path, "muisto completion") {
		return nil
	}
	return onMemory
}

// helpWithFlags hides the flags of the root that a command does not go by while
// its help is shown.
func helpWithFlags(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
			used := usedFlags(cmd.CommandPath())
			var hidden []*pflag.Flag
			root.PersistentFlags().VisitAll(func(f *pflag.Flag) {
				if !f.Hidden && !slices.Contains(used, f.Name) {
					f.Hidden = true
					hidden = append(hidden, f)
				}
			})
			root.HelpFunc()(cmd, args)
			for _, f := range hidden {
				f.Hidden = false
			}
		})
	}
}
