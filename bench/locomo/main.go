// Command locomo measures recall on LoCoMo, which is not part of this tree:
//
//	go run ./bench/locomo --data FILE [--unit dialog|observation|captured] [--fading] [--routine N] [--vectors FILE] [--json]
//
// Each conversation of the data is a memory of its own, and every question
// with evidence is asked a day after the last turn, through the index that the
// program uses, with the built-in word vectors and no network; with --vectors,
// those of the built-in sentence encoder, which FILE keeps between runs. Recall at k is
// the mean over the questions of |evidence found in the first k results| /
// |evidence|; an id in the evidence that no turn has counts as not found. See
// package trial for what a memory is.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"muisto/bench/locomo/dataset"
	"muisto/bench/locomo/trial"
	"muisto/memory"
	"muisto/memory/recall"
)

type options struct {
	data, unit   string
	vectors      string
	fading, json bool
	routine      int
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", "", "the data `file`, in the form of LoCoMo's release")
	flag.StringVar(&o.unit, "unit", string(trial.Dialog), "what one memory is: dialog, observation or captured")
	flag.BoolVar(&o.fading, "fading", false, "let memories fade by the data's own times")
	flag.IntVar(&o.routine, "routine", 0, "add this `number` of routine memories from another life")
	flag.StringVar(&o.vectors, "vectors", "", "use the sentence encoder, and keep its vectors in this `file`")
	flag.BoolVar(&o.json, "json", false, "print JSON")
	flag.Parse()
	if o.data == "" || flag.NArg() > 0 || o.routine < 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "locomo:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	samples, err := dataset.Load(o.data)
	if err != nil {
		return fmt.Errorf("read %s: %w", o.data, err)
	}
	var vectors *trial.Vectors
	if o.vectors != "" {
		if vectors, err = trial.OpenVectors(o.vectors); err != nil {
			return err
		}
	}
	var scores []trial.Score
	memories := 0
	for _, s := range samples {
		m, err := o.memories(ctx, s)
		if err != nil {
			return err
		}
		memories += m.Len()
		got, err := ask(ctx, s, m, vectors)
		if err != nil {
			return fmt.Errorf("%s: %w", s.ID, err)
		}
		scores = append(scores, got...)
	}
	if vectors != nil {
		if err := vectors.Save(); err != nil {
			return fmt.Errorf("keep the vectors: %w", err)
		}
	}
	return summarise(o, memories, scores).print(os.Stdout, o.json)
}

func ask(ctx context.Context, s dataset.Sample, m *trial.Memories, vectors *trial.Vectors) ([]trial.Score, error) {
	options := recall.Options{DayTurn: 4}
	if vectors != nil {
		options.Vectors = m.Embed(vectors)
	}
	r, err := recall.Follow(m, options)
	if err != nil {
		return nil, err
	}
	if err := r.Load(ctx); err != nil {
		return nil, err
	}
	var asked trial.Recaller = r
	if vectors != nil {
		asked = trial.Asking{Recaller: r, Vectors: vectors}
	}
	return trial.Ask(ctx, s, m, asked, memory.SystemClock{})
}

func (o options) memories(ctx context.Context, s dataset.Sample) (m *trial.Memories, err error) {
	if trial.Unit(o.unit) == trial.Captured {
		m, err = trial.Capture(ctx, s)
	} else {
		m, err = trial.Of(s, trial.Unit(o.unit))
	}
	if err != nil {
		return nil, err
	}
	m = m.Among(trial.Routine(o.routine, s))
	if !o.fading {
		m.Fresh()
	}
	return m, nil
}
