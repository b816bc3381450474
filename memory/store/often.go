package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"muisto/memory"
)

// often keeps the statements that every turn runs: most of what a short
// statement costs is being read.
type often struct {
	mu    sync.Mutex
	known map[string]*sql.Stmt
}

func (o *often) statement(ctx context.Context, db *sql.DB, query string) (*sql.Stmt, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if stmt, ok := o.known[query]; ok {
		return stmt, nil
	}
	stmt, err := db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if o.known == nil {
		o.known = map[string]*sql.Stmt{}
	}
	o.known[query] = stmt
	return stmt, nil
}

// oftenRead runs one short statement, which sees one state of the file. It is
// not cut short by ctx: the driver starts a goroutine for every statement whose
// context can end.
func (s *Store) oftenRead(ctx context.Context, scan func(rows *sql.Rows) error, query string, args ...any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	stmt, err := s.often.statement(ctx, s.reads, query)
	if err != nil {
		return explain(err)
	}
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return explain(err)
	}
	for rows.Next() {
		if err := scan(rows); err != nil {
			return explain(errors.Join(err, rows.Close()))
		}
	}
	return explain(errors.Join(rows.Err(), rows.Close()))
}

// Revision gives the state of now. An erasure ends with a VACUUM, which raises
// SQLite's own number of the schema.
func (s *Store) Revision(ctx context.Context) (memory.Revision, error) {
	var r memory.Revision
	err := s.oftenRead(ctx, func(rows *sql.Rows) error {
		return rows.Scan(&r.Episode, &r.Fact, &r.Vector, &r.Change, &r.Withdrawn, &r.Rewritten)
	},
		`SELECT (SELECT coalesce(max(id), 0) FROM episodes), (SELECT coalesce(max(rev), 0) FROM facts),
			(SELECT coalesce(max(seq), 0) FROM vectors), (SELECT coalesce(max(key), 0) FROM fact_changes),
			(SELECT count(*) FROM withdrawn_episodes), (SELECT schema_version FROM pragma_schema_version)`)
	return r, wrap(err, "look for what is new")
}

// episodesBy reads the episodes of a list of IDs, in its order, in one
// statement.
const episodesBy = `SELECT ` + episodeColumns + `,
	(SELECT json_group_array(json_array(n.text, x.type) ORDER BY x.position)
		FROM episode_names x JOIN names n ON n.key = x.name WHERE x.episode = e.id),
	(SELECT json_group_array(json_array(x.message, m.id) ORDER BY x.position)
		FROM episode_sources x JOIN messages m ON m.key = x.message WHERE x.episode = e.id)
	FROM json_each(?1) wanted CROSS JOIN episodes e ON e.id = wanted.value JOIN conversations c ON c.key = e.conversation `

// EpisodesByID gives the episodes that have these IDs, in that order, withdrawn
// or not; an ID under which nothing is stored is passed over.
func (s *Store) EpisodesByID(ctx context.Context, ids []memory.EpisodeID) ([]memory.Episode, error) {
	return s.episodesBy(ctx, ids, episodesBy+`ORDER BY wanted.key`)
}

// StandingEpisodes is EpisodesByID without those that were withdrawn.
func (s *Store) StandingEpisodes(ctx context.Context, ids []memory.EpisodeID) ([]memory.Episode, error) {
	return s.episodesBy(ctx, ids, episodesBy+`WHERE e.id NOT IN (SELECT episode FROM withdrawn_episodes) ORDER BY wanted.key`)
}

func (s *Store) episodesBy(ctx context.Context, ids []memory.EpisodeID, query string) ([]memory.Episode, error) {
	l := loader{texts: map[string]string{}, who: map[string][]string{}}
	list := make([]memory.Episode, 0, len(ids))
	err := s.oftenRead(ctx, func(rows *sql.Rows) error {
		var names, sources []byte
		e, err := l.episode(withMore{rows, []any{&names, &sources}})
		if err != nil {
			return err
		}
		if err := errors.Join(pairs(names, func(p pairOf[string, memory.NameType]) {
			e.Names = append(e.Names, memory.Name{Text: p.first, Type: p.second})
		}), pairs(sources, func(p pairOf[int64, string]) {
			e.Sources = append(e.Sources, memory.Source{Key: p.first, ID: p.second})
		})); err != nil {
			return fmt.Errorf("%w: of %s: %w", memory.ErrDamaged, e.ID, err)
		}
		list = append(list, e)
		return nil
	}, query, listOf(ids))
	return list, wrap(err, "read episodes")
}

// withMore scans further columns after those that are asked of it.
type withMore struct {
	row
	more []any
}

func (w withMore) Scan(to ...any) error { return w.row.Scan(append(to, w.more...)...) }

// pairOf is a JSON array of two.
type pairOf[A, B any] struct {
	first  A
	second B
}

// UnmarshalJSON reads [first, second].
func (p *pairOf[A, B]) UnmarshalJSON(raw []byte) error {
	return json.Unmarshal(raw, &[2]any{&p.first, &p.second})
}

func pairs[A, B any](raw []byte, yield func(pairOf[A, B])) error {
	var list []pairOf[A, B]
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	for _, p := range list {
		yield(p)
	}
	return nil
}
