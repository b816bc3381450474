package mind

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"muisto/memory"
	"muisto/memory/amygdala"
	"muisto/memory/hippocampus"
	"muisto/memory/neocortex"
	"muisto/memory/store"
)

// AddFact makes a fact of a sentence that the person writes by hand. It has the
// authority of a correction and takes effect at once: it meets the facts on
// record by the same rules as at night. It returns the fact that says it from
// then on, which may be one that said it already.
func (m *Mind) AddFact(ctx context.Context, text string) (memory.Fact, error) {
	text, err := oneSentence(text)
	if err != nil {
		return memory.Fact{}, err
	}
	return m.add(ctx, text, memory.Episode{}, "The user added by hand: ")
}

// Keep makes a fact of a lasting moment that was said once, in the words of text,
// or in its own if text is empty. It is otherwise as AddFact.
func (m *Mind) Keep(ctx context.Context, id memory.EpisodeID, text string) (memory.Fact, error) {
	moments, err := m.Store.StandingEpisodes(ctx, []memory.EpisodeID{id})
	if err != nil {
		return memory.Fact{}, err
	}
	if len(moments) == 0 {
		return memory.Fact{}, fmt.Errorf("%s: %w", id, memory.ErrNotFound)
	}
	if strings.TrimSpace(text) == "" {
		text = moments[0].What
	}
	if text, err = oneSentence(text); err != nil {
		return memory.Fact{}, err
	}
	return m.add(ctx, text, moments[0], "The user confirmed by hand: ")
}

// Unlist takes a moment from the list of what was said once; it stays on record
// and is recalled as before.
func (m *Mind) Unlist(ctx context.Context, id memory.EpisodeID) error {
	return m.Store.Unlist(ctx, []memory.EpisodeID{id})
}

// add makes a fact of a text, which rests on a moment of doing so and on the
// moment of, unless that has no ID.
func (m *Mind) add(ctx context.Context, text string, of memory.Episode, doing string) (memory.Fact, error) {
	now := m.Clock.Now()
	said := memory.Message{Conversation: byHand, Role: memory.RoleUser, At: now, Text: text, Finished: true}
	about, names := of.About, namesIn(of.Names, text)
	if of.ID == 0 {
		read, err := m.readByHand(ctx, said)
		if err != nil {
			return memory.Fact{}, err
		}
		about, names = read.About, read.Names
		if inFirstPerson(text) && strings.HasPrefix(read.What, "The user") {
			text = read.What
		}
	}
	episode := amygdala.Weigh(memory.Episode{
		What: doing + text, About: about, Who: []string{"the user"},
		Act: memory.Correction, Actor: memory.RoleUser, Names: names,
		FirstAt: now, LastAt: now, Day: m.calendar().DayOf(now), FormedAt: now, Conversation: byHand,
	}, 0)
	draft := neocortex.Draft{Text: text, About: about, Kind: memory.World, Names: names, Turn: m.Settings.DayTurn}
	if day, end := lastDay(text, now, m.Settings.DayTurn); end {
		draft.Kind, draft.ValidUntil = memory.State, day
	}
	return m.Store.Add(ctx, store.HandAddition{
		Message: said, Episode: episode,
		Settle: func(facts []memory.Fact, moment memory.Episode) []memory.Change {
			if of.ID != 0 {
				draft.Episodes = append(draft.Episodes, of)
			}
			draft.Episodes = append(draft.Episodes, moment)
			return neocortex.Place(facts, draft, m.today(), m.calendar())
		},
	})
}

// readByHand is what the built-in model reads in a sentence: its topic and names,
// and its words in the third person. The zero Episode where it reads nothing.
func (m *Mind) readByHand(ctx context.Context, said memory.Message) (memory.Episode, error) {
	said.Key = 1
	batch := hippocampus.Batch{Conversation: byHand, Messages: []memory.Message{said}}
	read, err := hippocampus.Encode(ctx, m.Builtin, m.Builtin, batch, m.Settings.DayTurn)
	if err != nil {
		return memory.Episode{}, fmt.Errorf("read the sentence: %w", err)
	}
	if len(read.Drafts) == 0 {
		return memory.Episode{}, nil
	}
	return read.Drafts[0].Episode, nil
}

// firstPerson are the words by which people speak of themselves at the beginning
// of a sentence.
var firstPerson = []string{"i", "i'm", "i've", "i'd", "my", "we", "our", "we're", "we've"}

func inFirstPerson(text string) bool {
	words := strings.Fields(strings.ReplaceAll(strings.ToLower(text), "’", "'"))
	return len(words) > 0 && slices.Contains(firstPerson, words[0])
}
