package neocortex

import (
	"context"
	"errors"
	"slices"
	"strings"

	"muisto/memory"
)

// answer is what came back for one group.
type answer struct {
	drafts []Draft
	// complaints say what did not hold in the answer that counts.
	complaints []string
	// refused: nothing that the group was sent for held, in two answers.
	refused bool
	// fallback: the second writer made it.
	fallback bool
	// err is why no answer could be had.
	err error
}

// maxReasons bounds the complaints that a record keeps.
const maxReasons = 3

// reasons are the complaints in one line, for a person.
func (a answer) reasons() string {
	list := a.complaints[:min(len(a.complaints), maxReasons)]
	return shorten(memory.OneLine(strings.Join(list, "; ")), maxText)
}

// answer has the group written: by the model, or, where its answers were
// refused in a pass before, by the fallback, whose calls are not counted.
func (r *run) answer(ctx context.Context, request Request) answer {
	if r.Fallback != nil && r.wasRefused(request) {
		proposals, err := r.Fallback.Write(ctx, request, nil)
		if err != nil {
			return answer{err: err}
		}
		drafts, complaints := Check(request, proposals)
		return answer{drafts: drafts, complaints: complaints, fallback: true}
	}
	return r.ask(ctx, request)
}

// wasRefused reports whether all that a request is for was refused before.
func (r *run) wasRefused(request Request) bool {
	ids := request.Bearers
	if len(ids) == 0 {
		for _, e := range request.Episodes {
			ids = append(ids, e.ID)
		}
	}
	return !slices.ContainsFunc(ids, func(id memory.EpisodeID) bool { return !r.refused[id] })
}

// ask calls the writer, and once more with what was wrong. Of the two answers
// the one with fewer faults counts.
func (r *run) ask(ctx context.Context, request Request) answer {
	first := r.try(ctx, request, nil)
	if first.err != nil || len(first.complaints) == 0 {
		return first
	}
	if r.record.Calls >= r.Settings.MaxCalls {
		return first
	}
	second := r.try(ctx, request, first.complaints)
	if second.err != nil && len(first.drafts) == 0 {
		return second
	}
	if second.err != nil || !better(second, first) {
		return first
	}
	return second
}

// better prefers an answer that is not refused, then one with fewer faults.
func better(a, b answer) bool {
	if a.refused != b.refused {
		return !a.refused
	}
	return len(a.complaints) <= len(b.complaints)
}

// try calls the writer once and checks what it answers.
func (r *run) try(ctx context.Context, request Request, complaints []string) answer {
	r.record.Calls++
	proposals, err := r.Writer.Write(ctx, request, complaints)
	if errors.Is(err, ErrAnswer) {
		return answer{complaints: []string{strings.TrimPrefix(err.Error(), ErrAnswer.Error()+": ")}, refused: true}
	}
	if err != nil {
		return answer{err: err}
	}
	a := answer{}
	a.drafts, a.complaints = Check(request, proposals)
	a.refused = len(a.drafts) == 0 && len(a.complaints) > 0
	return a
}
