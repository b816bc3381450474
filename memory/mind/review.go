package mind

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"muisto/memory"
	"muisto/memory/amygdala"
	"muisto/memory/store"
	"muisto/memory/when"
)

// byHand is the conversation of corrections made by keyboard.
const byHand = "corrections"

// maxFact bounds a fact's sentence, in runes.
const maxFact = 400

// Correct puts a sentence in the place of an active fact. It has the authority
// of a correction, takes effect at once, and is a message and a moment of the
// person's own. It gives the new fact.
func (m *Mind) Correct(ctx context.Context, id memory.FactID, text string) (memory.Fact, error) {
	text, err := oneSentence(text)
	if err != nil {
		return memory.Fact{}, err
	}
	facts, err := m.Store.FactsByID(ctx, []memory.FactID{id})
	if err != nil {
		return memory.Fact{}, err
	}
	if len(facts) == 0 {
		return memory.Fact{}, fmt.Errorf("%s: %w", id, memory.ErrNotFound)
	}
	old, now := facts[0], m.Clock.Now()
	if old.Text == text {
		return memory.Fact{}, errors.New("this is what the fact says already; to say that it holds, confirm it")
	}
	names := namesIn(old.Names, text)
	episode := amygdala.Weigh(memory.Episode{
		What: "The user corrected what is known by hand: " + text, About: old.About, Who: []string{"the user"},
		Act: memory.Correction, Actor: memory.RoleUser, Names: names,
		FirstAt: now, LastAt: now, Day: m.calendar().DayOf(now), FormedAt: now, Conversation: byHand,
	}, 0)
	kind, until := m.lasting(old, text, now)
	return m.Store.Correct(ctx, store.HandCorrection{
		Fact:    id,
		Message: memory.Message{Conversation: byHand, Role: memory.RoleUser, At: now, Text: text, Finished: true},
		Episode: episode,
		New: memory.Fact{
			Text: text, About: old.About, Kind: kind, Status: memory.Active, Authority: memory.ByUser,
			Salience: episode.Salience, Names: names, FormedAt: now, EvidenceAt: now, ValidUntil: until,
		},
	})
}

// oneSentence is a fact's text as a person wrote it, on one line.
func oneSentence(text string) (string, error) {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	switch {
	case text == "":
		return "", errors.New("a fact says something; to take it away, retire it")
	case utf8.RuneCountInString(text) > maxFact:
		return "", fmt.Errorf("a fact is one sentence of at most %d characters", maxFact)
	}
	return text, nil
}

// lasting is how long a corrected fact holds: until the last day that its new
// text says. Where neither text says a day it holds as long as before.
func (m *Mind) lasting(old memory.Fact, text string, now time.Time) (memory.FactKind, memory.Day) {
	day, end := lastDay(text, now, m.Settings.DayTurn)
	switch before, _ := lastDay(old.Text, old.EvidenceAt, m.Settings.DayTurn); {
	case end:
		return memory.State, day
	case old.Kind != memory.State:
		return old.Kind, old.ValidUntil
	case day != 0 && day >= m.today():
		return memory.State, day
	case before != 0:
		return memory.State, m.today() + memory.Day(m.Settings.StateDays)
	}
	return old.Kind, old.ValidUntil
}

// lastDay is the last day that a text says, and whether it says it as an end; 0
// for none.
func lastDay(text string, at time.Time, turn int) (day memory.Day, end bool) {
	for _, s := range when.Find(text, at, turn) {
		if s.HasDay() && !s.Recurs && (s.Until && !end || s.To > day && s.Until == end) {
			day, end = s.To, s.Until
		}
	}
	return day, end
}

func namesIn(names []memory.Name, text string) []memory.Name {
	kept := []memory.Name{}
	for _, n := range names {
		if n.OccursIn(text) {
			kept = append(kept, n)
		}
	}
	return kept
}

// Confirm notes that the person says that an active fact holds.
func (m *Mind) Confirm(ctx context.Context, id memory.FactID) (memory.Fact, error) {
	return m.Store.Confirm(ctx, id, m.Clock.Now())
}

// Retire closes an active fact by the person's word.
func (m *Mind) Retire(ctx context.Context, id memory.FactID) (memory.Fact, error) {
	return m.Store.Retire(ctx, id, m.Clock.Now())
}

// Undo takes back the last of these that stands, for good: no later pass
// applies it again. It gives the fact as it is again.
func (m *Mind) Undo(ctx context.Context) (store.Review, memory.Fact, error) {
	return m.Store.Undo(ctx, m.Clock.Now())
}
