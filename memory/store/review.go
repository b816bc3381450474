package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"muisto/memory"
)

// ByHand is the Encoder of the capture of a correction made by keyboard.
const ByHand = "by hand"

// ReviewKind is what a person did to a fact by hand.
type ReviewKind string

// The kinds of reviews.
const (
	Corrected ReviewKind = "corrected"
	Confirmed ReviewKind = "confirmed"
	Retired   ReviewKind = "retired"
	Added     ReviewKind = "added"
)

// The effects that reviews have on facts, beside those of a pass.
const (
	confirmedByHand memory.Effect = "confirmed"
	retiredByHand   memory.Effect = "retired"
	restored        memory.Effect = "restored"
)

// ErrNothingToUndo: no review stands that could be undone.
var ErrNothingToUndo = errors.New("there is nothing to undo")

// ErrRetired: the fact does not stand any more.
var ErrRetired = errors.New("the fact does not stand any more")

// Review is one thing that a person did to a fact by hand.
type Review struct {
	ID   int64
	Kind ReviewKind
	At   time.Time
	// Before is the fact as it was; as it was formed, for an addition.
	Before memory.Fact
	// Formed is the fact in its place, for a correction, and the new fact, for an
	// addition; 0 otherwise.
	Formed memory.FactID
}

// HandCorrection is a correction of a fact, made by keyboard.
type HandCorrection struct {
	Fact memory.FactID
	// Message is what the person wrote. It is captured with this.
	Message memory.Message
	// Episode is the moment of correcting, weighed, without ID and Sources.
	Episode memory.Episode
	// New is the fact in its place, without ID, Sources and From.
	New memory.Fact
}

// Correct puts a new fact in the place of an active one, with the person's
// message and the moment that it rests on, all in one transaction. It fails
// with ErrRetired if the fact stands no more.
func (s *Store) Correct(ctx context.Context, c HandCorrection) (memory.Fact, error) {
	var formed memory.Fact
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		formed, err = s.correct(ctx, tx, c)
		return err
	})
	return formed, wrap(err, fmt.Sprintf("correct %s", c.Fact))
}

func (s *Store) correct(ctx context.Context, tx *sql.Tx, c HandCorrection) (memory.Fact, error) {
	before, err := activeFact(ctx, tx, c.Fact)
	if err != nil {
		return memory.Fact{}, err
	}
	message, episode, err := s.captureByHand(ctx, tx, c.Message, c.Episode)
	if err != nil {
		return memory.Fact{}, err
	}
	at := c.Message.At
	formed := c.New
	formed.Sources, formed.From = []memory.EpisodeID{episode.ID}, []memory.Day{episode.Day}
	formed, err = saveFact(ctx, tx, formed)
	if err != nil {
		return memory.Fact{}, err
	}
	old := before.Supersede(formed)
	if _, err := saveFact(ctx, tx, old); err != nil {
		return memory.Fact{}, err
	}
	changes := []memory.Change{{Effect: memory.Formed, Fact: formed}, {Effect: memory.Replaced, Fact: old}}
	if err := logChanges(ctx, tx, memory.PassEntry{At: at}, 0, changes); err != nil {
		return memory.Fact{}, err
	}
	return formed, insertReview(ctx, tx, Corrected, at, before, formed.ID, message.Key, episode.ID)
}

// captureByHand stores the message and the moment of something done by hand, the
// message as captured.
func (s *Store) captureByHand(ctx context.Context, tx *sql.Tx, message memory.Message, episode memory.Episode) (memory.Message, memory.Episode, error) {
	message, err := s.appendMessage(ctx, tx, message)
	if err != nil {
		return message, memory.Episode{}, err
	}
	conversation, err := conversationKey(ctx, tx, message.Conversation)
	if err != nil {
		return message, memory.Episode{}, err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO hidden_conversations (conversation, at) VALUES (?, ?) ON CONFLICT DO NOTHING`,
		conversation, micros(message.At)); err != nil {
		return message, memory.Episode{}, err
	}
	episode.Sources = []memory.Source{{Key: message.Key, ID: message.ID}}
	capture := Capture{
		Conversation: message.Conversation, Messages: []int64{message.Key}, Episodes: []memory.Episode{episode},
		Encoder: ByHand, At: message.At,
	}
	key, err := insertCapture(ctx, tx, conversation, capture)
	if err != nil {
		return message, episode, err
	}
	formed, err := insertEpisodes(ctx, tx, key, conversation, capture)
	if err != nil {
		return message, episode, err
	}
	return message, formed[0], nil
}

// Confirm notes that the person has said that an active fact holds: it rests on
// the user's word from then on. It fails with ErrRetired if it stands no more.
func (s *Store) Confirm(ctx context.Context, id memory.FactID, at time.Time) (memory.Fact, error) {
	return s.review(ctx, Confirmed, id, at, func(f memory.Fact) memory.Fact { return f.Confirm(at) })
}

// Retire closes an active fact by the person's word. It fails with ErrRetired
// if it stands no more.
func (s *Store) Retire(ctx context.Context, id memory.FactID, at time.Time) (memory.Fact, error) {
	return s.review(ctx, Retired, id, at, func(f memory.Fact) memory.Fact { return f.Close(memory.ByUser, at) })
}

func (s *Store) review(ctx context.Context, kind ReviewKind, id memory.FactID, at time.Time, change func(memory.Fact) memory.Fact) (memory.Fact, error) {
	effect := confirmedByHand
	if kind == Retired {
		effect = retiredByHand
	}
	var after memory.Fact
	err := s.write(ctx, func(tx *sql.Tx) error {
		before, err := activeFact(ctx, tx, id)
		if err != nil {
			return err
		}
		if after, err = saveFact(ctx, tx, change(before)); err != nil {
			return err
		}
		if err := logChanges(ctx, tx, memory.PassEntry{At: at}, 0, []memory.Change{{Effect: effect, Fact: after}}); err != nil {
			return err
		}
		return insertReview(ctx, tx, kind, at, before, 0, 0, 0)
	})
	return after, wrap(err, fmt.Sprintf("review %s", id))
}

// Undo takes the last review that stands back: what it made is withdrawn for
// good, and the fact is again as it was before. It fails with ErrNothingToUndo,
// and, if the fact has been changed by something else since, with ErrRetired.
func (s *Store) Undo(ctx context.Context, at time.Time) (Review, memory.Fact, error) {
	var r Review
	var fact memory.Fact
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		r, fact, err = undo(ctx, tx, at)
		return err
	})
	return r, fact, wrap(err, "undo")
}

func undo(ctx context.Context, tx *sql.Tx, at time.Time) (Review, memory.Fact, error) {
	var r Review
	var reviewed int64
	var zone int
	var before string
	var formed, message, episode sql.NullInt64
	err := tx.QueryRowContext(ctx, `SELECT id, kind, at, offset, before, formed, message, episode FROM reviews
		WHERE undone_at IS NULL ORDER BY id DESC LIMIT 1`).Scan(&r.ID, &r.Kind, &reviewed, &zone, &before, &formed, &message, &episode)
	if errors.Is(err, sql.ErrNoRows) {
		return r, memory.Fact{}, ErrNothingToUndo
	}
	if err != nil {
		return r, memory.Fact{}, err
	}
	r.At, r.Formed = timeOf(reviewed, zone), memory.FactID(formed.Int64)
	if err := json.Unmarshal([]byte(before), &r.Before); err != nil {
		return r, memory.Fact{}, fmt.Errorf("%w: review %d: %w", memory.ErrDamaged, r.ID, err)
	}
	fact, err := takenBack(ctx, tx, at, r, message.Int64, episode.Int64)
	if err != nil {
		return r, fact, err
	}
	if err := logChanges(ctx, tx, memory.PassEntry{At: at}, 0, []memory.Change{{Effect: restored, Fact: fact}}); err != nil {
		return r, fact, err
	}
	_, err = tx.ExecContext(ctx, `UPDATE reviews SET undone_at = ? WHERE id = ?`, micros(at), r.ID)
	return r, fact, err
}

// takenBack undoes what a review did, and returns the fact as it is again.
func takenBack(ctx context.Context, tx *sql.Tx, at time.Time, r Review, message, episode int64) (memory.Fact, error) {
	switch {
	case r.Kind == Added:
		return withdrawAdded(ctx, tx, at, r, message, episode)
	case r.Kind == Corrected:
		if err := withdrawFact(ctx, tx, at, r.Formed, message, episode); err != nil {
			return memory.Fact{}, err
		}
	case episode != 0: // a confirmation in words of its own
		if err := withdraw(ctx, tx, micros(at), []int64{message}, []memory.EpisodeID{memory.EpisodeID(episode)}); err != nil {
			return memory.Fact{}, err
		}
	}
	return restore(ctx, tx, r)
}

// withdrawFact takes back a correction's fact, message and moment.
func withdrawFact(ctx context.Context, tx *sql.Tx, at time.Time, fact memory.FactID, message, episode int64) error {
	if _, err := activeFact(ctx, tx, fact); err != nil {
		return fmt.Errorf("%s, which the correction made, has been replaced since: %w", fact, err)
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO withdrawn_facts (fact, at) VALUES (?, ?)`, fact, micros(at)); err != nil {
		return err
	}
	// The revision grows so that those who follow the facts see it go.
	if _, err := tx.ExecContext(ctx, `UPDATE facts SET rev = (SELECT max(rev) + 1 FROM facts) WHERE id = ?`, fact); err != nil {
		return err
	}
	return withdraw(ctx, tx, micros(at), []int64{message}, []memory.EpisodeID{memory.EpisodeID(episode)})
}

// restore puts the reviewed fact back as it was. The guard is opened for it: a
// retired fact stays retired but for the person who retired it.
func restore(ctx context.Context, tx *sql.Tx, r Review) (memory.Fact, error) {
	now, err := factByID(ctx, tx, r.Before.ID)
	if err != nil {
		return now, err
	}
	if now.Status != statusAfter(r) || now.SupersededBy != r.Formed {
		return now, fmt.Errorf("%s has been changed since: %w", now.ID, ErrRetired)
	}
	was := r.Before
	was.Sources = now.Sources
	if err := openGuard(ctx, tx); err != nil {
		return now, err
	}
	if was, err = saveFact(ctx, tx, was); err != nil {
		return now, err
	}
	return was, closeGuard(ctx, tx)
}

func statusAfter(r Review) memory.FactStatus {
	switch r.Kind {
	case Corrected:
		return memory.Superseded
	case Retired:
		return memory.Closed
	}
	return memory.Active
}

func insertReview(ctx context.Context, tx *sql.Tx, kind ReviewKind, at time.Time, before memory.Fact, formed memory.FactID, message int64, episode memory.EpisodeID) error {
	text, err := json.Marshal(before)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO reviews (kind, at, offset, fact, before, formed, message, episode)
		VALUES (?, ?, ?, ?, ?, nullif(?, 0), nullif(?, 0), nullif(?, 0))`,
		kind, micros(at), offset(at), before.ID, string(text), formed, message, episode)
	return err
}

func factByID(ctx context.Context, tx *sql.Tx, id memory.FactID) (memory.Fact, error) {
	list, err := loadFacts(ctx, tx, `WHERE f.id = ?`, id)
	if err != nil {
		return memory.Fact{}, err
	}
	if len(list) == 0 {
		return memory.Fact{}, fmt.Errorf("%s: %w", id, memory.ErrNotFound)
	}
	return list[0], nil
}

func activeFact(ctx context.Context, tx *sql.Tx, id memory.FactID) (memory.Fact, error) {
	f, err := factByID(ctx, tx, id)
	if err == nil && f.Status != memory.Active {
		return f, fmt.Errorf("%s: %w", id, ErrRetired)
	}
	return f, err
}
