package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"muisto/chat"
	"muisto/harmless"
	"muisto/memory"
	"muisto/memory/mind"
	"muisto/model"
)

type sayJSON struct {
	Reply    string    `json:"reply"`
	Recalled []hitJSON `json:"recalled"`
	// Usage is what the endpoint reports, if it does.
	Usage *usageJSON `json:"usage,omitempty"`
}

// usageJSON is in tokens; the cost is null where the model has no price.
type usageJSON struct {
	In   int      `json:"in"`
	Out  int      `json:"out"`
	Cost *float64 `json:"cost"`
}

func (p *parts) usageOf(u model.Usage) *usageJSON {
	if u == (model.Usage{}) {
		return nil
	}
	out := &usageJSON{In: u.PromptTokens, Out: u.ReplyTokens}
	if cost, ok := p.tariff().Cost(p.model.name, u); ok {
		out.Cost = &cost
	}
	return out
}

// maxInput bounds what is read from standard input and files, in bytes.
const maxInput = 1 << 20

func sayCommand(g *global) *cobra.Command {
	var files []string
	cmd := &cobra.Command{
		Use:   "say [TEXT]",
		Short: "Send one message and print the reply; without TEXT, read it from standard input",
		Long: `Send one message and print the reply. Without TEXT and --file, it is read from
standard input. What is in files comes after TEXT.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError{errors.New("muisto say takes one text; put it in quotes")}
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := textOf(cmd, args, files)
			if err != nil {
				return err
			}
			return g.say(cmd, text)
		},
	}
	g.conversationFlags(cmd)
	cmd.Flags().StringArrayVarP(&files, "file", "f", nil, "add a file to the message, may be given more than once; - is standard input")
	return cmd
}

func (g *global) say(cmd *cobra.Command, text string) error {
	return g.with(cmd.Context(), func(p *parts) error { return p.say(cmd, text, g.json) })
}

// textOf puts together what is to be said.
func textOf(cmd *cobra.Command, args, files []string) (string, error) {
	if len(args) == 0 && len(files) == 0 {
		files = []string{"-"}
	}
	pieces, left := args, maxInput
	for _, name := range files {
		text, err := readText(cmd, name, left)
		if err != nil {
			return "", err
		}
		left -= len(text)
		pieces = append(pieces, strings.TrimRight(text, "\n"))
	}
	return strings.Join(pieces, "\n\n"), nil
}

// readText reads a file of at most limit bytes; "-" is standard input.
func readText(cmd *cobra.Command, name string, limit int) (_ string, err error) {
	in, called := cmd.InOrStdin(), "standard input"
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return "", fmt.Errorf("read what to say: %w", err)
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		in, called = file, name
	}
	data, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("read %s: %w", called, err)
	case len(data) > limit:
		return "", fmt.Errorf("%s has more than can be said at once, %d KiB; say it in pieces", called, maxInput>>10)
	case !utf8.Valid(data):
		return "", fmt.Errorf("%s is not text (UTF-8)", called)
	}
	return strings.TrimPrefix(string(data), "\ufeff"), nil // editors on Windows begin files with it
}

// say is one turn. The reply is printed as it comes.
func (p *parts) say(cmd *cobra.Command, text string, asJSON bool) (err error) {
	session, err := p.session(cmd.Context())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	var stream harmless.Stream
	var unprinted error
	print := func(s string) {
		if _, err := io.WriteString(cmd.OutOrStdout(), s); err != nil && unprinted == nil {
			unprinted = fmt.Errorf("print the reply: %w", err)
		}
	}
	turn, err := session.Turn(cmd.Context(), text, func(e chat.Event) {
		if piece, ok := e.(chat.Piece); ok && !asJSON {
			print(stream.Write(piece.Text))
		}
	})
	if !asJSON && turn.Reply.Text != "" {
		print(stream.Flush() + "\n")
	}
	if err := errors.Join(err, unprinted); err != nil {
		return err
	}
	if turn.Note != nil {
		if err := printLines(cmd.ErrOrStderr(), turn.Note.Error()); err != nil {
			return err
		}
	}
	if asJSON {
		if err := printJSON(cmd.OutOrStdout(), sayJSON{
			Reply: turn.Reply.Text, Recalled: hitsJSON(turn.Recalled.Hits), Usage: p.usageOf(turn.Usage),
		}); err != nil {
			return err
		}
	}
	return p.captureQuiet(cmd.Context())
}

// afterwards bounds what a command does after it has given its result.
const afterwards = 10 * time.Second

// captureQuiet captures what has gone quiet since, so that someone who only
// ever says single things is remembered too.
func (p *parts) captureQuiet(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, afterwards)
	defer cancel()
	_, err := p.mind.Capture(ctx, mind.CaptureScope{Quiet: p.config.Capture.Quiet}, func(mind.CaptureProgress) {})
	if errors.Is(err, memory.ErrBusy) || errors.Is(err, context.DeadlineExceeded) || mind.Unanswered(err) {
		return nil // it waits for the next time
	}
	return err
}
