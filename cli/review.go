package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muisto/memory"
	"muisto/memory/store"
)

// reviewCommands are the ones under "facts" that change what is known.
func reviewCommands(g *global) []*cobra.Command {
	return []*cobra.Command{
		{
			Use:   "add TEXT",
			Short: "Add a fact in a sentence of yours",
			Args:  exactArgs(1, "a sentence (put it in quotes)"),
			RunE: g.review(func(cmd *cobra.Command, p *parts, args []string) (memory.Fact, error) {
				return p.mind.AddFact(cmd.Context(), args[0])
			}),
		},
		{
			Use: "keep ID [TEXT]", ValidArgsFunction: firstArg(g.momentIDs),
			Short: "Turn something said once into a fact, in your own words if you give them",
			Args: func(cmd *cobra.Command, args []string) error {
				const most = 2
				return exactArgs(min(max(len(args), 1), most), "a moment's id, and a sentence if you like (put it in quotes)")(cmd, args)
			},
			RunE: g.review(func(cmd *cobra.Command, p *parts, args []string) (memory.Fact, error) {
				id, err := momentID(args[0])
				if err != nil {
					return memory.Fact{}, err
				}
				fact, err := p.mind.Keep(cmd.Context(), id, strings.Join(args[1:], " "))
				if errors.Is(err, memory.ErrNotFound) {
					err = fmt.Errorf("there is no moment %s; \"muisto moments\" lists them", args[0])
				}
				return fact, err
			}),
		},
		{
			Use: "hide ID", ValidArgsFunction: firstArg(g.momentIDs),
			Short: "Remove a moment from the list of what was said once; it is still remembered",
			Args:  exactArgs(1, "a moment's id"),
			RunE: func(cmd *cobra.Command, args []string) error {
				id, err := momentID(args[0])
				if err != nil {
					return err
				}
				return g.with(cmd.Context(), func(p *parts) error {
					if err := p.mind.Unlist(cmd.Context(), id); err != nil {
						return err
					}
					if g.json {
						return printJSON(cmd.OutOrStdout(), map[string]string{"id": id.String()})
					}
					return printLines(cmd.OutOrStdout(), id.String()+" is not listed any more")
				})
			},
		},
		{
			Use: "correct ID TEXT", ValidArgsFunction: firstArg(g.factIDs),
			Short: "Replace a fact with your own sentence",
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
			Use: "confirm ID", ValidArgsFunction: firstArg(g.factIDs),
			Short: "Confirm that a fact is true",
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
			Use: "retire ID", ValidArgsFunction: firstArg(g.factIDs),
			Short: "Retire a fact without a replacement",
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
			Short: "Undo the last change; repeat to go further back",
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
				return unreviewed(err, args)
			}
			if g.json {
				return printJSON(cmd.OutOrStdout(), factOf(fact))
			}
			return printLines(cmd.OutOrStdout(), factLine(fact))
		})
	}
}

// unreviewed says why a fact was not changed; args begin with its id, if the change
// is of one.
func unreviewed(err error, args []string) error {
	switch {
	case errors.Is(err, store.ErrNothingToUndo):
		return errors.New("there is nothing to undo")
	case errors.Is(err, memory.ErrNotFound) && len(args) > 0:
		return fmt.Errorf("there is no fact %s; \"muisto facts\" lists them", args[0])
	case errors.Is(err, store.ErrRetired) && len(args) > 0:
		return fmt.Errorf("%s is no longer active; \"muisto facts --all\" says what became of it", args[0])
	}
	return err
}

func factID(s string) (memory.FactID, error) {
	id, ok := memory.ParseFactID(s)
	if !ok {
		return 0, usageError{fmt.Errorf("%q is not the id of a fact; \"muisto facts\" lists them: f1, f2, …", s)}
	}
	return id, nil
}

func momentID(s string) (memory.EpisodeID, error) {
	id, ok := memory.ParseEpisodeID(s)
	if !ok {
		return 0, usageError{fmt.Errorf("%q is not the id of a moment; \"muisto facts\" lists what was said once: e1, e2, …", s)}
	}
	return id, nil
}
