package demo

import (
	"context"
	"strings"
	"time"

	"muisto/model"
)

// wordEvery is how fast the play's answers are typed.
const wordEvery = 40 * time.Millisecond

// Replier answers what the play's person says as the script has it, and has
// another answer whatever else is said.
type Replier struct {
	replies map[string]string
	other   model.Replier
	// quick leaves out the pauses between words.
	quick bool
}

// NewReplier answers by beats, and by other where they say nothing.
func NewReplier(beats []Beat, other model.Replier) *Replier {
	r := &Replier{replies: make(map[string]string), other: other}
	for _, b := range beats {
		r.replies[b.Say] = b.Reply
	}
	return r
}

// Reply answers.
func (r *Replier) Reply(ctx context.Context, p model.Prompt, emit func(string)) (model.Usage, error) {
	reply, ok := r.replies[p.Window[len(p.Window)-1].Text]
	if !ok {
		return r.other.Reply(ctx, p, emit)
	}
	for _, word := range strings.SplitAfter(reply, " ") {
		if !r.quick {
			select {
			case <-time.After(wordEvery):
			case <-ctx.Done():
				return model.Usage{}, ctx.Err()
			}
		}
		emit(word)
	}
	return model.Usage{}, nil
}
