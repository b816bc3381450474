package mind

import (
	"context"
	"errors"
	"fmt"
	"time"

	"muisto/crash"
	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/neocortex"
	"muisto/memory/store"
)

// workTime is how long code of the program's own may work on one batch or one
// group; it takes a fraction of a second. What is waited for from an endpoint
// does not count.
const workTime = 90 * time.Second

// maxStuck bounds the work that goes on after its time has run out: nothing can
// end it but itself or the end of the program.
const maxStuck = 4

// errOutOfTime: the program's own work did not end.
var errOutOfTime = fmt.Errorf("it did not end within %s", workTime)

// errStuck: too much work did not end.
var errStuck = errors.New("earlier work on other messages has not ended; leave muisto and start it again")

// killed is why a batch failed that a program which was ended was working on.
const killed = "muisto was ended while it worked on the message"

// failed reports whether an error is the fault of what was worked on, and not of
// an endpoint or the disk.
func failed(err error) bool { return crash.Is(err) || errors.Is(err, errOutOfTime) }

// bounded does work that may crash or never end, and returns its error; it waits
// no longer than its context and the time that the watch leaves.
func (m *Mind) bounded(ctx context.Context, doing string, w *watch, work func() error) error {
	if m.stuck.Load() >= maxStuck {
		return fmt.Errorf("%s: %w", doing, errStuck)
	}
	done, ended := make(chan error, 1), make(chan struct{})
	go func() { // ends with the work; at most maxStuck are left behind
		defer close(ended)
		done <- m.Crashes.Catch(doing, work)
	}()
	var err error
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		err = ctx.Err()
	case <-w.timer.C:
		err = fmt.Errorf("%s: %w", doing, errOutOfTime)
	}
	m.stuck.Add(1)
	go func() {
		<-ended
		m.stuck.Add(-1)
	}()
	return err
}

// watch is the time that work has left; it stands still while an endpoint is
// waited for.
type watch struct{ timer *time.Timer }

func newWatch() *watch { return &watch{time.NewTimer(workTime)} }

func (w *watch) pause()  { w.timer.Stop() }
func (w *watch) resume() { w.timer.Reset(workTime) }

// attempt is the work on one batch, which is on record while it may crash.
type attempt struct {
	m     *Mind
	lease store.Lease
	keys  []int64
	*watch
}

// watched is an encoder at an endpoint: while it is waited for, no time runs
// and nothing is on record.
type watched struct {
	hippocampus.Encoder
	attempt *attempt
}

func (w watched) Encode(ctx context.Context, b hippocampus.Batch, complaints []string) ([]hippocampus.Proposal, error) {
	a := w.attempt
	a.pause()
	defer a.resume()
	if err := a.end(ctx); err != nil {
		return nil, err
	}
	proposals, err := w.Encoder.Encode(ctx, b, complaints)
	return proposals, errors.Join(err, a.begin(ctx))
}

func (a *attempt) begin(ctx context.Context) error {
	return a.m.Store.BeginAttempt(ctx, a.lease, a.keys)
}

func (a *attempt) end(ctx context.Context) error {
	return a.m.Store.EndAttempt(ctx, a.lease, a.keys)
}

// encode has a batch encoded. Where that crashes or does not end, the error says
// so; the batch is on record as being worked on all the while.
func (m *Mind) encode(ctx context.Context, lease store.Lease, b hippocampus.Batch) (hippocampus.Encoding, error) {
	a := &attempt{m: m, lease: lease, keys: keysOf(b.Messages), watch: newWatch()}
	defer a.pause()
	encoder := m.Encoder
	slow, err := m.isTooSlow(ctx, b)
	if err != nil {
		return hippocampus.Encoding{}, err
	}
	if slow {
		encoder = m.Builtin
	}
	if m.Endpoint && !slow {
		encoder = watched{m.Encoder, a}
	} else if err := a.begin(ctx); err != nil {
		return hippocampus.Encoding{}, err
	}
	var out hippocampus.Encoding
	err = m.bounded(ctx, "make moments of a batch of messages", a.watch, func() error {
		encoding, err := hippocampus.Encode(ctx, encoder, m.Builtin, b, m.Settings.DayTurn)
		out = encoding
		out.Fallback = out.Fallback || slow
		return err
	})
	if err != nil {
		return hippocampus.Encoding{}, err
	}
	return out, nil
}

// isTooSlow reports whether an endpoint has not answered in time about a batch of
// one message so often that the model inside the program does it.
func (m *Mind) isTooSlow(ctx context.Context, b hippocampus.Batch) (bool, error) {
	if !m.Endpoint || len(b.Messages) > 1 {
		return false, nil
	}
	return m.Store.GaveUp(ctx, b.Messages[0].Key)
}

// settleAttempt puts on record how the work on a batch failed. It returns nil
// where capture can go on: with the batch once more, in parts, or without it.
func (m *Mind) settleAttempt(ctx context.Context, lease store.Lease, b hippocampus.Batch, err error, report *CaptureReport) error {
	if !failed(err) {
		if errors.Is(err, hippocampus.ErrSlow) {
			err = errors.Join(err, m.Store.SlowAttempt(ctx, lease, keysOf(b.Messages)))
		}
		release, stop := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
		defer stop()
		return errors.Join(err, m.Store.EndAttempt(release, lease, keysOf(b.Messages)))
	}
	aside, noted := m.Store.FailAttempt(ctx, lease, keysOf(b.Messages), err.Error())
	if noted != nil {
		return errors.Join(err, noted)
	}
	report.SetAside += aside
	report.Faults = append(report.Faults, err.Error())
	return nil
}

func keysOf(messages []memory.Message) []int64 {
	keys := make([]int64, len(messages))
	for i, msg := range messages {
		keys[i] = msg.Key
	}
	return keys
}

// boundedWriter is a writer whose crashes are errors; the one inside the program
// may not take longer than workTime either.
type boundedWriter struct{ m *Mind }

func (w boundedWriter) Write(ctx context.Context, r neocortex.Request, complaints []string) ([]neocortex.Proposal, error) {
	const doing = "write the facts of a group"
	var out []neocortex.Proposal
	work := func() (err error) {
		out, err = w.m.Writer.Write(ctx, r, complaints)
		return err
	}
	if w.m.Endpoint {
		err := w.m.Crashes.Catch(doing, work)
		return out, err
	}
	clock := newWatch()
	defer clock.pause()
	if err := w.m.bounded(ctx, doing, clock, work); err != nil {
		return nil, err
	}
	return out, nil
}
