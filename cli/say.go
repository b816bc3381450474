package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"muisto/chat"
	"muisto/harmless"
	"muisto/memory"
	"muisto/memory/mind"
)

type sayJSON struct {
	Reply    string    `json:"reply"`
	Recalled []hitJSON `json:"recalled"`
}

// maxInput bounds what is read from standard input, in bytes.
const maxInput = 1 << 20

func sayCommand(g *global) *cobra.Command {
	return &cobra.Command{
		Use:   "say [TEXT]",
		Short: "Say one thing and print the reply; without TEXT, read it from standard input",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError{errors.New("muisto say takes one text; put it in quotes")}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := textOf(cmd, args)
			if err != nil {
				return err
			}
			return g.with(cmd.Context(), func(p *parts) error { return p.say(cmd, text, g.json) })
		},
	}
}

func textOf(cmd *cobra.Command, args []string) (string, error) {
	if len(args) == 1 {
		return args[0], nil
	}
	data, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), maxInput+1))
	if err != nil {
		return "", fmt.Errorf("read standard input: %w", err)
	}
	if len(data) > maxInput {
		return "", fmt.Errorf("standard input has more than %d KiB; say it in pieces", maxInput>>10)
	}
	return strings.TrimRight(string(data), "\n"), nil
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
		if err := printJSON(cmd.OutOrStdout(), sayJSON{Reply: turn.Reply.Text, Recalled: hitsJSON(turn.Recalled.Hits)}); err != nil {
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
	if errors.Is(err, memory.ErrBusy) || errors.Is(err, context.DeadlineExceeded) {
		return nil // it waits for the next time
	}
	return err
}
