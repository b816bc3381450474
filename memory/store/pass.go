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

// Nights is what a pass of consolidation needs of the store, under a lease: it
// is a neocortex.Store. What it writes is checked against the lease's holder.
type Nights struct {
	*Store
	lease Lease
}

// Nights gives the store as a pass needs it.
func (s *Store) Nights(l Lease) Nights { return Nights{Store: s, lease: l} }

// write is Store.write for the holder of the lease alone.
func (n Nights) write(ctx context.Context, fn func(tx *sql.Tx) error) error {
	return n.Store.write(ctx, func(tx *sql.Tx) error {
		if err := checkLease(ctx, tx, n.lease); err != nil {
			return err
		}
		return fn(tx)
	})
}

// Begin starts a pass, or takes up the same one if it was cut short; its record
// so far comes back.
func (n Nights) Begin(ctx context.Context, p memory.Pass, at time.Time, on memory.Day) (memory.PassRecord, error) {
	var id int64
	err := n.write(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `UPDATE passes SET ran_at = ?, ran_offset = ?, on_day = ? WHERE id =
			(SELECT id FROM passes WHERE kind = ? AND from_day = ? AND to_day = ? AND finished = 0 ORDER BY id DESC LIMIT 1) RETURNING id`,
			micros(at), offset(at), on, p.Kind, p.From, p.To).Scan(&id)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		return tx.QueryRowContext(ctx, `INSERT INTO passes (kind, from_day, to_day, ran_at, ran_offset, on_day)
			VALUES (?, ?, ?, ?, ?, ?) RETURNING id`, p.Kind, p.From, p.To, micros(at), offset(at), on).Scan(&id)
	})
	if err != nil {
		return memory.PassRecord{}, fmt.Errorf("begin a %s: %w", p.Kind, err)
	}
	return n.Record(ctx, id)
}

// Keep commits what came of groups, in one transaction, and gives their records
// with the keys of new facts.
func (n Nights) Keep(ctx context.Context, e memory.PassEntry) ([]memory.GroupRecord, error) {
	var kept []memory.GroupRecord
	err := n.write(ctx, func(tx *sql.Tx) (err error) {
		kept, err = keep(ctx, tx, e)
		return err
	})
	return kept, wrap(err, "keep what a pass did")
}

func keep(ctx context.Context, tx *sql.Tx, e memory.PassEntry) ([]memory.GroupRecord, error) {
	kept := append([]memory.GroupRecord(nil), e.Groups...)
	var changes []memory.Change
	if e.Settle != nil {
		since, _, err := factsAfter(ctx, tx, e.Rev, 0)
		if err != nil {
			return nil, err
		}
		if changes, err = saveChanges(ctx, tx, e.Settle(since), e.At); err != nil {
			return nil, err
		}
		if len(kept) == 1 {
			kept[0] = kept[0].With(changes)
		}
	}
	var group int64
	for _, g := range kept {
		var err error
		if group, err = saveGroup(ctx, tx, e, g); err != nil {
			return nil, err
		}
	}
	if err := logChanges(ctx, tx, e, group, changes); err != nil {
		return nil, err
	}
	_, err := tx.ExecContext(ctx, `UPDATE passes SET calls = calls + ? WHERE id = ?`, e.Calls, e.Pass)
	return kept, err
}

// saveChanges stores facts as they are after changes, in order. A new one has
// an ID below 0, which stands for its key from then on.
func saveChanges(ctx context.Context, tx *sql.Tx, changes []memory.Change, at time.Time) ([]memory.Change, error) {
	keys := make(map[memory.FactID]memory.FactID)
	keyOf := func(id memory.FactID) memory.FactID {
		if key, isNew := keys[id]; isNew {
			return key
		}
		return id
	}
	saved := make([]memory.Change, len(changes))
	for i, c := range changes {
		id, f := c.Fact.ID, c.Fact
		f.ID, f.SupersededBy = keyOf(f.ID), keyOf(f.SupersededBy)
		if f.ID < 0 {
			f.ID, f.FormedAt = 0, at
		}
		f, err := saveFact(ctx, tx, f)
		if err != nil {
			return nil, err
		}
		keys[id] = f.ID
		saved[i] = memory.Change{Effect: c.Effect, Fact: f}
	}
	return saved, nil
}

func logChanges(ctx context.Context, tx *sql.Tx, e memory.PassEntry, group int64, changes []memory.Change) error {
	for _, c := range changes {
		if _, err := tx.ExecContext(ctx, `INSERT INTO fact_changes (fact, effect, by, pass, grp, at, offset)
			VALUES (?, ?, nullif(?, 0), nullif(?, 0), nullif(?, 0), ?, ?)`,
			c.Fact.ID, c.Effect, c.Fact.SupersededBy, e.Pass, group, micros(e.At), offset(e.At)); err != nil {
			return err
		}
	}
	return nil
}

func saveGroup(ctx context.Context, tx *sql.Tx, e memory.PassEntry, g memory.GroupRecord) (int64, error) {
	names, err := json.Marshal(notNil(g.Names))
	if err != nil {
		return 0, err
	}
	ties, err := json.Marshal(notNil(g.Ties))
	if err != nil {
		return 0, err
	}
	packed, err := pack(string(names), string(ties))
	if err != nil {
		return 0, err
	}
	sent := ""
	if g.Sent {
		sent = e.Version
	}
	var key int64
	err = tx.QueryRowContext(ctx, `INSERT INTO pass_groups (pass, position, names, ties, packed, outcome, reason, sent)
		VALUES (?1, (SELECT coalesce(max(position), -1) + 1 FROM pass_groups WHERE pass = ?1), '[]', '[]', ?2, ?3, ?4, ?5) RETURNING key`,
		e.Pass, packed, g.Outcome, g.Reason, sent).Scan(&key)
	if err != nil {
		return 0, err
	}
	for i, id := range g.Episodes {
		if _, err := tx.ExecContext(ctx, `INSERT INTO group_members (grp, position, episode) VALUES (?, ?, ?)`, key, i, id); err != nil {
			return 0, err
		}
		if !e.Seen {
			continue
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO nights (episode, pass) VALUES (?, ?) ON CONFLICT DO NOTHING`, id, e.Pass); err != nil {
			return 0, err
		}
	}
	return key, nil
}

// Finish ends a pass.
func (n Nights) Finish(ctx context.Context, r memory.PassRecord) error {
	thinned, err := json.Marshal(notNil(r.Thinned))
	if err != nil {
		return fmt.Errorf("end a pass: %w", err)
	}
	err = n.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE passes SET moments = ?, alone = ?, remaining = ?, thinned = ?, finished = 1 WHERE id = ?`,
			r.Moments, r.Alone, r.Left, string(thinned), r.ID)
		return err
	})
	return wrap(err, "end a pass")
}

// notNil makes the JSON of no items [] and not null.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
