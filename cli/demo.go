package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"muisto/chat"
	"muisto/config"
	"muisto/demo"
	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/store"
	"muisto/model/builtin"
	"muisto/ui"
)

// What the demo is set to: the same for everyone, whatever their settings.
const (
	demoTokens    = 4096
	demoQuiet     = 90 * time.Second
	demoRecall    = 800
	demoStateDays = 90
	demoDayTurn   = 4
	demoCalls     = 50
	// beforeDemo is how long before its first words the demo begins.
	beforeDemo = time.Hour
)

func demoCommand(g *global) *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Watch a month go by in a few minutes, on a memory of its own",
		Long: `Watch a month go by in a few minutes: moments form and fade, nights make facts
of them, corrections take the place of what was wrong. It plays on a memory of
its own, which is removed at the end, and needs no network.

Space pauses, → goes on a day and shift+→ a week, n to the next night, 1 to 9
set the speed. Write to it whenever you like: any other letter goes to the
composer, and Tab does too.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if g.json {
				return usageError{errors.New("the demo has no JSON output")}
			}
			if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
				return usageError{errors.New("the demo needs a terminal")}
			}
			cfg, err := g.load()
			if err != nil {
				return err
			}
			return runDemo(cmd.Context(), screen(cfg))
		},
	}
}

// runDemo plays the demo in a folder of its own until the viewer leaves.
func runDemo(ctx context.Context, o ui.Options) (err error) {
	folder, err := os.MkdirTemp("", "muisto-demo-*")
	if err != nil {
		return fmt.Errorf("make a folder for the demo: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	// One zone for everyone: the play is the same wherever it is seen.
	beats, err := demo.Script(time.FixedZone("CEST", 2*60*60))
	if err != nil {
		return err
	}
	clock := demo.NewClock(beats[0].At.Add(-beforeDemo))
	file, err := store.Open(ctx, filepath.Join(folder, "demo.db"), store.Options{Clock: clock})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	session, err := demoSession(ctx, clock, file, beats)
	if err != nil {
		return err
	}
	o.Play = play{demo.NewPlayer(session, clock, beats, demoDayTurn)}
	shown := ui.Run(ctx, session, o)
	return errors.Join(shown, session.Close())
}

func demoSession(ctx context.Context, clock memory.Clock, file *store.Store, beats []demo.Beat) (*chat.Session, error) {
	within := builtin.New(demoDayTurn)
	m, err := mind.New(mind.Options{
		Store: file, Clock: clock, Encoder: within, EncoderName: config.Builtin, Writer: within,
		Builtin: within, BuiltinName: config.Builtin,
		Settings: mind.Settings{
			Decay: memory.DefaultDecay, DayTurn: demoDayTurn, BatchTokens: batchTokens(demoTokens),
			RecallBudget: demoRecall, StateDays: demoStateDays, NightCalls: demoCalls,
		},
	})
	if err != nil {
		return nil, err
	}
	return chat.Open(ctx, chat.Options{
		Mind: m, Store: file, Clock: clock, Replier: demo.NewReplier(beats, within), ModelName: "demo", Within: true,
		ContextTokens: demoTokens, Quiet: demoQuiet, DayTurn: demoDayTurn, Decay: memory.DefaultDecay,
	})
}

// play tells the screen how the demo stands, in the screen's words.
type play struct{ *demo.Player }

func (p play) State() ui.PlayState { return ui.PlayState(p.Player.State()) }
