package hippocampus

import (
	"slices"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/asked"
	"muisto/memory/when"
)

// isStanding reports whether a moment can be a statement that is meant to hold
// on: the user's own, not a question, not a promise, and not of a day that is
// reckoned from the day it was said, as events and plans are. Whether it is one
// the encoder says, which knows what the words mean.
func isStanding(e memory.Episode, said []Utterance, turn int) bool {
	switch e.Act {
	case memory.Observation, memory.Decision, memory.Correction:
	default:
		return false
	}
	if e.Actor != memory.RoleUser || !slices.ContainsFunc(said, func(u Utterance) bool { return !asks(u.Text) }) {
		return false
	}
	if e.Act == memory.Correction { // "no, the deadline is on Friday" is in force
		return true
	}
	for _, text := range []string{e.When, e.What} {
		if passes(text, e.LastAt, turn) {
			return false
		}
	}
	return true
}

// isMeantToLast reports whether some of the messages ask for something to be
// remembered, or for the agent to be a certain way: that is no passing request.
func (c checker) isMeantToLast(messages []int) bool {
	return slices.ContainsFunc(messages, func(i int) bool {
		own := ownWords(c.batch.Messages[i])
		return len(asked.ToRemember(own))+len(asked.Wishes(own)) > 0
	})
}

// asks reports whether a text asks and states nothing besides. Asked to remember
// something, one is told it.
func asks(text string) bool {
	if len(asked.ToRemember(text)) > 0 {
		return false
	}
	asking := false
	for _, s := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".!…。！\n", r) }) {
		s = strings.TrimSpace(s)
		if s == "" {
			continue
		}
		if !strings.ContainsAny(s[len(s)-1:], "?") && !strings.HasSuffix(s, "？") && !strings.HasSuffix(s, "؟") {
			return false
		}
		asking = true
	}
	return asking
}

// passes reports whether a text names a day that another week would give
// another date: "yesterday", "on Friday", but not "on 3 June" or "since May".
func passes(text string, at time.Time, turn int) bool {
	const week = 7
	now, later := when.Find(text, at, turn), when.Find(text, at.AddDate(0, 0, week), turn)
	for i, s := range now {
		open := s.Until || strings.HasPrefix(strings.ToLower(s.Text), "since")
		if s.HasDay() && !open && i < len(later) && later[i].To-s.To == memory.Day(week) {
			return true
		}
	}
	return false
}
