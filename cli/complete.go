package cli

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"muisto/config"
	"muisto/harmless"
	"muisto/memory/store"
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

// mostOffered bounds how many ids a shell is offered.
const mostOffered = 200

// ids lists what a shell can offer: ids with what they stand for.
type ids func(ctx context.Context) ([]cobra.Completion, error)

// firstArg offers ids for the first argument, anyArg for each.
func firstArg(list ids) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return offered(cmd.Context(), list)
	}
}

func anyArg(list ids) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return offered(cmd.Context(), list)
	}
}

// offerArgs offers ids for a flag.
func offerArgs(cmd *cobra.Command, flag string, list ids) {
	if err := cmd.RegisterFlagCompletionFunc(flag, anyArg(list)); err != nil {
		panic(err) // the flag is not there: a slip in the program itself
	}
}

func offered(ctx context.Context, list ids) ([]cobra.Completion, cobra.ShellCompDirective) {
	out, err := list(ctx)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return out[:min(len(out), mostOffered)], cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

func completion(id, text string) cobra.Completion {
	return cobra.CompletionWithDesc(id, harmless.Line(text))
}

// withThere opens the memory where there is one: completing makes none.
func (g *global) withThere(ctx context.Context, work func(*parts) error) error {
	cfg, err := g.load()
	if err != nil {
		return err
	}
	if _, err := os.Stat(cfg.Database); err != nil {
		return nil
	}
	return g.with(ctx, work)
}

func (g *global) factIDs(ctx context.Context) (list []cobra.Completion, err error) {
	err = g.withThere(ctx, func(p *parts) error {
		facts, err := p.mind.Facts(ctx, store.FactQuery{})
		for _, f := range facts {
			list = append(list, completion(f.ID.String(), f.Text))
		}
		return err
	})
	return list, err
}

// memoryIDs are those of facts and of the newest moments.
func (g *global) memoryIDs(ctx context.Context) (list []cobra.Completion, err error) {
	if list, err = g.factIDs(ctx); err != nil {
		return nil, err
	}
	moments, err := g.momentIDs(ctx)
	return append(list, moments...), err
}

// momentIDs are those of the newest moments.
func (g *global) momentIDs(ctx context.Context) (list []cobra.Completion, err error) {
	err = g.withThere(ctx, func(p *parts) error {
		moments, err := p.store.Episodes(ctx, store.EpisodeQuery{Limit: mostOffered})
		for _, e := range moments {
			list = append(list, completion(e.ID.String(), e.What))
		}
		return err
	})
	return list, err
}

func (g *global) conversationIDs(ctx context.Context) (list []cobra.Completion, err error) {
	err = g.withThere(ctx, func(p *parts) error {
		conversations, err := p.store.ListConversations(ctx, store.ConversationQuery{Hidden: true, Limit: mostOffered})
		for _, c := range conversations {
			list = append(list, completion(c.ID, c.Title))
		}
		return err
	})
	return list, err
}
