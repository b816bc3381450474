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

// Moments gives the moments of the days from to to, in any order, but for
// withdrawn ones.
func (s *Store) Moments(ctx context.Context, from, to memory.Day) ([]memory.EpisodeRef, error) {
	return s.moments(ctx, `e.day BETWEEN ? AND ?`, from, to)
}

// UnseenMoments gives those of a day that no night has seen but this pass.
func (s *Store) UnseenMoments(ctx context.Context, day memory.Day, pass int64) ([]memory.EpisodeRef, error) {
	return s.moments(ctx, `e.day = ? AND e.id NOT IN (SELECT episode FROM nights WHERE pass <> ?)`, day, pass)
}

func (s *Store) moments(ctx context.Context, condition string, args ...any) ([]memory.EpisodeRef, error) {
	list, at := []memory.EpisodeRef{}, map[memory.EpisodeID]int{}
	texts := loader{texts: map[string]string{}}
	where := `WHERE ` + condition + ` AND e.id NOT IN (SELECT episode FROM withdrawn_episodes)`
	err := s.read(ctx, func(tx *sql.Tx) error {
		err := each(ctx, tx, func(rows *sql.Rows) error {
			var m memory.EpisodeRef
			var last int64
			err := rows.Scan(&m.ID, &m.Day, &last, &m.Act, &m.Actor, &m.Salience, &m.About)
			m.At, m.About = timeOf(last, 0), texts.once(m.About)
			m.Act, m.Actor = memory.Act(texts.once(string(m.Act))), memory.Role(texts.once(string(m.Actor)))
			at[m.ID] = len(list)
			list = append(list, m)
			return err
		}, `SELECT e.id, e.day, e.last_at, e.act, e.actor, e.salience, e.about FROM episodes e `+where, args...)
		if err != nil || len(list) == 0 {
			return err
		}
		return each(ctx, tx, func(rows *sql.Rows) error {
			var id memory.EpisodeID
			var key string
			if err := rows.Scan(&id, &key); err != nil {
				return err
			}
			m := &list[at[id]]
			m.Names = append(m.Names, texts.once(key))
			return nil
		}, `SELECT x.episode, n.text FROM episodes e JOIN episode_names x ON x.episode = e.id JOIN names n ON n.key = x.name `+where, args...)
	})
	return list, wrap(err, "read moments")
}

// Sent gives for every moment the groups that were sent with it under that
// version of the prompt.
func (s *Store) Sent(ctx context.Context, version string) (map[memory.EpisodeID][]int64, error) {
	sent := make(map[memory.EpisodeID][]int64)
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var id memory.EpisodeID
			var group int64
			err := rows.Scan(&id, &group)
			sent[id] = append(sent[id], group)
			return err
		}, `SELECT m.episode, g.key FROM pass_groups g JOIN group_members m ON m.grp = g.key WHERE g.sent = ? ORDER BY g.key`, version)
	})
	return sent, wrap(err, "read what was sent")
}

// Said returns the texts of the user's messages that moments rest on.
func (s *Store) Said(ctx context.Context, ids []memory.EpisodeID) (map[memory.EpisodeID][]string, error) {
	said := make(map[memory.EpisodeID][]string)
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var id memory.EpisodeID
			var text string
			err := rows.Scan(&id, &text)
			said[id] = append(said[id], text)
			return err
		}, `SELECT s.episode, m.text FROM episode_sources s JOIN messages m ON m.key = s.message
			WHERE s.episode IN (SELECT value FROM json_each(?)) AND m.role = 'user' ORDER BY s.episode, s.position`, listOf(ids))
	})
	return said, wrap(err, "read what moments rest on")
}

// Refused lists the moments of groups whose answers were refused in a pass that
// ran on another day than on.
func (s *Store) Refused(ctx context.Context, on memory.Day) (map[memory.EpisodeID]bool, error) {
	refused := make(map[memory.EpisodeID]bool)
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var id memory.EpisodeID
			err := rows.Scan(&id)
			refused[id] = true
			return err
		}, `SELECT m.episode FROM pass_groups g JOIN passes p ON p.id = g.pass JOIN group_members m ON m.grp = g.key
			WHERE g.outcome = ? AND p.on_day <> ?`, memory.Refused, on)
	})
	return refused, wrap(err, "read what was refused")
}

// Calendar gives what says which passes are due at now.
func (s *Store) Calendar(ctx context.Context, now time.Time, dayTurn int) (memory.PassHistory, error) {
	c := memory.PassHistory{Now: now, DayTurn: dayTurn}
	const standing = `FROM episodes WHERE id NOT IN (SELECT episode FROM withdrawn_episodes)`
	err := s.read(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, `SELECT coalesce(min(day), 0), coalesce(max(day), 0) `+standing).Scan(&c.First, &c.Last); err != nil {
			return err
		}
		err := each(ctx, tx, func(rows *sql.Rows) error {
			var d memory.Day
			err := rows.Scan(&d)
			c.Unseen = append(c.Unseen, d)
			return err
		}, `SELECT DISTINCT day `+standing+` AND id NOT IN (SELECT episode FROM nights) ORDER BY day`)
		if err != nil {
			return err
		}
		return each(ctx, tx, func(rows *sql.Rows) error {
			var p memory.PastPass
			err := rows.Scan(&p.Kind, &p.From, &p.To, &p.On, &p.Finished, &p.Left)
			c.Passes = append(c.Passes, p)
			return err
		}, `SELECT kind, from_day, to_day, on_day, finished, remaining FROM passes ORDER BY id`)
	})
	return c, wrap(err, "read the passes")
}

// Records gives the passes on record, the newest first: up to limit (0 for no
// limit) of those before the one with the key before (0 for the newest).
func (s *Store) Records(ctx context.Context, before int64, limit int) ([]memory.PassRecord, error) {
	var ids []int64
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			var id int64
			err := rows.Scan(&id)
			ids = append(ids, id)
			return err
		}, `SELECT id FROM passes WHERE CAST(?1 AS INTEGER) = 0 OR id < ?1 ORDER BY id DESC LIMIT ?2`, before, orAll(limit))
	})
	if err != nil {
		return nil, fmt.Errorf("read the passes: %w", err)
	}
	records := make([]memory.PassRecord, len(ids))
	for i, id := range ids {
		if records[i], err = s.Record(ctx, id); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// Record gives one pass, with all that it did. It fails with
// memory.ErrNotFound.
func (s *Store) Record(ctx context.Context, id int64) (memory.PassRecord, error) {
	var r memory.PassRecord
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		r, err = loadRecord(ctx, tx, id)
		return err
	})
	return r, wrap(err, fmt.Sprintf("read pass %d", id))
}

func loadRecord(ctx context.Context, tx *sql.Tx, id int64) (memory.PassRecord, error) {
	r := memory.PassRecord{ID: id}
	var ran int64
	var ranOffset int
	var thinned string
	err := tx.QueryRowContext(ctx, `SELECT kind, from_day, to_day, ran_at, ran_offset, moments, calls, alone, remaining, thinned, finished
		FROM passes WHERE id = ?`, id).Scan(&r.Pass.Kind, &r.Pass.From, &r.Pass.To, &ran, &ranOffset,
		&r.Moments, &r.Calls, &r.Alone, &r.Left, &thinned, &r.Finished)
	if errors.Is(err, sql.ErrNoRows) {
		return r, memory.ErrNotFound
	}
	if err != nil {
		return r, err
	}
	r.RanAt = timeOf(ran, ranOffset)
	if err := json.Unmarshal([]byte(thinned), &r.Thinned); err != nil {
		return r, fmt.Errorf("%w: its names: %w", memory.ErrDamaged, err)
	}
	at, err := loadGroups(ctx, tx, &r)
	if err != nil {
		return r, err
	}
	return r, loadGroupChanges(ctx, tx, &r, at)
}

// loadGroups reads the groups of a pass, and gives their places by key.
func loadGroups(ctx context.Context, tx *sql.Tx, r *memory.PassRecord) (map[int64]int, error) {
	at := make(map[int64]int)
	err := each(ctx, tx, func(rows *sql.Rows) error {
		var key int64
		var names, ties, sent string
		var packed []byte
		var g memory.GroupRecord
		if err := rows.Scan(&key, &names, &ties, &packed, &g.Outcome, &g.Reason, &sent); err != nil {
			return err
		}
		names, ties, err := unpackGroup(packed, names, ties)
		if err != nil {
			return err
		}
		g.Sent = sent != ""
		if err := errors.Join(json.Unmarshal([]byte(names), &g.Names), json.Unmarshal([]byte(ties), &g.Ties)); err != nil {
			return fmt.Errorf("%w: group %d: %w", memory.ErrDamaged, key, err)
		}
		at[key] = len(r.Groups)
		r.Groups = append(r.Groups, g)
		return nil
	}, `SELECT key, names, ties, packed, outcome, reason, sent FROM pass_groups WHERE pass = ? ORDER BY position`, r.ID)
	if err != nil {
		return nil, err
	}
	return at, each(ctx, tx, func(rows *sql.Rows) error {
		var key int64
		var id memory.EpisodeID
		if err := rows.Scan(&key, &id); err != nil {
			return err
		}
		g := &r.Groups[at[key]]
		g.Episodes = append(g.Episodes, id)
		return nil
	}, `SELECT m.grp, m.episode FROM pass_groups g JOIN group_members m ON m.grp = g.key WHERE g.pass = ? ORDER BY m.grp, m.position`, r.ID)
}

func loadGroupChanges(ctx context.Context, tx *sql.Tx, r *memory.PassRecord, at map[int64]int) error {
	return each(ctx, tx, func(rows *sql.Rows) error {
		var key int64
		var c memory.FactChange
		if err := rows.Scan(&key, &c.Effect, &c.Fact, &c.By); err != nil {
			return err
		}
		g := &r.Groups[at[key]]
		g.Changes = append(g.Changes, c)
		return nil
	}, `SELECT c.grp, c.effect, c.fact, coalesce(c.by, 0) FROM pass_groups g JOIN fact_changes c ON c.grp = g.key WHERE g.pass = ? ORDER BY c.key`, r.ID)
}
