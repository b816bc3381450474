package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"muisto/memory"
	"muisto/memory/store"
)

type erasureJSON struct {
	Messages []string `json:"messages"`
	Episodes []string `json:"episodes"`
	Facts    []string `json:"facts"`
}

func eraseCommand(g *global) *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use:   "erase ID...",
		Short: "Take messages, moments and facts out of the memory for good",
		Long: `Take messages, moments and facts out of the memory for good: their texts, all
moments that came from the same messages, and the facts that rest on those
alone. It shows what would go and asks first.

An ID is a fact's (f3), a moment's (e12) or a message's; where several
conversations have a message of that id, it is written CONVERSATION/ID.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{errors.New("muisto erase takes one id or more; see \"muisto erase --help\"")}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return g.with(cmd.Context(), func(p *parts) error { return p.erase(cmd, args, yes, g.json) })
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

func (p *parts) erase(cmd *cobra.Command, ids []string, yes, asJSON bool) error {
	var targets store.Targets
	for _, id := range ids {
		if err := p.target(cmd, id, &targets); err != nil {
			return err
		}
	}
	going, err := p.mind.Foregone(cmd.Context(), targets)
	if err != nil {
		return err
	}
	if !yes {
		agreed, err := ask(cmd, going)
		if err != nil || !agreed {
			return err
		}
	}
	gone, err := p.mind.Erase(cmd.Context(), targets)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), erasureOf(gone))
	}
	return printLines(cmd.OutOrStdout(), "erased: "+sumOf(gone))
}

// target adds what an id names.
func (p *parts) target(cmd *cobra.Command, id string, t *store.Targets) error {
	if fact, ok := memory.ParseFactID(id); ok {
		t.Facts = append(t.Facts, fact)
		return nil
	}
	if episode, ok := memory.ParseEpisodeID(id); ok {
		t.Episodes = append(t.Episodes, episode)
		return nil
	}
	messages, err := p.store.MessagesNamed(cmd.Context(), id)
	switch {
	case err != nil:
		return err
	case len(messages) == 0:
		return fmt.Errorf("nothing has the id %q", id)
	case len(messages) > 1:
		return fmt.Errorf("%d messages have the id %q; name one as %s/%s", len(messages), id, messages[0].Conversation, id)
	}
	t.Messages = append(t.Messages, messages[0].Key)
	return nil
}

// ask shows what would go and reads the answer.
func ask(cmd *cobra.Command, going store.Erasure) (bool, error) {
	var lines []string
	for _, m := range going.Messages {
		lines = append(lines, fmt.Sprintf("message %s  %s", m.ID, m.Text))
	}
	for _, e := range going.Episodes {
		lines = append(lines, fmt.Sprintf("moment %s  %s", e.ID, e.What))
	}
	for _, f := range going.Facts {
		lines = append(lines, fmt.Sprintf("fact %s  %s", f.ID, f.Text))
	}
	if len(lines) == 0 {
		return false, errors.New("there is nothing of it to erase")
	}
	lines = append(lines, fmt.Sprintf("Erase %s for good? Type yes:", sumOf(going)))
	if err := printLines(cmd.ErrOrStderr(), lines...); err != nil {
		return false, err
	}
	answer, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), 64)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("read the answer: %w", err)
	}
	if strings.TrimSpace(strings.ToLower(answer)) != "yes" {
		return false, printLines(cmd.ErrOrStderr(), "nothing was erased")
	}
	return true, nil
}

func sumOf(e store.Erasure) string {
	return fmt.Sprintf("%s, %s, %s", count(len(e.Messages), "message"), count(len(e.Episodes), "moment"), count(len(e.Facts), "fact"))
}

func erasureOf(e store.Erasure) erasureJSON {
	out := erasureJSON{Messages: []string{}, Episodes: []string{}, Facts: []string{}}
	for _, m := range e.Messages {
		out.Messages = append(out.Messages, m.ID)
	}
	for _, x := range e.Episodes {
		out.Episodes = append(out.Episodes, x.ID.String())
	}
	for _, f := range e.Facts {
		out.Facts = append(out.Facts, f.ID.String())
	}
	return out
}
