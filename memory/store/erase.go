package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"muisto/memory"
)

// Erased stands in the place of a text that was erased.
const Erased = "[erased]"

// Targets are what a person wants erased.
type Targets struct {
	Messages []int64
	Episodes []memory.EpisodeID
	Facts    []memory.FactID
}

// Erasure is all that goes with the targets: the messages that they came from,
// every episode that cites one of these, and every fact that rests on such
// episodes alone.
type Erasure struct {
	Messages []memory.Message
	Episodes []memory.Episode
	Facts    []memory.Fact
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

// Foregone tells what Erase would take, and takes nothing.
func (s *Store) Foregone(ctx context.Context, t Targets) (Erasure, error) {
	var e Erasure
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		e, err = foregone(ctx, tx, t)
		return err
	})
	return e, wrap(err, "look at what would be erased")
}

// Erase overwrites the texts of the targets and of all that goes with them,
// takes them out of every table and of the file, its log and the copies that
// the store keeps, and leaves marks that something was there. The copies are
// removed. It gives what is gone.
func (s *Store) Erase(ctx context.Context, t Targets) (Erasure, error) {
	var e Erasure
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		if e, err = foregone(ctx, tx, t); err != nil {
			return err
		}
		if err := openGuard(ctx, tx); err != nil {
			return err
		}
		if err := s.overwrite(ctx, tx, e); err != nil {
			return err
		}
		return closeGuard(ctx, tx)
	})
	if err != nil {
		return Erasure{}, fmt.Errorf("erase: %w", err)
	}
	if err := s.scrub(ctx); err != nil {
		return e, fmt.Errorf("erase: the texts are overwritten, but traces may be left in the file: %w; do it again", err)
	}
	return e, nil
}

func foregone(ctx context.Context, tx *sql.Tx, t Targets) (Erasure, error) {
	// Down from facts to episodes to messages, then up again to all that cites
	// those.
	const closure = `WITH
		f (id) AS (SELECT value FROM json_each(?1)),
		e (id) AS (SELECT value FROM json_each(?2) UNION SELECT episode FROM fact_sources WHERE fact IN f),
		m (key) AS (SELECT value FROM json_each(?3) UNION SELECT message FROM episode_sources WHERE episode IN e),
		citing (id) AS (SELECT id FROM e UNION SELECT episode FROM episode_sources WHERE message IN m),
		resting (id) AS (SELECT id FROM f UNION SELECT fact FROM fact_sources WHERE episode IN citing
			EXCEPT SELECT fact FROM fact_sources WHERE episode NOT IN citing AND fact NOT IN f) `
	args := []any{listOf(t.Facts), listOf(t.Episodes), listOf(t.Messages)}
	var out Erasure
	var err error
	if out.Messages, err = queryMessages(ctx, tx, closure+selectMessages+`WHERE m.key IN m
		AND m.key NOT IN (SELECT key FROM erased WHERE kind = 'message') ORDER BY m.key`, args...); err != nil {
		return out, err
	}
	episodes, err := numbersOf(ctx, tx, closure+`SELECT id FROM citing WHERE id NOT IN (SELECT key FROM erased WHERE kind = 'episode') ORDER BY id`, args...)
	if err != nil {
		return out, err
	}
	facts, err := numbersOf(ctx, tx, closure+`SELECT id FROM resting WHERE id NOT IN (SELECT key FROM erased WHERE kind = 'fact') ORDER BY id`, args...)
	if err != nil {
		return out, err
	}
	if out.Episodes, err = loadEpisodes(ctx, tx, `WHERE e.id IN (SELECT value FROM json_each(?)) ORDER BY e.id`, listOf(episodes)); err != nil {
		return out, err
	}
	out.Facts, err = loadFacts(ctx, tx, `WHERE f.id IN (SELECT value FROM json_each(?)) ORDER BY f.id`, listOf(facts))
	return out, err
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

// overwrite takes the texts away, within the transaction that opened the guard.
func (s *Store) overwrite(ctx context.Context, tx *sql.Tx, e Erasure) error {
	messages, episodes, facts := make([]int64, len(e.Messages)), make([]int64, len(e.Episodes)), make([]int64, len(e.Facts))
	for i, m := range e.Messages {
		messages[i] = m.Key
	}
	for i, x := range e.Episodes {
		episodes[i] = int64(x.ID)
	}
	for i, f := range e.Facts {
		facts[i] = int64(f.ID)
	}
	now := micros(s.clock.Now())
	for _, step := range []struct {
		query string
		list  []int64
	}{
		{`UPDATE messages SET text = '` + Erased + `', digest = NULL WHERE key IN (SELECT value FROM json_each(?1))`, messages},
		{setOpening + `WHERE key IN (SELECT conversation FROM messages WHERE key IN (SELECT value FROM json_each(?1)))`, messages},
		{`DELETE FROM waiting WHERE message IN (SELECT value FROM json_each(?1))`, messages},
		{`DELETE FROM recalled WHERE reply IN (SELECT value FROM json_each(?1))`, messages},
		{`DELETE FROM recalled_because WHERE reply IN (SELECT value FROM json_each(?1))`, messages},
		{`UPDATE conversations SET title = '' WHERE key IN (SELECT conversation FROM messages WHERE key IN (SELECT value FROM json_each(?1)))`, messages},
		{`INSERT INTO withdrawn_messages SELECT value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, messages},
		{`INSERT INTO erased SELECT 'message', value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, messages},
		{`UPDATE episodes SET what = '` + Erased + `', about = '', who = '[]', said_when = '' WHERE id IN (SELECT value FROM json_each(?1))`, episodes},
		{`DELETE FROM episode_names WHERE episode IN (SELECT value FROM json_each(?1))`, episodes},
		{`DELETE FROM recalled_because WHERE reply IN (SELECT reply FROM recalled WHERE item IN (SELECT 'e' || value FROM json_each(?1)))`, episodes},
		{`DELETE FROM recalled WHERE item IN (SELECT 'e' || value FROM json_each(?1))`, episodes},
		{`DELETE FROM vectors WHERE kind = 'episode' AND key IN (SELECT value FROM json_each(?1))`, episodes},
		{`DELETE FROM vectors WHERE kind = 'fact' AND key IN (SELECT value FROM json_each(?1))`, facts},
		{`DELETE FROM fact_sources WHERE episode IN (SELECT value FROM json_each(?1))`, episodes},
		{`INSERT INTO withdrawn_episodes SELECT value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, episodes},
		{`INSERT INTO erased SELECT 'episode', value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, episodes},
		{`UPDATE pass_groups SET names = '[]', ties = '[]', packed = NULL, reason = '` + Erased + `' WHERE key IN (SELECT grp FROM group_members
			WHERE episode IN (SELECT value FROM json_each(?1)))`, episodes},
		{`UPDATE passes SET thinned = '[]' WHERE id IN (SELECT pass FROM pass_groups g JOIN group_members m ON m.grp = g.key
			WHERE m.episode IN (SELECT value FROM json_each(?1)))`, episodes},
		{`UPDATE facts SET text = '` + Erased + `', about = '', rev = (SELECT max(rev) FROM facts) + id WHERE id IN (SELECT value FROM json_each(?1))`, facts},
		{`DELETE FROM fact_names WHERE fact IN (SELECT value FROM json_each(?1))`, facts},
		{`DELETE FROM recalled_because WHERE reply IN (SELECT reply FROM recalled WHERE item IN (SELECT 'f' || value FROM json_each(?1)))`, facts},
		{`DELETE FROM recalled WHERE item IN (SELECT 'f' || value FROM json_each(?1))`, facts},
		{`DELETE FROM reviews WHERE fact IN (SELECT value FROM json_each(?1)) OR formed IN (SELECT value FROM json_each(?1))`, facts},
		{`INSERT INTO withdrawn_facts SELECT value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, facts},
		{`INSERT INTO erased SELECT 'fact', value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`, facts},
	} {
		if err := runStep(ctx, tx, step.query, listOf(step.list), now); err != nil {
			return err
		}
	}
	return forgetNames(ctx, tx)
}

func runStep(ctx context.Context, tx *sql.Tx, query, list string, now int64) error {
	args := []any{list}
	if strings.Contains(query, "?2") {
		args = append(args, now)
	}
	if _, err := tx.ExecContext(ctx, query, args...); err != nil {
		return fmt.Errorf("%.40s…: %w", query, err)
	}
	return nil
}

// forgetNames takes away the names that nothing bears any more.
func forgetNames(ctx context.Context, tx *sql.Tx) error {
	const unborne = `(SELECT key FROM names WHERE key NOT IN (SELECT name FROM episode_names) AND key NOT IN (SELECT name FROM fact_names))`
	if _, err := tx.ExecContext(ctx, `DELETE FROM name_aliases WHERE name IN `+unborne); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM names WHERE key IN `+unborne)
	return err
}

// scrub rewrites the file without what was deleted, empties its log, and
// removes the copies and what a crash may have left of one.
func (s *Store) scrub(ctx context.Context) error {
	err := patiently(ctx, func() error {
		_, err := s.writes.ExecContext(ctx, `VACUUM`)
		return err
	})
	if err != nil {
		return err
	}
	err = patiently(ctx, func() error {
		var busy, logged, done int
		err := s.writes.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &logged, &done)
		if err == nil && busy != 0 {
			err = fmt.Errorf("%w: another program is reading the memory; close it and erase again", memory.ErrBusy)
		}
		return err
	})
	if err != nil {
		return err
	}
	return removeAll(append(Copies(s.path), parts(s.path, dead, unknown, alive)...)...)
}
