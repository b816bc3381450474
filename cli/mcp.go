package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"muisto/memory"
	"muisto/memory/mind"
)

// maxRequest bounds one request of another agent's, in bytes; the longest text
// that it may have remembered is a small part of it.
const maxRequest = 1 << 20

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
			return p.serve(cmd.Context(), &mcp.IOTransport{
				Reader: io.NopCloser(cmd.InOrStdin()), Writer: unclosed{cmd.OutOrStdout()}, MaxLineLength: maxRequest,
			})
		},
	}
}

// unclosed leaves what it writes to open: it belongs to somebody else.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// serve answers one agent until it leaves, with the index loading behind it;
// then what it had remembered is captured.
func (p *parts) serve(ctx context.Context, transport mcp.Transport) error {
	agent := &visitor{parts: p}
	behind, stop := context.WithCancel(ctx)
	loaded := make(chan error, 1)
	go func() { loaded <- p.mind.Load(behind) }()
	err := agent.server().Run(ctx, transport)
	stop()
	if ctx.Err() != nil {
		err = nil // it was told to end
	}
	if err != nil {
		err = fmt.Errorf("speak with the other agent: %w", err)
	}
	if unread := <-loaded; !errors.Is(unread, context.Canceled) {
		err = errors.Join(err, unread)
	}
	return errors.Join(err, agent.leave(ctx))
}

// leave captures what the visitor had remembered; what does not come to an end
// in time waits for the next capture.
func (v *visitor) leave(ctx context.Context) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.conversation == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterwards)
	defer cancel()
	_, err := v.parts.mind.Capture(ctx, mind.CaptureScope{Conversation: v.conversation}, func(mind.CaptureProgress) {})
	if errors.Is(err, memory.ErrBusy) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}
