package hippocampus

import (
	"errors"
	"slices"

	"muisto/memory"
	"muisto/memory/grounding"
)

// errRetold is returned for a proposal that only says what the agent told back.
var errRetold = errors.New("it only tells back what the memory held")

// retold reports whether a sentence rests on replies alone that only said what
// came to mind for them: that makes no moment, and is no evidence.
func (c checker) retold(what string, s saying, sources []int) bool {
	if s.actor != memory.RoleAssistant || s.act == memory.Retraction || s.act == memory.Commitment {
		return false
	}
	var held []grounding.Text
	for _, i := range sources {
		m := c.batch.Messages[i]
		for _, text := range c.batch.Recalled[m.Key] {
			held = append(held, grounding.Text{Text: text, At: m.At})
		}
	}
	if len(held) == 0 {
		return false
	}
	v := c.reader.Judge(what, grounding.Evidence{Cited: held, Turn: c.turn}, s.at)
	return len(v.Missing) == 0 && !v.Reversed && v.Telling+v.Values > 0 && v.Found == v.Telling
}

// onlyShown reports whether a sentence rests on what its messages show, and not
// on what their writers say themselves.
func (c checker) onlyShown(what string, s saying) bool {
	if s.actor == memory.RoleAssistant || grounding.Speaks(what, grounding.Asks) { // all that the agent writes is its own
		return false
	}
	own := s.evidence
	own.Cited, own.Aside, own.Names = nil, nil, nil
	for _, t := range s.evidence.Cited {
		t.Text = c.plain(t.Text)
		own.Cited = append(own.Cited, t)
	}
	v := c.reader.Judge(what, own, s.at)
	return len(v.Missing) > 0 || v.Share() < 0.5
}

// asShared words what a message shows as something that was shown.
func asShared(what string, by memory.Role) string {
	if grounding.Speaks(what, grounding.Shares) {
		return what
	}
	return memory.Shared(by, what)
}

// lowered is the act that the messages of a proposal bear: a question is
// routine, and so is what reads like orders.
func (c checker) lowered(what string, p Proposal, s saying, planted bool) memory.Act {
	switch {
	case planted && s.act != memory.Routine:
		return memory.Observation
	case c.pose(s.deciding):
		return memory.Routine
	case s.act != memory.Observation || s.actor != memory.RoleUser || slices.ContainsFunc(s.deciding, c.questioned):
		return s.act
	case p.Quote != "" && !asks(p.Quote) || !c.onlyAsk(s.deciding):
		return s.act
	}
	return memory.Routine
}

// sameThing reports whether two drafts say the same thing: in the same words, or
// in others of the same messages.
func (c checker) sameThing(a, b Draft) bool {
	x, y := a.Episode, b.Episode
	if x.Actor != y.Actor {
		return false
	}
	if x.Act == y.Act && memory.Folded(x.What) == memory.Folded(y.What) {
		return true
	}
	return slices.Equal(x.Sources, y.Sources) && sameWords(a.Said, b.Said) && grounding.Alike(x.What, y.What)
}

// sameWords reports whether two drafts rest on the same sentences.
func sameWords(a, b []Utterance) bool {
	return slices.ContainsFunc(a, func(u Utterance) bool { return slices.Contains(b, u) })
}
