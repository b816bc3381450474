package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"

	"github.com/charmbracelet/x/term"

	"muisto/config"
	"muisto/memory"
	"muisto/model/builtin"
	"muisto/ui"
	"muisto/ui/clipboard"
)

// runChat opens the chat on the terminal.
func runChat(ctx context.Context, g *global) (err error) {
	if g.json {
		return usageError{errors.New("the chat has no JSON; see \"muisto say --help\"")}
	}
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return usageError{errors.New("the chat needs a terminal; \"muisto say TEXT\" does without")}
	}
	if err := firstRun(ctx, g); errors.Is(err, ui.ErrLeft) {
		return nil
	} else if err != nil {
		return err
	}
	p, err := g.open(ctx, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	return p.chat(ctx)
}

// chat runs the screen, with the index loading and the conversation being
// watched behind it, until the person leaves.
func (p *parts) chat(ctx context.Context) error {
	session, err := p.session(ctx)
	if err != nil {
		return err
	}
	behind, stop := context.WithCancel(ctx)
	ended := make(chan error, 2)
	go func() { ended <- p.load(behind) }()
	go func() { ended <- session.Run(behind) }()
	choice := &models{parts: p, session: session}
	defer choice.close()
	o := screen(p.config)
	o.Models, o.Files = choice, files{p}
	shown := ui.Run(ctx, session, o)
	stop()
	errs := []error{shown}
	for range cap(ended) {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			errs = append(errs, err)
		}
	}
	return errors.Join(append(errs, session.Close())...)
}

// gcPercent makes the collector run sooner than it would by itself: the program
// stays open all day, and what it saves in memory is worth more than the work.
const gcPercent = 25

// load reads the memory index, gives what that left over back to the system, and
// keeps the index on disk from then on.
func (p *parts) load(ctx context.Context) error {
	err := p.mind.Load(ctx)
	debug.SetGCPercent(gcPercent)
	debug.FreeOSMemory()
	if err == nil {
		p.mind.KeepIndex(ctx)
	}
	return err
}

// screen is how the screen is to be.
func screen(c config.Config) ui.Options {
	o := ui.Options{
		Theme:   themes[c.UI.Theme],
		Profile: c.Profile,
		Colours: colours(c),
		Keys:    c.UI.Keys,
		NoColor: os.Getenv("NO_COLOR") != "",
		Editor:  editor(),
		Crashes: crashes(memory.SystemClock{}),
		Spoken:  builtin.Spoken,

		Vim:      c.UI.Vim,
		MouseOff: c.UI.Mouse == "off",
		Notify:   notify(c.UI.Notify, os.Getenv),
	}
	if program, ok := clipboard.Find(os.Getenv, exec.LookPath); ok {
		o.Clipboard, o.ClipboardName = program, program.Name
	}
	return o
}

// notify is how the end of a long reply is announced. Terminals ask for a desktop
// notification in one of two ways.
func notify(how string, env func(string) string) ui.Notify {
	switch {
	case how == "bell":
		return ui.Bell
	case how == "desktop" && (strings.HasPrefix(env("TERM"), "rxvt") || strings.HasPrefix(env("TERM"), "foot")):
		return ui.OSC777
	case how == "desktop":
		return ui.OSC9
	}
	return ui.NoNotice
}

var themes = map[config.Theme]ui.Theme{
	config.ThemeAuto:  ui.Auto,
	config.ThemeDark:  ui.Dark,
	config.ThemeLight: ui.Light,
}

// editor is the person's own, as the environment says, else vi.
func editor() string {
	if e := os.Getenv("VISUAL"); e != "" {
		return e
	}
	if e := os.Getenv("EDITOR"); e != "" {
		return e
	}
	if _, err := exec.LookPath("vi"); err == nil {
		return "vi"
	}
	return ""
}
