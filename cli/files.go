package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"muisto/memory"
	"muisto/memory/store"
	"muisto/transcript"
	"muisto/ui"
)

// files brings conversations in and writes the memory out, for the screen.
type files struct{ parts *parts }

// PreviewImport says what an import of a file would bring, and what making moments of
// it takes.
func (f files) PreviewImport(ctx context.Context, name string, progress func(float64)) (ui.Incoming, error) {
	file, err := f.open(name)
	if err != nil {
		return ui.Incoming{}, err
	}
	e := f.parts.newEstimate()
	report, err := f.parts.store.PreviewImport(ctx, readAlong(file, progress, e.add))
	if err != nil {
		return ui.Incoming{}, fmt.Errorf("import %s: %w", name, err)
	}
	in := incomingOf(file, report)
	if !f.parts.model.within {
		e.share(report.Messages, report.Messages+report.Duplicates)
		in.Calls, in.Tokens, in.Model = e.calls, e.in()+e.out(), f.parts.model.name
	}
	return in, nil
}

// Import brings in the conversations of a file.
func (f files) Import(ctx context.Context, name string, progress func(float64)) (ui.Incoming, error) {
	file, err := f.open(name)
	if err != nil {
		return ui.Incoming{}, err
	}
	report, err := f.parts.store.ImportStream(ctx, store.Incoming{Messages: readAlong(file, progress, func(memory.Message) {}), Title: file.Title})
	if err != nil {
		return ui.Incoming{}, fmt.Errorf("import %s: %w; nothing was imported", name, err)
	}
	return incomingOf(file, report), nil
}

// Export writes everything to a file that is not there yet.
func (f files) Export(ctx context.Context, name, form string) error {
	path := atHome(name)
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("export to %s: it is there already; name another file", name)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("export to %s: %w", name, err)
	}
	write, ok := f.parts.exporters()[form]
	if !ok {
		return fmt.Errorf("export to %s: %q is not a format; it can be jsonl, md or html", name, form)
	}
	return f.parts.exportTo(path, func(w io.Writer) error { return write(ctx, w) })
}

func (f files) open(name string) (*transcript.File, error) {
	return openTranscript(atHome(name), importing{format: string(transcript.Auto)}, f.parts.clock.Now())
}

// atHome is a name as a shell reads it, with ~ for the home folder.
func atHome(name string) string {
	if rest, ok := strings.CutPrefix(name, "~"); ok && (rest == "" || rest[0] == '/' || rest[0] == filepath.Separator) {
		if home, err := os.UserHomeDir(); err == nil {
			return home + rest
		}
	}
	return name
}

// readAlong tells how far the reading is, at every hundredth of it, and shows
// each message.
func readAlong(file *transcript.File, progress func(float64), show func(memory.Message)) iter.Seq2[memory.Message, error] {
	return func(yield func(memory.Message, error) bool) {
		said := int64(-1)
		for m, err := range file.Messages() {
			if read, size := file.Progress(); size > 0 && read*100/size != said {
				said = read * 100 / size
				progress(float64(read) / float64(size))
			}
			if err == nil {
				show(m)
			}
			if !yield(m, err) {
				return
			}
		}
	}
}

func incomingOf(file *transcript.File, report store.ImportReport) ui.Incoming {
	return ui.Incoming{
		Conversations: report.Conversations, Messages: report.Messages, Duplicates: report.Duplicates,
		Notes: skippedLines(file, file.Skipped()),
	}
}
