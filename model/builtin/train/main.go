// Command train writes model/builtin/acts.weights: what the built-in model
// learnt from its lessons. Run it in model/builtin:
//
//	go run ./train
package main

import (
	"fmt"
	"io"
	"os"

	"muisto/model/builtin"
)

func main() {
	if err := train(builtin.LessonFiles, "acts.weights"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func train(paths []string, out string) error {
	var all []io.Reader
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return fmt.Errorf("train: %w", err)
		}
		defer f.Close()
		all = append(all, f)
	}
	table, err := builtin.Train(io.MultiReader(all...))
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	if err := os.WriteFile(out, table, 0o644); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}
