package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"muisto/memory"
)

// FactQuery says which facts are wanted. The zero value is the active ones, the
// newest evidence first.
type FactQuery struct {
	// Retired takes in those that stand no more.
	Retired bool
	// Limit, unless zero, is how many there are at most.
	Limit int
}

// Facts gives the facts that are asked for, but for withdrawn ones.
func (s *Store) Facts(ctx context.Context, q FactQuery) ([]memory.Fact, error) {
	where := `WHERE f.id NOT IN (SELECT fact FROM withdrawn_facts) `
	if !q.Retired {
		where += `AND f.status = 'active' `
	}
	list, err := s.facts(ctx, where+`ORDER BY f.evidence_at DESC, f.id DESC LIMIT ?`, orAll(q.Limit))
	return list, wrap(err, "read facts")
}

// FactsByID gives the facts that have these IDs, in that order, but for
// withdrawn ones; an ID under which nothing is stored is passed over.
func (s *Store) FactsByID(ctx context.Context, ids []memory.FactID) ([]memory.Fact, error) {
	list, err := s.facts(ctx, `WHERE f.id IN (SELECT value FROM json_each(?))
		AND f.id NOT IN (SELECT fact FROM withdrawn_facts)`, listOf(ids))
	if err != nil {
		return nil, wrap(err, "read facts")
	}
	place := make(map[memory.FactID]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	slices.SortFunc(list, func(f, g memory.Fact) int { return place[f.ID] - place[g.ID] })
	return list, nil
}

// FactsAfter gives the facts that were made or changed after the revision rev,
// the oldest change first, at most limit, and the revision of the last; rev
// where there is none. A withdrawn one is given as closed.
func (s *Store) FactsAfter(ctx context.Context, rev int64, limit int) ([]memory.Fact, int64, error) {
	var list []memory.Fact
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		list, rev, err = factsAfter(ctx, tx, rev, limit)
		return err
	})
	return list, rev, wrap(err, "read facts")
}

func factsAfter(ctx context.Context, tx *sql.Tx, rev int64, limit int) ([]memory.Fact, int64, error) {
	list, err := loadFacts(ctx, tx, `WHERE f.rev > ? ORDER BY f.rev LIMIT ?`, rev, orAll(limit))
	if err != nil || len(list) == 0 {
		return list, rev, err
	}
	err = tx.QueryRowContext(ctx, `SELECT rev FROM facts WHERE id = ?`, list[len(list)-1].ID).Scan(&rev)
	return list, rev, err
}

// FactCounts is how many facts there are.
type FactCounts struct {
	Active, Retired int
}

// FactCounts counts the facts, but for withdrawn ones.
func (s *Store) FactCounts(ctx context.Context) (FactCounts, error) {
	var n FactCounts
	err := s.read(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE status = 'active'), count(*) FILTER (WHERE status <> 'active')
			FROM facts WHERE id NOT IN (SELECT fact FROM withdrawn_facts)`).Scan(&n.Active, &n.Retired)
	})
	return n, wrap(err, "count the facts")
}

// FactEvent is one thing that happened to a fact.
type FactEvent struct {
	Fact memory.FactID
	// Effect is the caller's own word for it.
	Effect string
	// By is the fact that took its place, if that is what happened.
	By memory.FactID
	// Pass is the pass that did it, 0 for a person.
	Pass int64
	// At is when, by the clock given then.
	At time.Time
}

// FactHistory tells what happened to a fact, in order.
func (s *Store) FactHistory(ctx context.Context, id memory.FactID) ([]FactEvent, error) {
	list := []FactEvent{}
	err := s.read(ctx, func(tx *sql.Tx) error {
		return each(ctx, tx, func(rows *sql.Rows) error {
			e := FactEvent{Fact: id}
			var at int64
			var offset int
			err := rows.Scan(&e.Effect, &e.By, &e.Pass, &at, &offset)
			e.At = timeOf(at, offset)
			list = append(list, e)
			return err
		}, `SELECT effect, coalesce(by, 0), coalesce(pass, 0), at, offset FROM fact_changes WHERE fact = ? ORDER BY key`, id)
	})
	return list, wrap(err, "read the history of a fact")
}

func (s *Store) facts(ctx context.Context, where string, args ...any) ([]memory.Fact, error) {
	var list []memory.Fact
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		list, err = loadFacts(ctx, tx, where, args...)
		return err
	})
	return list, err
}

// loadFacts reads the facts f that a WHERE and ORDER BY select, in three
// queries however many they are.
func loadFacts(ctx context.Context, tx *sql.Tx, where string, args ...any) ([]memory.Fact, error) {
	list, at := []memory.Fact{}, map[memory.FactID]int{}
	err := each(ctx, tx, func(rows *sql.Rows) error {
		f, err := scanFact(rows)
		at[f.ID] = len(list)
		list = append(list, f)
		return err
	}, `SELECT f.id, f.text, f.about, CASE WHEN f.wish = 1 THEN 'wish' ELSE f.kind END, CASE WHEN w.fact IS NULL THEN f.status ELSE 'closed' END, f.authority, f.salience,
		f.formed_at, f.formed_offset, f.evidence_at, f.evidence_offset, f.valid_until, coalesce(f.superseded_by, 0),
		f.retired_at, coalesce(f.retired_offset, 0), f.retired_by, f.retold_at, coalesce(f.retold_offset, 0), f.reinforced
		FROM facts f LEFT JOIN withdrawn_facts w ON w.fact = f.id `+where, args...)
	if err != nil || len(list) == 0 {
		return list, err
	}
	ids := make([]memory.FactID, len(list))
	for i, f := range list {
		ids[i] = f.ID
	}
	err = each(ctx, tx, func(rows *sql.Rows) error {
		var id memory.FactID
		var n memory.Name
		if err := rows.Scan(&id, &n.Text, &n.Type); err != nil {
			return err
		}
		f := &list[at[id]]
		f.Names = append(f.Names, n)
		return nil
	}, `SELECT x.fact, n.text, x.type FROM fact_names x JOIN names n ON n.key = x.name
		WHERE x.fact IN (SELECT value FROM json_each(?)) ORDER BY x.fact, x.position`, listOf(ids))
	if err != nil {
		return nil, err
	}
	return list, each(ctx, tx, func(rows *sql.Rows) error {
		var id memory.FactID
		var episode memory.EpisodeID
		var day memory.Day
		if err := rows.Scan(&id, &episode, &day); err != nil {
			return err
		}
		f := &list[at[id]]
		f.Sources = append(f.Sources, episode)
		if len(f.From) == 0 || f.From[len(f.From)-1] != day {
			f.From = append(f.From, day)
		}
		return nil
	}, `SELECT x.fact, x.episode, e.day FROM fact_sources x JOIN episodes e ON e.id = x.episode
		WHERE x.fact IN (SELECT value FROM json_each(?)) ORDER BY x.fact, e.last_at, e.id`, listOf(ids))
}

func scanFact(r row) (memory.Fact, error) {
	f := memory.Fact{Names: []memory.Name{}}
	var formed, evidence int64
	var formedOffset, evidenceOffset, retiredOffset, retoldOffset int
	var retired, retold sql.NullInt64
	err := r.Scan(&f.ID, &f.Text, &f.About, &f.Kind, &f.Status, &f.Authority, &f.Salience, &formed, &formedOffset,
		&evidence, &evidenceOffset, &f.ValidUntil, &f.SupersededBy, &retired, &retiredOffset, &f.RetiredBy,
		&retold, &retoldOffset, &f.Reinforced)
	f.FormedAt, f.EvidenceAt = timeOf(formed, formedOffset), timeOf(evidence, evidenceOffset)
	if retired.Valid {
		f.RetiredAt = timeOf(retired.Int64, retiredOffset)
	}
	if retold.Valid {
		f.RetoldAt = timeOf(retold.Int64, retoldOffset)
	}
	return f, err
}
