package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"muisto/config"
	"muisto/memory"
	"muisto/memory/store"
	"muisto/transcript"
)

type importJSON struct {
	Conversations int `json:"conversations"`
	Messages      int `json:"messages"`
	Duplicates    int `json:"duplicates"`
	Skipped       int `json:"skipped"`
}

// importing is what the flags of import say.
type importing struct {
	format  string
	dryRun  bool
	restore bool
	user    string // the speaker who is the user
	yes     bool
	json    bool
}

func importCommand(g *global) *cobra.Command {
	in := importing{format: string(transcript.Auto)}
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Import conversations; importing twice adds nothing",
		Long: `Import conversations from a file, whose format is found out from what is in it:

  chatgpt   an export of ChatGPT: the ZIP, a conversations.json out of it, or
            the folder it was unpacked to
  claude    an export of Claude: the same
  messages  [{"role": "user", "content": "…"}, …], or {"messages": […]}, as
            Ollama and the OpenAI API have them
  jsonl     one message a line:
            {"at": "2026-05-18T09:14:00+03:00", "role": "user", "text": "…",
             "conversation": "…", "speaker": "…", "id": "…"}
            of which the last three may be left out; "content" does for "text",
            and "time", "timestamp", "created_at", "ts" or "date" for "at"
  claude-code  the sessions of Claude Code: a file, or ~/.claude/projects
  codex        the sessions of Codex CLI: a file, or ~/.codex/sessions

Times, titles, ids and the borders of conversations are kept. Of a conversation
with branches, the one that was on screen last is imported. The other
branches, what the system, tools and hidden messages say, reasoning, pictures and
attached files are skipped and counted. Messages without any time are dated
to when the file was last written.

A speaker that a message of the role "user" names is you where --user or the
setting chat.user_name says so; what another one says is remembered as theirs.

Nothing is imported from a file with anything in it that cannot be read.
Moments are made of it by "muisto capture", or when the chat is opened. Where an
endpoint is to make them and it takes ten calls or more, it is said how many, and
asked first.

With --restore, FILE is what "muisto export" wrote, and all that was remembered
comes back, into a memory that holds nothing yet. Without it, only the messages
are taken from such a file.`,
		Args: exactArgs(1, "one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !transcript.Format(in.format).Valid() {
				return usageError{fmt.Errorf("--format is %q; it can be %s", in.format, formats())}
			}
			in.json = g.json
			switch {
			case in.restore && (in.dryRun || in.format != string(transcript.Auto)):
				return usageError{errors.New("--restore goes with neither --dry-run nor --format")}
			case in.restore:
				return g.with(cmd.Context(), func(p *parts) error { return p.restore(cmd, args[0], g.json) })
			case in.dryRun:
				return g.previewImport(cmd, args[0], in)
			}
			return g.with(cmd.Context(), func(p *parts) error { return p.importFile(cmd, args[0], in) })
		},
	}
	cmd.Flags().StringVar(&in.format, "format", in.format, "the format of the file: "+formats())
	completeFlag(cmd, "format", formatNames()...)
	cmd.Flags().StringVar(&in.user, "user", "", "the speaker in the file who is you")
	cmd.Flags().BoolVar(&in.dryRun, "dry-run", false, "say what would be imported, and import nothing")
	cmd.Flags().BoolVar(&in.yes, "yes", false, "skip the confirmation prompt")
	cmd.Flags().BoolVar(&in.restore, "restore", false, "bring back all that was exported, into an empty memory")
	return cmd
}

func formatNames() []string {
	var list []string
	for _, f := range transcript.Formats() {
		list = append(list, string(f))
	}
	return list
}

func formats() string {
	list := formatNames()
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

func (p *parts) importFile(cmd *cobra.Command, name string, in importing) error {
	if agreed, err := p.agreedToImport(cmd, name, in); err != nil || !agreed {
		return err
	}
	file, err := openTranscript(name, in, p.clock.Now())
	if err != nil {
		return err
	}
	shown := newProgress(cmd.ErrOrStderr())
	who := speakers{user: in.user, names: []string{p.config.Chat.UserName}}
	report, err := p.store.ImportStream(cmd.Context(), store.Incoming{Messages: who.named(shownMessages(file, shown, func(memory.Message) {})), Title: file.Title})
	if err := errors.Join(err, shown.end()); err != nil {
		return fmt.Errorf("import %s: %w; nothing was imported", name, err)
	}
	if err := printLines(cmd.ErrOrStderr(), who.lines()...); err != nil {
		return err
	}
	return reportImport(cmd, file, report, in)
}

// agreedToImport looks through a file that an endpoint is to make moments of,
// says what that takes, and asks where it is much.
func (p *parts) agreedToImport(cmd *cobra.Command, name string, in importing) (bool, error) {
	if p.model.within || in.yes {
		return true, nil
	}
	file, err := openTranscript(name, in, p.clock.Now())
	if err != nil {
		return false, err
	}
	shown, e := newProgress(cmd.ErrOrStderr()), p.newEstimate()
	report, err := p.store.PreviewImport(cmd.Context(), shownMessages(file, shown, e.add))
	if err := errors.Join(err, shown.end()); err != nil {
		return false, fmt.Errorf("import %s: %w; nothing was imported", name, err)
	}
	e.share(report.Messages, report.Messages+report.Duplicates)
	return p.agreed(cmd, e, count(report.Messages, "message")+" would be imported")
}

// previewImport says what an import would do. Where there is no memory yet, it makes
// none.
func (g *global) previewImport(cmd *cobra.Command, name string, in importing) error {
	cfg, err := g.load()
	if err != nil {
		return err
	}
	if _, err := os.Stat(cfg.Database); err == nil {
		return g.with(cmd.Context(), func(p *parts) error {
			return previewFile(cmd, name, in, cfg, p.clock.Now(), p.store.PreviewImport)
		})
	}
	now, err := g.at()
	if err != nil {
		return err
	}
	if now.IsZero() {
		now = memory.SystemClock{}.Now()
	}
	return previewFile(cmd, name, in, cfg, now, store.PreviewNewImport)
}

func previewFile(cmd *cobra.Command, name string, in importing, cfg config.Config, now time.Time,
	preview func(context.Context, iter.Seq2[memory.Message, error]) (store.ImportReport, error)) error {
	file, err := openTranscript(name, in, now)
	if err != nil {
		return err
	}
	shown, e := newProgress(cmd.ErrOrStderr()), newEstimate(cfg.Model.ContextTokens, cfg.Memory.DayTurn)
	report, err := preview(cmd.Context(), shownMessages(file, shown, e.add))
	if err := errors.Join(err, shown.end()); err != nil {
		return fmt.Errorf("import %s: %w", name, err)
	}
	if e.share(report.Messages, report.Messages+report.Duplicates); e.calls > 0 && !cfg.Model.IsBuiltin() {
		if err := printLines(cmd.ErrOrStderr(), e.sentence(cfg.Model.Name)); err != nil {
			return err
		}
	}
	return reportImport(cmd, file, report, in)
}

func openTranscript(name string, in importing, now time.Time) (*transcript.File, error) {
	file, err := transcript.Open(name, transcript.Options{Format: transcript.Format(in.format), Zone: time.Local, Now: now, Crashes: crashes(memory.FixedClock(now))})
	if err != nil {
		return nil, fmt.Errorf("import %s: %w; nothing was imported", name, err)
	}
	return file, nil
}

// shownMessages shows how far the reading is, at every hundredth of it.
func shownMessages(file *transcript.File, shown *progress, show func(memory.Message)) iter.Seq2[memory.Message, error] {
	return func(yield func(memory.Message, error) bool) {
		said := int64(-1)
		for m, err := range file.Messages() {
			if read, size := file.Progress(); size > 0 && read*100/size != said {
				said = read * 100 / size
				shown.say("reading %d %% of %d MiB", said, size>>20)
			}
			if err == nil {
				show(m)
			}
			if !yield(m, err) {
				return
			}
		}
		shown.say("storing")
	}
}

func reportImport(cmd *cobra.Command, file *transcript.File, report store.ImportReport, in importing) error {
	skipped := file.Skipped()
	if err := explainSkipped(cmd, file, skipped); err != nil {
		return err
	}
	if in.json {
		return printJSON(cmd.OutOrStdout(), importJSON{
			Conversations: report.Conversations, Messages: report.Messages, Duplicates: report.Duplicates, Skipped: skipped.All(),
		})
	}
	done := "imported"
	if in.dryRun {
		done = "would import"
	}
	return printLines(cmd.OutOrStdout(), fmt.Sprintf("%s %s from %s; %d known already",
		done, count(report.Messages, "message"), count(report.Conversations, "conversation"), report.Duplicates))
}

// explainSkipped says what was skipped, and what had no time.
func explainSkipped(cmd *cobra.Command, file *transcript.File, skipped transcript.Skipped) error {
	return printLines(cmd.ErrOrStderr(), skippedLines(file, skipped)...)
}

func skippedLines(file *transcript.File, skipped transcript.Skipped) (lines []string) {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{
		{skipped.Branches, "on other branches"},
		{skipped.Machine, "of the system, tools and reasoning"},
		{skipped.Hidden, "hidden"},
		{skipped.Empty, "without text"},
		{skipped.Others, "holding no messages"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	if len(parts) > 0 {
		lines = append(lines, fmt.Sprintf("%d skipped: %s", skipped.All(), strings.Join(parts, ", ")))
	}
	lines = append(lines, file.Notes()...)
	if n := file.Undated(); n > 0 {
		lines = append(lines, fmt.Sprintf("%s without a time, dated to when the file was written, %s",
			count(n, "message"), file.Written().Format("2006-01-02 15:04")))
	}
	return lines
}
