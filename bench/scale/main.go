// Command scale measures recall over a large memory:
//
//	go run ./bench/scale --n 1000000 [--json]
//
// It builds a store of n made-up episodes. In a process of its own, so that what
// the building took is not counted, it times the first recall without an index on
// disk, and keeps the index. In another it times opening the memory, the first
// recall, which reads that index, and 300 more; tells the memory that the process
// took at most; and puts a part of the same questions to SQLite's FTS5 with its
// bm25 on the same rows.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
)

// maxEpisodes bounds n: more than a life brings.
const maxEpisodes = 20_000_000

func main() {
	n := flag.Int("n", 100_000, "how many episodes")
	asJSON := flag.Bool("json", false, "print JSON")
	folder := flag.String("measure", "", "only measure what was built in this `folder`")
	unkept := flag.String("keep", "", "only keep the index of what was built in this `folder`")
	flag.Parse()
	if *n < questions || *n > maxEpisodes || flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "scale: --n must be %d to %d\n", questions, maxEpisodes)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case *unkept != "":
		err = keep(ctx, *unkept, os.Stdout)
	case *folder != "":
		err = measure(ctx, *folder, os.Stdout)
	default:
		err = run(ctx, *n, *asJSON)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, n int, asJSON bool) (err error) {
	folder, err := os.MkdirTemp("", "scale-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if err := build(ctx, folder, n); err != nil {
		return fmt.Errorf("build the memory: %w", err)
	}
	var f figures
	for _, step := range []string{"--keep", "--measure"} {
		if err := apart(ctx, &f, step, folder); err != nil {
			return err
		}
	}
	return f.print(os.Stdout, asJSON)
}

// apart takes a step in a process of its own, and its figures into f.
func apart(ctx context.Context, f *figures, step, folder string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, self, step, folder)
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("measure: %w", err)
	}
	if err := json.Unmarshal(out.Bytes(), f); err != nil {
		return fmt.Errorf("read the measurements: %w", err)
	}
	return nil
}

// figures are what is measured; times in milliseconds unless they say else.
type figures struct {
	Episodes int     `json:"episodes,omitempty"`
	OpenMS   float64 `json:"open_ms,omitempty"`
	// UnkeptS is the first recall without an index on disk, KeepS how long keeping
	// it takes, and IndexMB how large it is.
	UnkeptS      float64 `json:"first_recall_unkept_s,omitempty"`
	KeepS        float64 `json:"keep_s,omitempty"`
	IndexMB      float64 `json:"index_mb,omitempty"`
	FirstRecallS float64 `json:"first_recall_s"`
	RecallP50MS  float64 `json:"recall_p50_ms"`
	RecallP95MS  float64 `json:"recall_p95_ms"`
	Brought      int     `json:"brought"` // questions that brought the episode they were made from
	Asked        int     `json:"asked"`
	// PeakMB is the most memory that the process held, in megabytes.
	PeakMB   float64 `json:"peak_mb"`
	FTSP50MS float64 `json:"fts5_p50_ms"`
	FTSP95MS float64 `json:"fts5_p95_ms"`
	FTSAsked int     `json:"fts5_asked"`
	// Ratio is FTS5's median over ours.
	Ratio float64 `json:"ratio"`
}

func (f figures) print(to io.Writer, asJSON bool) error {
	if asJSON {
		e := json.NewEncoder(to)
		e.SetIndent("", "  ")
		return e.Encode(f)
	}
	_, err := fmt.Fprintf(to, `%d episodes
open          %9.2f ms
first recall  %9.3f s (reads the index of %.0f MB; without one %.2f s, and %.2f s to keep it)
recall        %9.2f ms p50, %.2f ms p95, %d of %d brought their episode
memory        %9.0f MB at most
FTS5 bm25     %9.2f ms p50, %.2f ms p95, over %d of the questions
ratio         %9.1f times faster
`, f.Episodes, f.OpenMS, f.FirstRecallS, f.IndexMB, f.UnkeptS, f.KeepS, f.RecallP50MS, f.RecallP95MS, f.Brought, f.Asked, f.PeakMB, f.FTSP50MS, f.FTSP95MS, f.FTSAsked, f.Ratio)
	return err
}
