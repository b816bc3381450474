package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/mind"
)

// done is a review that can be undone: the facts as they were before it.
type done struct {
	kind   string
	id     memory.FactID
	before []memory.Fact
}

func (f *fake) change(kind string, id memory.FactID, change func(*memory.Fact) memory.FactID) (memory.Fact, error) {
	f.call("%s %s", kind, id)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.reviewErr != nil {
		return memory.Fact{}, f.reviewErr
	}
	f.reviews = append(f.reviews, done{kind, id, slices.Clone(f.facts)})
	now := change(&f.facts[id-1])
	f.events <- chat.Changed{}
	return f.facts[now-1], nil
}

func (f *fake) CorrectFact(_ context.Context, id memory.FactID, text string) (memory.Fact, error) {
	return f.change("corrected", id, func(old *memory.Fact) memory.FactID {
		now := *old
		now.ID, now.Text, now.Salience = memory.FactID(len(f.facts)+1), text, 0.9
		old.Status, old.SupersededBy, old.RetiredAt = memory.Superseded, now.ID, f.now
		f.facts = append(f.facts, now)
		return now.ID
	})
}

func (f *fake) ConfirmFact(_ context.Context, id memory.FactID) (memory.Fact, error) {
	return f.change("confirmed", id, func(fact *memory.Fact) memory.FactID { fact.Reinforced++; return id })
}

func (f *fake) RetireFact(_ context.Context, id memory.FactID) (memory.Fact, error) {
	return f.change("retired", id, func(fact *memory.Fact) memory.FactID { fact.Status = memory.Closed; return id })
}

func (f *fake) UndoFact(context.Context) (chat.Review, memory.Fact, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.reviews) == 0 {
		return chat.Review{}, memory.Fact{}, chat.ErrNothingToUndo
	}
	last := f.reviews[len(f.reviews)-1]
	f.reviews = f.reviews[:len(f.reviews)-1]
	f.facts = last.before
	f.events <- chat.Changed{}
	r := chat.Review{}
	r.Kind = "corrected"
	return r, f.facts[last.id-1], nil
}

func (f *fake) FactHistory(_ context.Context, id memory.FactID) ([]memory.Fact, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []memory.Fact
	for i := len(f.facts) - 1; i >= 0; i-- {
		if f.facts[i].SupersededBy == id {
			out = append(out, f.facts[i])
			id = f.facts[i].ID
		}
	}
	return out, f.loadErr
}

func (f *fake) ReviewQueue(context.Context) ([]chat.ReviewItem, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []chat.ReviewItem
	for _, fact := range f.facts {
		switch {
		case fact.Status != memory.Active:
		case fact.Authority == memory.ByAgent:
			out = append(out, chat.ReviewItem{Fact: fact, Why: mind.AgentsWord})
		case fact.ValidUntil != 0:
			out = append(out, chat.ReviewItem{Fact: fact, Why: mind.RunsOut})
		}
	}
	return out, f.loadErr
}

func (f *fake) MessagesNamed(_ context.Context, id string) ([]memory.Message, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []memory.Message
	for _, e := range f.messages {
		if fmt.Sprintf("m%d", e.Key) == id {
			out = append(out, e.Message)
		}
	}
	return out, nil
}

func (f *fake) PreviewErase(_ context.Context, t chat.Targets) (chat.Erasure, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var e chat.Erasure
	for _, id := range t.Facts {
		e.Facts = append(e.Facts, f.facts[id-1])
		t.Episodes = append(t.Episodes, f.facts[id-1].Sources...)
	}
	for _, id := range t.Episodes {
		e.Episodes = append(e.Episodes, f.episodes[id-1])
		e.Messages = append(e.Messages, f.sources[id]...)
	}
	for _, entry := range f.messages {
		if slices.Contains(t.Messages, entry.Key) {
			e.Messages = append(e.Messages, entry.Message)
		}
	}
	return e, f.loadErr
}

func (f *fake) Erase(ctx context.Context, t chat.Targets) (chat.Erasure, error) {
	f.call("erase %v %v %v", t.Messages, t.Episodes, t.Facts)
	gone, err := f.PreviewErase(ctx, t)
	if f.reviewErr != nil {
		return gone, f.reviewErr
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.messages = slices.DeleteFunc(f.messages, func(e Entry) bool {
		return slices.ContainsFunc(gone.Messages, func(m memory.Message) bool { return m.Key == e.Key })
	})
	f.events <- chat.Changed{}
	return gone, err
}

func (f *fake) Search(_ context.Context, text string, limit int) (chat.Found, error) {
	f.call("search %s", text)
	f.mu.Lock()
	defer f.mu.Unlock()
	has := func(s string) bool { return text != "" && strings.Contains(strings.ToLower(s), strings.ToLower(text)) }
	var found chat.Found
	for _, e := range f.messages {
		if has(e.Text) && len(found.Messages) < limit {
			found.Messages = append(found.Messages, e.Message)
		}
	}
	for _, e := range f.episodes {
		if has(e.What) && len(found.Episodes) < limit {
			found.Episodes = append(found.Episodes, e)
		}
	}
	for _, fact := range f.facts {
		if has(fact.Text) && len(found.Facts) < limit {
			found.Facts = append(found.Facts, fact)
		}
	}
	return found, f.loadErr
}

var errNoRoom = errors.New("the disk is full; make room and do it again")

func (f *fake) AddFact(_ context.Context, text string) (memory.Fact, error) {
	f.call("add %s", text)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.reviewErr != nil {
		return memory.Fact{}, f.reviewErr
	}
	f.reviews = append(f.reviews, done{"added", 1, slices.Clone(f.facts)})
	fact := memory.Fact{ID: memory.FactID(len(f.facts) + 1), Text: text, Kind: memory.World, Status: memory.Active, Authority: memory.ByUser, Salience: 0.9, FormedAt: f.now, EvidenceAt: f.now}
	f.facts = append(f.facts, fact)
	f.events <- chat.Changed{}
	return fact, nil
}

func (f *fake) KeepMoment(ctx context.Context, id memory.EpisodeID, text string) (memory.Fact, error) {
	f.call("keep %s %s", id, text)
	if text == "" {
		text = f.episodes[id-1].What
	}
	f.unlist(id)
	return f.AddFact(ctx, text)
}

func (f *fake) SaidOnce(context.Context) ([]memory.Episode, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.once), nil
}

func (f *fake) UnlistMoment(_ context.Context, id memory.EpisodeID) error {
	f.call("unlist %s", id)
	f.unlist(id)
	return f.reviewErr
}

func (f *fake) unlist(id memory.EpisodeID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.once = slices.DeleteFunc(f.once, func(e memory.Episode) bool { return e.ID == id })
}

func (f *fake) Confirmed(context.Context) (map[memory.FactID]chat.Confirmation, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := map[memory.FactID]chat.Confirmation{}
	for _, r := range f.reviews {
		if r.kind == "confirmed" {
			out[r.id] = chat.Confirmation{At: f.now, Times: out[r.id].Times + 1}
		}
	}
	return out, nil
}

func (f *fake) Upcoming(_ context.Context, limit int) ([]memory.Episode, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []memory.Episode
	for _, e := range f.episodes {
		if e.WhenAt >= memory.DayOf(f.now, 4) && len(out) < limit {
			out = append(out, e)
		}
	}
	return out, f.loadErr
}
