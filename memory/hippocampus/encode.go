package hippocampus

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"muisto/memory"
)

// Encoding is what became of a batch.
type Encoding struct {
	// Drafts are in the order said.
	Drafts []Draft
	// Calls counts the calls to the first encoder.
	Calls int
	// Faults say what was wrong with its answers, empty if nothing was.
	Faults []string
	// Fallback: the second encoder made some or all of the drafts.
	Fallback bool
}

// NoAnswer is the error of an encoder that could not be asked, or did not answer
// in time: it says nothing about the batch, which waits.
type NoAnswer struct{ Err error }

// Error is that of Err.
func (e NoAnswer) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e NoAnswer) Unwrap() error { return e.Err }

// Encode has enc propose episodes for the batch and checks them. An answer that
// does not pass is asked for once more with its faults named; what does not pass
// then is encoded by fallback, so that no message is lost. A batch that is too
// much for one answer is encoded in halves. It fails if ctx ends or the fallback
// fails, and with NoAnswer.
func Encode(ctx context.Context, enc, fallback Encoder, b Batch, turn int) (Encoding, error) {
	var out Encoding
	drafts, lost, err := out.ask(ctx, enc, b, turn)
	switch {
	case ctx.Err() != nil:
		return Encoding{}, ctx.Err()
	case errors.Is(err, ErrTooMuch) && len(b.Messages) > 1:
		return out.inHalves(ctx, enc, fallback, b, turn)
	case errors.Is(err, ErrTooMuch), errors.Is(err, ErrRefused):
		out.Faults = append(out.Faults, err.Error())
	case err != nil:
		return Encoding{}, NoAnswer{err}
	}
	out.Drafts = drafts
	if len(lost) == 0 {
		return out, nil
	}
	second, err := fallback.Encode(ctx, b, nil)
	if err != nil {
		return Encoding{}, fmt.Errorf("encode a batch of %d messages with the built-in model: %w", len(b.Messages), err)
	}
	out.Fallback = true
	kept, _, _ := Check(b, second, turn)
	out.Drafts = add(b, drafts, kept, lost, turn)
	return out, nil
}

// inHalves encodes a batch as two, and counts the calls made before.
func (out Encoding) inHalves(ctx context.Context, enc, fallback Encoder, b Batch, turn int) (Encoding, error) {
	first, second := b, b
	n := len(b.Messages) / 2
	first.Messages, second.Messages = b.Messages[:n], b.Messages[n:]
	before := slices.Concat(b.Context, first.Messages)
	second.Context = before[max(0, len(before)-ContextMessages):]
	out.Drafts = nil
	for _, half := range []Batch{first, second} {
		e, err := Encode(ctx, enc, fallback, half, turn)
		if err != nil {
			return Encoding{}, err
		}
		c := newChecker(half, turn)
		for _, d := range e.Drafts {
			out.Drafts = c.merge(out.Drafts, d)
		}
		out.Calls += e.Calls
		out.Faults = append(out.Faults, e.Faults...)
		out.Fallback = out.Fallback || e.Fallback
	}
	return out, nil
}

// ask calls enc, at most twice, and returns what passes and the indices of the
// messages that nothing speaks for now. What passed of the first answer is kept
// where the second cannot be read. It fails where another call with the faults
// named would not help.
func (out *Encoding) ask(ctx context.Context, enc Encoder, b Batch, turn int) ([]Draft, []int, error) {
	kept, left := []Draft(nil), checker{batch: b}.all()
	var complaints []string
	for range 2 {
		out.Calls++
		proposals, err := enc.Encode(ctx, b, complaints)
		switch {
		case errors.Is(err, ErrAnswer):
			out.Faults = append(out.Faults, err.Error())
			complaints = append(complaints, err.Error())
			continue
		case len(kept) > 0 && (errors.Is(err, ErrTooMuch) || errors.Is(err, ErrRefused)):
			out.Faults = append(out.Faults, err.Error())
			return kept, left, nil
		case err != nil:
			return nil, left, err
		}
		drafts, faults, lost := Check(b, proposals, turn)
		if len(faults) == 0 {
			return drafts, nil, nil
		}
		out.Faults = append(out.Faults, faults...)
		complaints = faults
		if len(kept) == 0 || len(drafts) >= len(kept) {
			kept = drafts
		}
		left = uncited(b, kept, lost)
	}
	return kept, left, nil
}

// citedIn are the messages that drafts rest on.
func citedIn(drafts []Draft) map[int64]bool {
	cited := make(map[int64]bool)
	for _, d := range drafts {
		for _, s := range d.Episode.Sources {
			cited[s.Key] = true
		}
	}
	return cited
}

// uncited are those of the lost messages that no draft rests on.
func uncited(b Batch, drafts []Draft, lost []int) []int {
	cited := citedIn(drafts)
	seen := make(map[int]bool)
	var left []int
	for _, i := range lost {
		if !seen[i] && !cited[b.Messages[i].Key] {
			left = append(left, i)
		}
		seen[i] = true
	}
	return left
}

// add puts those drafts of the fallback that rest on lost messages alone to
// the ones that held, and corrections of the user's that no draft rests on: a
// correction is never lost to a bad answer.
func add(b Batch, drafts, more []Draft, lost []int, turn int) []Draft {
	isLost, cited := make(map[int64]bool), citedIn(drafts)
	for _, i := range lost {
		isLost[b.Messages[i].Key] = true
	}
	c := newChecker(b, turn)
	for _, d := range more {
		corrects := d.Episode.Act == memory.Correction && d.Episode.Actor == memory.RoleUser
		if all(d.Episode.Sources, func(s memory.Source) bool { return isLost[s.Key] || corrects && !cited[s.Key] }) {
			drafts = c.merge(drafts, d)
		}
	}
	c.sort(drafts)
	return drafts
}

func all(sources []memory.Source, ok func(memory.Source) bool) bool {
	for _, s := range sources {
		if !ok(s) {
			return false
		}
	}
	return true
}
