package openai

import (
	"strings"
	"time"
	"unicode/utf8"

	"muisto/model"
)

// utterance is a reply as it comes in: it takes out the reasoning and passes on
// the rest.
//
// What has been passed on cannot be taken back, and a closing tag without an
// opening one tells only afterwards that all before it was reasoning. So the
// beginning is held back: of the first reply of a model, for heldTime or
// heldBytes at most; of one that is known to begin so, until that tag comes. A
// model whose first reply had none is not held back again.
type utterance struct {
	emit    func(string)
	halves  halves
	think   thinking
	opening opening
	// held is what is held back, while holding.
	holding bool
	held    strings.Builder
	timer   *time.Timer
	// said counts the bytes passed on.
	said int
	// lone: a closing tag came without an opening one.
	lone bool
	// finish is why the model stopped; empty until it has.
	finish  string
	refusal strings.Builder
	// reasoned and tool: that came as well.
	reasoned, tool bool
	usage          model.Usage
	// offered: the model may call a tool; calls are those that it made.
	offered bool
	calls   toolCalls
	// begun is a reply that may be nothing but a call in words.
	begun string
	// text is what was passed on in this round.
	text strings.Builder
	// before is what came of the rounds before this one.
	before earlier
}

// earlier is what came of rounds that ended in tool calls.
type earlier struct {
	// said counts the bytes passed on, text is those of the last round.
	said     int
	text     string
	reasoned bool
	usage    model.Usage
	// rounds is how many there were.
	rounds int
}

func newUtterance(emit func(string), o opening) *utterance {
	return &utterance{emit: emit, opening: o}
}

// begin starts a round: it forgets an earlier try, of which nothing was passed
// on.
func (u *utterance) begin(offered bool) {
	u.stopTimer()
	*u = utterance{emit: u.emit, opening: u.opening, holding: u.opening != openingPlain, offered: offered, before: u.before}
}

// wantsTool reports whether a round that came to its end is to be answered.
func (u *utterance) wantsTool() bool {
	return len(u.calls) > 0 && u.finish != "content_filter" && u.finish != "error"
}

// pause ends a round whose tool calls are answered next.
func (u *utterance) pause() error {
	err := u.settle(true)
	u.learn()
	u.before = earlier{
		said: u.before.said + u.said, text: u.text.String(), usage: u.total(),
		reasoned: u.hasReasoned(), rounds: u.before.rounds + 1,
	}
	u.begin(false)
	return err
}

// total is what all rounds took.
func (u *utterance) total() model.Usage {
	return model.Usage{
		PromptTokens: u.before.usage.PromptTokens + u.usage.PromptTokens,
		ReplyTokens:  u.before.usage.ReplyTokens + u.usage.ReplyTokens,
	}
}

// take takes in one chunk.
func (u *utterance) take(c chunk) error {
	if took := (model.Usage{PromptTokens: int(c.Usage.PromptTokens), ReplyTokens: int(c.Usage.CompletionTokens)}); took != (model.Usage{}) {
		u.usage = took
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		if choice.FinishReason != "" {
			u.finish = string(choice.FinishReason)
		}
		for _, p := range []part{choice.Delta, choice.Message} {
			if err := u.takePart(p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (u *utterance) takePart(p part) error {
	u.tool = u.tool || p.callsTool()
	if u.offered {
		u.calls.take(p.ToolCalls)
	}
	if p.Refusal != "" && u.refusal.Len()+len(p.Refusal) <= maxReply {
		u.refusal.WriteString(string(p.Refusal))
	}
	if p.reasons() {
		// It has a place of its own for it, so none of the content is.
		u.reasoned = true
		u.opening = openingPlain
	}
	text, unsay := u.think.Write(u.halves.write(string(p.Content)))
	if unsay {
		u.lone = true
		u.held.Reset()
		u.holding = false
	}
	if u.opening == openingPlain || u.think.hidden() {
		u.release()
	}
	return u.say(text)
}

// say passes text on, or holds it back.
func (u *utterance) say(text string) error {
	if text == "" {
		return nil
	}
	if u.before.said+u.said+u.held.Len()+len(text) > maxReply {
		room := max(0, maxReply-u.before.said-u.said-u.held.Len())
		for room > 0 && !utf8.RuneStart(text[room]) {
			room--
		}
		u.pass(text[:room])
		return errTooLarge
	}
	u.pass(text)
	return nil
}

func (u *utterance) pass(text string) {
	if !u.holding {
		if u.said == 0 && u.knowsTool() {
			u.begun += text
			if mayBeCall(u.begun) {
				return
			}
			text, u.begun = u.begun, ""
		}
		if text == "" {
			return
		}
		u.tell(text)
		return
	}
	u.held.WriteString(text)
	if u.opening == openingReasoning {
		return
	}
	if u.held.Len() > heldBytes {
		u.release()
		return
	}
	if u.timer == nil {
		u.timer = time.NewTimer(heldTime)
	}
}

// tell passes text on to the person.
func (u *utterance) tell(text string) {
	if u.said == 0 && u.before.said > 0 {
		u.emit(betweenRounds)
	}
	u.said += len(text)
	u.text.WriteString(text)
	u.emit(text)
}

// betweenRounds parts what was said before a tool call from what follows.
const betweenRounds = "\n\n"

// overdue fires when nothing may be held back any longer.
func (u *utterance) overdue() <-chan time.Time {
	if u.timer == nil || !u.holding {
		return nil
	}
	return u.timer.C
}

// release passes on what was held back, and holds back nothing more.
func (u *utterance) release() {
	u.stopTimer()
	u.holding = false
	text := u.held.String()
	u.held.Reset()
	u.pass(text)
}

func (u *utterance) stopTimer() {
	if u.timer != nil {
		u.timer.Stop()
	}
}

// end passes on the last of it and says what was wrong with the whole, if
// anything was. err is how the stream ended.
func (u *utterance) end(err error) error {
	if tooLarge := u.settle(err != nil || u.finish == finishLength); err == nil {
		err = tooLarge
	}
	if err != nil {
		return err
	}
	return u.verdict()
}

// settle passes on the last of a round. If it was broken off, reasoning may not
// have come to its end.
func (u *utterance) settle(broken bool) error {
	defer u.stopTimer()
	text, _ := u.think.Write(u.halves.end())
	if !broken {
		text += u.think.unclosed()
	}
	text += u.think.Flush()
	if u.opening == openingReasoning && u.holding && broken {
		u.held.Reset()
		u.holding = false
		u.reasoned = true
		return nil
	}
	err := u.say(text)
	u.release()
	u.endBegun(broken)
	return err
}

// knowsTool reports whether the model has been told of the tool.
func (u *utterance) knowsTool() bool { return u.offered || u.before.rounds > 0 }

// endBegun passes on a reply that began like a call and is none.
func (u *utterance) endBegun(broken bool) {
	text := u.begun
	u.begun = ""
	if _, isCall := textCall(text); isCall || broken && strings.Contains(text, recallMore) {
		u.tool = true
		return
	}
	if text != "" {
		u.tell(text)
	}
}

// readCall takes a reply that is nothing but a call in words for the call.
func (u *utterance) readCall() {
	if !u.offered || u.said > 0 || len(u.calls) > 0 || u.finish == finishLength {
		return
	}
	if call, ok := textCall(u.begun + u.held.String() + u.think.rest); ok {
		u.calls = toolCalls{call}
		u.begun, u.think.rest = "", ""
		u.held.Reset()
	}
}

// hasReasoned reports whether there was reasoning.
func (u *utterance) hasReasoned() bool { return u.before.reasoned || u.reasoned || u.think.thought }

// ranOut reports whether the reply came to its bound before it said anything.
func (u *utterance) ranOut() bool {
	return u.finish == finishLength && u.said == 0 && u.held.Len() == 0 && u.think.rest == "" && u.begun == "" && len(u.calls) == 0
}

// learn learns from a round how those to come will begin.
func (u *utterance) learn() {
	switch {
	case u.lone:
		u.opening = openingReasoning
	case u.said > 0:
		u.opening = openingPlain
	}
}

// verdict judges a reply that came to its end, and learns from it.
func (u *utterance) verdict() error {
	u.learn()
	if u.said == 0 && u.refusal.Len() > 0 {
		u.pass(u.refusal.String()) // its own words, in their own field
		return nil
	}
	switch {
	case u.finish == "content_filter":
		return errFiltered
	case u.finish == "error":
		return errBrokenOff
	case u.finish == finishLength && u.said > 0:
		return model.ErrCut
	case u.said > 0:
		return nil
	case u.hasReasoned() || u.finish == finishLength:
		return errOnlyThink
	case u.tool:
		return errOnlyTool
	}
	return errEmpty
}
