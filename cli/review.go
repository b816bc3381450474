package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"muisto/memory"
)

// reviewCommands are the ones under "facts" that change what is known.
func reviewCommands(g *global) []*cobra.Command {
	return []*cobra.Command{
		{
			Use:   "correct ID TEXT",
			Short: "Put a sentence in the place of a fact, with the authority of a correction",
			Args:  exactArgs(2, "a fact's id and a sentence (put it in quotes)"),
			RunE: g.review(func(cmd *cobra.Command, p *parts, args []string) (memory.Fact, error) {
				id, err := factID(args[0])
				if err != nil {
					return memory.Fact{}, err
				}
				return p.mind.Correct(cmd.Context(), id, args[1])
			}),
		},
		{
			Use:   "confirm ID",
			Short: "Say that a fact holds",
			Args:  exactArgs(1, "a fact's id"),
			RunE: g.review(func(cmd *cobra.Command, p *parts, args []string) (memory.Fact, error) {
				id, err := factID(args[0])
				if err != nil {
					return memory.Fact{}, err
				}
				return p.mind.Confirm(cmd.Context(), id)
			}),
		},
		{
			Use:   "retire ID",
			Short: "Close a fact, with nothing in its place",
			Args:  exactArgs(1, "a fact's id"),
			RunE: g.review(func(cmd *cobra.Command, p *parts, args []string) (memory.Fact, error) {
				id, err := factID(args[0])
				if err != nil {
					return memory.Fact{}, err
				}
				return p.mind.Retire(cmd.Context(), id)
			}),
		},
		{
			Use:   "undo",
			Short: "Take the last of these back, as often as wanted; gives the fact as it is again",
			Args:  noArgs,
			RunE: g.review(func(cmd *cobra.Command, p *parts, _ []string) (memory.Fact, error) {
				_, fact, err := p.mind.Undo(cmd.Context())
				return fact, err
			}),
		},
	}
}

// review runs a change of one fact and prints the fact.
func (g *global) review(change func(*cobra.Command, *parts, []string) (memory.Fact, error)) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return g.with(cmd.Context(), func(p *parts) error {
			fact, err := change(cmd, p, args)
			if err != nil {
				return err
			}
			if g.json {
				return printJSON(cmd.OutOrStdout(), factOf(fact))
			}
			return printLines(cmd.OutOrStdout(), factLine(fact))
		})
	}
}

func factID(s string) (memory.FactID, error) {
	id, ok := memory.ParseFactID(s)
	if !ok {
		return 0, usageError{fmt.Errorf("%q is no fact's id; \"muisto facts\" lists them: f1, f2, …", s)}
	}
	return id, nil
}
