// Package cli is the command line: one file a command, and the one place where
// the parts of the program are put together.
//
// What a command found goes to standard output, the rest to standard error. It
// knows every other package, and none knows it.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"

	"muisto/config"
	"muisto/harmless"
)

// The exit codes.
const (
	exitFailure = 1
	exitUsage   = 2
)

// usageError is a wrong use of the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// global are the flags that every command has.
type global struct {
	db, config, profile, model, baseURL, now string
	json                                     bool

	// conversation is the one to go on with, of those commands that can; fresh
	// begins one.
	conversation string
	fresh        bool
}

// conversationFlags are of the commands that say something.
func (g *global) conversationFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&g.conversation, "session", "", "continue this conversation, by its id (see \"muisto sessions\"), instead of the last")
	offerArgs(cmd, "session", g.conversationIDs)
	cmd.Flags().BoolVar(&g.fresh, "new", false, "start a new conversation")
}

// Main runs the command line and returns the exit code.
func Main(ctx context.Context) int {
	root := newRoot()
	err := fang.Execute(ctx, root,
		fang.WithErrorHandler(func(w io.Writer, _ fang.Styles, err error) {
			if ctx.Err() != nil && errors.Is(err, context.Canceled) {
				err = errStopped
			}
			complain(w, err)
		}),
		fang.WithVersion(version()),
		fang.WithoutManpage(), // ours is listed
	)
	switch {
	case err == nil:
		return 0
	case errors.As(err, new(usageError)):
		return exitUsage
	}
	return exitFailure
}

// errStopped is what is said where the person stopped a command.
var errStopped = errors.New("stopped; what was done by then is kept")

// complain prints an error as a sentence, without anything that would drive the
// terminal. Errors that were joined stand on lines of their own.
func complain(w io.Writer, err error) {
	text := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ")
	if _, failed := fmt.Fprintln(w, "muisto: "+lowerFirst(harmless.Line(text))); failed != nil {
		return // there is nowhere left to say it
	}
}

// lowerFirst begins a sentence small, as it follows the name of the program. A
// first word that is no plain one, such as a file's name, stays.
func lowerFirst(s string) string {
	word, _, _ := strings.Cut(s, " ")
	_, first := utf8.DecodeRuneInString(word)
	if first == len(word) || strings.ContainsFunc(word[first:], func(r rune) bool { return !unicode.IsLower(r) }) {
		return s
	}
	return strings.ToLower(word) + s[len(word):]
}

func newRoot() *cobra.Command {
	var g global
	root := &cobra.Command{
		Use:   "muisto",
		Short: "A chat in the terminal with an agent that remembers as people do",
		Long: "muisto is a chat in the terminal with an agent that remembers as people do. " +
			"Conversations become moments when they go quiet; moments fade; at night they become facts; " +
			"and the right ones come back.\n" +
			"Without a command it opens the chat; muisto \"a question\" is short for muisto say \"a question\".",
		SilenceUsage:      true,
		Args:              noArgsOrText,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return g.say(cmd, args[0])
			}
			return runChat(cmd.Context(), &g)
		},
	}
	flags := root.PersistentFlags()
	flags.StringVar(&g.db, "db", "", "the memory file (default in the XDG data folder)")
	flags.StringVar(&g.config, "config", "", "the settings file (default in the XDG config folder)")
	flags.StringVar(&g.profile, "profile", "", "the profile: a separate memory, model and persona (MUISTO_PROFILE)")
	flags.StringVar(&g.model, "model", "", "the model by name; \"builtin\" is the one inside the program")
	flags.StringVar(&g.baseURL, "base-url", "", "the address of an OpenAI-compatible endpoint")
	flags.StringVar(&g.now, "now", "", "use this time (RFC 3339) as the current time")
	flags.BoolVar(&g.json, "json", false, "print JSON")
	g.conversationFlags(root)
	offerProfiles(root, &g)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(sayCommand(&g), importCommand(&g), exportCommand(&g), captureCommand(&g), sleepCommand(&g),
		momentsCommand(&g), factsCommand(&g), recallCommand(&g), eraseCommand(&g), mcpCommand(&g), configCommand(&g), doctorCommand(&g), sessionsCommand(&g), statsCommand(&g))
	root.AddCommand(demoCommand(&g), labCommand(&g), manCommand())
	giveExamples(root, examples())
	helpWithFlags(root)
	return root
}

// noArgsOrText lets one argument pass that cannot be meant for a command.
func noArgsOrText(cmd *cobra.Command, args []string) error {
	if len(args) == 1 && strings.ContainsFunc(strings.TrimSpace(args[0]), unicode.IsSpace) {
		return nil
	}
	if len(args) > 0 && len(nearCommands(cmd, args[0])) == 0 {
		return usageError{fmt.Errorf("there is no command %q; to say something, put it in quotes, or see \"muisto --help\"", args[0])}
	}
	return noArgs(cmd, args)
}

// noArgs and exactArgs report a wrong number of arguments as a wrong use.
func noArgs(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !cmd.HasAvailableSubCommands():
		return usageError{fmt.Errorf("%s takes no argument, and got %q; see \"%[1]s --help\"", cmd.CommandPath(), args[0])}
	}
	if near := nearCommands(cmd, args[0]); len(near) > 0 {
		return usageError{fmt.Errorf("there is no command %q; did you mean %s?", args[0], strings.Join(near, " or "))}
	}
	return usageError{fmt.Errorf("there is no command %q; see \"%s --help\"", args[0], cmd.CommandPath())}
}

// nearCommands are the commands under cmd that a mistyped one may mean.
func nearCommands(cmd *cobra.Command, typed string) []string {
	const most = 3
	if cmd.SuggestionsMinimumDistance <= 0 {
		cmd.SuggestionsMinimumDistance = 2
	}
	var near []string
	for _, name := range cmd.SuggestionsFor(typed) {
		if len(near) < most {
			near = append(near, fmt.Sprintf("%q", name))
		}
	}
	return near
}

func exactArgs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usageError{fmt.Errorf("%s takes %s; see \"%s --help\"", cmd.CommandPath(), what, cmd.CommandPath())}
		}
		return nil
	}
}

// load reads the settings.
func (g *global) load() (config.Config, error) {
	return config.Load(g.sources())
}

func (g *global) sources() config.Sources {
	return config.Sources{
		File:  g.config,
		Flags: config.Flags{DB: g.db, Model: g.model, BaseURL: g.baseURL, Profile: g.profile},
		Env:   os.Getenv,
		Paths: config.DefaultPaths(),
		Names: names(),
	}
}

// at reads --now; the zero time where it was not given.
func (g *global) at() (time.Time, error) {
	if g.now == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, g.now)
	if err != nil {
		return time.Time{}, usageError{fmt.Errorf("--now is %q; write it as 2026-05-18T09:14:00+03:00", g.now)}
	}
	return at.In(time.Local), nil
}
