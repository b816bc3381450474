package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"muisto/memory"
)

// HandAddition is a fact that a person adds by keyboard.
type HandAddition struct {
	// Message is what the person wrote. It is captured with this.
	Message memory.Message
	// Episode is the moment of adding, weighed, without ID and Sources.
	Episode memory.Episode
	// Settle returns what the moment does to the facts on record, all of them
	// whatever their status. A new fact has an ID below 0.
	Settle func(facts []memory.Fact, moment memory.Episode) []memory.Change
}

// Add stores a person's message, the moment that rests on it and what that does
// to the facts, all in one transaction. It returns the fact that says it from
// then on: a new one, or the one that said it already.
func (s *Store) Add(ctx context.Context, a HandAddition) (memory.Fact, error) {
	var added memory.Fact
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		added, err = s.add(ctx, tx, a)
		return err
	})
	return added, wrap(err, "add a fact")
}

func (s *Store) add(ctx context.Context, tx *sql.Tx, a HandAddition) (memory.Fact, error) {
	facts, err := loadFacts(ctx, tx, `ORDER BY f.id`)
	if err != nil {
		return memory.Fact{}, err
	}
	message, episode, err := s.captureByHand(ctx, tx, a.Message, a.Episode)
	if err != nil {
		return memory.Fact{}, err
	}
	at := a.Message.At
	changes, err := saveChanges(ctx, tx, a.Settle(facts, episode), at)
	if err != nil {
		return memory.Fact{}, err
	}
	if err := logChanges(ctx, tx, memory.PassEntry{At: at}, 0, changes); err != nil {
		return memory.Fact{}, err
	}
	added := addedBy(changes)
	switch {
	case added.ID == 0:
		return added, fmt.Errorf("add a fact: %w", ErrRetired)
	case added.Status != memory.Active:
		return added, nil
	}
	for _, before := range facts {
		if before.ID == added.ID {
			return added, insertReview(ctx, tx, Confirmed, at, before, 0, message.Key, episode.ID)
		}
	}
	return added, insertReview(ctx, tx, Added, at, added, added.ID, message.Key, episode.ID)
}

// addedBy is the fact that changes formed or reinforced, as it is after them; the
// zero Fact if there is none.
func addedBy(changes []memory.Change) memory.Fact {
	var added memory.Fact
	for _, c := range changes {
		if added.ID == 0 && (c.Effect == memory.Formed || c.Effect == memory.Reinforced) || c.Fact.ID == added.ID {
			added = c.Fact
		}
	}
	return added
}

// withdrawAdded undoes an addition: its fact is withdrawn, and the facts in whose
// place it was are active again, the first of which is returned, if any.
func withdrawAdded(ctx context.Context, tx *sql.Tx, at time.Time, r Review, message, episode int64) (memory.Fact, error) {
	if err := withdrawFact(ctx, tx, at, r.Formed, message, episode); err != nil {
		return memory.Fact{}, err
	}
	replaced, err := loadFacts(ctx, tx, `WHERE f.superseded_by = ? ORDER BY f.id`, r.Formed)
	if err != nil {
		return memory.Fact{}, err
	}
	if err := openGuard(ctx, tx); err != nil {
		return memory.Fact{}, err
	}
	for i, f := range replaced {
		f.Status, f.SupersededBy, f.RetiredAt, f.RetiredBy = memory.Active, 0, time.Time{}, ""
		if replaced[i], err = saveFact(ctx, tx, f); err != nil {
			return memory.Fact{}, err
		}
	}
	if err := closeGuard(ctx, tx); err != nil {
		return memory.Fact{}, err
	}
	if len(replaced) > 0 {
		return replaced[0], nil
	}
	return factByID(ctx, tx, r.Formed)
}

// Unlist keeps moments out of the list of what was said once; they stay on
// record and are recalled as before.
func (s *Store) Unlist(ctx context.Context, ids []memory.EpisodeID) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, `INSERT INTO unlisted_episodes (episode, at) VALUES (?, ?) ON CONFLICT DO NOTHING`,
				id, micros(s.clock.Now())); err != nil {
				return err
			}
		}
		return nil
	})
	return wrap(err, "keep moments out of a list")
}

// Unlisted returns the moments that Unlist was called for.
func (s *Store) Unlisted(ctx context.Context) (map[memory.EpisodeID]bool, error) {
	unlisted := map[memory.EpisodeID]bool{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var id memory.EpisodeID
			err := rows.Scan(&id)
			unlisted[id] = true
			return err
		}, `SELECT episode FROM unlisted_episodes`)
	})
	return unlisted, wrap(err, "read which moments are not listed")
}
