// Command train writes model/builtin/english/english.weights from a checkout of
// UD English EWT, and prints how well they read its test part. Run it in
// model/builtin/english:
//
//	go run ./train PATH_OF_UD_English-EWT [EPOCHS]
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"muisto/model/builtin/english"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// chatted is the share of sentences that are learnt a second time as typed in
// a chat.
const chatted = 0.35

func run(args []string) error {
	if len(args) < 1 || len(args) > 2 {
		return errors.New("usage: train PATH_OF_UD_English-EWT [EPOCHS]")
	}
	epochs := 10
	if len(args) == 2 {
		var err error
		if epochs, err = strconv.Atoi(args[1]); err != nil {
			return fmt.Errorf("epochs: %w", err)
		}
	}
	train, err := trainPart(args[0])
	if err != nil {
		return fmt.Errorf("read the training part: %w", err)
	}
	test, err := readFile(filepath.Join(args[0], "en_ewt-ud-test.conllu"))
	if err != nil {
		return fmt.Errorf("read the test part: %w", err)
	}
	data := english.Train(english.AsChatted(train, chatted), epochs, func(s string) { fmt.Println(s) })
	fmt.Printf("%d sentences, %d bytes\n", len(train), len(data))
	for _, set := range []struct {
		name string
		of   []english.Sentence
	}{{"test", test}, {"test and its chat copy", english.AsChatted(test, 1)}} {
		s, err := english.Evaluate(data, set.of)
		if err != nil {
			return err
		}
		fmt.Printf("%s: UPOS %.2f XPOS %.2f UAS %.2f LAS %.2f\n", set.name, 100*s.Pos, 100*s.Tag, 100*s.Heads, 100*s.Relations)
	}
	return os.WriteFile("english.weights", data, 0o644)
}

// trainPart reads the joined file, or the documents that it is joined from.
func trainPart(dir string) ([]english.Sentence, error) {
	s, err := readFile(filepath.Join(dir, "en_ewt-ud-train.conllu"))
	if !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	list, err := os.Open(filepath.Join(dir, "not-to-release/file-lists/files.train"))
	if err != nil {
		return nil, err
	}
	defer list.Close()
	var out []english.Sentence
	for sc := bufio.NewScanner(list); sc.Scan(); {
		name := strings.TrimSpace(sc.Text())
		if name == "" {
			continue
		}
		part, err := readFile(filepath.Join(dir, "not-to-release/sources", name))
		if err != nil {
			return nil, err
		}
		out = append(out, part...)
	}
	return out, nil
}

func readFile(path string) ([]english.Sentence, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return english.ReadTreebank(f)
}
