package cli

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/spf13/cobra"

	"muisto/memory/archive"
)

type restoredJSON struct {
	Conversations int `json:"conversations"`
	Messages      int `json:"messages"`
	Episodes      int `json:"episodes"`
	Facts         int `json:"facts"`
}

// restore makes the memory of an export again, in an empty one.
func (p *parts) restore(cmd *cobra.Command, name string, asJSON bool) (err error) {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	shown := newProgress(cmd.ErrOrStderr())
	done, err := p.store.Restore(cmd.Context(), archived(file, shown))
	if err := errors.Join(err, shown.end()); err != nil {
		return fmt.Errorf("restore %s: %w; nothing was restored", name, err)
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), restoredJSON(done))
	}
	return printLines(cmd.OutOrStdout(), fmt.Sprintf("restored: %s in %s, %s, %s", count(done.Messages, "message"),
		count(done.Conversations, "conversation"), count(done.Episodes, "moment"), count(done.Facts, "fact")))
}

// archived gives the lines of a file, from its beginning whenever it is ranged
// over.
func archived(file io.ReadSeeker, shown *progress) iter.Seq2[archive.Line, error] {
	const often = 10_000 // lines between two looks at the progress
	return func(yield func(archive.Line, error) bool) {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			yield(nil, err)
			return
		}
		n := 0
		for line, err := range archive.Read(file) {
			if n++; n%often == 0 {
				shown.say("restoring, line %d", n)
			}
			if !yield(line, err) {
				return
			}
		}
	}
}
