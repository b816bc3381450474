package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"muisto/memory"
)

// Found is what holds a text.
type Found struct {
	Messages []memory.Message
	Episodes []memory.Episode
	Facts    []memory.Fact
}

// Search gives the messages, episodes and facts that contain text, in any case
// of ASCII letters, each the newest first and at most limit of them. What was
// withdrawn is left out; facts that stand no more are not.
func (s *Store) Search(ctx context.Context, text string, limit int) (Found, error) {
	var f Found
	if strings.TrimSpace(text) == "" {
		return f, nil
	}
	like := pattern(text)
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		f.Messages, err = queryMessages(ctx, tx, selectMessages+`WHERE m.text LIKE ? ESCAPE '\'
			AND m.key NOT IN (SELECT message FROM withdrawn_messages) ORDER BY m.at DESC, m.key DESC LIMIT ?`, like, limit)
		if err != nil {
			return err
		}
		f.Episodes, err = loadEpisodes(ctx, tx, `WHERE e.what LIKE ? ESCAPE '\'
			AND e.id NOT IN (SELECT episode FROM withdrawn_episodes) ORDER BY e.last_at DESC, e.id DESC LIMIT ?`, like, limit)
		if err != nil {
			return err
		}
		f.Facts, err = loadFacts(ctx, tx, `WHERE f.text LIKE ? ESCAPE '\'
			AND w.fact IS NULL ORDER BY f.status <> 'active', f.evidence_at DESC, f.id DESC LIMIT ?`, like, limit)
		return err
	})
	return f, wrap(err, "search")
}

// SearchIn gives up to limit messages of a conversation that contain text, in
// any case of ASCII letters, the newest first. What was withdrawn is left out.
func (s *Store) SearchIn(ctx context.Context, conversation, text string, limit int) ([]memory.Message, error) {
	list := []memory.Message{}
	if strings.TrimSpace(text) == "" {
		return list, nil
	}
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		list, err = queryMessages(ctx, tx, selectMessages+`WHERE m.conversation = (SELECT key FROM conversations WHERE id = ?)
			AND m.text LIKE ? ESCAPE '\' AND m.key NOT IN (SELECT message FROM withdrawn_messages)
			ORDER BY m.at DESC, m.key DESC LIMIT ?`, conversation, pattern(text), limit)
		return err
	})
	return list, wrap(err, "search a conversation")
}

// pattern is what LIKE finds text anywhere with.
func pattern(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text) + "%"
}

// Replaced gives the facts that a fact stands in the place of, back to the
// first: those that it replaced, then those that these had replaced.
func (s *Store) Replaced(ctx context.Context, id memory.FactID) ([]memory.Fact, error) {
	list, err := s.facts(ctx, `WHERE w.fact IS NULL AND f.id IN (
		WITH RECURSIVE before (id) AS (
			SELECT id FROM facts WHERE superseded_by = ?
			UNION SELECT facts.id FROM facts JOIN before ON facts.superseded_by = before.id)
		SELECT id FROM before) ORDER BY f.evidence_at DESC, f.id DESC`, id)
	return list, wrap(err, "read what a fact replaced")
}

// Confirmation is when a person confirmed a fact by hand last, and how often.
type Confirmation struct {
	At    time.Time
	Times int
}

// Confirmations returns those of every fact that were not undone.
func (s *Store) Confirmations(ctx context.Context) (map[memory.FactID]Confirmation, error) {
	out := map[memory.FactID]Confirmation{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var id memory.FactID
			var at int64
			var zone int
			if err := rows.Scan(&id, &at, &zone); err != nil {
				return err
			}
			out[id] = Confirmation{timeOf(at, zone), out[id].Times + 1}
			return nil
		}, `SELECT fact, at, offset FROM reviews WHERE kind = 'confirmed' AND undone_at IS NULL ORDER BY id`)
	})
	return out, wrap(err, "read the confirmations")
}

// LastReview is when a person last reviewed a fact; the zero time if never.
func (s *Store) LastReview(ctx context.Context) (time.Time, error) {
	var at time.Time
	err := s.read(ctx, func(tx *sql.Tx) error {
		var micros int64
		var zone int
		err := tx.QueryRowContext(ctx, `SELECT at, offset FROM reviews ORDER BY id DESC LIMIT 1`).Scan(&micros, &zone)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		at = timeOf(micros, zone)
		return err
	})
	return at, wrap(err, "read the reviews")
}
