package hippocampus

import (
	"errors"
	"slices"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/grounding"
)

// saying is who says what a proposal holds, and what of the batch speaks for it.
type saying struct {
	act      memory.Act
	actor    memory.Role
	deciding []int
	evidence grounding.Evidence
	at       time.Time // of the last deciding message
}

// saying works out whose word a proposal is, from the roles of its messages and
// from which of them bear it.
func (c checker) saying(p Proposal, sources []int, quoted int) saying {
	s := saying{deciding: c.answers(deciding(sources, quoted), sources)}
	s.act, s.actor = c.act(p.Act, s.deciding)
	switch s.act {
	case memory.Correction, memory.Decision, memory.Commitment, memory.Retraction:
		s.deciding = c.ofRole(s.deciding, s.actor)
	default:
		s.actor = c.bearer(p, s.deciding, sources, s.actor)
	}
	cited := s.deciding
	if s.act == memory.Observation || s.act == memory.Routine {
		cited = sources
		if s.actor == memory.RoleUser {
			cited = c.ofRole(sources, memory.RoleUser)
		}
	}
	s.evidence = c.evidence(cited)
	s.at = c.batch.Messages[s.deciding[len(s.deciding)-1]].At
	return s
}

// answers are the deciding messages, or, where they are a question of the agent
// that one of the sources answers with yes or no, that answer.
func (c checker) answers(deciding, sources []int) []int {
	for _, i := range sources {
		q, ok := c.answered(i)
		if ok && slices.ContainsFunc(deciding, func(d int) bool { return c.batch.Messages[d].Key == q.Key }) {
			return []int{i}
		}
	}
	return deciding
}

// ofRole are those of the messages that are of a role, or all if none is.
func (c checker) ofRole(messages []int, role memory.Role) []int {
	var own []int
	for _, i := range messages {
		if c.batch.Messages[i].Role == role {
			own = append(own, i)
		}
	}
	if len(own) == 0 {
		return messages
	}
	return own
}

// bearer is whose word an observation is that cites both sides: the user's if
// what the user says bears it.
func (c checker) bearer(p Proposal, deciding, sources []int, actor memory.Role) memory.Role {
	user := c.ofRole(deciding, memory.RoleUser)
	if len(user) == len(deciding) {
		return actor
	}
	if c.batch.Messages[user[0]].Role != memory.RoleUser || c.onlyAsk(user) && !c.questioned(user[0]) {
		return memory.RoleAssistant
	}
	if slices.ContainsFunc(user, c.questioned) {
		return memory.RoleUser
	}
	at := c.batch.Messages[user[len(user)-1]].At
	v := c.reader.Judge(clean(p.What), c.evidence(user), at)
	if refusal(v) == nil && (v.Telling == 0 || v.Cited+v.Values > 0 || v.Foreign) {
		return memory.RoleUser
	}
	return memory.RoleAssistant
}

// evidence is what speaks for a sentence that rests on messages: their texts,
// the questions that they answer with yes or no, and beside them the rest of the
// conversation and what is on record.
func (c checker) evidence(cited []int) grounding.Evidence {
	e := grounding.Evidence{Turn: c.turn}
	var shown []int64
	for _, i := range cited {
		m := c.batch.Messages[i]
		if q, ok := c.answered(i); ok {
			e.Cited = append(e.Cited, grounding.Text{Text: q.Text, At: q.At, Denied: answerOf(m.Text) == answersNo})
			shown = append(shown, q.Key)
		}
	}
	for _, i := range cited {
		if m := c.batch.Messages[i]; !slices.Contains(shown, m.Key) {
			e.Cited = append(e.Cited, grounding.Text{Text: m.Text, At: m.At})
			shown = append(shown, m.Key)
		}
	}
	for _, m := range c.around(cited) {
		if !slices.Contains(shown, m.Key) {
			e.Aside = append(e.Aside, grounding.Text{Text: m.Text, At: m.At})
		}
		if m.Speaker != "" && !slices.Contains(e.Names, m.Speaker) {
			e.Names = append(e.Names, m.Speaker)
		}
	}
	for _, f := range c.batch.Facts {
		e.Aside = append(e.Aside, grounding.Text{Text: f.Text, At: c.batch.Messages[0].At})
	}
	for _, n := range c.batch.Known {
		e.Names = append(e.Names, n.Text)
	}
	return e
}

// nearBy is how many messages before and after those that are cited may say what
// they refer to.
const nearBy = 8

// around are the messages near those that are cited, the context included.
func (c checker) around(cited []int) []memory.Message {
	first, last := max(0, cited[0]-nearBy), min(len(c.batch.Messages), cited[len(cited)-1]+nearBy+1)
	list := slices.Clone(c.batch.Messages[first:last])
	if cited[0] < nearBy {
		list = append(list, c.batch.Context...)
	}
	return list
}

// answered is the question of the other side that a message of the user answers
// with yes or no.
func (c checker) answered(i int) (memory.Message, bool) {
	m := c.batch.Messages[i]
	if m.Role != memory.RoleUser || answerOf(m.Text) == answersNothing {
		return memory.Message{}, false
	}
	before, ok := c.before(i)
	if !ok || before.Role != memory.RoleAssistant {
		return memory.Message{}, false
	}
	if asksAtEnd(before.Text) || onlyAgrees(m.Text) && consents(m.Text) {
		return before, true
	}
	return memory.Message{}, false
}

func (c checker) questioned(i int) bool {
	_, ok := c.answered(i)
	return ok
}

// before is the message before one of the batch.
func (c checker) before(i int) (memory.Message, bool) {
	if i > 0 {
		return c.batch.Messages[i-1], true
	}
	if n := len(c.batch.Context); n > 0 {
		return c.batch.Context[n-1], true
	}
	return memory.Message{}, false
}

// onlyAsk reports whether messages ask and state nothing.
func (c checker) onlyAsk(messages []int) bool {
	return !slices.ContainsFunc(messages, func(i int) bool { return !asks(c.batch.Messages[i].Text) })
}

// asksAtEnd reports whether a text ends with a question.
func asksAtEnd(text string) bool {
	text = strings.TrimRight(strings.TrimSpace(text), "\"'”’)»*_ ")
	return strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") || strings.HasSuffix(text, "؟") || strings.HasSuffix(text, "吗") || strings.HasSuffix(text, "か。")
}

// attributed reports what is wrong with whose word a sentence says it is: the
// agent's for what the user said, or the user's for what only the agent did.
func (c checker) attributed(what string, s saying, sources []int) error {
	roles := map[memory.Role]bool{}
	for _, i := range sources {
		roles[c.batch.Messages[i].Role] = true
	}
	subject := grounding.SubjectOf(what)
	switch {
	case subject == grounding.Agent && !roles[memory.RoleAssistant] && !grounding.Speaks(what, grounding.ToAgent):
		return errors.New("its messages are the user's; say what the user said")
	case subject != grounding.User || s.actor != memory.RoleAssistant:
		return nil
	case grounding.Speaks(what, grounding.OfAgent):
		return nil
	}
	return errors.New("only the agent says it; the user did not. Word it as the agent's, or leave it out")
}
