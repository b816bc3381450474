package neocortex

import (
	"context"
	"slices"
	"time"

	"muisto/memory"
)

// shelf is a Store in memory.
type shelf struct {
	episodes []memory.Episode
	facts    []memory.Fact
	changed  []memory.FactID // in order; the revision of a change is its place + 1
	records  []memory.PassRecord
	sent     map[memory.EpisodeID][]int64
	groups   int64
	// said are the user's messages behind moments.
	said map[memory.EpisodeID]string
	seen map[memory.EpisodeID]int64
	// break fails Keep, if set.
	broken error
}

func newShelf(episodes ...memory.Episode) *shelf {
	return &shelf{episodes: episodes, sent: map[memory.EpisodeID][]int64{}, seen: map[memory.EpisodeID]int64{}}
}

func (s *shelf) Moments(_ context.Context, from, to memory.Day) ([]memory.EpisodeRef, error) {
	var list []memory.EpisodeRef
	for _, e := range s.episodes {
		if e.Day >= from && e.Day <= to {
			list = append(list, MomentOf(e))
		}
	}
	return list, nil
}

func (s *shelf) UnseenMoments(ctx context.Context, day memory.Day, pass int64) ([]memory.EpisodeRef, error) {
	list, err := s.Moments(ctx, day, day)
	return slices.DeleteFunc(list, func(m memory.EpisodeRef) bool { by, seen := s.seen[m.ID]; return seen && by != pass }), err
}

func (s *shelf) EpisodesByID(_ context.Context, ids []memory.EpisodeID) ([]memory.Episode, error) {
	var list []memory.Episode
	for _, e := range s.episodes {
		if slices.Contains(ids, e.ID) {
			list = append(list, e)
		}
	}
	return list, nil
}

func (s *shelf) Said(_ context.Context, ids []memory.EpisodeID) (map[memory.EpisodeID][]string, error) {
	said := make(map[memory.EpisodeID][]string)
	for _, id := range ids {
		if text, ok := s.said[id]; ok {
			said[id] = []string{text}
		}
	}
	return said, nil
}

func (s *shelf) FactsAfter(_ context.Context, rev int64, limit int) ([]memory.Fact, int64, error) {
	var list []memory.Fact
	for _, id := range s.changed[rev:] {
		if rev++; len(list) < limit {
			list = append(list, s.facts[id-1])
		}
	}
	return list, rev, nil
}

func (s *shelf) Sent(_ context.Context, version string) (map[memory.EpisodeID][]int64, error) {
	if version != PromptVersion {
		return nil, nil
	}
	return s.sent, nil
}

func (s *shelf) Begin(_ context.Context, p memory.Pass, at time.Time, _ memory.Day) (memory.PassRecord, error) {
	for i, r := range s.records {
		if r.Pass == p && !r.Finished {
			s.records[i].RanAt = at
			return s.records[i], nil
		}
	}
	s.records = append(s.records, memory.PassRecord{Pass: p, ID: int64(len(s.records) + 1), RanAt: at})
	return s.records[len(s.records)-1], nil
}

func (s *shelf) Keep(_ context.Context, e memory.PassEntry) ([]memory.GroupRecord, error) {
	if s.broken != nil {
		return nil, s.broken
	}
	kept := slices.Clone(e.Groups)
	if e.Settle != nil {
		since, _, _ := s.FactsAfter(context.Background(), e.Rev, len(s.changed))
		changes := s.save(e.Settle(since), e.At)
		if len(kept) == 1 {
			kept[0] = kept[0].With(changes)
		}
	}
	for _, g := range kept {
		s.groups++
		for _, id := range g.Episodes {
			if g.Sent {
				s.sent[id] = append(s.sent[id], s.groups)
			}
			if e.Seen {
				s.seen[id] = e.Pass
			}
		}
	}
	if e.Pass > 0 {
		r := &s.records[e.Pass-1]
		r.Groups = append(r.Groups, kept...)
		r.Calls += e.Calls
	}
	return kept, nil
}

func (s *shelf) save(changes []memory.Change, at time.Time) []memory.Change {
	keys := map[memory.FactID]memory.FactID{}
	var saved []memory.Change
	for _, c := range changes {
		f := c.Fact
		if key, ok := keys[f.SupersededBy]; ok {
			f.SupersededBy = key
		}
		if key, ok := keys[f.ID]; ok {
			f.ID = key
		} else if f.ID < 0 {
			f.FormedAt = at
			s.facts = append(s.facts, f)
			keys[f.ID] = memory.FactID(len(s.facts))
			f.ID = keys[f.ID]
		}
		s.facts[f.ID-1] = f
		s.changed = append(s.changed, f.ID)
		saved = append(saved, memory.Change{Effect: c.Effect, Fact: f})
	}
	return saved
}

func (s *shelf) Finish(_ context.Context, r memory.PassRecord) error {
	s.records[r.ID-1] = r
	return nil
}

func (s *shelf) Refused(_ context.Context, on memory.Day) (map[memory.EpisodeID]bool, error) {
	refused := make(map[memory.EpisodeID]bool)
	for _, r := range s.records {
		for _, g := range r.Groups {
			for _, id := range g.Episodes {
				refused[id] = refused[id] || g.Outcome == memory.Refused && memory.DayOf(r.RanAt, 4) != on
			}
		}
	}
	return refused, nil
}

func (s *shelf) calendar(now time.Time) memory.PassHistory {
	c := memory.PassHistory{Now: now, DayTurn: 4}
	for _, e := range s.episodes {
		if c.First == 0 || e.Day < c.First {
			c.First = e.Day
		}
		c.Last = max(c.Last, e.Day)
		if _, seen := s.seen[e.ID]; !seen {
			c.Unseen = append(c.Unseen, e.Day)
		}
	}
	for _, r := range s.records {
		c.Passes = append(c.Passes, memory.PastPass{Pass: r.Pass, On: memory.DayOf(r.RanAt, 4), Finished: r.Finished, Left: r.Left})
	}
	return c
}
