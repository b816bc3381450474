package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"muisto/config"
	"muisto/harmless"
	"muisto/memory/archive"
	"muisto/memory/store"
)

// The forms of an export.
const (
	exportLines    = "jsonl"
	exportMarkdown = "md"
	exportHTML     = "html"
)

func exportCommand(g *global) *cobra.Command {
	format, out := exportLines, ""
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Export everything that is remembered",
		Long: `Export everything that is remembered:

  jsonl   one object a line, with a type: all of it. muisto import --restore
          makes the same memory of it again; muisto import takes the messages
          out of it, and nothing else
  md      to read, in Obsidian say: what is known by subject, with dates and
          sources, and a diary of the moments
  html    one page to look at in a browser, with nothing loaded from elsewhere:
          facts with their history, the moments with their fading, each night's
          graph and the forgetting curves`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return g.with(cmd.Context(), func(p *parts) error {
				write, ok := p.exporters()[format]
				if !ok {
					return usageError{fmt.Errorf("--format is %q; it can be jsonl, md or html", format)}
				}
				if out == "" || out == "-" {
					return write(cmd.Context(), cmd.OutOrStdout())
				}
				return p.exportTo(out, func(w io.Writer) error { return write(cmd.Context(), w) })
			})
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "the format: jsonl, md or html")
	completeFlag(cmd, "format", exportLines, exportMarkdown, exportHTML)
	cmd.Flags().StringVarP(&out, "output", "o", "", "the file to write, which is replaced once all is written (- or none: standard output)")
	return cmd
}

// exporters are what writes the memory out, by format.
func (p *parts) exporters() map[string]func(context.Context, io.Writer) error {
	return map[string]func(context.Context, io.Writer) error{
		exportLines: p.exportLines, exportMarkdown: p.exportMarkdown, exportHTML: p.exportHTML,
	}
}

// exportTo writes a file under another name beside it, and gives it its name
// once it is whole. It is readable by nobody else; what a killed export has left
// goes with the next.
func (p *parts) exportTo(name string, write func(io.Writer) error) (err error) {
	if err := p.refuseOwn(name); err != nil {
		return err
	}
	err = store.WriteOver(name, func(part string) error {
		file, err := os.OpenFile(part, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(file), file.Close())
	})
	if err != nil {
		return fmt.Errorf("export to %s: %w", name, err)
	}
	return nil
}

// refuseOwn fails for a name that is, or would be, a file of muisto's own.
func (p *parts) refuseOwn(name string) error {
	if same(name, p.store.Path()) {
		return usageError{fmt.Errorf("%s is the memory itself; name another file", name)}
	}
	paths := config.DefaultPaths()
	for _, own := range []string{p.config.File, paths.File, paths.Database, paths.CrashLog} {
		if own != "" && same(name, own) {
			return usageError{fmt.Errorf("%s is a file that muisto keeps; name another file", name)}
		}
	}
	if p.store.Owns(name) {
		return usageError{fmt.Errorf("%s is a file that muisto keeps for its memory; name another file", name)}
	}
	return nil
}

// same reports whether two names are one file, there or not yet.
func same(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(x, y)
	}
	a, errA = filepath.Abs(a)
	b, errB = filepath.Abs(b)
	return errA == nil && errB == nil && a == b
}

func (p *parts) exportLines(ctx context.Context, w io.Writer) error {
	out, err := archive.NewWriter(harmless.JSON(w))
	if err != nil {
		return err
	}
	if err := p.store.Export(ctx, out.Write); err != nil {
		return err
	}
	return out.End()
}
