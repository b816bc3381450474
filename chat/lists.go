package chat

import (
	"context"
	"encoding/json"
	"fmt"

	"muisto/memory"
	"muisto/memory/recall"
	"muisto/memory/store"
)

// History gives a stretch of a conversation, oldest first. What is said off the
// record stands at the end of the one that goes on.
func (s *Session) History(ctx context.Context, q HistoryQuery) ([]Entry, error) {
	conversation := q.Conversation
	if conversation == "" {
		conversation = s.Conversation()
	}
	messages, err := s.stretch(ctx, conversation, q)
	if err != nil {
		return nil, err
	}
	keys := make([]int64, len(messages))
	for i, m := range messages {
		keys[i] = m.Key
	}
	places, err := s.o.Store.Places(ctx, keys)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(messages))
	for i, m := range messages {
		place := places[m.Key]
		entries[i] = Entry{Message: m, Branches: place.Messages, Aside: place.Aside}
		if m.Role != memory.RoleAssistant || m.Key == 0 {
			continue
		}
		recalled, err := s.o.Store.RecalledFor(ctx, m.Key)
		if err != nil {
			return nil, err
		}
		for _, r := range recalled {
			if recall.Kind(r.Kind) == recall.KindFact {
				entries[i].Facts++
			} else {
				entries[i].Moments++
			}
		}
	}
	return entries, nil
}

func (s *Session) stretch(ctx context.Context, conversation string, q HistoryQuery) ([]memory.Message, error) {
	switch q.Part {
	case First:
		return s.o.Store.MessagesAfter(ctx, conversation, 0, q.Limit)
	case After:
		return s.o.Store.MessagesAfter(ctx, conversation, q.Key, q.Limit)
	case From:
		return s.o.Store.MessagesFrom(ctx, conversation, q.Key, q.Limit)
	case Before:
		return s.o.Store.Messages(ctx, conversation, q.Key, q.Limit)
	}
	messages, err := s.o.Store.Messages(ctx, conversation, 0, q.Limit)
	s.mu.Lock()
	defer s.mu.Unlock()
	if conversation == s.conversation {
		messages = append(messages, s.secret...)
	}
	return messages, err
}

// Written gives up to limit earlier messages of the person's, newest first.
func (s *Session) Written(ctx context.Context, limit int) ([]string, error) {
	return s.o.Store.Written(ctx, limit)
}

// Moments lists episodes.
func (s *Session) Moments(ctx context.Context, q MomentQuery) ([]memory.Episode, error) {
	return s.o.Store.Browse(ctx, store.BrowseQuery{
		Filter: q.Filter, Act: q.Act, Name: q.Name, From: q.From, To: q.To,
		ByLeft: q.Order == Left, ByWeight: q.Order == Weight, Now: s.o.Clock.Now(), Offset: q.Offset, Limit: q.Limit,
	})
}

// Sources gives the messages that an episode came from, in the order said.
func (s *Session) Sources(ctx context.Context, id memory.EpisodeID) ([]memory.Message, error) {
	episodes, err := s.o.Store.EpisodesByID(ctx, []memory.EpisodeID{id})
	if err != nil {
		return nil, err
	}
	if len(episodes) == 0 {
		return nil, fmt.Errorf("moment %s: %w", id, memory.ErrNotFound)
	}
	keys := make([]int64, len(episodes[0].Sources))
	for i, source := range episodes[0].Sources {
		keys[i] = source.Key
	}
	return s.o.Store.MessagesByKey(ctx, keys)
}

// Counts gives the numbers of what is remembered.
func (s *Session) Counts(ctx context.Context) (Counts, error) {
	c, err := s.o.Store.Counts(ctx)
	if err != nil {
		return Counts{}, err
	}
	facts, err := s.o.Store.FactCounts(ctx)
	return Counts{
		Messages: c.Messages, Moments: c.Episodes, Pending: c.Waiting, SetAside: c.SetAside,
		Facts: facts.Active, Retired: facts.Retired,
	}, err
}

// Why gives what came to mind for the reply with the given key.
func (s *Session) Why(ctx context.Context, reply int64) (recall.Result, error) {
	recalled, err := s.o.Store.RecalledFor(ctx, reply)
	if err != nil {
		return recall.Result{}, err
	}
	var result recall.Result
	for _, r := range recalled {
		hit := recall.Hit{Kind: recall.Kind(r.Kind), Score: r.Score, Cue: r.Cue, Retrievability: r.Retrievability}
		if err := json.Unmarshal([]byte(r.Because), &hit.Because); err != nil {
			return recall.Result{}, fmt.Errorf("read why %s came to mind: %w", r.ID, err)
		}
		found, err := s.fill(ctx, &hit, r.ID)
		if err != nil {
			return recall.Result{}, err
		}
		if found {
			result.Hits = append(result.Hits, hit)
		}
	}
	return result, nil
}

// fill reads the fact or episode of a hit; false if it is not there any more.
func (s *Session) fill(ctx context.Context, hit *recall.Hit, id string) (bool, error) {
	if fact, ok := memory.ParseFactID(id); ok {
		facts, err := s.o.Store.FactsByID(ctx, []memory.FactID{fact})
		if err != nil || len(facts) == 0 {
			return false, err
		}
		hit.Fact = &facts[0]
		return true, nil
	}
	episode, ok := memory.ParseEpisodeID(id)
	if !ok {
		return false, nil
	}
	episodes, err := s.o.Store.EpisodesByID(ctx, []memory.EpisodeID{episode})
	if err != nil || len(episodes) == 0 {
		return false, err
	}
	hit.Episode = &episodes[0]
	return true, nil
}

// Facts gives the facts as they stand today, the newest evidence first.
func (s *Session) Facts(ctx context.Context, q FactQuery) ([]memory.Fact, error) {
	return s.o.Mind.Facts(ctx, store.FactQuery{Retired: q.Retired, Limit: q.Limit})
}

// FactsByID gives the facts that have these ids, in that order.
func (s *Session) FactsByID(ctx context.Context, ids []memory.FactID) ([]memory.Fact, error) {
	return s.o.Store.FactsByID(ctx, ids)
}

// EpisodesByID gives the episodes that have these ids, in that order.
func (s *Session) EpisodesByID(ctx context.Context, ids []memory.EpisodeID) ([]memory.Episode, error) {
	return s.o.Store.EpisodesByID(ctx, ids)
}

// Nights gives the passes on record, the newest first, a running one with what
// it has done so far: up to limit of those before the one with the key before,
// or the newest where that is 0.
func (s *Session) Nights(ctx context.Context, before int64, limit int) ([]memory.PassRecord, error) {
	return s.o.Store.Records(ctx, before, limit)
}
