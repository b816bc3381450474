// Command soak lives through a year of talk on the built-in model, on a clock
// that runs fast:
//
//	go run ./bench/soak --days 365 [--per-day 300] [--seed 1]
//
// Somebody talks every day; what was said is captured when it goes quiet, and
// the nights are slept. The program is ended and started anew every few days,
// and killed every now and then, at any moment. For every month it tells what
// the process held, how large the file was, and how much was in it; at the end
// the file is sound, every fact cites moments and every moment messages that are
// there, and an export of it comes back as it was.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"time"
)

// Bounds on what is asked for.
const (
	maxDays   = 3650
	maxPerDay = 10_000
	month     = 30
)

// options are the flags.
type options struct {
	days, perDay int
	nightCalls   int
	seed         uint64
	folder       string
}

func main() {
	o := options{}
	flag.IntVar(&o.days, "days", 30, "how many days")
	flag.IntVar(&o.perDay, "per-day", 300, "how many messages a day, replies included")
	flag.IntVar(&o.nightCalls, "night-calls", 50, "how many groups a pass writes at most, as memory.night_calls sets it")
	flag.Uint64Var(&o.seed, "seed", 1, "what is said, and when the program is killed")
	flag.StringVar(&o.folder, "folder", "", "keep the memory in this folder (default a temporary one)")
	from := flag.Int("live-from", -1, "only live through days from this one")
	to := flag.Int("live-to", 0, "up to this one")
	flag.Parse()
	if o.days < 1 || o.days > maxDays || o.perDay < 2 || o.perDay > maxPerDay || o.nightCalls < 1 || flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "soak: --days must be 1 to %d, --per-day 2 to %d, --night-calls 1 or more\n", maxDays, maxPerDay)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if *from >= 0 {
		err = live(ctx, o, *from, *to, os.Stdout)
	} else {
		err = run(ctx, o, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

func (o options) file() string { return filepath.Join(o.folder, "muisto.db") }

func (o options) talk() talk {
	return talk{seed: o.seed, start: time.Date(2026, 1, 5, 0, 0, 0, 0, time.FixedZone("EET", 2*60*60))}
}

func run(ctx context.Context, o options, out io.Writer) (err error) {
	if o.folder == "" {
		if o.folder, err = os.MkdirTemp("", "soak-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(o.folder)) }()
	}
	began := time.Now()
	r := &report{out: out, began: began}
	if err := r.live(ctx, o); err != nil {
		return err
	}
	v, err := check(ctx, o.file())
	if err != nil {
		return fmt.Errorf("look at the end of it: %w", err)
	}
	return r.end(v, time.Since(began))
}

// report gathers the days.
type report struct {
	out           io.Writer
	began         time.Time
	months        []lived
	sizes         []int64 // of the file at the end of each month
	most          lived   // the most of RSS and Heap in this month
	starts, kills int
}

// live has processes of their own live through the days, some of them until they
// are killed.
func (r *report) live(ctx context.Context, o options) error {
	random := rand.New(rand.NewPCG(o.seed, 99))
	if _, err := fmt.Fprintf(r.out, "%-5s %9s %9s %9s %9s %9s %7s %9s\n", "day", "rss MB", "heap MB", "file MB", "messages", "moments", "facts", "time s"); err != nil {
		return err
	}
	for next := 0; next < o.days; {
		to := min(next+1+random.IntN(5), o.days)
		kill := time.Duration(-1)
		if random.IntN(3) == 0 {
			kill = time.Duration(random.IntN(4000)) * time.Millisecond
		}
		last, err := r.process(ctx, o, next, to, kill)
		if err != nil {
			return err
		}
		next = last
	}
	return nil
}

// process runs one process from a day on, and kills it after a while if that is
// not negative. It gives the first day that was not lived to its end.
func (r *report) process(ctx context.Context, o options, from, to int, kill time.Duration) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return from, err
	}
	cmd := exec.CommandContext(ctx, self, "--folder", o.folder, "--seed", strconv.FormatUint(o.seed, 10), "--per-day", strconv.Itoa(o.perDay), "--night-calls", strconv.Itoa(o.nightCalls),
		"--live-from", strconv.Itoa(from), "--live-to", strconv.Itoa(to))
	cmd.Stderr = os.Stderr
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return from, err
	}
	if err := cmd.Start(); err != nil {
		return from, err
	}
	r.starts++
	if kill >= 0 {
		timer := time.AfterFunc(kill, func() { _ = cmd.Process.Kill() }) // it may have ended by then
		defer timer.Stop()
	}
	lines := bufio.NewScanner(pipe)
	for lines.Scan() {
		var l lived
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			break // cut short by the kill
		}
		from = l.Day + 1
		if err := r.day(o, l); err != nil {
			return from, err
		}
	}
	err = cmd.Wait()
	if kill >= 0 && err != nil && cmd.ProcessState.ExitCode() == -1 && ctx.Err() == nil {
		r.kills++
		err = nil
	}
	return from, err
}

// day takes in a day, and prints a line at the end of each month.
func (r *report) day(o options, l lived) error {
	r.most.RSS, r.most.Heap = max(r.most.RSS, l.RSS), max(r.most.Heap, l.Heap)
	if (l.Day+1)%month != 0 && l.Day+1 != o.days {
		return nil
	}
	size := int64(0)
	for _, end := range []string{"", "-wal"} {
		if info, err := os.Stat(o.file() + end); err == nil {
			size += info.Size()
		}
	}
	l.RSS, l.Heap = r.most.RSS, r.most.Heap
	r.most = lived{}
	r.months, r.sizes = append(r.months, l), append(r.sizes, size)
	const mb = 1e6
	_, err := fmt.Fprintf(r.out, "%-5d %9.1f %9.1f %9.1f %9d %9d %7d %9.0f\n", l.Day+1, float64(l.RSS)/mb, float64(l.Heap)/mb, float64(size)/mb,
		l.Messages, l.Moments, l.Facts, time.Since(r.began).Seconds())
	return err
}

// end prints what it came to, and fails if something is wrong.
func (r *report) end(v verdict, took time.Duration) error {
	last := len(r.months) - 1
	perMessage := float64(r.sizes[last]) / float64(max(r.months[last].Messages, 1))
	lines := fmt.Sprintf("%d starts, %d of them killed\n", r.starts, r.kills)
	lines += fmt.Sprintf("file: %.0f bytes a message in all", perMessage)
	if last > 0 {
		lines += fmt.Sprintf(", %.0f in the last month and %.0f in the second",
			r.growth(last), r.growth(min(1, last)))
	}
	lines += fmt.Sprintf("\n%d facts and %d moments cite what is there; an export of %.1f MB came back as it was\ntotal time %.0f s\n",
		v.Facts, v.Moments, float64(v.Export)/1e6, took.Seconds())
	if len(v.Troubles) > 0 {
		return fmt.Errorf("%d things are wrong, the first: %s", len(v.Troubles), v.Troubles[0])
	}
	_, err := io.WriteString(r.out, lines)
	return err
}

// growth is how many bytes the file grew by for each message of a month.
func (r *report) growth(n int) float64 {
	return float64(r.sizes[n]-r.sizes[n-1]) / float64(max(r.months[n].Messages-r.months[n-1].Messages, 1))
}
