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
	// Replies are those of the agent's that repeat something of it; of those in
	// Rewritten, the rest stays.
	Replies   []string `json:"replies"`
	Rewritten []string `json:"rewritten"`
	Titles    int      `json:"titles"`
	Draft     bool     `json:"draft"`
	// Unseen is how many other moments the next night looks at again.
	Unseen int      `json:"unseen"`
	Copies []string `json:"copies"`
	// OwnMemories are copies in which somebody has gone on: they stay.
	OwnMemories []string `json:"own_memories"`
}

// erasing is what a person has named.
type erasing struct {
	ids, conversations, about []string
	yes                       bool
}

func eraseCommand(g *global) *cobra.Command {
	var e erasing
	cmd := &cobra.Command{
		Use: "erase [ID...]", ValidArgsFunction: anyArg(g.memoryIDs),
		Short: "Take messages, moments and facts out of the memory for good",
		Long: `Take messages, moments and facts out of the memory for good: their texts, all
moments that came from the same messages, the facts that rest on any of those,
and what the agent's replies, titles and records repeat of them. Copies of the
file that muisto has made beside it are removed. It shows what would go and asks
first.

An ID is a fact's (f3), a moment's (e12) or a message's; where several
conversations have a message of that id, it is written CONVERSATION/ID.
--conversation takes a whole conversation, --about all that holds a name.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args)+len(e.conversations)+len(e.about) == 0 {
				return usageError{errors.New("muisto erase takes one id or more, --conversation or --about; see \"muisto erase --help\"")}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			e.ids = args
			return g.with(cmd.Context(), func(p *parts) error { return p.erase(cmd, e, g.json) })
		},
	}
	cmd.Flags().StringArrayVar(&e.conversations, "conversation", nil, "erase this whole conversation, by its id (see muisto sessions)")
	offerArgs(cmd, "conversation", g.conversationIDs)
	cmd.Flags().StringArrayVar(&e.about, "about", nil, "erase everything that holds this name")
	cmd.Flags().BoolVar(&e.yes, "yes", false, "do not ask")
	return cmd
}

func (p *parts) erase(cmd *cobra.Command, e erasing, asJSON bool) error {
	targets := store.Targets{Conversations: e.conversations, About: e.about}
	for _, id := range e.ids {
		if err := p.target(cmd, id, &targets); err != nil {
			return err
		}
	}
	if !e.yes {
		going, err := p.mind.PreviewErase(cmd.Context(), targets)
		if err != nil {
			return err
		}
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
	return printLines(cmd.OutOrStdout(), append([]string{"erased: " + sumOf(gone)}, notesOf(gone)...)...)
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
	if going.Nothing() {
		return false, errors.New("there is nothing of it to erase")
	}
	lines := append(preview(going), fmt.Sprintf("Erase %s for good? Type yes:", sumOf(going)))
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

// preview lists all that would go.
func preview(going store.Erasure) []string {
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
	for _, r := range going.Replies {
		line := fmt.Sprintf("reply %s  %s", r.ID, r.Text)
		if r.Left != store.Erased {
			line += "  (what stays: " + r.Left + ")"
		}
		lines = append(lines, line)
	}
	for _, path := range going.Copies {
		lines = append(lines, "copy "+path)
	}
	return append(lines, notesOf(going)...)
}

func sumOf(e store.Erasure) string {
	sum := fmt.Sprintf("%s, %s, %s", count(len(e.Messages), "message"), count(len(e.Episodes), "moment"), count(len(e.Facts), "fact"))
	for _, more := range []string{numbered(len(e.Replies), "reply", "replies"), numbered(len(e.Copies), "copy", "copies"), numbered(e.Titles, "title", "titles")} {
		if more != "" {
			sum += ", " + more
		}
	}
	if e.Draft {
		sum += ", the draft"
	}
	return sum
}

// numbered is a number with its noun, or nothing for none.
func numbered(n int, one, many string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// notesOf says what an erasure changes besides.
func notesOf(e store.Erasure) []string {
	var notes []string
	if rewritten := len(rewrittenIn(e)); rewritten > 0 {
		notes = append(notes, numbered(rewritten, "reply keeps", "replies keep")+" the sentences that don't mention it")
	}
	if e.Unseen > 0 {
		notes = append(notes, numbered(e.Unseen, "other moment is", "other moments are")+" looked at again the next night")
	}
	for _, path := range e.OwnMemories {
		notes = append(notes, path+" stays: it holds messages that are not in this memory; erase there, too, with --db")
	}
	return notes
}

// rewrittenIn are the ids of the replies that keep a part.
func rewrittenIn(e store.Erasure) []string {
	ids := []string{}
	for _, r := range e.Replies {
		if r.Left != store.Erased {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

func erasureOf(e store.Erasure) erasureJSON {
	out := erasureJSON{
		Messages: []string{}, Episodes: []string{}, Facts: []string{}, Replies: []string{}, Rewritten: rewrittenIn(e),
		Titles: e.Titles, Draft: e.Draft, Unseen: e.Unseen, Copies: some(e.Copies), OwnMemories: some(e.OwnMemories),
	}
	for _, m := range e.Messages {
		out.Messages = append(out.Messages, m.ID)
	}
	for _, x := range e.Episodes {
		out.Episodes = append(out.Episodes, x.ID.String())
	}
	for _, f := range e.Facts {
		out.Facts = append(out.Facts, f.ID.String())
	}
	for _, r := range e.Replies {
		out.Replies = append(out.Replies, r.ID)
	}
	return out
}
