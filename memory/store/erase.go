package store

import (
	"context"
	"database/sql"
	"fmt"

	"muisto/memory"
)

// Erased stands in the place of a text that was erased.
const Erased = "[erased]"

// Targets are what a person wants erased.
type Targets struct {
	Messages []int64
	Episodes []memory.EpisodeID
	Facts    []memory.FactID
	// Conversations are whole ones, by id.
	Conversations []string
	// About are names: all that the user said with one of them in it, and every
	// moment and fact that holds it.
	About []string
}

// Erasure is all that goes with the targets: the messages that they came from,
// every episode that cites one of these, every fact that rests on such an
// episode, and whatever else repeats something of it.
type Erasure struct {
	Messages []memory.Message
	Episodes []memory.Episode
	Facts    []memory.Fact
	// Replies are what the agent said of it.
	Replies []Reply
	// Unseen is the number of episodes that facts rested on, too, and that stay:
	// the next passes see them again.
	Unseen int
	// Titles is how many conversations lose their title; Draft, that what is
	// written and not sent goes.
	Titles int
	Draft  bool
	// Copies are the files beside the memory that are removed; OwnMemories are
	// copies that stay, since somebody has gone on in them.
	Copies, OwnMemories []string
}

// Nothing reports whether nothing would go.
func (e Erasure) Nothing() bool {
	return len(e.Messages)+len(e.Episodes)+len(e.Facts)+len(e.Replies)+e.Titles == 0 && !e.Draft
}

// Reply is a message of the agent's that repeats something of what is erased.
type Reply struct {
	memory.Message
	// Left is its text afterwards: Erased, or what says nothing of it.
	Left string
}

// MessagesNamed gives the messages with this id, in any conversation, or those
// with this "conversation/id".
func (s *Store) MessagesNamed(ctx context.Context, id string) ([]memory.Message, error) {
	var list []memory.Message
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		list, err = queryMessages(ctx, tx, selectMessages+`WHERE m.id = ?1 OR c.id || '/' || m.id = ?1 ORDER BY m.key`, id)
		return err
	})
	return list, wrap(err, "look up messages")
}

// PreviewErase tells what Erase would take, and takes nothing. It fails with
// memory.ErrNotFound for a conversation that is not there.
func (s *Store) PreviewErase(ctx context.Context, t Targets) (Erasure, error) {
	var p plan
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		p, err = s.plan(ctx, tx, t)
		return err
	})
	return p.Erasure, wrap(err, "look at what would be erased")
}

// Erase overwrites the texts of the targets and of all that goes with them,
// takes them out of every table and of the file, its log and the copies that
// the store keeps, and leaves marks that something was there. The copies are
// removed. It gives what is gone.
func (s *Store) Erase(ctx context.Context, t Targets) (Erasure, error) {
	var p plan
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		if p, err = s.plan(ctx, tx, t); err != nil {
			return err
		}
		if err := openGuard(ctx, tx); err != nil {
			return err
		}
		if err := s.overwrite(ctx, tx, p); err != nil {
			return err
		}
		return closeGuard(ctx, tx)
	})
	if err != nil {
		return Erasure{}, fmt.Errorf("erase: %w", err)
	}
	if err := s.scrub(ctx); err != nil {
		return p.Erasure, fmt.Errorf("erase: the texts are overwritten, but traces may be left in the file: %w; do it again", err)
	}
	return p.Erasure, nil
}

func numbersOf(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]int64, error) {
	keys := []int64{}
	err := each(ctx, tx, func(rows *sql.Rows) error {
		var key int64
		err := rows.Scan(&key)
		keys = append(keys, key)
		return err
	}, query, args...)
	return keys, err
}
