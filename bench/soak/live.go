package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"muisto/chat"
	"muisto/demo"
	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/store"
	"muisto/model/builtin"
)

const (
	dayTurn       = 4
	contextTokens = 4096
)

// lived is what one day came to.
type lived struct {
	Day, Turns int
	// RSS and Heap are what the process held after it, in bytes; Heap after the
	// rubbish was collected.
	RSS, Heap                uint64
	Messages, Moments, Facts int
}

// live goes through days of talk on the memory and writes a line for
// each. What is said already, by a run that was killed, is not said again.
func live(ctx context.Context, o options, from, to int, out io.Writer) (err error) {
	t := o.talk()
	clock := demo.NewClock(t.start.AddDate(0, 0, from).Add((dayTurn + 1) * time.Hour))
	file, err := store.Open(ctx, o.file(), store.Options{Clock: clock})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	said, err := lastSaid(ctx, file)
	if err != nil {
		return err
	}
	clock.Set(said)
	session, err := open(ctx, file, clock, o.nightCalls)
	if err != nil {
		return err
	}
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		for range session.Events() { // a screen that keeps up
		}
	}()
	defer func() { err = errors.Join(err, session.Close()); <-watched }()
	if err := session.Remember(ctx); err != nil { // what a killed run has left
		return err
	}
	lines := json.NewEncoder(out)
	for number := from; number < to; number++ {
		clock.Set(t.start.AddDate(0, 0, number).Add((dayTurn + 1) * time.Hour))
		if err := session.Sleep(ctx, mind.Due); err != nil {
			return err
		}
		done, err := liveDay(ctx, session, clock, t.day(number, o.perDay/2), said)
		if err != nil {
			return fmt.Errorf("day %d: %w", number, err)
		}
		done.Day = number
		if err := done.measure(ctx, session); err != nil {
			return err
		}
		if err := lines.Encode(done); err != nil {
			return err
		}
	}
	return nil
}

// open starts a session on the built-in model.
func open(ctx context.Context, file *store.Store, clock memory.Clock, nightCalls int) (*chat.Session, error) {
	within := builtin.New(dayTurn)
	m, err := mind.New(mind.Options{
		Store: file, Clock: clock, Encoder: within, EncoderName: "builtin", Writer: within, Builtin: within, BuiltinName: "builtin",
		Settings: mind.Settings{
			Decay: memory.DefaultDecay, DayTurn: dayTurn, BatchTokens: contextTokens * 2 / 5, RecallBudget: 800, StateDays: 90, NightCalls: nightCalls,
		},
	})
	if err != nil {
		return nil, err
	}
	return chat.Open(ctx, chat.Options{
		Mind: m, Store: file, Clock: clock, Replier: within, ModelName: "builtin", ContextTokens: contextTokens,
		Quiet: 90 * time.Second, DayTurn: dayTurn, Decay: memory.DefaultDecay, Within: true,
	})
}

// lastSaid is when the last thing was said.
func lastSaid(ctx context.Context, file *store.Store) (time.Time, error) {
	c, err := file.LatestConversation(ctx)
	if errors.Is(err, memory.ErrNotFound) {
		return time.Time{}, nil
	}
	return c.LastAt, err
}

// liveDay says what was not said yet of a day, and captures after each spell.
func liveDay(ctx context.Context, session *chat.Session, clock *demo.Clock, spells []spell, said time.Time) (lived, error) {
	var done lived
	for i, s := range spells {
		for _, u := range s {
			if !u.at.After(said) {
				continue
			}
			clock.Set(u.at)
			if i == 0 && done.Turns == 0 {
				if err := session.NewConversation(ctx); err != nil {
					return done, err
				}
			}
			if _, err := session.Turn(ctx, u.text, func(chat.Event) {}); err != nil {
				return done, err
			}
			done.Turns++
		}
		clock.Set(clock.Now().Add(2 * time.Minute))
		if err := session.Remember(ctx); err != nil {
			return done, err
		}
	}
	return done, nil
}

func (l *lived) measure(ctx context.Context, session *chat.Session) error {
	counts, err := session.Counts(ctx)
	if err != nil {
		return err
	}
	l.Messages, l.Moments, l.Facts = counts.Messages, counts.Moments, counts.Facts+counts.Retired
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	l.Heap = m.HeapAlloc
	l.RSS, err = resident()
	return err
}

// resident is the memory that the process holds, in bytes; 0 where the system
// does not say (proc_pid_status(5)).
func resident() (uint64, error) {
	text, err := os.ReadFile("/proc/self/status")
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	var kib uint64
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		return 0, fmt.Errorf("read /proc/self/status: %w", err)
	}
	return kib << 10, nil
}
