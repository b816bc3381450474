// Command talks measures the ranking on several kinds of talk side by side, and
// what each of its parts is worth on each:
//
//	go run ./bench/talks [--turns FILE]… [--captured FILE]… [--memories FOLDER]… [--without PART]… [--with PART=NUMBER]… [--each] [--vectors FILE]
//
// A file is in the form of LoCoMo's release: --turns takes each turn for a memory,
// --captured what the built-in model makes of them. A folder holds memories that
// the program made, NAME.db, and beside each its questions, NAME.json:
//
//	{"now": RFC3339, "questions": [{"text": …, "evidence": [message id], "old": [message id], "new": [message id]}]}
//
// Recall at k is the share of a question's evidence among the sources of the
// first k things, as in bench/locomo. --without leaves parts of the ranking out,
// by the names of recall.Mix; --each does so with one part after the other. With
// --vectors, meaning is told by the built-in sentence encoder, as in the program;
// FILE keeps what it made between runs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"reflect"
	"strconv"
	"strings"

	"muisto/bench/locomo/trial"
	"muisto/memory/recall"
)

type options struct {
	turns, captured, memories, without, with list
	each                                     bool
	vectors                                  string
}

// list is a flag that may be given several times.
type list []string

func (l *list) String() string     { return fmt.Sprint(*l) }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

func main() {
	var o options
	flag.Var(&o.turns, "turns", "a `file` of talks, each turn a memory")
	flag.Var(&o.captured, "captured", "a `file` of talks, captured by the built-in model")
	flag.Var(&o.memories, "memories", "a `folder` of memories with their questions")
	flag.Var(&o.without, "without", "leave this `part` of the ranking out")
	flag.Var(&o.with, "with", "give a part of the ranking another weight, as `NAME=NUMBER`")
	flag.BoolVar(&o.each, "each", false, "leave out each part in turn")
	flag.StringVar(&o.vectors, "vectors", "", "use the sentence encoder, and keep its vectors in this `file`")
	flag.Parse()
	if flag.NArg() > 0 || len(o.turns)+len(o.captured)+len(o.memories) == 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "talks:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) (err error) {
	var v *trial.Vectors
	if o.vectors != "" {
		if v, err = trial.OpenVectors(o.vectors); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, v.Save()) }()
	}
	sets, err := o.open(ctx, v)
	if err != nil {
		return err
	}
	defer func() {
		for _, s := range sets {
			s.close()
		}
	}()
	mix, err := without(recall.DefaultMix(), o.without)
	if err != nil {
		return err
	}
	if mix, err = with(mix, o.with); err != nil {
		return err
	}
	fmt.Printf("%-16s %s\n", "", heads)
	if err := measure(ctx, "all parts", sets, mix); err != nil {
		return err
	}
	if !o.each {
		return nil
	}
	kind := reflect.TypeOf(mix)
	for i := range kind.NumField() {
		less, err := without(mix, list{kind.Field(i).Name})
		if err != nil {
			return err
		}
		if err := measure(ctx, "no "+kind.Field(i).Name, sets, less); err != nil {
			return err
		}
	}
	return nil
}

// without gives a mix with parts left out.
func without(mix recall.Mix, parts list) (recall.Mix, error) {
	v := reflect.ValueOf(&mix).Elem()
	for _, name := range parts {
		f := v.FieldByName(name)
		if !f.IsValid() {
			return mix, fmt.Errorf("the ranking has no part %q", name)
		}
		switch name {
		case "Fact": // a factor
			f.SetFloat(1)
		default:
			f.SetZero()
		}
	}
	return mix, nil
}

// with gives a mix with other weights.
func with(mix recall.Mix, weights list) (recall.Mix, error) {
	v := reflect.ValueOf(&mix).Elem()
	for _, w := range weights {
		name, number, _ := strings.Cut(w, "=")
		f := v.FieldByName(name)
		n, err := strconv.ParseFloat(number, 64)
		switch {
		case err != nil:
			return mix, fmt.Errorf("%q is no weight: %w", w, err)
		case !f.IsValid() || !f.CanFloat():
			return mix, fmt.Errorf("the ranking has no weight %q", name)
		}
		f.SetFloat(n)
	}
	return mix, nil
}

func measure(ctx context.Context, name string, sets []set, mix recall.Mix) error {
	for _, s := range sets {
		got, err := s.ask(ctx, mix)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name(), err)
		}
		fmt.Printf("%-16s %-28s %s\n", name, s.name(), got)
	}
	return nil
}
