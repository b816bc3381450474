package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"muisto/mcp"
)

func mcpCommand(g *global) *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Share the memory with another agent, over the Model Context Protocol",
		Long: `Share the memory with another agent: a server of the Model Context Protocol on
standard input and output, to be started by that agent's program.

It can recall, list what is known, and see what a fact or a moment rests on. It
can have something remembered, as its own word and never as yours; it can
change, correct or erase nothing.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if g.json {
				return usageError{errors.New("muisto mcp speaks JSON already; it has no --json")}
			}
			p, err := g.open(cmd.Context(), true)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, p.close()) }()
			return mcp.Serve(cmd.Context(), mcp.Options{
				Mind: p.mind, Store: p.store, Clock: p.clock, UserName: p.config.Chat.UserName, Version: version(),
			}, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}
