package ui

import (
	"context"
	"fmt"
	"time"

	"muisto/chat"
	"muisto/memory"
	"muisto/memory/mind"
)

func (f *fake) Facts(_ context.Context, q FactQuery) ([]memory.Fact, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []memory.Fact
	for _, fact := range f.facts {
		if fact.Status == memory.Active || q.Retired {
			out = append(out, fact)
		}
	}
	return out, f.loadErr
}

func (f *fake) FactsByID(_ context.Context, ids []memory.FactID) ([]memory.Fact, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []memory.Fact
	for _, id := range ids {
		for _, fact := range f.facts {
			if fact.ID == id {
				out = append(out, fact)
			}
		}
	}
	return out, f.loadErr
}

func (f *fake) EpisodesByID(_ context.Context, ids []memory.EpisodeID) ([]memory.Episode, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []memory.Episode
	for _, id := range ids {
		for _, e := range f.episodes {
			if e.ID == id {
				out = append(out, e)
			}
		}
	}
	return out, f.loadErr
}

func (f *fake) Nights(_ context.Context, before int64, limit int) ([]memory.PassRecord, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []memory.PassRecord
	for i := len(f.nights) - 1; i >= 0 && len(out) < limit; i-- {
		if before == 0 || f.nights[i].ID < before {
			out = append(out, f.nights[i])
		}
	}
	return out, f.loadErr
}

func (f *fake) Sleep(ctx context.Context, scope mind.SleepScope) error {
	f.call("sleep %s", scope)
	f.events <- chat.Status{Doing: chat.Sleeping, Pass: "night", Group: 1, Groups: 2}
	if f.sleepFor != nil {
		select {
		case <-f.sleepFor:
		case <-ctx.Done():
			return fmt.Errorf("sleep: %w", ctx.Err())
		}
	}
	f.events <- chat.Status{Doing: chat.Idle, NextNight: f.now.Add(19 * time.Hour)}
	if scope != mind.Due || !f.notDue {
		f.mu.Lock()
		f.nights = append(f.nights, memory.PassRecord{ID: int64(len(f.nights)) + 1, RanAt: f.now, Finished: true})
		f.mu.Unlock()
	}
	return f.sleepErr
}

func (f *fake) fact(text string, kind memory.FactKind, status memory.FactStatus, salience float64, sources ...memory.EpisodeID) *memory.Fact {
	fact := memory.Fact{
		ID: memory.FactID(len(f.facts) + 1), Text: text, About: "the launch: date", Kind: kind, Status: status, Authority: memory.ByUser,
		Salience: salience, FormedAt: monday.Add(-5 * time.Hour), EvidenceAt: monday, Sources: sources,
	}
	for _, id := range sources {
		for _, e := range f.episodes {
			if e.ID == id {
				fact.From = append(fact.From, e.Day)
			}
		}
	}
	f.facts = append(f.facts, fact)
	return &f.facts[len(f.facts)-1]
}

// sleep fills the fake with facts and with the passes that made them.
func (f *fake) slept() *fake {
	f.fact("The launch is next week.", memory.World, memory.Superseded, 0.25, 3).SupersededBy = 2
	f.fact("The launch is on Friday.", memory.World, memory.Active, 0.97, 1)
	state := f.fact("Noor has an offsite in Bergen with Tomas coming up.", memory.State, memory.Active, 0.7, 4, 3, 1)
	state.ValidUntil, state.Reinforced = memory.DayOn(2026, 10, 30), 2
	f.fact("The Heron review with Tomas is on Thursdays.", memory.Habit, memory.Active, 0.9, 3, 4).Authority = memory.ByAgent
	f.episodes[4].Names = []memory.Name{{Text: "Bergen", Type: memory.Place}}
	sunday := memory.DayOn(2026, 10, 11)
	f.nights = []memory.PassRecord{
		{
			Pass: memory.Pass{Kind: memory.Week, From: memory.DayOn(2026, 9, 12), To: sunday}, ID: 1,
			RanAt: monday.Add(-5 * time.Hour), Moments: 14, Calls: 1, Alone: 3, Finished: true,
			Groups: []memory.GroupRecord{
				{
					Episodes: []memory.EpisodeID{4, 3, 5}, Names: []memory.WeighedName{{Name: "Bergen", Weight: 3.5}, {Name: "Tomas", Weight: 2.6}},
					Ties:    []memory.Tie{{A: 0, B: 1, Weight: 6.1}, {A: 0, B: 2, Weight: 3.5}, {A: 1, B: 2, Weight: 3.5}},
					Outcome: memory.BecameFacts, Reason: "spread over 3 days", Sent: true,
					Changes: []memory.FactChange{{Effect: memory.Formed, Fact: 3}, {Effect: memory.Reinforced, Fact: 4}},
				},
				{Episodes: []memory.EpisodeID{2}, Outcome: memory.StayedMoments, Reason: "all on one day"},
			},
		},
		{
			Pass: memory.Pass{Kind: memory.Night, From: sunday, To: sunday}, ID: 2, RanAt: monday.Add(-4 * time.Hour),
			Moments: 5, Calls: 1, Finished: true,
			Groups: []memory.GroupRecord{{
				Episodes: []memory.EpisodeID{1}, Outcome: memory.BecameFacts, Reason: "a correction acts the same night", Sent: true,
				Changes: []memory.FactChange{{Effect: memory.Formed, Fact: 2}, {Effect: memory.Replaced, Fact: 1, By: 2}},
			}},
		},
	}
	return f
}
