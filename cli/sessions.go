package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"muisto/harmless"
	"muisto/memory"
	"muisto/memory/store"
)

type conversationJSON struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	StartedAt string `json:"started_at"`
	LastAt    string `json:"last_at"`
	Messages  int    `json:"messages"`
	Hidden    bool   `json:"hidden"`
}

func sessionsCommand(g *global) *cobra.Command {
	q := store.ConversationQuery{}
	cmd := &cobra.Command{
		Use:   "sessions",
		Short: "List the conversations, newest first",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if q.Limit < 0 {
				return usageError{fmt.Errorf("--limit is %d; it can be 0 for all, or more", q.Limit)}
			}
			return g.with(cmd.Context(), func(p *parts) error { return p.sessions(cmd, q, g.json) })
		},
	}
	cmd.Flags().StringVar(&q.Filter, "filter", "", "only those whose name contains this")
	cmd.Flags().BoolVar(&q.Hidden, "hidden", false, "include hidden conversations")
	cmd.Flags().IntVar(&q.Limit, "limit", 0, "how many at most; 0 for all")
	cmd.AddCommand(&cobra.Command{
		Use: "rename ID NAME", ValidArgsFunction: firstArg(g.conversationIDs),
		Short: "Name a conversation; an empty name goes back to its first words",
		Args:  exactArgs(2, "an id and a name"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return g.with(cmd.Context(), func(p *parts) error {
				return p.fileSession(cmd, args[0], g.json, p.store.Rename(cmd.Context(), args[0], args[1]))
			})
		},
	}, &cobra.Command{
		Use: "hide ID", ValidArgsFunction: firstArg(g.conversationIDs),
		Short: "Hide a conversation; its messages and moments stay",
		Args:  exactArgs(1, "an id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return g.with(cmd.Context(), func(p *parts) error {
				return p.fileSession(cmd, args[0], g.json, p.store.Hide(cmd.Context(), args[0]))
			})
		},
	}, &cobra.Command{
		Use: "show ID", ValidArgsFunction: firstArg(g.conversationIDs),
		Short: "Show a hidden conversation again",
		Args:  exactArgs(1, "an id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return g.with(cmd.Context(), func(p *parts) error {
				return p.fileSession(cmd, args[0], g.json, p.store.Unhide(cmd.Context(), args[0]))
			})
		},
	})
	return cmd
}

func (p *parts) sessions(cmd *cobra.Command, q store.ConversationQuery, asJSON bool) error {
	list, err := p.store.ListConversations(cmd.Context(), q)
	if err != nil {
		return err
	}
	if asJSON {
		out := newJSONList(cmd.OutOrStdout())
		for _, c := range list {
			if err := out.add(conversationOf(c)); err != nil {
				return err
			}
		}
		return out.end()
	}
	for _, c := range list {
		if err := printLines(cmd.OutOrStdout(), conversationLine(c)); err != nil {
			return err
		}
	}
	return nil
}

// fileSession prints a conversation after something was done to it.
func (p *parts) fileSession(cmd *cobra.Command, id string, asJSON bool, failed error) error {
	if errors.Is(failed, memory.ErrNotFound) {
		return fmt.Errorf("there is no conversation %q; \"muisto sessions\" lists them", id)
	}
	if failed != nil {
		return failed
	}
	c, err := p.store.Conversation(cmd.Context(), id)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), conversationOf(c))
	}
	return printLines(cmd.OutOrStdout(), conversationLine(c))
}

func conversationOf(c memory.Conversation) conversationJSON {
	return conversationJSON{
		ID: c.ID, Name: c.Title, StartedAt: rfc3339(c.StartedAt), LastAt: rfc3339(c.LastAt), Messages: c.Messages, Hidden: c.Hidden,
	}
}

func conversationLine(c memory.Conversation) string {
	line := fmt.Sprintf("%s  %s  %s (%s)", c.LastAt.Format("2006-01-02 15:04"), c.ID, harmless.Line(c.Title), count(c.Messages, "message"))
	if c.Hidden {
		line += " hidden"
	}
	return line
}
