package hippocampus

import (
	"context"
	"errors"
	"fmt"

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

// Encode has enc propose episodes for the batch and checks them. An answer
// that does not hold is asked for once more with its faults named; what does
// not hold then, or cannot be had at all, is encoded by fallback, so that no
// message is lost. It fails only if ctx ends or the fallback fails.
func Encode(ctx context.Context, enc, fallback Encoder, b Batch, turn int) (Encoding, error) {
	var out Encoding
	drafts, lost := out.ask(ctx, enc, b, turn)
	if err := ctx.Err(); err != nil {
		return Encoding{}, err
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

// ask calls enc, at most twice, and returns what holds and the indices of the
// messages that nothing speaks for now. What held of the first answer is kept
// where the second cannot be read.
func (out *Encoding) ask(ctx context.Context, enc Encoder, b Batch, turn int) ([]Draft, []int) {
	kept, left := []Draft(nil), checker{batch: b}.all()
	var complaints []string
	for range 2 {
		out.Calls++
		proposals, err := enc.Encode(ctx, b, complaints)
		if err != nil {
			out.Faults = append(out.Faults, err.Error())
			if !errors.Is(err, ErrAnswer) {
				return kept, left
			}
			complaints = append(complaints, err.Error())
			continue
		}
		drafts, faults, lost := Check(b, proposals, turn)
		if len(faults) == 0 {
			return drafts, nil
		}
		out.Faults = append(out.Faults, faults...)
		complaints = faults
		if len(kept) == 0 || len(drafts) >= len(kept) {
			kept = drafts
		}
		left = uncited(b, kept, lost)
	}
	return kept, left
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
	c := checker{batch: b, turn: turn}
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
